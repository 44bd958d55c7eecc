//! Small systems of linear equations with a symmetric positive definite matrix, solved by its
//! Cholesky decomposition (<https://en.wikipedia.org/wiki/Cholesky_decomposition>).

use std::ops::{Index, IndexMut};

/// Square matrix, row by row.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix {
    size: usize,
    numbers: Vec<f64>,
}

impl Index<(usize, usize)> for Matrix {
    type Output = f64;

    fn index(&self, (row, column): (usize, usize)) -> &f64 {
        &self.numbers[row * self.size + column]
    }
}

impl IndexMut<(usize, usize)> for Matrix {
    fn index_mut(&mut self, (row, column): (usize, usize)) -> &mut f64 {
        &mut self.numbers[row * self.size + column]
    }
}

impl Matrix {
    /// Returns the zero matrix with this number of rows.
    #[must_use]
    pub fn zeros(size: usize) -> Self {
        Matrix { size, numbers: vec![0.0; size * size] }
    }

    /// Returns a diagonal matrix with one number on the diagonal.
    #[must_use]
    pub fn diagonal(size: usize, number: f64) -> Self {
        let mut matrix = Matrix::zeros(size);
        (0..size).for_each(|index| matrix[(index, index)] = number);
        matrix
    }

    /// Adds a multiple of the outer product of a vector with itself.
    pub fn add_outer(&mut self, factor: f64, vector: &[f64]) {
        for (row, x) in vector.iter().enumerate() {
            for (column, y) in vector.iter().enumerate() {
                self[(row, column)] += factor * x * y;
            }
        }
    }

    /// Returns the product with a vector.
    #[must_use]
    pub fn times(&self, vector: &[f64]) -> Vec<f64> {
        self.numbers.chunks_exact(self.size.max(1)).map(|row| dot(row, vector)).collect()
    }

    /// Returns the quadratic form of a vector.
    #[must_use]
    pub fn form(&self, vector: &[f64]) -> f64 {
        dot(vector, &self.times(vector))
    }

    /// Returns the product of two matrices of one size.
    #[must_use]
    pub fn product(&self, other: &Matrix) -> Matrix {
        let mut product = Matrix::zeros(self.size);
        for row in 0..self.size {
            for column in 0..self.size {
                product[(row, column)] =
                    (0..self.size).map(|at| self[(row, at)] * other[(at, column)]).sum();
            }
        }
        product
    }

    /// Returns the Cholesky decomposition of a symmetric matrix; `None` if it is not positive
    /// definite.
    #[must_use]
    pub fn cholesky(&self) -> Option<Cholesky> {
        let mut lower = Matrix::zeros(self.size);
        for row in 0..self.size {
            for column in 0..=row {
                let known: f64 = (0..column).map(|at| lower[(row, at)] * lower[(column, at)]).sum();
                let rest = self[(row, column)] - known;
                lower[(row, column)] = if row > column {
                    rest / lower[(column, column)]
                } else if rest > 0.0 && rest.is_finite() {
                    rest.sqrt()
                } else {
                    return None;
                };
            }
        }
        Some(Cholesky { lower })
    }
}

/// Cholesky factor: the lower triangle whose product with its transpose is the matrix.
#[derive(Clone, Debug)]
pub struct Cholesky {
    lower: Matrix,
}

impl Cholesky {
    /// Solves the system for this right-hand side.
    #[must_use]
    pub fn solve(&self, vector: &[f64]) -> Vec<f64> {
        let (lower, size) = (&self.lower, self.lower.size);
        let mut found = vector.to_vec();
        for row in 0..size {
            let known: f64 = (0..row).map(|at| lower[(row, at)] * found[at]).sum();
            found[row] = (found[row] - known) / lower[(row, row)];
        }
        for row in (0..size).rev() {
            let known: f64 = (row + 1..size).map(|at| lower[(at, row)] * found[at]).sum();
            found[row] = (found[row] - known) / lower[(row, row)];
        }
        found
    }

    /// Returns the inverse of the matrix.
    #[must_use]
    pub fn inverse(&self) -> Matrix {
        let size = self.lower.size;
        let mut inverse = Matrix::zeros(size);
        for column in 0..size {
            let mut unit = vec![0.0; size];
            unit[column] = 1.0;
            for (row, number) in self.solve(&unit).into_iter().enumerate() {
                inverse[(row, column)] = number;
            }
        }
        inverse
    }
}

/// Returns the covariance of a gradient that is a sum over samples, where those next to each other with
/// one key depend on each other: the outer products of the sums of each such cluster, added up. `gradient`
/// returns the part of a sample, of `size` numbers.
pub fn clustered<S, K: PartialEq>(
    samples: &[S],
    size: usize,
    key: impl Fn(&S) -> K,
    mut gradient: impl FnMut(&S) -> Vec<f64>,
) -> Matrix {
    let mut covariance = Matrix::zeros(size);
    for cluster in samples.chunk_by(|one, next| key(one) == key(next)) {
        let mut sum = vec![0.0; size];
        for sample in cluster {
            sum.iter_mut().zip(gradient(sample)).for_each(|(sum, part)| *sum += part);
        }
        covariance.add_outer(1.0, &sum);
    }
    covariance
}

/// Returns the scalar product of two vectors.
#[must_use]
pub fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(x, y)| x * y).sum()
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    #[test]
    fn a_known_system_is_solved() {
        // Example of <https://en.wikipedia.org/wiki/Cholesky_decomposition#Example>.
        let numbers = vec![4.0, 12.0, -16.0, 12.0, 37.0, -43.0, -16.0, -43.0, 98.0];
        let matrix = Matrix { size: 3, numbers };
        let cholesky = matrix.cholesky().unwrap();
        assert_eq!(cholesky.lower.numbers, [2.0, 0.0, 0.0, 6.0, 1.0, 0.0, -8.0, 5.0, 3.0]);
        assert_eq!(cholesky.solve(&matrix.times(&[1.0, -2.0, 3.0])), [1.0, -2.0, 3.0]);
        assert_eq!(matrix.form(&[1.0, 1.0, 0.0]), 65.0);
    }

    #[test]
    fn the_inverse_times_the_matrix_is_the_unit_matrix() {
        let mut numbers = ChaCha8Rng::seed_from_u64(1);
        for size in 1..20 {
            let mut matrix = Matrix::diagonal(size, 0.1);
            for _ in 0..2 * size {
                let vector: Vec<f64> = (0..size).map(|_| numbers.random_range(-1.0..1.0)).collect();
                matrix.add_outer(0.7, &vector);
            }
            let unit = matrix.cholesky().unwrap().inverse().product(&matrix);
            let expected = Matrix::diagonal(size, 1.0);
            let pairs = unit.numbers.iter().zip(&expected.numbers);
            assert!(pairs.into_iter().all(|(x, y)| (x - y).abs() < 1e-9), "{unit:?}");
        }
    }

    #[test]
    fn what_is_not_positive_definite_has_no_decomposition() {
        assert!(Matrix::zeros(2).cholesky().is_none());
        assert!(Matrix::diagonal(2, -1.0).cholesky().is_none());
        assert!(Matrix::diagonal(2, f64::NAN).cholesky().is_none());
        let numbers = vec![1.0, 2.0, 2.0, 1.0];
        assert!(Matrix { size: 2, numbers }.cholesky().is_none());
    }
}
