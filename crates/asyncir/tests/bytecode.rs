//! Bytecode: what is written is what is read, by asyncir and by MLIR 22's `mlir-opt`, over all examples and golden inputs.

#[expect(dead_code, reason = "bytecode is compared as it is, not after passes")]
mod mlir;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use asyncir::bytecode::{NEWEST_VERSION, WriteOptions, is_bytecode, parse_source, write};
use asyncir::ir::Context;
use asyncir::text::{ParseOptions, Parsed, PrintOptions, Source, print_file};

use mlir::difference;
use mlir::tools::{MLIR_OPT, finish};

/// Programs with attributes of the llvm dialect that have no encoding, so that they are written as text. What is distinct
/// in them is so in each of them anew, as it is in what MLIR writes.
const SPLIT_BY_TEXT: [&str; 2] = ["llvm_metadata.mlir", "llvm_debug_info.mlir"];

fn programs(except: &[&str]) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files: Vec<PathBuf> = Vec::new();
    for folder in ["examples", "crates/dialects/tests/golden", "crates/passes/tests/golden"] {
        let entries = std::fs::read_dir(root.join(folder)).expect("a folder of programs");
        files.extend(entries.map(|entry| entry.expect("an entry").path()));
    }
    files.retain(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        path.extension().is_some_and(|extension| extension == "mlir") && !except.contains(&&*name)
    });
    files.sort();
    files
}

/// Runs a test on all programs, on two threads; fails with what is wrong with any of them.
fn on_all_programs(least: usize, except: &[&str], test: impl Fn(&[u8]) -> Option<Result<(), String>> + Sync) {
    let programs = programs(except);
    let (next, tested, failures) = (AtomicUsize::new(0), AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some(path) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let Some(result) = test(&std::fs::read(path).expect("a program")) else {
                continue;
            };
            tested.fetch_add(1, Ordering::Relaxed);
            if let Err(message) = result {
                let message = format!("== {}: {message}", path.display());
                failures.lock().expect("no panic").push(message);
            }
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        work();
    });
    let mut failures = failures.into_inner().expect("no panic");
    failures.sort();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    let tested = tested.into_inner();
    assert!(tested >= least, "only {tested} programs were compared");
}

fn context() -> Context {
    let mut ctx = asyncir::context();
    ctx.allow_unregistered = true;
    ctx
}

fn read(ctx: &Context, file: &[u8]) -> Result<Parsed, String> {
    parse_source(ctx, &Source::new("<stdin>", file), &ParseOptions::default()).map_err(|errors| {
        let errors: Vec<_> = errors.iter().map(|error| error.message()).collect();
        errors.join("; ")
    })
}

fn print(ctx: &Context, parsed: &Parsed) -> String {
    let options = PrintOptions {
        generic: true,
        debug_info: true,
        ..PrintOptions::default()
    };
    print_file(parsed.op.op_ref(ctx), Some(&parsed.resources), &options)
}

fn bytes(ctx: &Context, parsed: &Parsed, version: u64) -> Vec<u8> {
    let options = WriteOptions {
        version,
        ..WriteOptions::default()
    };
    write(parsed.op.op_ref(ctx), &parsed.resources, options).expect("a version that is there")
}

/// What `mlir-opt` makes of a file, and the bytes it prints.
fn theirs(file: &[u8], flags: &[&str]) -> Option<Vec<u8>> {
    let mut command = Command::new(MLIR_OPT);
    let output = finish(command.arg("--allow-unregistered-dialect").args(flags), file)?;
    output.status.success().then_some(output.stdout)
}

const GENERIC: [&str; 2] = ["--mlir-print-op-generic", "--mlir-print-debuginfo"];

/// Text with the numbers of what is distinct in the order of the text: each reader counts in its own order.
fn without_ids(text: &str) -> String {
    let mut ids: Vec<&str> = Vec::new();
    let mut pieces = text.split("distinct[");
    let mut result = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (id, rest) = piece.split_once(']').unwrap_or((piece, ""));
        let place = ids.iter().position(|known| *known == id).unwrap_or_else(|| {
            ids.push(id);
            ids.len() - 1
        });
        result += &format!("distinct[{place}]{rest}");
    }
    result
}

fn same(wanted: &str, found: &str) -> Result<(), String> {
    let (wanted, found) = (without_ids(wanted), without_ids(found));
    if wanted.trim_end() == found.trim_end() {
        return Ok(());
    }
    Err(difference(&wanted, &found))
}

#[test]
fn what_is_written_is_read_again_in_all_versions() {
    on_all_programs(300, &SPLIT_BY_TEXT, |text| {
        let ctx = context();
        let parsed = read(&ctx, text).ok()?;
        let wanted = print(&ctx, &parsed);
        // Files of old versions have properties of unknown ops among their attributes.
        let is_known = !wanted.contains("\"test.") && !wanted.contains("\"t.");
        let versions = (0..=NEWEST_VERSION).filter(|&version| version > 4 || is_known);
        Some(versions.into_iter().try_for_each(|version| {
            let file = bytes(&ctx, &parsed, version);
            assert!(is_bytecode(&file));
            let again = context();
            let parsed = read(&again, &file).map_err(|error| format!("version {version}: {error}"))?;
            same(&wanted, &print(&again, &parsed)).map_err(|error| format!("version {version}: {error}"))
        }))
    });
}

