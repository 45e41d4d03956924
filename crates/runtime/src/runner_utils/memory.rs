//! Copying, sorting, allocation and clocks.

use std::ffi::c_void;
use std::time::{Duration, SystemTime};

use super::memref::{Descriptor, Memref, Unranked};
use crate::symbol::{SymbolAddress, symbol_table};

pub(super) fn symbols() -> &'static [(&'static str, SymbolAddress)] {
    symbol_table![
        memrefCopy,
        _mlir_ciface_stdSortI64,
        _mlir_ciface_stdSortF64,
        _mlir_ciface_stdSortF32,
        mlirAlloc,
        mlirAlignedAlloc,
        mlirFree,
        mlirAlignedFree,
        rtclock,
        _mlir_ciface_nanoTime,
    ]
}

/// Copies between memrefs of one shape and any strides.
///
/// # Safety
/// The memrefs describe memory that is there, and that is the same for both or does not overlap.
#[unsafe(export_name = "asyncir_utils_memrefCopy")]
unsafe extern "C" fn memrefCopy(element_size: i64, source: *const Unranked<u8>, target: *const Unranked<u8>) {
    // SAFETY: the caller's promise.
    unsafe {
        let (source, target) = (Memref::unranked(source), Memref::unranked(target));
        copy_dimension(element_size, &source, &target, 0, source.offset, target.offset);
    }
}

/// # Safety
/// As for [`memrefCopy`]; the offsets are those of elements.
unsafe fn copy_dimension(
    element_size: i64,
    source: &Memref<'_, u8>,
    target: &Memref<'_, u8>,
    dimension: usize,
    from: i64,
    to: i64,
) {
    let copy = |from: i64, to: i64, elements: i64| {
        let bytes = usize::try_from(elements * element_size).unwrap_or(0);
        // SAFETY: the caller's promise: both ranges lie in their memrefs. Offsets count elements.
        unsafe {
            let from = source.aligned.offset((from * element_size) as isize);
            let to = target.aligned.offset((to * element_size) as isize);
            to.copy_from(from, bytes);
        }
    };
    if dimension == source.rank() {
        return copy(from, to, 1);
    }
    let size = source.sizes[dimension];
    let (step_from, step_to) = (source.strides[dimension], target.strides[dimension]);
    if dimension + 1 == source.rank() && step_from == 1 && step_to == 1 {
        return copy(from, to, size);
    }
    for index in 0..size {
        let (from, to) = (from + index * step_from, to + index * step_to);
        // SAFETY: the index is within the dimension.
        unsafe { copy_dimension(element_size, source, target, dimension + 1, from, to) };
    }
}

/// # Safety
/// `memref` describes at least `count` adjacent elements.
unsafe fn sort<T>(count: u64, memref: *const Descriptor<T>, order: fn(&T, &T) -> std::cmp::Ordering) {
    let count = usize::try_from(count).unwrap_or(0);
    if count < 2 {
        return;
    }
    // SAFETY: the caller's promise.
    let elements = unsafe {
        let memref = Memref::ranked(1, memref);
        std::slice::from_raw_parts_mut(memref.aligned.offset(memref.offset as isize), count)
    };
    elements.sort_unstable_by(order);
}

/// # Safety
/// As for [`sort`].
#[unsafe(export_name = "asyncir_utils__mlir_ciface_stdSortI64")]
unsafe extern "C" fn _mlir_ciface_stdSortI64(count: u64, memref: *const Descriptor<i64>) {
    // SAFETY: passed on to the caller.
    unsafe { sort(count, memref, i64::cmp) }
}

/// # Safety
/// As for [`sort`].
#[unsafe(export_name = "asyncir_utils__mlir_ciface_stdSortF64")]
unsafe extern "C" fn _mlir_ciface_stdSortF64(count: u64, memref: *const Descriptor<f64>) {
    // SAFETY: passed on to the caller.
    unsafe { sort(count, memref, f64::total_cmp) }
}

/// # Safety
/// As for [`sort`].
#[unsafe(export_name = "asyncir_utils__mlir_ciface_stdSortF32")]
unsafe extern "C" fn _mlir_ciface_stdSortF32(count: u64, memref: *const Descriptor<f32>) {
    // SAFETY: passed on to the caller.
    unsafe { sort(count, memref, f32::total_cmp) }
}

#[unsafe(export_name = "asyncir_utils_mlirAlloc")]
extern "C" fn mlirAlloc(size: u64) -> *mut c_void {
    // SAFETY: any size will do.
    unsafe { libc::malloc(size as usize) }
}

#[unsafe(export_name = "asyncir_utils_mlirAlignedAlloc")]
extern "C" fn mlirAlignedAlloc(alignment: u64, size: u64) -> *mut c_void {
    // SAFETY: a bad alignment gives null.
    unsafe { libc::aligned_alloc(alignment as usize, size as usize) }
}

/// # Safety
/// The memory came from `mlirAlloc` or `mlirAlignedAlloc`, or is null.
#[unsafe(export_name = "asyncir_utils_mlirFree")]
unsafe extern "C" fn mlirFree(memory: *mut c_void) {
    // SAFETY: the caller's promise.
    unsafe { libc::free(memory) }
}

/// # Safety
/// As for [`mlirFree`].
#[unsafe(export_name = "asyncir_utils_mlirAlignedFree")]
unsafe extern "C" fn mlirAlignedFree(memory: *mut c_void) {
    // SAFETY: the caller's promise.
    unsafe { libc::free(memory) }
}

fn since_epoch() -> Duration {
    SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap_or_default()
}

/// Seconds since 1970, exact to the microsecond.
#[unsafe(export_name = "asyncir_utils_rtclock")]
extern "C" fn rtclock() -> f64 {
    let now = since_epoch();
    now.as_secs() as f64 + f64::from(now.subsec_micros()) * 1e-6
}

/// Nanoseconds since 1970.
#[unsafe(export_name = "asyncir_utils__mlir_ciface_nanoTime")]
extern "C" fn _mlir_ciface_nanoTime() -> i64 {
    since_epoch().as_nanos() as i64
}
