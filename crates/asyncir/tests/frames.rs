//! The frames of coroutines are never larger than those that LLVM lays out, and `docs/coroutines.md` says how large they
//! are. `ASYNCIR_BLESS=1` writes its table.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use asyncir::codegen::llvm::{CompileOptions, optimize_to_text};
use asyncir::{
    Coroutines, OptLevel, ParallelLoops, Source, context, lower_to_llvm_dialect, parse, split_coroutines, to_llvm_ir,
};

/// What stands around the table.
const START: &str = "<!-- frames -->\n";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn programs() -> Vec<PathBuf> {
    let mut all = Vec::new();
    for folder in ["examples", "crates/cli/tests/coroutines"] {
        let entries = std::fs::read_dir(root().join(folder)).expect("programs");
        all.extend(entries.map(|entry| entry.expect("an entry").path()));
    }
    all.retain(|path| path.extension().is_some_and(|extension| extension == "mlir"));
    all.sort();
    all
}

/// The bytes of frames by the functions that allocate them: the smallest number that stands at the place `size` among
/// the operands of what is called.
fn frames(ir: &str, callee: &str, size: usize) -> BTreeMap<String, u64> {
    let mut found = BTreeMap::new();
    let mut function = "";
    for line in ir.lines() {
        if let Some(rest) = line.strip_prefix("define ") {
            let name = rest.split('@').nth(1).and_then(|rest| rest.split('(').next());
            function = name.expect("a name").trim_matches('"');
        }
        let Some((_, operands)) = line
            .split_once(&format!("@{callee}("))
            .filter(|_| line.contains(" call "))
        else {
            continue;
        };
        let operand = operands.split(',').nth(size).expect("an operand");
        let digits: String = operand.rsplit(' ').next().unwrap_or_default().to_owned();
        let digits: String = digits.chars().take_while(char::is_ascii_digit).collect();
        let size: u64 = digits.parse().expect("a constant");
        let least = found.entry(function.to_owned()).or_insert(size);
        *least = size.min(*least);
    }
    found
}

/// The frames that LLVM lays out. At -O1 it simplifies functions before and after it splits them, so sizes are numbers.
fn llvm_frames(ir: &str, opt_level: OptLevel) -> BTreeMap<String, u64> {
    let options = CompileOptions {
        opt_level,
        ..CompileOptions::default()
    };
    // A frame that is allocated where its coroutine was inlined would be taken for that of another one.
    let ir = ir.replace("presplitcoroutine", "noinline presplitcoroutine");
    let text = optimize_to_text(&ir, &options).expect("LLVM splits it");
    frames(&text, "aligned_alloc", 1)
}

#[test]
fn frames_are_not_larger_than_llvms() {
    let mut table = String::from("| program | coroutine | asyncir | LLVM |\n|---|---|---|---|\n");
    let mut compared = 0;
    for path in programs() {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let ctx = context();
        let mut module = parse(&ctx, &Source::read(&path).expect("a program")).expect("it is right");
        lower_to_llvm_dialect(&ctx, &mut module, ParallelLoops::default()).expect("it can be lowered");
        let unsplit = to_llvm_ir(&ctx, &module).expect("it can be written");
        split_coroutines(&ctx, &mut module, Coroutines::Split).expect("it can be split");
        let split = to_llvm_ir(&ctx, &module).expect("it can be written");
        let mut ours = frames(&split, "asyncirRuntimeAllocateFrame", 0);
        ours.extend(frames(&split, "asyncirRuntimeCreateTask", 0));
        // Behind the frame stand values, of which the first begins where the frame ends.
        ours.extend(frames(&split, "asyncirRuntimeAddTaskValue", 1));
        for level in [OptLevel::O1, OptLevel::O3] {
            let theirs = llvm_frames(&unsplit, level);
            assert!(theirs.len() >= ours.len(), "{name}: {theirs:?}, {ours:?}");
            for (function, &size) in &ours {
                let their_size = theirs.get(function).copied().unwrap_or(u64::MAX);
                assert!(
                    size <= their_size,
                    "{name}, {function}: {size} bytes, LLVM {their_size}"
                );
                compared += 1;
                if level == OptLevel::O3 {
                    // Writing to a string succeeds.
                    let _ = writeln!(table, "| `{name}` | `{function}` | {size} | {their_size} |");
                }
            }
        }
    }
    assert!(compared > 60, "only {compared} frames");
    let page = root().join("docs/coroutines.md");
    let text = std::fs::read_to_string(&page).expect("the page");
    let parts: Vec<&str> = text.split(START).collect();
    let [before, found, after] = parts[..] else {
        panic!("the page has one table");
    };
    if std::env::var_os("ASYNCIR_BLESS").is_some() {
        std::fs::write(&page, format!("{before}{START}{table}{START}{after}")).expect("a writable page");
    } else {
        assert_eq!(found, table, "ASYNCIR_BLESS=1 writes the table anew");
    }
}
