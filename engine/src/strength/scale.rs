//! The scale of strengths: skill levels, Elo, and the ten levels for people.

use super::Handicap;

/// Skill level of full strength.
pub const MAX_SKILL: u8 = 20;

/// Names of the ten levels for people, from 1.
pub const LEVELS: [&str; 10] = [
    "beginner",
    "novice",
    "casual",
    "improver",
    "club",
    "strong club",
    "expert",
    "master",
    "grandmaster",
    "full strength",
];

/// Skill levels of the ten levels for people, from 1.
const SKILLS: [u8; 10] = [0, 2, 4, 6, 8, 10, 12, 14, 17, MAX_SKILL];

/// Point of the scale.
struct Anchor {
    skill: f64,
    elo: f64,
    handicap: Handicap,
}

const fn anchor(
    (skill, elo): (f64, f64),
    (depth, nodes): (f64, u64),
    (lines, margin, overlooks): (usize, i32, f64),
) -> Anchor {
    Anchor { skill, elo, handicap: Handicap { depth, nodes, lines, margin, overlooks } }
}

/// The scale below full strength, in ascending order; the measurements are in
/// `docs/measurements/levels.md`. At depth 1 the node limit is a guard alone.
const SCALE: [Anchor; 10] = [
    anchor((0.0, 650.0), (1.0, 20_000), (64, 90, 0.9)),
    anchor((2.0, 950.0), (1.0, 20_000), (24, 70, 0.3)),
    anchor((4.0, 1250.0), (1.0, 20_000), (16, 45, 0.0)),
    anchor((6.0, 1600.0), (4.0, 3_000), (2, 10, 0.0)),
    anchor((8.0, 1850.0), (5.5, 8_000), (2, 6, 0.0)),
    anchor((10.0, 2050.0), (7.0, 20_000), (2, 3, 0.0)),
    anchor((12.0, 2400.0), (9.0, 50_000), (1, 0, 0.0)),
    anchor((14.0, 2600.0), (12.0, 130_000), (1, 0, 0.0)),
    anchor((17.0, 2750.0), (18.0, 400_000), (1, 0, 0.0)),
    anchor((19.0, 2850.0), (24.0, 1_000_000), (1, 0, 0.0)),
];

/// Lowest Elo.
pub const MIN_ELO: u16 = SCALE[0].elo as u16;
/// Highest Elo below full strength.
pub const MAX_ELO: u16 = SCALE[SCALE.len() - 1].elo as u16;

/// Playing strength.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Strength {
    /// Restrictions; `None`: full strength.
    handicap: Option<Handicap>,
}

impl Strength {
    /// Full strength.
    pub const FULL: Self = Strength { handicap: None };

    /// Returns the strength of a skill level, as of option `Skill Level`: full from
    /// [`MAX_SKILL`] on.
    pub fn skill(skill: u8) -> Self {
        if skill >= MAX_SKILL {
            return Self::FULL;
        }
        Self::at(f64::from(skill), |anchor| anchor.skill)
    }

    /// Returns the strength of an Elo rating, from [`MIN_ELO`] to [`MAX_ELO`]; others are taken for
    /// the nearest.
    pub fn elo(elo: u16) -> Self {
        Self::at(f64::from(elo), |anchor| anchor.elo)
    }

    /// Returns the strength of a level for people, from 1 to 10; others are taken for the nearest.
    pub fn level(level: u8) -> Self {
        let index = usize::from(level.max(1) - 1).min(SKILLS.len() - 1);
        Self::skill(SKILLS[index])
    }

    /// Whether it is full strength.
    pub fn is_full(&self) -> bool {
        self.handicap.is_none()
    }

    /// Returns the restrictions of a search; `None` at full strength.
    pub fn handicap(&self) -> Option<&Handicap> {
        self.handicap.as_ref()
    }

    /// Returns the strength at a place of the scale, measured by one of its numbers.
    fn at(place: f64, number: impl Fn(&Anchor) -> f64) -> Self {
        let index = SCALE.partition_point(|anchor| number(anchor) <= place);
        let from = &SCALE[index.saturating_sub(1)];
        let to = &SCALE[index.min(SCALE.len() - 1)];
        let width = number(to) - number(from);
        let share =
            if width > 0.0 { ((place - number(from)) / width).clamp(0.0, 1.0) } else { 0.0 };
        Strength { handicap: Some(Handicap::between(&from.handicap, &to.handicap, share)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_rises() {
        for pair in SCALE.windows(2) {
            let (low, high) = (&pair[0], &pair[1]);
            assert!(low.skill < high.skill && low.elo < high.elo);
            assert!(low.handicap.depth <= high.handicap.depth);
            assert!(low.handicap.margin >= high.handicap.margin);
        }
    }

    #[test]
    fn skill_levels_elo_and_levels_meet() {
        assert_eq!(Strength::skill(0), Strength::elo(MIN_ELO));
        assert_eq!(Strength::skill(0), Strength::elo(0));
        assert_eq!(Strength::skill(0), Strength::level(0));
        assert_eq!(Strength::skill(19), Strength::elo(MAX_ELO));
        assert_eq!(Strength::elo(u16::MAX), Strength::elo(MAX_ELO));
        assert_eq!(Strength::skill(2), Strength::level(2));
        assert!(Strength::skill(20).is_full() && Strength::level(10).is_full());
        assert!((0..20).all(|skill| !Strength::skill(skill).is_full()));
        assert_eq!(Strength::skill(4).handicap(), Some(&SCALE[2].handicap));
        assert_eq!(LEVELS.len(), SKILLS.len());
    }
}
