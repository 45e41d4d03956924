//! The layer table of `ARCHITECTURE.md` is what the crates' manifests say: no import runs back.

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

fn manifests() -> BTreeMap<String, String> {
    let crates = fs::read_dir(root().join("crates")).expect("crates/");
    let read = |entry: fs::DirEntry| {
        let manifest = fs::read_to_string(entry.path().join("Cargo.toml")).expect("a manifest");
        let name = manifest
            .split("name = \"")
            .nth(1)
            .and_then(|rest| rest.split('"').next())
            .expect("a name");
        (name.to_owned(), manifest)
    };
    crates.map(|entry| read(entry.expect("an entry"))).collect()
}

#[test]
fn every_crate_is_in_the_table() {
    let table: BTreeSet<String> = layer_table().into_iter().map(|(name, _)| name).collect();
    let crates: BTreeSet<String> = manifests().into_keys().collect();
    assert_eq!(table, crates);
}

#[test]
fn crates_use_only_what_the_table_allows() {
    let manifests = manifests();
    for (name, allowed) in layer_table() {
        let used = dependencies(&manifests[&name]);
        let extra: Vec<_> = used.difference(&allowed).collect();
        assert!(
            extra.is_empty(),
            "{name} depends on {extra:?}, which ARCHITECTURE.md does not allow"
        );
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
