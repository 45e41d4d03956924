//! The layer table of `ARCHITECTURE.md` is what the crates' manifests say, and what their sources need: no import runs
//! back, and none is allowed that is not there.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The rows of the layer table: crate name and the crates that it may use, from the bottom up.
fn layer_table() -> Vec<(String, BTreeSet<String>)> {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    let table = text
        .split("<!-- layers -->")
        .nth(1)
        .expect("a table between <!-- layers --> marks");
    let code = |cell: &str| -> Vec<String> { cell.split('`').skip(1).step_by(2).map(str::to_owned).collect() };
    let rows = table.lines().filter(|line| line.starts_with("| `"));
    rows.map(|line| {
        let cells: Vec<&str> = line.split('|').collect();
        (code(cells[1]).remove(0), code(cells[3]).into_iter().collect())
    })
    .collect()
}

/// The crates of this workspace that a crate depends on, apart from its tests.
fn dependencies(manifest: &str) -> BTreeSet<String> {
    let section = |name: &str| {
        manifest
            .split(name)
            .nth(1)
            .and_then(|rest| rest.split("\n[").next())
            .unwrap_or("")
    };
    let names = |text: &str| -> Vec<String> {
        text.lines()
            .filter_map(|line| line.split(['.', ' ', '=']).next())
            .map(str::to_owned)
            .collect()
    };
    let all = names(section("\n[dependencies]"));
    all.into_iter().filter(|name| name.starts_with("asyncir")).collect()
}

/// A crate's `Cargo.toml`.
struct Manifest {
    folder: PathBuf,
    text: String,
}

/// The manifests of all crates, by their names.
fn manifests() -> BTreeMap<String, Manifest> {
    let crates = fs::read_dir(root().join("crates")).expect("crates/");
    let read = |entry: fs::DirEntry| {
        let folder = entry.path();
        let text = fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
        let name = text
            .split("name = \"")
            .nth(1)
            .and_then(|rest| rest.split('"').next())
            .expect("a name");
        (name.to_owned(), Manifest { folder, text })
    };
    crates.map(|entry| read(entry.expect("an entry"))).collect()
}

/// All source files in a folder, without their comments.
fn sources(folder: &Path) -> String {
    let mut code = String::new();
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            code += &sources(&path);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("a source file");
            let lines = text.lines().map(|line| line.split("//").next().unwrap_or(""));
            code.extend(lines.flat_map(|line| [line, "\n"]));
        }
    }
    code
}

/// Whether `code` has a path that begins with the crate's name, or imports the crate by its name.
fn names_crate(code: &str, name: &str) -> bool {
    let name = name.replace('-', "_");
    code.match_indices(&name).any(|(at, _)| {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let (before, after) = (&code[..at], &code[at + name.len()..]);
        let is_path = after.starts_with("::");
        let is_import = before.ends_with("use ") && !after.starts_with(is_part);
        !before.ends_with(is_part) && (is_path || is_import)
    })
}

#[test]
fn every_crate_is_in_the_table() {
    let table: BTreeSet<String> = layer_table().into_iter().map(|(name, _)| name).collect();
    let crates: BTreeSet<String> = manifests().into_keys().collect();
    assert_eq!(table, crates);
}

#[test]
fn crates_depend_on_what_the_table_allows() {
    let manifests = manifests();
    for (name, allowed) in layer_table() {
        let dependencies = dependencies(&manifests[&name].text);
        assert_eq!(
            dependencies, allowed,
            "Cargo.toml of {name}, and its row in ARCHITECTURE.md"
        );
    }
}

#[test]
fn sources_name_every_crate_that_theirs_depends_on() {
    for (name, manifest) in manifests() {
        let folder = manifest.folder.join("src");
        if !folder.exists() {
            // It is made of the sources of another crate.
            assert!(dependencies(&manifest.text).is_empty(), "{name}");
            continue;
        }
        let code = sources(&folder);
        let unused: Vec<_> = dependencies(&manifest.text)
            .into_iter()
            .filter(|dependency| !names_crate(&code, dependency))
            .collect();
        assert!(
            unused.is_empty(),
            "{name} depends on {unused:?}, which no source file of it names"
        );
    }
}

