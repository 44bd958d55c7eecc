//! Reading the part of a definition file that one family alone has.

use crate::definition::{Family, FamilyData};
use crate::reading::{Kinds, Section};
use crate::{BoardSize, Definition, Fen, PieceDefinition};

/// Keys of tables in definition files.
pub(crate) type Keys = &'static [&'static str];

/// Reading of a family's own keys.
pub(crate) trait ReadFamily: FamilyData + Default {
    /// Keys of the family's games, beside those of every game.
    const GAME_KEYS: Keys;
    /// Keys of the family's pieces, beside those of every piece.
    const PIECE_KEYS: Keys;
    /// Tables within a game's own keys, each as a list of their keys.
    const TABLES: &'static [Keys] = &[];
    /// Game keys that may end a game at its start.
    const ENDS: Keys = &[];
    /// Modes of Betza notation that only some families have, of `i`, `e`, `p` and `g`.
    const MODES: &'static str = "";

    /// Whether a game may have several royal kinds, by its own keys.
    fn has_several_royals(game: &Section<'_>) -> bool {
        let _ = game;
        false
    }

    /// Reads a game's own keys; `None` after noting a fault.
    fn read(game: &Section<'_>, size: Option<BoardSize>, kinds: &Kinds) -> Option<Self>;

    /// Adds to the kinds of a game those that follow from its own keys.
    ///
    /// # Errors
    /// When there are too many: the fault, for people.
    fn complete(&self, pieces: &mut Vec<PieceDefinition>) -> Result<(), String> {
        let _ = pieces;
        Ok(())
    }

    /// Checks the parts of a start position that FENs of all games have and only some families
    /// use.
    ///
    /// # Errors
    /// When they are invalid.
    fn check_start(&self, fen: &Fen, definition: &Definition) -> Result<(), StartFault>;
}

/// A fault of a game's start position.
#[derive(Debug)]
pub(crate) struct StartFault {
    /// The game's key that the position does not go with; `None`: the position itself is wrong.
    pub key: Option<&'static str>,
    /// The fault, for people.
    pub message: String,
}

impl From<String> for StartFault {
    fn from(message: String) -> Self {
        StartFault { key: None, message }
    }
}

impl StartFault {
    /// A fault of a key.
    pub fn of(key: &'static str, message: impl Into<String>) -> Self {
        StartFault { key: Some(key), message: message.into() }
    }
}

/// A family, before a game's own keys are read.
pub(crate) struct FamilyEntry {
    /// The word after `family`.
    pub name: &'static str,
    /// [`ReadFamily::GAME_KEYS`].
    pub game_keys: Keys,
    /// [`ReadFamily::PIECE_KEYS`].
    pub piece_keys: Keys,
    /// [`ReadFamily::TABLES`].
    #[cfg_attr(not(test), allow(dead_code))]
    pub tables: &'static [Keys],
    /// [`ReadFamily::ENDS`].
    pub ends: Keys,
    /// [`ReadFamily::MODES`].
    pub modes: &'static str,
    /// [`ReadFamily::has_several_royals`].
    pub has_several_royals: fn(&Section<'_>) -> bool,
    /// [`ReadFamily::read`].
    pub read: fn(&Section<'_>, Option<BoardSize>, &Kinds) -> Option<Family>,
    /// A game of the family without rules of its own: for a definition that has a fault.
    pub blank: fn() -> Family,
}

/// Makes [`FAMILIES`], [`Family::complete`] and [`Family::check_start`].
macro_rules! entries {
    ($dollar:tt $($family:ident $folder:ident $data:ident: $($name:ident $bits:ident),+;)+) => {
        /// All families.
        pub(crate) static FAMILIES: &[FamilyEntry] = &[$(
            FamilyEntry {
                name: <super::$folder::$data>::NAME,
                game_keys: <super::$folder::$data>::GAME_KEYS,
                piece_keys: <super::$folder::$data>::PIECE_KEYS,
                tables: <super::$folder::$data>::TABLES,
                ends: <super::$folder::$data>::ENDS,
                modes: <super::$folder::$data>::MODES,
                has_several_royals: <super::$folder::$data>::has_several_royals,
                read: |game, size, kinds| <super::$folder::$data>::read(game, size, kinds).map(Family::$family),
                blank: || Family::$family(<super::$folder::$data>::default()),
            },
        )+];

        impl Family {
            /// Adds kinds that follow from a game's own keys: see [`ReadFamily::complete`].
            pub(crate) fn complete(&self, pieces: &mut Vec<PieceDefinition>) -> Result<(), String> {
                match self {
                    $(Family::$family(own) => own.complete(pieces),)+
                }
            }

            /// Checks a start position: see [`ReadFamily::check_start`].
            pub(crate) fn check_start(
                &self,
                fen: &Fen,
                definition: &Definition,
            ) -> Result<(), StartFault> {
                match self {
                    $(Family::$family(own) => own.check_start(fen, definition),)+
                }
            }
        }
    };
}

for_each_family!(entries $);
