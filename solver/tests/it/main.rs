//! Endings solved from definitions, against published results and against slower solvers.

mod consistent;
mod files;
mod in_time;
mod known;
mod reference;

use std::fs::File;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use menagerie_solver::{Material, Metric, Settings, Summary, Tables, plan, solve};
use tempfile::TempDir;
use variants::{AnyGame, Catalog, Variant};

/// Fingerprint of all games here.
const FINGERPRINT: &str = "test";

/// Games on boards on which slow solvers are quick.
const GAMES: &str = r#"
[small]
inherits = "chess"
title = "Small"
board = "3x6"
start = "k1r/ppp/3/3/PPP/K1R w - - 0 1"
castling = false
pieces.P.promotes = "R"

[small-points]
inherits = "small"
title = "Small points"
dead = false
move-rule = 20
points = { pieces = { R = 1 }, equal = "black" }

[small-jumpers]
inherits = "chesica"
title = "Small jumpers"
board = "5x5"
start = "q1r1b/5/5/5/B1R1Q w - - 0 1"
array = false

[small-rush]
title = "Small rush"
family = "royal"
board = "4x6"
start = "pppp/4/4/4/4/PPPP w - - 0 1"
goal = { white = "*6", black = "*1" }

[small-rush.pieces]
P = { name = "pawn", moves = "mfWcfFsmW" }

[small-blasts]
title = "Small blasts"
family = "royal"
board = "4x5"
start = "pppp/4/4/4/PPPP w - - 0 1"
blast = {}
stalemate = "loss"

[small-blasts.pieces]
P = { name = "pawn", moves = "WF" }

[small-armies]
inherits = "chesimals"
title = "Small armies"
board = "5x4"
start = "1qk1s/5/5/1QKPS w - - 0 1"
"#;

/// Tables of a game, in a folder of their own.
pub struct Solved {
    /// The start of the game.
    pub game: AnyGame,
    /// The game.
    pub variant: Variant,
    /// Its tables.
    pub tables: Tables,
    /// Their folder.
    pub folder: TempDir,
}

/// Solves some material and all that it leads to.
pub fn solved(game: &str, materials: &[&str]) -> Solved {
    solved_to(game, materials, Metric::End)
}

/// The same with tables of a metric.
pub fn solved_to(game: &str, materials: &[&str], metric: Metric) -> Solved {
    let (catalog, _) = Catalog::builtin().with_file(GAMES).unwrap();
    let definition = catalog.get(game).unwrap().clone();
    let variant = Variant::compile(Arc::clone(&definition)).unwrap();
    let game = variant.start();
    let folder = tempfile::tempdir().unwrap();
    let mut tables = Tables::new(&definition, FINGERPRINT, u64::MAX);
    let wanted: Vec<Material> =
        materials.iter().map(|text| Material::parse(text, &definition).unwrap()).collect();
    let plan = plan(&game, &wanted, metric, &tables).unwrap();
    let stop = AtomicBool::new(false);
    let settings = Settings {
        stop: &stop,
        progress: &|_| {},
        replace: &|path, write| write(&mut File::create(path)?),
    };
    for table in &plan.tables {
        solve(&game, &table.material, table.metric, &mut tables, folder.path(), &settings).unwrap();
    }
    Solved { game, variant, tables, folder }
}

impl Solved {
    /// The results of a table.
    pub fn summary(&self, material: &str) -> Summary {
        let material = Material::parse(material, self.tables.definition()).unwrap();
        self.tables.file(&material, Metric::End).unwrap().header().summary.clone()
    }

    /// The longest win of White, in plies.
    pub fn longest(&self, material: &str) -> u16 {
        let summary = self.summary(material);
        summary.longest.iter().find(|longest| longest.winner == "white").map_or(0, |l| l.plies)
    }
}
