//! Combinations of squares as numbers.

/// Number of ways to choose `k` of `n`, saturating.
pub(crate) fn choose(n: usize, k: usize) -> u64 {
    (0..k).fold(1u64, |product, i| {
        let factor = n.saturating_sub(i) as u64;
        product.saturating_mul(factor) / (i as u64 + 1)
    })
}

/// `choose(n, k)` for boards and numbers of pieces that tables can have.
#[derive(Clone, Debug)]
pub(crate) struct Binomials {
    most: usize,
    values: Vec<u64>,
}

impl Binomials {
    pub(crate) fn new(squares: usize, most: usize) -> Self {
        let values = (0..=squares).flat_map(|n| (0..=most).map(move |k| choose(n, k))).collect();
        Binomials { most, values }
    }

    #[inline]
    fn get(&self, n: usize, k: usize) -> u64 {
        self.values.get(n * (self.most + 1) + k).copied().unwrap_or(0)
    }

    /// The number of a combination; the elements are sorted.
    #[inline]
    pub(crate) fn rank(&self, elements: &mut [u8]) -> u64 {
        match elements {
            [] => 0,
            [one] => u64::from(*one),
            [a, b] => {
                let (low, high) = if a < b { (*a, *b) } else { (*b, *a) };
                u64::from(low) + self.get(high.into(), 2)
            }
            _ => {
                elements.sort_unstable();
                let places = elements.iter().zip(1..);
                places.map(|(&element, k)| self.get(element.into(), k)).sum()
            }
        }
    }

    /// The elements of a combination, in ascending order, by its number.
    pub(crate) fn unrank(&self, mut number: u64, elements: &mut [u8]) {
        let mut n = self.values.len() / (self.most + 1) - 1;
        for (index, element) in elements.iter_mut().enumerate().rev() {
            let k = index + 1;
            while n > 0 && self.get(n, k) > number {
                n -= 1;
            }
            number -= self.get(n, k);
            *element = n as u8;
            n = n.saturating_sub(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_dense_and_read_back() {
        let binomials = Binomials::new(20, 5);
        for k in 1..=5 {
            for number in 0..choose(20, k) {
                let mut elements = vec![0; k];
                binomials.unrank(number, &mut elements);
                assert!(elements.windows(2).all(|pair| pair[0] < pair[1]), "{elements:?}");
                assert!(elements.iter().all(|&element| element < 20));
                elements.reverse();
                assert_eq!(binomials.rank(&mut elements), number);
            }
        }
    }
}
