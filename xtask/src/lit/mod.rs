//! MLIR's own tests of the async dialect: `cargo xtask lit DIR`, where DIR is `mlir/test` of a checkout of LLVM.
//!
//! The tests run unmodified, with LLVM's `FileCheck`, but `mlir-opt` and `mlir-runner` are links to asyncir. Some tests
//! pass with a tool that does nothing, so all run with two such tools as well: one that prints its input, and one that
//! prints nothing. What these pass says little and is counted on its own.

mod inventory;
mod script;

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use self::inventory::GROUPS;
use self::script::Runner;
use crate::process::{Outcome, cargo};

/// Where the tools are linked and the tests write.
const SCRATCH: &str = "target/lit";
/// The tools that asyncir stands for.
const TOOLS: [&str; 3] = ["mlir-opt", "mlir-runner", "mlir-translate"];
/// What tests need of LLVM.
const HELPERS: [&str; 4] = ["FileCheck", "not", "split-file", "count"];
const LLVM: &str = "/usr/lib/llvm-22";
/// Prints the files that are named, or standard input.
const ECHO: &str = "#!/bin/sh\nfound=\nfor arg in \"$@\"; do if [ -f \"$arg\" ]; then cat \"$arg\"; found=1; fi; done\n\
                    if [ -z \"$found\" ]; then cat; fi\n";
/// Prints nothing.
const SILENT: &str = "#!/bin/sh\nexit 0\n";

/// The outcome of one test.
struct Row {
    file: &'static str,
    passes: bool,
    /// The names of the tools that do nothing and pass.
    controls: Vec<&'static str>,
}

/// Runs the tests and prints how many pass in each group.
///
/// # Errors
/// If a test fails that is there, or the tools are missing.
pub fn run(folder: &str) -> Outcome {
    let folder = fs::canonicalize(folder).map_err(|error| format!("{folder}: {error}"))?;
    crate::install::mlir_tools()?;
    crate::install::libllvm()?;
    cargo(&["build", "--release", "--package", "asyncir-cli"])?;
    let failed = |error: std::io::Error| format!("cannot prepare {SCRATCH}: {error}");
    let _ = fs::remove_dir_all(SCRATCH);
    let asyncir = fs::canonicalize("target/release/asyncir").map_err(failed)?;
    let tools = tools("asyncir", |path| symlink(&asyncir, path)).map_err(failed)?;
    let echo = tools_of_script("echo", ECHO).map_err(failed)?;
    let silent = tools_of_script("silent", SILENT).map_err(failed)?;
    let mut all_pass = true;
    let (mut total, mut passed) = (0, 0);
    println!("| group | pass | of these, a tool that does nothing passes too |\n|---|---|---|");
    let mut notes = String::new();
    for (group, files) in GROUPS {
        let present = files.iter().copied().filter(|file| folder.join(file).exists());
        let rows: Vec<Row> = present
            .map(|file| {
                let test = |tools: &Path| Runner::new(tools, &format!("{LLVM}/lib")).passes(&folder.join(file));
                let controls = [("echo", &echo), ("silent", &silent)];
                Row {
                    file,
                    passes: test(&tools),
                    controls: controls
                        .into_iter()
                        .filter(|(_, tools)| test(tools))
                        .map(|(name, _)| name)
                        .collect(),
                }
            })
            .collect();
        let passing = rows.iter().filter(|row| row.passes);
        let weak = passing.clone().filter(|row| !row.controls.is_empty()).count();
        let count = passing.count();
        println!("| {group} | {count} of {} | {weak} |", files.len());
        (total, passed) = (total + files.len(), passed + count);
        all_pass &= rows.iter().all(|row| row.passes);
        notes.push_str(&describe(files, &rows));
    }
    println!("| all | {passed} of {total} | |\n\n{notes}");
    if all_pass {
        Ok(())
    } else {
        Err("some tests fail".to_owned())
    }
}

/// The files of a group that fail, are absent, or pass with tools that do nothing.
fn describe(files: &[&str], rows: &[Row]) -> String {
    let mut text = String::new();
    for file in files {
        match rows.iter().find(|row| row.file == *file) {
            None => text.push_str(&format!("absent: {file}\n")),
            Some(row) if !row.passes => text.push_str(&format!("fails: {file}\n")),
            Some(row) if !row.controls.is_empty() => {
                text.push_str(&format!(
                    "says little: {file} (passes with {})\n",
                    row.controls.join(" and ")
                ));
            }
            Some(_) => {}
        }
    }
    text
}

/// A folder with the tools, made by `make`, and LLVM's helpers.
fn tools(name: &str, make: impl Fn(&Path) -> std::io::Result<()>) -> std::io::Result<PathBuf> {
    let folder = Path::new(SCRATCH).join(name);
    fs::create_dir_all(&folder)?;
    let folder = fs::canonicalize(folder)?;
    for tool in TOOLS {
        make(&folder.join(tool))?;
    }
    for helper in HELPERS {
        symlink(Path::new(LLVM).join("bin").join(helper), folder.join(helper))?;
    }
    Ok(folder)
}

fn tools_of_script(name: &str, text: &str) -> std::io::Result<PathBuf> {
    tools(name, |path| {
        fs::write(path, text)?;
        fs::set_permissions(path, fs::Permissions::from_mode(0o755))
    })
}
