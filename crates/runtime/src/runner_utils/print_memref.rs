//! Printing of memrefs.

use super::element::{Bf16, Complex, Element, F16, Matrix4x4};
use super::memref::{Descriptor, Memref, Unranked};
use super::stream::{flush_stdout, write_stdout};
use crate::symbol::{SymbolAddress, symbol_table};

pub(super) fn symbols() -> &'static [(&'static str, SymbolAddress)] {
    symbol_table![
        _mlir_ciface_printMemrefShapeI8,
        _mlir_ciface_printMemrefShapeI32,
        _mlir_ciface_printMemrefShapeI64,
        _mlir_ciface_printMemrefShapeF32,
        _mlir_ciface_printMemrefShapeF64,
        _mlir_ciface_printMemrefShapeInd,
        _mlir_ciface_printMemrefShapeC32,
        _mlir_ciface_printMemrefShapeC64,
        _mlir_ciface_printMemrefI8,
        _mlir_ciface_printMemrefI16,
        _mlir_ciface_printMemrefI32,
        _mlir_ciface_printMemrefI64,
        _mlir_ciface_printMemrefF16,
        _mlir_ciface_printMemrefBF16,
        _mlir_ciface_printMemrefF32,
        _mlir_ciface_printMemrefF64,
        _mlir_ciface_printMemrefInd,
        _mlir_ciface_printMemrefC32,
        _mlir_ciface_printMemrefC64,
        printMemrefI32,
        printMemrefI64,
        printMemrefF32,
        printMemrefF64,
        printMemrefInd,
        printMemrefC32,
        printMemrefC64,
        _mlir_ciface_printMemref0dF32,
        _mlir_ciface_printMemref1dF32,
        _mlir_ciface_printMemref2dF32,
        _mlir_ciface_printMemref3dF32,
        _mlir_ciface_printMemref4dF32,
        _mlir_ciface_printMemref1dI8,
        _mlir_ciface_printMemref1dI32,
        _mlir_ciface_printMemref1dI64,
        _mlir_ciface_printMemref1dF64,
        _mlir_ciface_printMemref1dInd,
        _mlir_ciface_printMemref1dC32,
        _mlir_ciface_printMemref1dC64,
        _mlir_ciface_printMemrefVector4x4xf32,
    ]
}

/// # Safety
/// The memref describes memory that is there.
unsafe fn print<T: Element>(prefix: &str, memref: &Memref<'_, T>) {
    // SAFETY: passed on to the caller.
    write_stdout(&unsafe { render(prefix, memref) });
    flush_stdout();
}

/// A memref in MLIR's layout: a line per innermost row, indented by its depth.
///
/// # Safety
/// As for [`print`].
unsafe fn render<T: Element>(prefix: &str, memref: &Memref<'_, T>) -> Vec<u8> {
    let mut out = prefix.as_bytes().to_vec();
    memref.print_metadata(&mut out);
    out.extend_from_slice(b" data = \n");
    // SAFETY: passed on to the caller.
    unsafe {
        if memref.rank() == 0 {
            out.push(b'[');
            memref.load(memref.offset).print(&mut out);
            out.push(b']');
        } else {
            print_dimension(memref, 0, memref.offset, &mut out);
        }
    }
    out.push(b'\n');
    out
}

/// # Safety
/// As for [`print`]; `offset` is that of an element of the memref.
unsafe fn print_dimension<T: Element>(memref: &Memref<'_, T>, dimension: usize, offset: i64, out: &mut Vec<u8>) {
    if dimension == memref.rank() {
        // SAFETY: passed on to the caller.
        unsafe { memref.load(offset) }.print(out);
        return;
    }
    let innermost = dimension + 1 == memref.rank();
    out.push(b'[');
    for index in 0..memref.sizes[dimension] {
        if index > 0 {
            out.extend_from_slice(if innermost { b", " } else { b", \n" });
            out.resize(out.len() + dimension + 1, b' ');
        }
        // SAFETY: the index is within the dimension.
        unsafe { print_dimension(memref, dimension + 1, offset + index * memref.strides[dimension], out) };
    }
    out.push(b']');
}

/// # Safety
/// The memref is a live descriptor.
unsafe fn print_shape<T>(memref: *const Unranked<T>) {
    let mut out = b"Unranked Memref ".to_vec();
    // SAFETY: passed on to the caller.
    unsafe { Memref::unranked(memref) }.print_metadata(&mut out);
    out.push(b'\n');
    write_stdout(&out);
    flush_stdout();
}

macro_rules! print_functions {
    (shape: $($shape:ident $shape_element:ty),*; unranked: $($unranked:ident $unranked_element:ty),*;
     by_rank: $($by_rank:ident $by_rank_element:ty),*; ranked: $($ranked:ident $rank:literal $ranked_element:ty),*;) => {
        $(
            /// # Safety
            /// The memref is a live descriptor.
            #[unsafe(export_name = concat!("asyncir_utils_", stringify!($shape)))]
            unsafe extern "C" fn $shape(memref: *const Unranked<$shape_element>) {
                // SAFETY: the caller's promise.
                unsafe { print_shape(memref) }
            }
        )*
        $(
            /// # Safety
            /// The memref describes memory that is there.
            #[unsafe(export_name = concat!("asyncir_utils_", stringify!($unranked)))]
            unsafe extern "C" fn $unranked(memref: *const Unranked<$unranked_element>) {
                // SAFETY: the caller's promise.
                unsafe { print("Unranked Memref ", &Memref::unranked(memref)) }
            }
        )*
        $(
            /// # Safety
            /// The memref describes memory that is there.
            #[unsafe(export_name = concat!("asyncir_utils_", stringify!($by_rank)))]
            unsafe extern "C" fn $by_rank(rank: i64, memref: *const Descriptor<$by_rank_element>) {
                // SAFETY: the caller's promise.
                unsafe { print("Unranked Memref ", &Memref::ranked(rank, memref)) }
            }
        )*
        $(
            /// # Safety
            /// The memref describes memory that is there.
            #[unsafe(export_name = concat!("asyncir_utils_", stringify!($ranked)))]
            unsafe extern "C" fn $ranked(memref: *const Descriptor<$ranked_element>) {
                // SAFETY: the caller's promise.
                unsafe { print("Memref ", &Memref::ranked($rank, memref)) }
            }
        )*
    };
}

