//! Incremental evaluation of armies games: few units move between two evaluations, so most terms
//! stay as they are.

use variants::armies::Army;

use variants::{Attacks, Bits, ByColor, Color, Geometry, PieceType};

use super::terms::{ArmiesTerms, FAR, FAR_FROM_LAST};

/// Cached terms of a position, at first of an empty board.
pub struct Seen<B> {
    /// Units by side and piece type.
    pieces: ByColor<Vec<B>>,
    /// Contact by side and army.
    contacts: ByColor<Vec<Contact<B>>>,
    /// Forces by side.
    forces: ByColor<Force<B>>,
    /// Squares within distance 0, 1, 2, ... of a royal chief, by side.
    rings: ByColor<Vec<B>>,
    /// Nearness of enemies to royal chiefs, summed over the rings, by side.
    closer: ByColor<i32>,
}

/// Union of a side's armies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Force<B> {
    /// Units that may move.
    pub able: B,
    /// Squares on which these capture if nothing is in their way.
    pub covered: B,
    /// Squares on which all units, able or not, capture if nothing is in their way.
    pub guarded: B,
}

impl<B: Bits> Force<B> {
    const NONE: Self = Force { able: B::EMPTY, covered: B::EMPTY, guarded: B::EMPTY };
}

/// Contact of an army with its chief.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contact<B> {
    /// Units in contact with their chief: those that may move.
    pub joined: B,
    /// Squares on which these capture if nothing is in their way.
    pub covered: B,
    /// Squares on which all units of the army capture if nothing is in their way.
    pub guarded: B,
    /// Value of the other units, in hundreds of centipawns.
    pub lost: i32,
    /// Whether the army has a chief.
    pub led: bool,
}

impl<B: Bits> Contact<B> {
    const NONE: Self = {
        let none = B::EMPTY;
        Contact { joined: none, covered: none, guarded: none, lost: 0, led: false }
    };
}

impl<B: Bits> Seen<B> {
    /// Returns a side's armies, in the order of the definition.
    pub(super) fn contacts(&self, color: Color) -> &[Contact<B>] {
        &self.contacts[color]
    }

    /// Returns the union of a side's armies.
    pub(super) fn force(&self, color: Color) -> Force<B> {
        self.forces[color]
    }

    /// Returns a side's royal chiefs.
    pub(super) fn chiefs(&self, color: Color) -> B {
        self.rings[color].first().copied().unwrap_or(B::EMPTY)
    }

    /// Returns the nearness of enemies to a side's royal chiefs, each by its distance to the
    /// nearest.
    pub(super) fn closer(&self, color: Color) -> i32 {
        self.closer[color]
    }
}

impl<B: Bits> ArmiesTerms<B> {
    /// Returns the cached terms of an empty board.
    pub(super) fn nothing_seen(&self) -> Seen<B> {
        Seen {
            pieces: ByColor::from_fn(|_| vec![B::EMPTY; self.kinds.len()]),
            contacts: ByColor::from_fn(|_| vec![Contact::NONE; self.armies.len()]),
            forces: ByColor::new(Force::NONE, Force::NONE),
            rings: ByColor::from_fn(|_| Vec::new()),
            closer: ByColor::new(0, 0),
        }
    }

    /// Updates the cached terms. Calls `moved` for each side and piece type with the squares that
    /// its units have left and those that they have reached.
    pub(super) fn renew<P: Attacks<Bits = B>>(
        &self,
        position: &P,
        seen: &mut Seen<B>,
        mut moved: impl FnMut(Color, PieceType, B, B),
    ) {
        let board = position.board();
        let mut stale = ByColor::new(false, false);
        for color in Color::ALL {
            let mut changed = 0;
            for (&kind, before) in self.kinds.iter().zip(&mut seen.pieces[color]) {
                let now = board.pieces(color, kind);
                if now != *before {
                    moved(color, kind, *before & !now, now & !*before);
                    *before = now;
                    changed |= 1 << kind.index();
                }
            }
            if changed == 0 {
                continue;
            }
            stale[!color] = true;
            let mut force = Force::NONE;
            for ((army, kinds), contact) in
                self.armies.iter().zip(&self.army_kinds).zip(&mut seen.contacts[color])
            {
                if changed & kinds != 0 {
                    *contact = self.contact(position, color, army);
                }
                force.able |= contact.joined;
                force.covered |= contact.covered;
                force.guarded |= contact.guarded;
            }
            seen.forces[color] = force;
            if changed & set_of(&self.royal_chiefs) != 0 {
                self.renew_rings(position, color, &mut seen.rings[color]);
                stale[color] = true;
            }
        }
        for color in Color::ALL.into_iter().filter(|&color| stale[color]) {
            let enemies = seen.forces[!color].able;
            let closer = seen.rings[color].iter().map(|&ring| (ring & enemies).count());
            seen.closer[color] = closer.sum::<u32>() as i32;
        }
    }

    fn contact<P: Attacks<Bits = B>>(&self, position: &P, color: Color, army: &Army) -> Contact<B> {
        let board = position.board();
        let all = army.units.iter().map(|&kind| board.pieces(color, kind));
        let units = all.fold(B::EMPTY, |set, of_kind| set | of_kind);
        let chiefs = board.pieces(color, army.chief);
        let joined = joined(&position.common().geometry, chiefs, units);
        let (mut covered, mut guarded, mut lost) = (B::EMPTY, B::EMPTY, 0);
        for &kind in &army.units {
            let of_kind = board.pieces(color, kind);
            let prey = &self.prey[color][kind.index()];
            (of_kind & joined).iter().for_each(|from| covered |= prey[from.index()]);
            let others = of_kind & !joined;
            others.iter().for_each(|from| guarded |= prey[from.index()]);
            lost += others.count() as i32 * self.worth[kind.index()];
        }
        guarded |= covered;
        Contact { joined, covered, guarded, lost: (lost + 50) / 100, led: chiefs.any() }
    }

    fn renew_rings<P: Attacks<Bits = B>>(&self, position: &P, color: Color, rings: &mut Vec<B>) {
        let board = position.board();
        let all = self.royal_chiefs.iter().map(|&kind| board.pieces(color, kind));
        let chiefs = all.fold(B::EMPTY, |set, of_kind| set | of_kind);
        let far = if chiefs.has_several() { FAR } else { FAR_FROM_LAST };
        rings.clear();
        rings.push(chiefs);
        while rings.len() < far {
            rings.push(position.common().geometry.dilate(rings[rings.len() - 1]));
        }
    }
}

/// Returns piece types as a bit set.
pub(super) fn set_of(kinds: &[PieceType]) -> u64 {
    const { assert!(PieceType::MAX <= 64) };
    kinds.iter().fold(0, |set, kind| set | 1 << kind.index())
}

/// Returns the units in contact with the chiefs, the chiefs included.
fn joined<B: Bits>(geometry: &Geometry<B>, chiefs: B, units: B) -> B {
    let mut joined = chiefs;
    loop {
        let wider = geometry.dilate(joined) & units;
        if wider == joined || wider == units {
            return wider;
        }
        joined = wider;
    }
}
