//! Tests of nets: files, and incremental updates.

use std::sync::Arc;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use variants::{
    AnyGame, Catalog, Color, Definition, Game, Piece, Position, Square, Variant, with_game,
};

use crate::kernel::{Lane, WIDTH};
use crate::net::view;
use crate::{Accumulators, Inputs, Net, NetError, NetHeader, held};

fn definition(name: &str) -> Arc<Definition> {
    Arc::clone(Catalog::builtin().get(name).unwrap())
}

/// Returns a random net of small numbers.
pub(crate) fn random_net(definition: &Definition, hidden: usize, buckets: usize) -> Net {
    let inputs = Inputs::new(definition);
    let mut numbers = ChaCha8Rng::seed_from_u64(7);
    let mut lanes = |count: usize, most: i16| -> Vec<Lane> {
        let mut lane = || Lane(std::array::from_fn(|_| numbers.random_range(-most..=most)));
        (0..count * hidden / WIDTH).map(|_| lane()).collect()
    };
    let header = NetHeader {
        variant: definition.name.clone(),
        board: inputs.size().to_string(),
        pieces: inputs.letters().to_vec(),
        hidden,
        buckets,
        patterns: inputs.patterns().len(),
        hands: inputs.slots(),
        origin: "chance".to_owned(),
    };
    let (rows, bias, output) = (lanes(inputs.len(), 40), lanes(1, 90), lanes(2 * buckets, 128));
    let output_bias = (0..buckets as i32).map(|bucket| 900 * bucket - 1000).collect();
    let patterns =
        (0..buckets * header.patterns).map(|_| numbers.random_range(-900..=900)).collect();
    Net { header, inputs, rows, bias, output, output_bias, patterns }
}

/// Plays a random game, sometimes taking moves back.
fn wander<P: Position>(game: &Game<P>, net: &Net) {
    let mut game = game.clone();
    let mut accumulators = Accumulators::new(net, 40);
    let mut numbers = ChaCha8Rng::seed_from_u64(3);
    let (start, mut steps) = (game.ply(), Vec::new());
    for _ in 0..600 {
        game.legal_steps(&mut steps);
        let over = steps.is_empty() || game.position().decided().is_some();
        if over || numbers.random_range(0..4) == 0 {
            for _ in 0..numbers.random_range(0..4) {
                if game.ply() > start {
                    game.undo();
                }
            }
            continue;
        }
        game.play(steps[numbers.random_range(0..steps.len())]);
        // A search does not evaluate every position that it visits.
        if numbers.random_range(0..3) > 0 {
            let (position, ply) = (game.position(), game.ply() - start);
            let board = position.board();
            let found = accumulators.evaluate(net, board, position.hands(), position.side(), ply);
            let in_hand = held(net.size(), position.hands());
            let pieces: Vec<_> = board.iter().chain(in_hand).collect();
            assert_eq!(found, net.evaluate(pieces, position.side()));
        }
    }
}

#[test]
fn following_a_search_is_as_good_as_looking_afresh() {
    for name in Catalog::builtin().names() {
        let definition = definition(name);
        let net = random_net(&definition, 2 * WIDTH, 3);
        let game: AnyGame = Variant::compile(definition).unwrap().start();
        with_game!(&game, game => wander(game, &net));
    }
}

#[test]
fn sides_are_evaluated_alike() {
    let definition = definition("chess");
    let net = random_net(&definition, WIDTH, 2);
    let game = Variant::compile(definition).unwrap().start();
    with_game!(&game, game => {
        let pieces: Vec<_> = game.position().board().iter().collect();
        let value = |side| net.evaluate(pieces.iter().copied(), side);
        assert_eq!(value(Color::White), value(Color::Black));
    });
}

#[test]
fn files_hold_nets_whole() {
    for (name, hidden, buckets) in [("chess", 64, 4), ("chesimals", 32, 1), ("cheskers", 256, 8)] {
        let definition = definition(name);
        let net = random_net(&definition, hidden, buckets);
        let bytes = net.write();
        assert_eq!(Net::read(&bytes, &definition).unwrap(), net);
        let plain = net.write_plain();
        assert_eq!(Net::read(&plain, &definition).unwrap(), net);
        assert!(bytes.len() < plain.len() && bytes.last_chunk::<4>() == plain.last_chunk());
        assert_eq!(Net::read_header(&bytes).unwrap(), *net.header());
        assert_eq!((net.hidden(), net.fits(&definition)), (hidden, true));
    }
}

