//! Random numbers that are the same everywhere for the same seed.

/// SplitMix64 (Steele, Lea, Flood 2014).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// True `percent` times in a hundred.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of them.
    pub fn one_of<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())].clone()
    }

    /// Up to `most` of them, in order.
    pub fn some_of<T: Clone>(&mut self, items: &[T], most: usize) -> Vec<T> {
        let count = self.below(most + 1).min(items.len());
        let mut indices: Vec<usize> = (0..count).map(|_| self.below(items.len())).collect();
        indices.sort_unstable();
        indices.dedup();
        indices.into_iter().map(|index| items[index].clone()).collect()
    }
}
