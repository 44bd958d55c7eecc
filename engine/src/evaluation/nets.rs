//! The nets that come with the program, each in `engine/nets/` with a file that tells its origin.

use std::sync::Arc;

use anyhow::{Context, Result};
use nets::Net;
use variants::Definition;

use crate::library::Library;

/// The nets: the game that each was made for, and the file.
pub const FILES: [(&str, &[u8]); 10] = [
    ("amazon", include_bytes!("../../nets/amazon.net")),
    ("capablanca", include_bytes!("../../nets/capablanca.net")),
    ("chancellor", include_bytes!("../../nets/chancellor.net")),
    ("chesica", include_bytes!("../../nets/chesica.net")),
    ("cheskers", include_bytes!("../../nets/cheskers.net")),
    ("chess", include_bytes!("../../nets/chess.net")),
    ("english-draughts", include_bytes!("../../nets/english-draughts.net")),
    ("janus", include_bytes!("../../nets/janus.net")),
    ("knightmate", include_bytes!("../../nets/knightmate.net")),
    ("pacific", include_bytes!("../../nets/pacific.net")),
];

/// The game that a net is for, and the net.
///
/// # Errors
/// When it is no net, or its game is not known or has other pieces.
pub fn source(bytes: &[u8], library: &Library) -> Result<(Arc<Definition>, Net)> {
    let header = Net::read_header(bytes)?;
    let size = header.board.parse().with_context(|| format!("board '{}'", header.board))?;
    let definition = library.definition(&header.variant)?;
    let definition = match definition.size == size {
        true => Arc::clone(definition),
        false => Arc::new(definition.resized(size)?),
    };
    let net = Net::read(bytes, &definition)?;
    Ok((definition, net))
}
