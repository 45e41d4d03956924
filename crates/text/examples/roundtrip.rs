//! Reads a file and prints it: `roundtrip [--generic] [--debuginfo] [--local-scope] [--split] FILE`.

use asyncir_ir::Context;
use asyncir_text::{PrintOptions, SPLIT_MARKER, Source, SourceMap, parse_source, print_file, render, split_input};

fn main() -> std::process::ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let has = |flag: &str| args.iter().any(|arg| arg == flag);
    let Some(path) = args.iter().find(|arg| !arg.starts_with("--")) else {
        eprintln!("no file given");
        return std::process::ExitCode::FAILURE;
    };
    let text = match std::fs::read(path) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("{path}: {error}");
            return std::process::ExitCode::FAILURE;
        }
    };
    let options = PrintOptions {
        generic: has("--generic"),
        debug_info: has("--debuginfo"),
        local_scope: has("--local-scope"),
        ..PrintOptions::default()
    };
    let source = Source::new(path, &text);
    let parts = if has("--split") {
        split_input(&source, SPLIT_MARKER).parts
    } else {
        vec![source]
    };
    let mut sources = SourceMap::new();
    sources.add(path, &text);
    let mut failed = false;
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            println!("// -----");
        }
        let mut ctx = Context::new();
        ctx.allow_unregistered = true;
        match parse_source(&ctx, part) {
            // mlir-opt ends its output with an empty line.
            Ok(parsed) => println!(
                "{}",
                print_file(parsed.op.op_ref(&ctx), Some(&parsed.resources), &options)
            ),
            Err(diagnostics) => {
                eprint!("{}", render(&ctx, &diagnostics, &sources));
                failed = true;
            }
        }
    }
    if failed {
        std::process::ExitCode::FAILURE
    } else {
        std::process::ExitCode::SUCCESS
    }
}
