//! Printing of scalars and punctuation, for the lowering of `vector.print`.

use std::ffi::{CStr, c_char};

use super::element::{Bf16, Element, F16, print_g};
use super::small_float;
use super::stream::{flush_stdout, write_stderr, write_stdout};
use crate::symbol::{SymbolAddress, symbol_table};

pub(super) fn symbols() -> &'static [(&'static str, SymbolAddress)] {
    symbol_table![
        printI64,
        printU64,
        printF16,
        printBF16,
        printApFloat,
        printF32,
        printF64,
        printString,
        printOpen,
        printClose,
        printComma,
        printNewline,
        printFlops,
    ]
}

#[unsafe(export_name = "asyncir_utils_printI64")]
extern "C" fn printI64(number: i64) {
    write_stdout(number.to_string().as_bytes());
}

#[unsafe(export_name = "asyncir_utils_printU64")]
extern "C" fn printU64(number: u64) {
    write_stdout(number.to_string().as_bytes());
}

fn print_element(element: impl Element) {
    let mut out = Vec::with_capacity(32);
    element.print(&mut out);
    write_stdout(&out);
}

#[unsafe(export_name = "asyncir_utils_printF16")]
extern "C" fn printF16(bits: u16) {
    print_element(F16(bits));
}

#[unsafe(export_name = "asyncir_utils_printBF16")]
extern "C" fn printBF16(bits: u16) {
    print_element(Bf16(bits));
}

/// Prints a float of eight bits or less: the number of its format, and its bits.
#[unsafe(export_name = "asyncir_utils_printApFloat")]
extern "C" fn printApFloat(format: i32, bits: u64) {
    print_element(small_float::value(format, bits));
}

#[unsafe(export_name = "asyncir_utils_printF32")]
extern "C" fn printF32(number: f32) {
    print_element(number);
}

#[unsafe(export_name = "asyncir_utils_printF64")]
extern "C" fn printF64(number: f64) {
    print_element(number);
}

/// # Safety
/// `text` is a string that ends with a zero byte.
#[unsafe(export_name = "asyncir_utils_printString")]
unsafe extern "C" fn printString(text: *const c_char) {
    // SAFETY: the caller's promise.
    write_stdout(unsafe { CStr::from_ptr(text) }.to_bytes());
}

#[unsafe(export_name = "asyncir_utils_printOpen")]
extern "C" fn printOpen() {
    write_stdout(b"( ");
}

#[unsafe(export_name = "asyncir_utils_printClose")]
extern "C" fn printClose() {
    write_stdout(b" )");
}

#[unsafe(export_name = "asyncir_utils_printComma")]
extern "C" fn printComma() {
    write_stdout(b", ");
}

#[unsafe(export_name = "asyncir_utils_printNewline")]
extern "C" fn printNewline() {
    write_stdout(b"\n");
}

/// Reports a rate, given in operations per second, on standard error.
#[unsafe(export_name = "asyncir_utils_printFlops")]
extern "C" fn printFlops(flops: f64) {
    flush_stdout();
    let rate = flops / 1e9;
    if rate.is_finite() {
        write_stderr(format!("{rate:.6} GFLOPS\n").as_bytes());
    } else {
        let mut out = Vec::new();
        print_g(rate, &mut out);
        out.extend_from_slice(b" GFLOPS\n");
        write_stderr(&out);
    }
}