#[test]
fn a_crate_is_named_by_paths_and_imports() {
    for code in [
        "use asyncir_ir::Body;",
        "pub use asyncir_ir as ir;",
        "&asyncir_ir::UNKNOWN",
    ] {
        assert!(names_crate(code, "asyncir-ir"), "{code}");
    }
    for code in ["use asyncir_ir_extra::X;", "my_asyncir_ir::x()", "\"asyncir_ir\""] {
        assert!(!names_crate(code, "asyncir-ir"), "{code}");
    }
}

#[test]
fn no_layer_uses_a_later_one() {
    let mut below = BTreeSet::new();
    for (name, allowed) in layer_table() {
        let above: Vec<_> = allowed.difference(&below).collect();
        assert!(
            above.is_empty(),
            "{name} may not use {above:?}: they come later in the table"
        );
        below.insert(name);
    }
}

/// Passes name the functions that they call, and the runtime defines them; neither knows the other.
#[test]
fn the_runtime_has_all_functions_that_programs_call() {
    let defined: BTreeSet<&str> = asyncir::runtime::c_abi::symbols()
        .iter()
        .map(|&(name, _)| name)
        .collect();
    let called = asyncir::passes::runtime_functions::ALL.iter().copied();
    let missing: Vec<&str> = called.filter(|name| !defined.contains(name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// The names in backquotes of the text between two marks of `ARCHITECTURE.md`, or of its table of dependencies.
fn names_in_backquotes(text: &str) -> BTreeSet<String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The files below a folder that allow unsafe code, as paths from the root.
fn files_with_unsafe(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files_with_unsafe(&path, found);
            continue;
        }
        let text = fs::read_to_string(&path).unwrap_or_default();
        if text.contains("#![allow(\n    unsafe_code") || text.contains("#![allow(unsafe_code") {
            let path = path.strip_prefix(root()).expect("it is in the repository");
            found.insert(path.to_string_lossy().into_owned());
        }
    }
}

#[test]
fn unsafe_code_is_where_it_is_said_to_be() {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    let listed = names_in_backquotes(text.split("<!-- unsafe -->").nth(1).expect("a list between marks"));
    let mut found = BTreeSet::new();
    for manifest in manifests().values() {
        let folder = manifest.folder.join("src");
        if folder.exists() {
            files_with_unsafe(&folder, &mut found);
        }
    }
    // A folder is allowed by its first file.
    let places = found.iter().map(|file| {
        let folder = file.strip_suffix("/mod.rs").or(file.strip_suffix("/lib.rs"));
        folder.unwrap_or(file).to_owned()
    });
    assert_eq!(places.collect::<BTreeSet<_>>(), listed);
}

#[test]
fn every_dependency_has_its_reason() {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    let table = text
        .split("\n## Dependencies\n")
        .nth(1)
        .expect("a table of dependencies");
    let rows = table.lines().filter(|line| line.starts_with("| `"));
    let explained: BTreeSet<String> = rows
        .flat_map(|row| names_in_backquotes(row.split('|').nth(1).unwrap_or_default()))
        .collect();
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("Cargo.toml");
    let section = manifest.split("[workspace.dependencies]").nth(1).expect("dependencies");
    let section = section.split("\n[").next().unwrap_or(section);
    let used: BTreeSet<String> = section
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| Some(line.split_once(" = ")?.0.to_owned()))
        .filter(|name| !name.starts_with("asyncir"))
        .collect();
    let unexplained: Vec<_> = used.difference(&explained).collect();
    assert!(
        unexplained.is_empty(),
        "without a row in ARCHITECTURE.md: {unexplained:?}"
    );
}