/// Those in which MLIR loses nothing: in the older one, sizes of segments are attributes.
const VERSIONS: [u64; 2] = [NEWEST_VERSION, 5];

#[test]
fn mlir_opt_reads_what_is_written() {
    on_all_programs(280, &SPLIT_BY_TEXT, |text| {
        let wanted = theirs(text, &GENERIC)?;
        let ctx = context();
        let parsed = read(&ctx, text).ok()?;
        Some(VERSIONS.into_iter().try_for_each(|version| {
            let found = theirs(&bytes(&ctx, &parsed, version), &GENERIC);
            let found = found.ok_or_else(|| format!("mlir-opt does not read version {version}"))?;
            let [wanted, found] = [&wanted, &found].map(|text| String::from_utf8_lossy(text));
            same(&wanted, &found).map_err(|error| format!("version {version}: {error}"))
        }))
    });
}

#[test]
fn what_mlir_opt_writes_is_read() {
    on_all_programs(280, &[], |text| {
        let files = VERSIONS.map(|version| {
            let version = format!("--emit-bytecode-version={version}");
            theirs(text, &["--emit-bytecode", &version])
        });
        let mut compared = files.into_iter().flatten().filter_map(|file| {
            // Some attributes MLIR writes and cannot read.
            let wanted = theirs(&file, &GENERIC)?;
            let ctx = context();
            let found = read(&ctx, &file).map(|parsed| print(&ctx, &parsed));
            Some(found.and_then(|found| same(&String::from_utf8_lossy(&wanted), &found)))
        });
        let first = compared.next()?;
        Some(first.and_then(|()| compared.collect()))
    });
}

/// A file with a bit of everything.
fn rich_file() -> Vec<u8> {
    let text = br#"
        func.func @f(%n: index, %m: memref<?x4xf32, strided<[?, 1], offset: ?>>) -> (index, vector<[4]xi1>)
            attributes {list = [1 : i8, "text", @f::@g, dense<[1, 2]> : tensor<2xi32>, dense_resource<r> : tensor<1xi32>]} {
          %c = arith.constant 170141183460469231731687303715884105727 : i128
          %mask = vector.create_mask %n : vector<[4]xi1>
          %sum = scf.for %i = %n to %n step %n iter_args(%x = %n) -> (index) {
            %y = affine.linearize_index disjoint [%x, %i] by (2, 3) : index
            scf.yield %y : index
          }
          cf.br ^end(%sum : index)
        ^end(%last: index):
          return %last, %mask : index, vector<[4]xi1>
        }
        "t.op"() ({ "t.in"() <{p = 1.5 : f80}> : () -> () }) : () -> tuple<complex<bf16>, tensor<*xui7>>
        {-# dialect_resources: { builtin: { r: "0x0400000001000000" } } #-}
    "#;
    let ctx = context();
    let parsed = read(&ctx, text).expect("a program");
    bytes(&ctx, &parsed, NEWEST_VERSION)
}

/// Wrong files are refused, and what is taken can be verified and printed.
fn try_file(file: &[u8]) -> bool {
    let ctx = context();
    let Ok(parsed) = read(&ctx, file) else {
        return false;
    };
    let op = parsed.op.op_ref(&ctx);
    if !asyncir::ir::verify::verify_op(op).has_errors() {
        print(&ctx, &parsed);
    }
    true
}

#[test]
fn files_that_end_early_are_refused() {
    let file = rich_file();
    assert!(try_file(&file));
    for end in 4..file.len() {
        assert!(!try_file(&file[..end]), "{end} of {} bytes are enough", file.len());
    }
}

#[test]
fn no_byte_of_a_file_makes_the_reader_fail_otherwise_than_by_an_error() {
    let file = rich_file();
    for at in 4..file.len() {
        for change in [1, 2, 0x10, 0x80, 0xff] {
            let mut file = file.clone();
            file[at] ^= change;
            try_file(&file);
        }
    }
}

#[test]
fn what_nests_deeply_is_written_and_read() {
    let depth = 900;
    let regions = format!("{}{}", "\"t.op\"() ({ ".repeat(depth), "}) : () -> () ".repeat(depth));
    let attribute = format!(
        "\"t.op\"() {{a = {}{}}} : () -> ()",
        "[".repeat(depth),
        "]".repeat(depth)
    );
    for text in [regions, attribute] {
        let ctx = context();
        let parsed = read(&ctx, text.as_bytes()).expect("a program");
        let file = bytes(&ctx, &parsed, NEWEST_VERSION);
        let again = read(&ctx, &file).expect("what was written");
        assert_eq!(print(&ctx, &parsed), print(&ctx, &again));
    }
}

#[test]
fn text_may_hold_zeros() {
    let ctx = context();
    let parsed = read(&ctx, b"\"t.op\"() {a = #other.attribute<\"a\0b\">} : () -> ()").expect("a program");
    let again = read(&ctx, &bytes(&ctx, &parsed, NEWEST_VERSION)).expect("what was written");
    assert_eq!(print(&ctx, &parsed), print(&ctx, &again));
}
