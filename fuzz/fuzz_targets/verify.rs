//! Parses and verifies a text, once with unregistered dialects allowed and once without.

#![no_main]

use asyncir_fuzz::{bounded, context, parse, verify};
use libfuzzer_sys::fuzz_target;

/// Bytes of memory for each byte of the input.
const FACTOR: usize = 2048;

fuzz_target!(|data: &[u8]| {
    for allow_unregistered in [true, false] {
        bounded(data, FACTOR, || {
            let ctx = context(allow_unregistered);
            if let Some(parsed) = parse(&ctx, data) {
                verify(&ctx, parsed.op.op_ref(&ctx), data);
            }
        });
    }
});
