//! Positions of a table as numbers.

use variants::{Color, Definition, Isometry, Piece, Square};

use crate::combinations::Binomials;
use crate::exchange::{exchange, keeps_squares};
use crate::groups::{Group, NONE, groups_of, lead};
use crate::material::Material;
use crate::placement::{MAX_MEN, Placement};

/// The numbers of the positions with some material.
#[derive(Clone, Debug)]
pub struct Index {
    material: Material,
    groups: Vec<Group>,
    group_of: Box<[u8; Piece::COUNT]>,
    /// Number of the leaders: the first groups.
    leaders: usize,
    /// For each placement of the leaders its orbit, and a bit for each map that leads to the orbit's
    /// first.
    orbits: Vec<(u32, u8)>,
    /// For each orbit its first placement, and the number of its placements.
    firsts: Vec<(u32, u32)>,
    /// Maps of the board that change nothing, the identity first.
    images: Vec<[u8; 256]>,
    /// The map that exchanges the sides, if there is one.
    swap: Option<Box<[u8; 256]>>,
    /// Whether White is to move in all positions.
    one_side: bool,
    binomials: Binomials,
    /// Number of placements of one side to move.
    placements: u64,
}

impl Index {
    /// The index of some material; `None` when its positions are too many to be counted.
    #[must_use]
    pub fn new(definition: &Definition, material: &Material) -> Option<Self> {
        let size = definition.size;
        let kinds = material.kinds(definition);
        let image = |map: Isometry| {
            let mut image = [0; 256];
            for square in size.iter() {
                image[square.index()] = map.image(size, square).index() as u8;
            }
            image
        };
        let is_used = |map: &Isometry| {
            let keeps = || definition.is_preserved(*map, false, &kinds);
            *map == Isometry::IDENTITY
                || keeps_squares(definition, material, *map, false) && keeps()
        };
        let images: Vec<_> = Isometry::all(size).filter(is_used).map(image).collect();
        let swap = exchange(definition, material).map(image).map(Box::new);
        let binomials = Binomials::new(size.squares(), MAX_MEN);
        let mut groups = groups_of(definition, material)?;
        let leaders = lead(&mut groups);
        let mut group_of = Box::new([NONE; Piece::COUNT]);
        let mut first = 0;
        for (number, group) in groups.iter_mut().enumerate() {
            group_of[group.piece.index()] = number as u8;
            group.first = first;
            first += group.count;
        }
        let mut index = Index {
            material: material.clone(),
            one_side: material.is_even() && swap.is_some(),
            groups,
            group_of,
            leaders,
            orbits: Vec::new(),
            firsts: Vec::new(),
            images,
            swap,
            binomials,
            placements: 0,
        };
        index.find_orbits();
        let rest = index.groups.iter().skip(leaders);
        let placements =
            rest.map(|group| group.size).try_fold(index.firsts.len() as u64, u64::checked_mul);
        index.placements = placements.filter(|&placements| placements < u64::MAX / 4)?;
        Some(index)
    }

    /// The material.
    #[must_use]
    pub fn material(&self) -> &Material {
        &self.material
    }

    /// Number of entries of a table; some are no positions, as two pieces stand on one square.
    #[must_use]
    pub fn len(&self) -> u64 {
        if self.one_side { self.placements } else { 2 * self.placements }
    }

