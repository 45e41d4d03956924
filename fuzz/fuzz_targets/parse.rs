//! Parses a text, prints it, and parses that: printing again gives the same text.

#![no_main]

use asyncir_fuzz::{bounded, context, parse, print, verify};
use libfuzzer_sys::fuzz_target;

/// Bytes of memory for each byte of the input.
const FACTOR: usize = 4096;

fuzz_target!(|data: &[u8]| bounded(data, FACTOR, || fixed_point(data)));

fn fixed_point(data: &[u8]) {
    let ctx = context(true);
    let Some(parsed) = parse(&ctx, data) else {
        return;
    };
    // The custom form of an op that is not valid may hide what is wrong with it; the tool prints the generic form.
    let valid = verify(&ctx, parsed.op.op_ref(&ctx), data);
    for generic in [true, false] {
        if !generic && !valid {
            continue;
        }
        let text = print(&ctx, &parsed, generic);
        if ends_in_an_arrow(&text) {
            return;
        }
        let Some(again) = parse(&ctx, text.as_bytes()) else {
            // Attributes of a kind that their op does not take are refused where properties are read.
            assert!(!valid, "this was printed and cannot be read:\n{text}");
            return;
        };
        let reprinted = print(&ctx, &again, generic);
        assert!(text == reprinted, "printed first:\n{text}\nand from that:\n{reprinted}");
    }
}

/// Whether `->` stands where no blank is before it: a type of an unknown dialect that ends in a minus (`!a.b-`) is
/// printed as `!a<b->`, as MLIR prints it, and there `->` reads as an arrow.
fn ends_in_an_arrow(text: &str) -> bool {
    text.as_bytes()
        .windows(3)
        .any(|bytes| bytes[0] != b' ' && &bytes[1..] == b"->")
}
