//! Comparison of memrefs with expected ones.

use std::io::Write;

use super::element::{Bf16, Complex, Element, F16};
use super::memref::{Descriptor, Memref, Unranked};
use super::stream::write_stderr;
use crate::symbol::{SymbolAddress, symbol_table};

pub(super) fn symbols() -> &'static [(&'static str, SymbolAddress)] {
    symbol_table![
        _mlir_ciface_verifyMemRefI8,
        _mlir_ciface_verifyMemRefI16,
        _mlir_ciface_verifyMemRefI32,
        _mlir_ciface_verifyMemRefI64,
        _mlir_ciface_verifyMemRefF16,
        _mlir_ciface_verifyMemRefBF16,
        _mlir_ciface_verifyMemRefF32,
        _mlir_ciface_verifyMemRefF64,
        _mlir_ciface_verifyMemRefInd,
        _mlir_ciface_verifyMemRefC32,
        _mlir_ciface_verifyMemRefC64,
        verifyMemRefI32,
        verifyMemRefF32,
        verifyMemRefF64,
        verifyMemRefInd,
        verifyMemRefC32,
        verifyMemRefC64,
    ]
}

/// How many differences are printed; all are counted.
const PRINTED_DIFFERENCES: i64 = 10;

/// Counts the elements that differ, or returns -1 if the shapes do.
///
/// # Safety
/// The memrefs describe memory that is there.
unsafe fn verify<T: Element>(actual: &Memref<'_, T>, expected: &Memref<'_, T>) -> i64 {
    let mut out = Vec::new();
    let same_layout = actual.rank() == 0
        || (actual.sizes == expected.sizes && actual.strides == expected.strides && actual.offset == expected.offset);
    if !same_layout {
        actual.print_metadata(&mut out);
        expected.print_metadata(&mut out);
        write_stderr(&out);
        return -1;
    }
    // SAFETY: passed on to the caller.
    let differences = unsafe { verify_dimension(actual, expected, 0, actual.offset, 0, &mut out) };
    write_stderr(&out);
    differences
}

/// Returns the number of differences found so far, this dimension's included.
///
/// # Safety
/// As for [`verify`]; `offset` is that of an element of both memrefs.
unsafe fn verify_dimension<T: Element>(
    actual: &Memref<'_, T>,
    expected: &Memref<'_, T>,
    dimension: usize,
    offset: i64,
    mut differences: i64,
    out: &mut Vec<u8>,
) -> i64 {
    if dimension < actual.rank() {
        for index in 0..actual.sizes[dimension] {
            let inner = offset + index * actual.strides[dimension];
            // SAFETY: the index is within the dimension.
            differences = unsafe { verify_dimension(actual, expected, dimension + 1, inner, differences, out) };
        }
        return differences;
    }
    // SAFETY: passed on to the caller.
    let (left, right) = unsafe { (actual.load(offset), expected.load(offset)) };
    if left.agrees_with(right) {
        return differences;
    }
    if differences < PRINTED_DIFFERENCES {
        left.print(out);
        out.extend_from_slice(b" != ");
        right.print(out);
        // Writing to a vector cannot fail.
        let _ = writeln!(out, " offset = {offset}");
    }
    differences + 1
}

macro_rules! verify_functions {
    (unranked: $($unranked:ident $unranked_element:ty),*; by_rank: $($by_rank:ident $by_rank_element:ty),*;) => {
        $(
            /// # Safety
            /// The memrefs describe memory that is there.
            #[unsafe(export_name = concat!("asyncir_utils_", stringify!($unranked)))]
            unsafe extern "C" fn $unranked(
                actual: *const Unranked<$unranked_element>,
                expected: *const Unranked<$unranked_element>,
            ) -> i64 {
                // SAFETY: the caller's promise.
                unsafe { verify(&Memref::unranked(actual), &Memref::unranked(expected)) }
            }
        )*
        $(
            /// # Safety
            /// The memrefs describe memory that is there.
            #[unsafe(export_name = concat!("asyncir_utils_", stringify!($by_rank)))]
            unsafe extern "C" fn $by_rank(
                rank: i64,
                actual: *const Descriptor<$by_rank_element>,
                expected: *const Descriptor<$by_rank_element>,
            ) -> i64 {
                // SAFETY: the caller's promise.
                unsafe { verify(&Memref::ranked(rank, actual), &Memref::ranked(rank, expected)) }
            }
        )*
    };
}

verify_functions! {
    unranked:
        _mlir_ciface_verifyMemRefI8 i8,
        _mlir_ciface_verifyMemRefI16 i16,
        _mlir_ciface_verifyMemRefI32 i32,
        _mlir_ciface_verifyMemRefI64 i64,
        _mlir_ciface_verifyMemRefF16 F16,
        _mlir_ciface_verifyMemRefBF16 Bf16,
        _mlir_ciface_verifyMemRefF32 f32,
        _mlir_ciface_verifyMemRefF64 f64,
        _mlir_ciface_verifyMemRefInd u64,
        _mlir_ciface_verifyMemRefC32 Complex<f32>,
        _mlir_ciface_verifyMemRefC64 Complex<f64>;
    by_rank:
        verifyMemRefI32 i32,
        verifyMemRefF32 f32,
        verifyMemRefF64 f64,
        verifyMemRefInd u64,
        verifyMemRefC32 Complex<f32>,
        verifyMemRefC64 Complex<f64>;
}
