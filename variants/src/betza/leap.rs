//! Geometry of leaps.

use super::shape::Leap;

/// The leap and its mirror images.
pub(super) fn turned((a, b): Leap) -> Vec<Leap> {
    let mut leaps = Vec::new();
    for (x, y) in [(a, b), (b, a)] {
        for leap in [(x, y), (-x, y), (x, -y), (-x, -y)] {
            if !leaps.contains(&leap) {
                leaps.push(leap);
            }
        }
    }
    leaps
}

/// The leap of length one in a leap's direction.
pub(super) fn unit((dx, dy): Leap) -> Leap {
    let (mut a, mut b) = (dx.abs(), dy.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    (dx / a, dy / a)
}

/// The leap as steps over squares that must be empty: along a line, or straight and then
/// diagonally, as the horse of xiangqi goes.
pub(super) fn lame(leap @ (dx, dy): Leap) -> Vec<Leap> {
    let (across, along) = (dx.abs(), dy.abs());
    let step = unit(leap);
    let line = step.0.abs().max(step.1.abs()) == 1;
    if line {
        return vec![step; across.max(along) as usize];
    }
    let straight = if across > along { (dx.signum(), 0) } else { (0, dy.signum()) };
    let mut steps = vec![straight; across.abs_diff(along) as usize];
    steps.resize(across.max(along) as usize, (dx.signum(), dy.signum()));
    steps
}

/// The leap turned by a quarter, to either side.
pub(super) fn quarters((dx, dy): Leap) -> [Leap; 2] {
    [(-dy, dx), (dy, -dx)]
}

/// Leaps around a circle from each of the eight oblique ones on, both ways, as long as they do not
/// come back to where they began.
pub(super) fn circles(leap: Leap) -> Vec<Vec<Leap>> {
    let (short, long) = (leap.0.abs().min(leap.1.abs()), leap.0.abs().max(leap.1.abs()));
    let clockwise = [
        (short, long),
        (long, short),
        (long, -short),
        (short, -long),
        (-short, -long),
        (-long, -short),
        (-long, short),
        (-short, long),
    ];
    let around = |start: usize, step: usize| -> Vec<Leap> {
        (0..7).map(|count| clockwise[(start + count * step) % 8]).collect()
    };
    // Seven steps around are one step the other way.
    (0..8).flat_map(|start| [around(start, 1), around(start, 7)]).collect()
}

fn dot((ax, ay): Leap, (bx, by): Leap) -> i64 {
    i64::from(ax * bx + ay * by)
}

/// Those of some leaps that go as straight on as can be after a leap.
pub(super) fn straight_on(leap: Leap, next: &[Leap]) -> Vec<Leap> {
    // The larger the cosine of the angle, the straighter; its square will do for acute angles.
    let square = |other: Leap| {
        let product = dot(leap, other).max(0);
        (product * product, dot(other, other).max(1))
    };
    let straighter = |a: Leap, b: Leap| {
        let ((a, a_length), (b, b_length)) = (square(a), square(b));
        a * b_length > b * a_length
    };
    let ahead = next.iter().copied().filter(|&other| dot(leap, other) > 0);
    ahead.filter(|&other| !next.iter().any(|&rival| straighter(rival, other))).collect()
}

/// Those of some leaps that go at right angles to a leap.
pub(super) fn sideways(leap: Leap, next: &[Leap]) -> Vec<Leap> {
    next.iter().copied().filter(|&other| dot(leap, other) == 0).collect()
}

/// Those of some leaps that do not go straight back after a leap.
pub(super) fn not_back(leap: Leap, next: &[Leap]) -> Vec<Leap> {
    let (x, y) = unit(leap);
    next.iter().copied().filter(|&other| unit(other) != (-x, -y)).collect()
}
