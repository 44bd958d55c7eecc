//! Bundled nets, each in `engine/nets/` with a file that describes its origin.

use std::sync::Arc;

use nets::Net;
use variants::Definition;

use super::EvaluationFileError;
use crate::library::Library;

/// Bundled nets: the game of each, and the file.
pub const FILES: [(&str, &[u8]); 15] = [
    ("amazon", include_bytes!("../../nets/amazon.net")),
    ("atomic", include_bytes!("../../nets/atomic.net")),
    ("brazilian-draughts", include_bytes!("../../nets/brazilian-draughts.net")),
    ("capablanca", include_bytes!("../../nets/capablanca.net")),
    ("chancellor", include_bytes!("../../nets/chancellor.net")),
    ("chesica", include_bytes!("../../nets/chesica.net")),
    ("cheskers", include_bytes!("../../nets/cheskers.net")),
    ("chess", include_bytes!("../../nets/chess.net")),
    ("english-draughts", include_bytes!("../../nets/english-draughts.net")),
    ("frisian-draughts", include_bytes!("../../nets/frisian-draughts.net")),
    ("international-draughts", include_bytes!("../../nets/international-draughts.net")),
    ("janus", include_bytes!("../../nets/janus.net")),
    ("knightmate", include_bytes!("../../nets/knightmate.net")),
    ("pacific", include_bytes!("../../nets/pacific.net")),
    ("russian-draughts", include_bytes!("../../nets/russian-draughts.net")),
];

include!(concat!(env!("OUT_DIR"), "/chosen_net.rs"));

/// Returns the game of a net, and the net.
///
/// # Errors
/// If it is not a net, or if its game is unknown or has other pieces.
pub fn source(
    bytes: &[u8],
    library: &Library,
) -> Result<(Arc<Definition>, Net), EvaluationFileError> {
    let header = Net::read_header(bytes)?;
    let size = header.board.parse();
    let size = size.map_err(|source| EvaluationFileError::Board { board: header.board, source })?;
    let definition = library.definition(&header.variant)?;
    let definition = match definition.size == size {
        true => Arc::clone(definition),
        false => Arc::new(definition.resized(size)?),
    };
    let net = Net::read(bytes, &definition)?;
    Ok((definition, net))
}
