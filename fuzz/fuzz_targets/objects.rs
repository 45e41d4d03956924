//! Makes object files of a program with Cranelift, and links them, without running anything. The bits of the first byte say
//! whether to lower the program before, and whether to optimise. What Cranelift does not know is refused with an error.

#![no_main]

use asyncir::codegen::cranelift::{CraneliftOptions, compile_module};
use asyncir::codegen::link::Image;
use asyncir::codegen::partition::Exports;
use asyncir::codegen::run::Code as _;
use asyncir::LowerOptions;
use asyncir_fuzz::{bounded, context, parse, verify};
use libfuzzer_sys::fuzz_target;

/// Bytes of memory for each byte of the input.
const FACTOR: usize = 16384;

fuzz_target!(|data: &[u8]| {
    let Some((&choice, text)) = data.split_first() else {
        return;
    };
    bounded(data, FACTOR, || run(choice, text));
});

fn run(choice: u8, text: &[u8]) {
    let ctx = context(false);
    let Some(mut parsed) = parse(&ctx, text) else {
        return;
    };
    if !verify(&ctx, parsed.op.op_ref(&ctx), text) {
        return;
    }
    let lowered = choice & 1 != 0;
    if lowered && asyncir::lower(&ctx, &mut parsed.op, &LowerOptions::default()).is_err() {
        return;
    }
    let options = CraneliftOptions {
        optimize: choice & 2 != 0,
        exports: Exports::Everything,
        threads: std::num::NonZeroUsize::new(1),
        new_names: std::collections::HashMap::new(),
        files: None,
    };
    match compile_module(parsed.op.op_ref(&ctx), &options) {
        Ok(objects) => {
            // SAFETY: there are no symbols and no libraries.
            let image = unsafe { Image::new(objects, &[], &[]) }.expect("no library to open");
            // Nobody defines it: what is asked for is that linking ends.
            assert!(image.lookup("nobody.defines.this").is_err());
        }
        Err(refusal) => assert!(
            refusal.message().contains("Cranelift") || refusal.message().contains("object"),
            "{}",
            refusal.message()
        ),
    }
}
