//! Programs to start fuzzing from: the inputs and outputs of golden tests, and the examples.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::process::Outcome;

/// Folders with programs.
const SOURCES: [&str; 5] = [
    "crates/asyncir/tests/cranelift",
    "crates/dialects/tests/golden",
    "crates/passes/tests/golden",
    "crates/codegen/tests",
    "examples",
];
/// Where the fuzz targets look.
const CORPUS: &str = "fuzz/corpus";
/// Longer parts are left out: mutations of them are slow and hit little.
const LONGEST: usize = 4000;

/// Writes `fuzz/corpus` and `fuzz/mlir.dict`.
///
/// # Errors
/// If files cannot be read or written.
pub fn seeds() -> Outcome {
    let failed = |error: std::io::Error| format!("cannot write seeds: {error}");
    let mut files = Vec::new();
    for source in SOURCES {
        collect(Path::new(source), &mut files).map_err(failed)?;
    }
    files.sort();
    let mut words = BTreeSet::new();
    let mut count = 0;
    for file in &files {
        let text = fs::read_to_string(file).map_err(failed)?;
        for part in text.split("\n// -----") {
            words.extend(part.split(|c: char| !is_word(c)).map(str::to_owned));
            if part.len() <= LONGEST {
                write_part(part, count).map_err(failed)?;
                count += 1;
            }
        }
    }
    let lines = words.iter().filter(|word| (3..40).contains(&word.len()));
    let dictionary: String = lines.map(|word| format!("\"{word}\"\n")).collect();
    fs::write("fuzz/mlir.dict", dictionary).map_err(failed)?;
    println!("{count} programs in {CORPUS}, {} words in fuzz/mlir.dict", words.len());
    Ok(())
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.to_string_lossy();
        if path.is_dir() {
            collect(&path, files)?;
        } else if name.ends_with(".mlir") || name.ends_with(".mlir.out") {
            files.push(path);
        }
    }
    Ok(())
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || "._!#@-".contains(c)
}

/// The target `passes` reads which pass to run from the first byte, `objects` how to compile, `bytecode` what to change from
/// the first nine; fuzzing changes them.
fn write_part(part: &str, number: usize) -> std::io::Result<()> {
    let pass = vec![(number % 251) as u8];
    for (target, prefix) in [
        ("parse", vec![]),
        ("verify", vec![]),
        ("bytecode", vec![0; 9]),
        ("objects", pass.clone()),
        ("passes", pass),
    ] {
        let folder = Path::new(CORPUS).join(target);
        fs::create_dir_all(&folder)?;
        fs::write(
            folder.join(format!("seed{number}")),
            [prefix, part.as_bytes().to_vec()].concat(),
        )?;
    }
    Ok(())
}