#[test]
fn nets_without_patterns_are_read() {
    let draughts = definition("english-draughts");
    let mut net = random_net(&draughts, WIDTH, 4);
    net.header.patterns = 0;
    net.patterns.clear();
    assert!(!net.write().windows(8).any(|part| part == b"patterns"));
    assert_eq!(Net::read(&net.write(), &draughts).unwrap(), net);
    let game = Variant::compile(draughts).unwrap().start();
    with_game!(&game, game => wander(game, &net));
}

#[test]
fn files_with_faults_are_refused() {
    let chess = definition("chess");
    let net = random_net(&chess, WIDTH, 1);
    let bytes = net.write_plain();
    let fault = |bytes: &[u8]| Net::read(bytes, &chess).unwrap_err().to_string();
    assert!(fault(b"[pieces]").contains("expected a file that begins with"));
    assert!(fault(b"menagerie net 1\n{}\n").contains("second line"));
    assert!(fault(&bytes[..bytes.len() - 1]).contains("bytes of parameters, expected"));
    let mut damaged = bytes.clone();
    let place = damaged.len() - 100;
    damaged[place] ^= 1;
    assert!(fault(&damaged).contains("checksum"));
    let bytes = net.write();
    let cut = fault(&bytes[..bytes.len() - 1]);
    assert!(cut.contains("decompressed") || cut.contains("checksum"), "{cut}");
    for place in bytes.len() - 2000..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1;
        if let Ok(read) = Net::read(&damaged, &chess) {
            // Bits that fill the last byte.
            assert!(read == net && place == bytes.len() - 5, "{place}");
        }
    }
    // Many more numbers than the net has are not unpacked.
    let start = bytes.iter().skip(16).position(|&byte| byte == b'\n').unwrap() + 17;
    let mut bomb = bytes[..start].to_vec();
    bomb.extend(miniz_oxide::deflate::compress_to_vec(&vec![0; 1 << 26], 9));
    bomb.extend([0; 4]);
    assert!(fault(&bomb).contains("cannot be decompressed to"));
    let mut other = net.clone();
    other.header.patterns = 729;
    let fault = Net::read(&other.write(), &chess).unwrap_err();
    assert!(matches!(fault, NetError::Patterns { found: 729, expected: 0 }));
    let error = Net::read(&bytes, &definition("pacific")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a net for chess (8x8, pieces P N B R Q K) does not fit pacific (10x10, pieces P N B R M Q C F G K)"
    );
    let mut odd = net.clone();
    odd.header.hidden = 33;
    assert!(matches!(Net::read(&odd.write(), &chess), Err(NetError::Shape { hidden: 33, .. })));
    let mut loud = net.clone();
    loud.output[0].0[5] = 129;
    assert!(matches!(Net::read(&loud.write(), &chess), Err(NetError::Output { weight: 129 })));
    let mut large = net;
    large.rows.iter_mut().for_each(|lane| lane.0[3] = 600);
    assert!(matches!(Net::read(&large.write(), &chess), Err(NetError::Overflow { number: 3 })));
}