    /// Whether there are no entries.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.placements == 0
    }

    /// Number of maps of the board that change nothing, the identity among them.
    #[must_use]
    pub fn symmetries(&self) -> usize {
        self.images.len()
    }

    /// Whether White is to move in all entries, and positions with Black to move are seen from the
    /// other side.
    #[must_use]
    pub fn has_one_side(&self) -> bool {
        self.one_side
    }

    pub(crate) fn swap(&self) -> Option<&[u8; 256]> {
        self.swap.as_deref()
    }

    pub(crate) fn images(&self) -> &[[u8; 256]] {
        &self.images
    }

    /// The pieces, one of each kind and side.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = Piece> + '_ {
        self.groups.iter().map(|group| group.piece)
    }

    /// The place of a piece among [`Index::pieces`].
    #[inline]
    pub(crate) fn group(&self, piece: Piece) -> Option<usize> {
        let group = self.group_of[piece.index()];
        (group != NONE).then_some(group.into())
    }

    /// The entry of a position; `None` where its pieces are others, or stand where they never come to.
    #[must_use]
    #[inline]
    pub fn entry(&self, placement: &Placement) -> Option<u64> {
        match (&self.swap, placement.side) {
            (Some(image), Color::Black) if self.one_side => {
                self.entry_of(&placement.swapped(&image[..]))
            }
            _ => self.entry_of(placement),
        }
    }

    #[inline]
    fn entry_of(&self, placement: &Placement) -> Option<u64> {
        let mut squares = [0u8; MAX_MEN];
        let mut counts = [0u8; MAX_MEN];
        if placement.men().len() != self.material.men() {
            return None;
        }
        for &(square, piece) in placement.men() {
            let number = self.group(piece)?;
            let group = &self.groups[number];
            let count = &mut counts[number];
            if usize::from(*count) == group.count {
                return None;
            }
            squares[group.first + usize::from(*count)] = square.index() as u8;
            *count += 1;
        }
        let mut config = 0;
        let (leaders, rest) = self.groups.split_at(self.leaders);
        for group in leaders {
            config = config * group.size + self.rank(group, &squares, None)?;
        }
        let (orbit, mut maps) = *self.orbits.get(config as usize)?;
        let mut best = None;
        // Several maps where the leaders are symmetric: the first of their entries is meant.
        while maps != 0 {
            let image = self.images.get(maps.trailing_zeros() as usize)?;
            maps &= maps - 1;
            let mut entry = u64::from(orbit);
            for group in rest {
                entry = entry * group.size + self.rank(group, &squares, Some(image))?;
            }
            best = Some(best.map_or(entry, |best: u64| best.min(entry)));
        }
        let entry = best?;
        let black = placement.side == Color::Black && !self.one_side;
        Some(if black { entry + self.placements } else { entry })
    }

    /// The number of a group's combination, of squares or their images.
    #[inline]
    fn rank(&self, group: &Group, squares: &[u8], image: Option<&[u8; 256]>) -> Option<u64> {
        let mut places = [0u8; MAX_MEN];
        let own = squares.get(group.first..group.first + group.count)?;
        for (place, &square) in places.iter_mut().zip(own) {
            let square = image.map_or(square, |image| image[usize::from(square)]);
            *place = group.places[usize::from(square)];
            if *place == NONE {
                return None;
            }
        }
        Some(self.binomials.rank(&mut places[..group.count]))
    }

    /// The position of an entry; `None` where two pieces would stand on one square, and where a symmetric
    /// position has another entry.
    #[must_use]
    pub fn placement(&self, entry: u64) -> Option<Placement> {
        let (side, mut number) = match entry.checked_sub(self.placements) {
            Some(number) => (Color::Black, number),
            None => (Color::White, entry),
        };
        let mut numbers = [0u64; MAX_MEN];
        for (group, place) in self.groups.iter().zip(&mut numbers).skip(self.leaders).rev() {
            *place = number % group.size;
            number /= group.size;
        }
        let mut config = u64::from(self.firsts.get(number as usize)?.0);
        let maps = self.orbits.get(config as usize)?.1;
        for (group, place) in self.groups.iter().zip(&mut numbers).take(self.leaders).rev() {
            *place = config % group.size;
            config /= group.size;
        }
        let placement = self.placed(side, &numbers);
        let is_first = || maps.count_ones() == 1 || self.entry_of(&placement) == Some(entry);
        (!placement.overlaps() && is_first()).then_some(placement)
    }

    fn placed(&self, side: Color, numbers: &[u64; MAX_MEN]) -> Placement {
        let mut placement = Placement::empty(side);
        for (group, &number) in self.groups.iter().zip(numbers) {
            let mut places = [0u8; MAX_MEN];
            let places = &mut places[..group.count];
            self.binomials.unrank(number, places);
            for &place in &*places {
                placement.put(group.squares[usize::from(place)], group.piece);
            }
        }
        placement
    }

    /// Number of positions that an entry stands for, those with the other side to move not counted.
    #[must_use]
    pub fn weight(&self, entry: u64) -> u64 {
        let rest: u64 = self.groups.iter().skip(self.leaders).map(|group| group.size).product();
        let orbit = entry % self.placements.max(1) / rest.max(1);
        let Some(&(config, count)) = self.firsts.get(orbit as usize) else { return 0 };
        let maps = self.orbits.get(config as usize).map_or(0, |&(_, maps)| maps);
        if maps.count_ones() == 1 {
            return count.into();
        }
        let Some(placement) = self.placement(entry) else { return 0 };
        // The others that this entry stands for: its images under the maps that keep the leaders.
        let mut same: Vec<Vec<(Square, Piece)>> = Vec::new();
        for (_, image) in self.images.iter().enumerate().filter(|(map, _)| maps >> map & 1 == 1) {
            let at = |&(square, piece): &(Square, Piece)| {
                (Square::from_index(image[square.index()]), piece)
            };
            let mut men: Vec<(Square, Piece)> = placement.men().iter().map(at).collect();
            men.sort_unstable_by_key(|&(square, _)| square);
            if !same.contains(&men) {
                same.push(men);
            }
        }
        u64::from(count) * same.len() as u64
    }

    fn find_orbits(&mut self) {
        let size: u64 = self.groups.iter().take(self.leaders).map(|group| group.size).product();
        let unknown = (u32::MAX, 0u8);
        let mut orbits = vec![unknown; size as usize];
        let mut firsts: Vec<(u32, u32)> = Vec::new();
        for config in 0..size {
            if orbits[config as usize] != unknown {
                continue;
            }
            let mut numbers = [0u64; MAX_MEN];
            let mut left = config;
            for (group, place) in self.groups.iter().zip(&mut numbers).take(self.leaders).rev() {
                *place = left % group.size;
                left /= group.size;
            }
            let mut squares = [0u8; MAX_MEN];
            let men = self.groups.iter().take(self.leaders).map(|group| group.count).sum::<usize>();
            let placement = self.placed(Color::White, &numbers);
            for (square, &(at, _)) in squares.iter_mut().zip(&placement.men()[..men]) {
                *square = at.index() as u8;
            }
            let overlaps = (0..men).any(|man| squares[..man].contains(&squares[man]));
            if overlaps {
                continue;
            }
            let orbit = firsts.len() as u32;
            let mut count = 0;
            // The placement that a map leads here is the image under the inverse, which is a map too.
            for image in &self.images {
                let other = self.groups.iter().take(self.leaders).try_fold(0, |config, group| {
                    Some(config * group.size + self.rank(group, &squares, Some(image))?)
                });
                let Some(other) = other else { continue };
                let known = &mut orbits[other as usize];
                count += u32::from(*known == unknown);
                *known = (orbit, known.1 | 1 << self.inverse(image));
            }
            firsts.push((config as u32, count));
        }
        (self.orbits, self.firsts) = (orbits, firsts);
    }

    /// The number of the map that undoes another.
    fn inverse(&self, image: &[u8; 256]) -> u8 {
        let undoes = |other: &[u8; 256]| {
            self.images[0]
                .iter()
                .all(|&square| other[usize::from(image[usize::from(square)])] == square)
        };
        self.images.iter().position(undoes).unwrap_or(0) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use variants::Catalog;

    fn index(game: &str, text: &str) -> Index {
        let catalog = Catalog::builtin();
        let definition = catalog.get(game).unwrap();
        Index::new(definition, &Material::parse(text, definition).unwrap()).unwrap()
    }

    #[test]
    fn entries_read_back_and_weigh_all_positions() {
        for (game, text, positions) in [
            ("chess", "KQvK", 2 * 64 * 63 * 62),
            ("chess", "KvK", 2 * 64 * 63),
            ("chess", "KPvK", 2 * (56 * 63 * 62)),
            ("chess", "KRRvK", 2 * (64 * 63 * (62 * 61) / 2)),
            ("cheskers", "KKvKK", 2 * (32 * 31 / 2 * (30 * 29) / 2)),
            ("cheskers", "KCvKB", 2 * 32 * 31 * 30 * 29),
            ("pacific", "KGvK", 2 * 100 * 99 * 98),
        ] {
            let index = index(game, text);
            let mut weight = 0;
            for entry in 0..index.len() {
                if let Some(placement) = index.placement(entry) {
                    assert_eq!(index.entry(&placement), Some(entry), "{game} {text} {placement:?}");
                    weight += index.weight(entry);
                }
            }
            let weight = if index.has_one_side() { 2 * weight } else { weight };
            assert_eq!(weight, positions, "{game} {text}");
        }
    }

    #[test]
    fn symmetric_positions_share_an_entry() {
        let index = index("chess", "KRvK");
        assert_eq!(index.symmetries(), 8);
        for entry in (0..index.len()).step_by(17) {
            let Some(placement) = index.placement(entry) else { continue };
            for image in index.images() {
                let mut other = Placement::empty(placement.side);
                for &(square, piece) in placement.men().iter().rev() {
                    other.put(Square::from_index(image[square.index()]), piece);
                }
                let same = index.entry(&other).unwrap();
                assert_eq!(index.weight(same), index.weight(entry));
            }
        }
    }

    #[test]
    fn foreign_positions_have_no_entry() {
        let index = index("cheskers", "KvK");
        let mut light = Placement::empty(Color::White);
        let pieces: Vec<Piece> = index.pieces().collect();
        light.put(Square::from_index(1), pieces[0]);
        light.put(Square::from_index(4), pieces[1]);
        assert_eq!(index.entry(&light), None);
    }
}
