//! Writes a program as bytecode, changes some bytes, and reads that. The first nine bytes of the input are three changes:
//! two bytes say where in the file, one says which bits. What is read is written and read again, which gives the same.

#![no_main]

use asyncir::bytecode::{WriteOptions, parse_source, write};
use asyncir::ir::Context;
use asyncir::text::{ParseOptions, Parsed, Source};
use asyncir_fuzz::{bounded, context, parse, print, show, verify};
use libfuzzer_sys::fuzz_target;

/// Bytes of memory for each byte of the input.
const FACTOR: usize = 4096;
/// Bytes that say what to change.
const CHANGES: usize = 9;

fuzz_target!(|data: &[u8]| {
    let Some((changes, text)) = data.split_at_checked(CHANGES) else {
        return;
    };
    bounded(data, FACTOR, || run(changes, text));
});

fn run(changes: &[u8], text: &[u8]) {
    let ctx = context(true);
    let Some(program) = parse(&ctx, text) else {
        return;
    };
    let mut file = bytes(&ctx, &program);
    let written = print(&ctx, &program, true);
    for change in changes.chunks(3) {
        let at = usize::from(u16::from_le_bytes([change[0], change[1]])) % file.len();
        // The first four bytes say that it is bytecode.
        file[at.max(4)] ^= change[2];
    }
    let ctx = context(true);
    let Some(read) = read(&ctx, &file) else {
        assert!(changes.iter().any(|&byte| byte != 0), "this is written and cannot be read:\n{written}");
        return;
    };
    verify(&ctx, read.op.op_ref(&ctx), text);
    let again = context(true);
    let Some(reread) = self::read(&again, &bytes(&ctx, &read)) else {
        panic!("this is written and cannot be read:\n{}", print(&ctx, &read, true));
    };
    let (first, second) = (print(&ctx, &read, true), print(&again, &reread, true));
    // Each reader numbers what is distinct in its own order.
    assert!(first == second || first.contains("distinct["), "read first:\n{first}\nand from that:\n{second}");
}

fn bytes(ctx: &Context, program: &Parsed) -> Vec<u8> {
    write(program.op.op_ref(ctx), &program.resources, WriteOptions::default()).expect("the newest version")
}

fn read(ctx: &Context, file: &[u8]) -> Option<Parsed> {
    match parse_source(ctx, &Source::new("input.mlirbc", file), &ParseOptions::default()) {
        Ok(program) => Some(program),
        Err(errors) => {
            assert!(errors.has_errors(), "refused without an error");
            show(ctx, &errors, file);
            None
        }
    }
}