print_functions! {
    shape:
        _mlir_ciface_printMemrefShapeI8 i8,
        _mlir_ciface_printMemrefShapeI32 i32,
        _mlir_ciface_printMemrefShapeI64 i64,
        _mlir_ciface_printMemrefShapeF32 f32,
        _mlir_ciface_printMemrefShapeF64 f64,
        _mlir_ciface_printMemrefShapeInd u64,
        _mlir_ciface_printMemrefShapeC32 Complex<f32>,
        _mlir_ciface_printMemrefShapeC64 Complex<f64>;
    unranked:
        _mlir_ciface_printMemrefI8 i8,
        _mlir_ciface_printMemrefI16 i16,
        _mlir_ciface_printMemrefI32 i32,
        _mlir_ciface_printMemrefI64 i64,
        _mlir_ciface_printMemrefF16 F16,
        _mlir_ciface_printMemrefBF16 Bf16,
        _mlir_ciface_printMemrefF32 f32,
        _mlir_ciface_printMemrefF64 f64,
        _mlir_ciface_printMemrefInd u64,
        _mlir_ciface_printMemrefC32 Complex<f32>,
        _mlir_ciface_printMemrefC64 Complex<f64>;
    by_rank:
        printMemrefI32 i32,
        printMemrefI64 i64,
        printMemrefF32 f32,
        printMemrefF64 f64,
        printMemrefInd u64,
        printMemrefC32 Complex<f32>,
        printMemrefC64 Complex<f64>;
    ranked:
        _mlir_ciface_printMemref0dF32 0 f32,
        _mlir_ciface_printMemref1dF32 1 f32,
        _mlir_ciface_printMemref2dF32 2 f32,
        _mlir_ciface_printMemref3dF32 3 f32,
        _mlir_ciface_printMemref4dF32 4 f32,
        _mlir_ciface_printMemref1dI8 1 i8,
        _mlir_ciface_printMemref1dI32 1 i32,
        _mlir_ciface_printMemref1dI64 1 i64,
        _mlir_ciface_printMemref1dF64 1 f64,
        _mlir_ciface_printMemref1dInd 1 u64,
        _mlir_ciface_printMemref1dC32 1 Complex<f32>,
        _mlir_ciface_printMemref1dC64 1 Complex<f64>,
        _mlir_ciface_printMemrefVector4x4xf32 2 Matrix4x4;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A descriptor of rank `R`, with `2 * R` sizes and strides.
    #[repr(C)]
    struct Ranked<const SHAPE: usize> {
        allocated: *const f32,
        aligned: *const f32,
        offset: i64,
        shape: [i64; SHAPE],
    }

    fn rendered<const SHAPE: usize>(data: &[f32], offset: i64, shape: [i64; SHAPE]) -> String {
        let descriptor = Ranked {
            allocated: data.as_ptr(),
            aligned: data.as_ptr(),
            offset,
            shape,
        };
        // SAFETY: the shapes below lie within their data.
        let bytes = unsafe {
            let memref = Memref::ranked(SHAPE as i64 / 2, (&raw const descriptor).cast::<Descriptor<f32>>());
            render("Memref ", &memref)
        };
        let text = String::from_utf8(bytes).expect("digits and punctuation");
        text.replace(&format!("{:#x}", descriptor.allocated.addr()), "BASE")
    }

    #[test]
    fn prints_rows_on_lines_of_their_own() {
        let data: Vec<f32> = (0..12_u8).map(|number| f32::from(number) / 2.0).collect();
        assert_eq!(
            rendered(&data, 0, [2, 2, 3, 6, 3, 1]),
            "Memref base@ = BASE rank = 3 offset = 0 sizes = [2, 2, 3] strides = [6, 3, 1] data = \n\
             [[[0,    0.5,    1], \n  [1.5,    2,    2.5]], \n [[3,    3.5,    4], \n  [4.5,    5,    5.5]]]\n"
        );
    }

    #[test]
    fn follows_offset_and_strides() {
        let data = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0];
        assert_eq!(
            rendered(&data, 1, [2, 3]),
            "Memref base@ = BASE rank = 1 offset = 1 sizes = [2] strides = [3] data = \n[1,  4]\n"
        );
    }

    #[test]
    fn prints_scalars_and_empty_memrefs() {
        assert!(rendered(&[2.5], 0, []).ends_with("sizes = [] strides = [] data = \n[2.5]\n"));
        assert!(rendered(&[], 0, [0, 1]).ends_with("data = \n[]\n"));
    }
}