/// Returns the output of a net in exact arithmetic, as documented.
fn exact(net: &Net, pieces: &[(Square, Piece)], side: Color) -> i64 {
    let number = |lanes: &[Lane], row: usize, index: usize| {
        i64::from(lanes[row * net.hidden() / WIDTH + index / WIDTH].0[index % WIDTH])
    };
    let bucket = net.bucket(pieces.len());
    let mut sum = 0;
    for (place, color) in [side, !side].into_iter().enumerate() {
        let inputs: Vec<usize> = view(&net.inputs, pieces.iter().copied(), color).collect();
        for index in 0..net.hidden() {
            let rows = inputs.iter().map(|&input| number(&net.rows, input, index));
            let hidden = (number(&net.bias, 0, index) + rows.sum::<i64>()).clamp(0, 255);
            sum += hidden * hidden * number(&net.output, 2 * bucket + place, index);
        }
    }
    let mut states = net.inputs.patterns().empty();
    let own: Vec<usize> = view(&net.inputs, pieces.iter().copied(), side).collect();
    net.inputs.patterns().update(&mut states, &own, &[]);
    let first = bucket * net.inputs.patterns().len();
    let patterns = net.inputs.patterns().found(&states);
    let structure: i64 = patterns.map(|at| i64::from(net.patterns[first + at])).sum();
    let whole = sum / 255 + i64::from(net.output_bias[bucket]) + structure;
    whole * 400 / (255 * 64)
}

/// Returns a net's file with some of its 16-bit numbers replaced, and a matching checksum.
fn with_numbers(file: &[u8], start: usize, numbers: &[(usize, i16)]) -> Vec<u8> {
    let mut bytes = file[..file.len() - 4].to_vec();
    for &(index, number) in numbers {
        bytes[start + 2 * index..][..2].copy_from_slice(&number.to_le_bytes());
    }
    let sum = crc32fast::hash(&bytes[start..]);
    bytes.extend(sum.to_le_bytes());
    bytes
}

#[test]
fn output_weights_are_bounded_on_both_sides() {
    let chess = definition("chess");
    let mut net = random_net(&chess, WIDTH, 1);
    for weight in [i16::MIN, i16::MIN + 1, -129, 129, i16::MAX] {
        net.output[1].0[7] = weight;
        let fault = Net::read(&net.write(), &chess).unwrap_err();
        assert_eq!(
            fault.to_string(),
            format!("an output weight of {weight}: expected -128 to 128")
        );
    }
    for weight in [-128, 128] {
        net.output[1].0[7] = weight;
        assert_eq!(Net::read(&net.write(), &chess).unwrap(), net);
    }
}

#[test]
fn any_numbers_in_a_file_are_refused_or_computed_exactly() {
    const ENDS: [i16; 10] = [i16::MIN, i16::MIN + 1, -256, -129, -128, 0, 128, 129, 256, i16::MAX];
    let mut numbers = ChaCha8Rng::seed_from_u64(5);
    for name in ["chess", "cheskers"] {
        let definition = definition(name);
        let net = random_net(&definition, WIDTH, 2);
        let file = net.write_plain();
        let count = [&net.rows, &net.bias, &net.output].map(|lanes| WIDTH * lanes.len());
        let [rows, bias, output] = count;
        let whole = rows + bias + output + 2 * net.output_bias.len() + net.patterns.len();
        let start = file.len() - 4 - 2 * whole;
        let game = Variant::compile(definition.clone()).unwrap().start();
        let pieces: Vec<_> = with_game!(&game, game => game.position().board().iter().collect());
        let (mut kept, mut refused) = (0, 0);
        for round in 0..300 {
            // A number in each part of the file in turn, then anywhere.
            let part = match round % 6 {
                0 => 0..rows,
                1 => rows..rows + bias,
                2 => rows + bias..rows + bias + output,
                3 | 4 => rows + bias + output..whole,
                _ => 0..whole,
            };
            let changes: Vec<(usize, i16)> = (0..numbers.random_range(1..4))
                .map(|_| (numbers.random_range(part.clone()), ENDS[numbers.random_range(0..10)]))
                .collect();
            match Net::read(&with_numbers(&file, start, &changes), &definition) {
                Ok(net) => {
                    kept += 1;
                    for side in Color::ALL {
                        let found = net.evaluate(pieces.iter().copied(), side);
                        assert_eq!(i64::from(found), exact(&net, &pieces, side), "{changes:?}");
                    }
                }
                Err(fault) => {
                    refused += 1;
                    let is_size =
                        matches!(fault, NetError::Output { .. } | NetError::Overflow { .. });
                    assert!(is_size, "{fault}");
                }
            }
        }
        assert!(kept > 50 && refused > 50, "{kept} kept, {refused} refused");
    }
}
