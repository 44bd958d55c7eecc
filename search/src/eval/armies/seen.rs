//! What a thread remembers of the position that it looked at last: from one look to the next few
//! units move, so most of it is as it was.

use variants::definition::Army;
use variants::{Bits, ByColor, Color, Geometry, PieceType, Position};

use super::{ArmiesTerms, FAR, FAR_FROM_LAST};

/// What was seen of a position; in the beginning of an empty board.
pub(crate) struct Seen<B> {
    /// By side and kind: where they stand.
    pieces: ByColor<Vec<B>>,
    /// By side and army.
    contacts: ByColor<Vec<Contact<B>>>,
    /// By side.
    forces: ByColor<Force<B>>,
    /// By side: the squares less far than 1, 2, ... from a royal chief, as far as that counts.
    rings: ByColor<Vec<B>>,
    /// By side: how much closer than that the enemies of its royal chiefs are, all together.
    closer: ByColor<i32>,
}

/// What a side's armies are together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Force<B> {
    /// The units that may move.
    pub able: B,
    /// Where these take when nothing is in their way.
    pub covered: B,
    /// Where all units, able or not, take when nothing is in their way.
    pub guarded: B,
}

impl<B: Bits> Force<B> {
    const NONE: Self = Force { able: B::EMPTY, covered: B::EMPTY, guarded: B::EMPTY };
}

/// How far an army holds together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contact<B> {
    /// The units in contact with their chief: those that may move.
    pub joined: B,
    /// Where these take when nothing is in their way.
    pub covered: B,
    /// Where all units of the army take when nothing is in their way.
    pub guarded: B,
    /// What the others are worth, in hundreds of centipawns.
    pub lost: i32,
    /// Whether there is a chief.
    pub led: bool,
}

impl<B: Bits> Contact<B> {
    const NONE: Self = {
        let none = B::EMPTY;
        Contact { joined: none, covered: none, guarded: none, lost: 0, led: false }
    };
}

impl<B: Bits> Seen<B> {
    /// A side's armies, in the order of the definition.
    pub(super) fn contacts(&self, color: Color) -> &[Contact<B>] {
        &self.contacts[color]
    }

    /// What a side's armies are together.
    pub(super) fn force(&self, color: Color) -> Force<B> {
        self.forces[color]
    }

    /// A side's royal chiefs.
    pub(super) fn chiefs(&self, color: Color) -> B {
        self.rings[color].first().copied().unwrap_or(B::EMPTY)
    }

    /// How much closer to a side's royal chiefs its enemies are than counts, each by its distance
    /// to the nearest.
    pub(super) fn closer(&self, color: Color) -> i32 {
        self.closer[color]
    }
}

impl<B: Bits> ArmiesTerms<B> {
    /// What is seen of an empty board.
    pub(crate) fn nothing_seen(&self) -> Seen<B> {
        Seen {
            pieces: ByColor::from_fn(|_| vec![B::EMPTY; self.kinds.len()]),
            contacts: ByColor::from_fn(|_| vec![Contact::NONE; self.armies.len()]),
            forces: ByColor::new(Force::NONE, Force::NONE),
            rings: ByColor::from_fn(|_| Vec::new()),
            closer: ByColor::new(0, 0),
        }
    }

    /// Looks at what has changed since. Tells of each side and kind the squares that its units have
    /// left and those that they have come to.
    pub(crate) fn renew<P: Position<Bits = B>>(
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

    fn contact<P: Position<Bits = B>>(
        &self,
        position: &P,
        color: Color,
        army: &Army,
    ) -> Contact<B> {
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

    fn renew_rings<P: Position<Bits = B>>(&self, position: &P, color: Color, rings: &mut Vec<B>) {
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

/// Kinds as a set of bits.
pub(super) fn set_of(kinds: &[PieceType]) -> u64 {
    const { assert!(PieceType::MAX <= 64) };
    kinds.iter().fold(0, |set, kind| set | 1 << kind.index())
}

/// The units joined to the chiefs by chains of neighbours, the chiefs included.
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
