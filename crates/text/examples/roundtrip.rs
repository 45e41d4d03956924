//! Reads a file and prints it: `roundtrip [--generic] [--debuginfo] [--local-scope] FILE`.

use asyncir_ir::Context;
use asyncir_text::{PrintOptions, Source, parse_source, print_file};

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
    let mut ctx = Context::new();
    ctx.allow_unregistered = true;
    match parse_source(&ctx, &Source::new(path, &text)) {
        Ok(parsed) => {
            let options = PrintOptions {
                generic: has("--generic"),
                debug_info: has("--debuginfo"),
                local_scope: has("--local-scope"),
                ..PrintOptions::default()
            };
            // mlir-opt ends its output with an empty line.
            println!("{}", print_file(parsed.op.op_ref(&ctx), Some(&parsed.resources), &options));
            std::process::ExitCode::SUCCESS
        }
        Err(diagnostics) => {
            for diagnostic in &diagnostics {
                eprintln!("{}: {}", asyncir_text::print_location(&ctx, diagnostic.location()), diagnostic.message());
            }
            std::process::ExitCode::FAILURE
        }
    }
}
