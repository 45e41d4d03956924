//! Random numbers: the sequences of C++'s `std::mt19937`, `std::uniform_int_distribution` and
//! `std::shuffle`, as MLIR's library on libstdc++ produces them.
//!
//! The generator is that of M. Matsumoto and T. Nishimura, "Mersenne Twister" (1998); bounded
//! numbers are drawn by D. Lemire's method, "Fast Random Integer Generation in an Interval" (2019).

use super::memref::{Descriptor, Memref};
use crate::symbol::{SymbolAddress, symbol_table};

pub(super) fn symbols() -> &'static [(&'static str, SymbolAddress)] {
    symbol_table![rtsrand, rtrand, rtdrand, _mlir_ciface_shuffle]
}

const WORDS: usize = 624;
const SHIFT: usize = 397;

struct MersenneTwister {
    words: [u32; WORDS],
    position: usize,
}

impl MersenneTwister {
    fn new(seed: u32) -> Self {
        let mut words = [seed; WORDS];
        for index in 1..WORDS {
            let previous = words[index - 1];
            let mixed = (previous ^ previous >> 30).wrapping_mul(1_812_433_253);
            words[index] = mixed.wrapping_add(index as u32);
        }
        Self { words, position: WORDS }
    }

    fn twist(&mut self) {
        for index in 0..WORDS {
            let joined = self.words[index] & 0x8000_0000 | self.words[(index + 1) % WORDS] & 0x7fff_ffff;
            let odd = if joined & 1 == 1 { 0x9908_b0df } else { 0 };
            self.words[index] = self.words[(index + SHIFT) % WORDS] ^ joined >> 1 ^ odd;
        }
        self.position = 0;
    }

    fn next(&mut self) -> u32 {
        if self.position == WORDS {
            self.twist();
        }
        let mut word = self.words[self.position];
        self.position += 1;
        word ^= word >> 11;
        word ^= word << 7 & 0x9d2c_5680;
        word ^= word << 15 & 0xefc6_0000;
        word ^ word >> 18
    }

    /// A number from 0 to `last`.
    fn up_to(&mut self, last: u64) -> u64 {
        const WORD_MAX: u64 = u32::MAX as u64;
        if last < WORD_MAX {
            return self.below(last as u32 + 1);
        }
        if last == WORD_MAX {
            return u64::from(self.next());
        }
        loop {
            let high = self.up_to(last >> 32) << 32;
            let number = high.wrapping_add(u64::from(self.next()));
            if number <= last && number >= high {
                return number;
            }
        }
    }

    /// A number below `range`, by the upper half of a product; the rejected products would make
    /// some numbers likelier.
    fn below(&mut self, range: u32) -> u64 {
        let threshold = range.wrapping_neg() % range;
        loop {
            let product = u64::from(self.next()) * u64::from(range);
            if product as u32 >= threshold {
                return product >> 32;
            }
        }
    }

    fn shuffle(&mut self, numbers: &mut [u64]) {
        let count = numbers.len() as u64;
        // A short sequence draws two positions at a time, as long as their product fits one word.
        let draws_pairs = count > 0 && u64::from(u32::MAX) / count >= count;
        let mut index = 1;
        if draws_pairs && count.is_multiple_of(2) {
            numbers.swap(1, self.up_to(1) as usize);
            index = 2;
        }
        while index < numbers.len() {
            if draws_pairs {
                let (first, second) = (index as u64 + 1, index as u64 + 2);
                let both = self.up_to(first * second - 1);
                numbers.swap(index, (both / second) as usize);
                numbers.swap(index + 1, (both % second) as usize);
                index += 2;
            } else {
                let position = self.up_to(index as u64) as usize;
                numbers.swap(index, position);
                index += 1;
            }
        }
    }
}

/// Makes a generator, to be freed by `rtdrand`.
#[unsafe(export_name = "asyncir_utils_rtsrand")]
extern "C" fn rtsrand(seed: u64) -> *mut MersenneTwister {
    // C++ seeds with the lower 32 bits.
    Box::into_raw(Box::new(MersenneTwister::new(seed as u32)))
}

/// A number from 0 to `last`. MLIR's header says that the bound itself is excluded; its library
/// includes it, and so does this one, so that programs draw the same numbers.
///
/// # Safety
/// The generator is a live one of `rtsrand`, used by one thread at a time.
#[unsafe(export_name = "asyncir_utils_rtrand")]
unsafe extern "C" fn rtrand(generator: *mut MersenneTwister, last: u64) -> u64 {
    // SAFETY: the caller's promise.
    unsafe { &mut *generator }.up_to(last)
}

/// # Safety
/// The generator is one of `rtsrand`, or null, and is not used again.
#[unsafe(export_name = "asyncir_utils_rtdrand")]
unsafe extern "C" fn rtdrand(generator: *mut MersenneTwister) {
    if !generator.is_null() {
        // SAFETY: the caller's promise.
        drop(unsafe { Box::from_raw(generator) });
    }
}

/// Fills a memref with a permutation of the numbers below its size.
///
/// # Safety
/// The memref describes memory that is there; the generator as for [`rtrand`].
#[unsafe(export_name = "asyncir_utils__mlir_ciface_shuffle")]
unsafe extern "C" fn _mlir_ciface_shuffle(memref: *const Descriptor<u64>, generator: *mut MersenneTwister) {
    // SAFETY: the caller's promise.
    let (memref, generator) = unsafe { (Memref::ranked(1, memref), &mut *generator) };
    let mut numbers: Vec<u64> = (0..memref.sizes[0].max(0).unsigned_abs()).collect();
    generator.shuffle(&mut numbers);
    for (index, number) in numbers.into_iter().enumerate() {
        let offset = memref.offset + index as i64 * memref.strides[0];
        // SAFETY: the index is within the memref.
        unsafe { memref.aligned.offset(offset as isize).write(number) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The C++ standard fixes the 10,000th number of a default-seeded generator.
    #[test]
    fn is_the_standard_generator() {
        let mut generator = MersenneTwister::new(5489);
        let last = (0..10_000).map(|_| generator.next()).last();
        assert_eq!(last, Some(4_123_659_995));
    }

    #[test]
    fn shuffles_to_a_permutation() {
        for count in [0, 1, 2, 3, 100, 70_000] {
            let mut numbers: Vec<u64> = (0..count).collect();
            MersenneTwister::new(1).shuffle(&mut numbers);
            numbers.sort_unstable();
            assert!(numbers.into_iter().eq(0..count));
        }
    }
}
