//! Maps of the board that change nothing for some material.

use variants::{Definition, Isometry, Piece};

use crate::material::Material;
use crate::squares::squares_of;

/// A map of the board that exchanges the sides and changes no rule for the material.
pub(crate) fn exchange(definition: &Definition, material: &Material) -> Option<Isometry> {
    let kinds = material.kinds(definition);
    Isometry::all(definition.size).find(|&map| {
        keeps_squares(definition, material, map, true) && definition.is_preserved(map, true, &kinds)
    })
}

/// Whether a map leads each piece's squares to squares of the same piece, or of the other side's.
pub(crate) fn keeps_squares(
    definition: &Definition,
    material: &Material,
    map: Isometry,
    swaps: bool,
) -> bool {
    material.pieces().all(|piece| {
        let color = if swaps { !piece.color() } else { piece.color() };
        let own = squares_of(definition, piece);
        let other = squares_of(definition, Piece::new(color, piece.kind()));
        let images = own.iter().map(|&square| map.image(definition.size, square));
        own.len() == other.len() && images.into_iter().all(|image| other.contains(&image))
    })
}
