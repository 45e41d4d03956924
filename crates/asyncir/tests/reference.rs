//! The pages in `docs/dialects` are those that the definitions give. `ASYNCIR_BLESS=1` writes them.

use std::path::{Path, PathBuf};

use asyncir::{context, reference};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/dialects")
}

#[test]
fn pages_of_dialects_are_fresh() {
    let ctx = context();
    let bless = std::env::var_os("ASYNCIR_BLESS").is_some();
    if bless {
        std::fs::create_dir_all(folder()).expect("a folder");
    }
    let mut wanted = Vec::new();
    for dialect in asyncir::dialects::all() {
        let file = format!("{}.md", dialect.name);
        let page = reference::page(&ctx, dialect);
        let path = folder().join(&file);
        if bless {
            std::fs::write(&path, &page).expect("a page");
        }
        let found = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            found == page,
            "docs/dialects/{file} is stale: `cargo xtask bless` writes it"
        );
        wanted.push(file);
    }
    wanted.sort();
    let entries = std::fs::read_dir(folder()).expect("a folder");
    let mut pages: Vec<String> = entries
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    pages.sort();
    assert_eq!(pages, wanted, "a page for each dialect, and no others");
}

/// Nothing of the async dialect is without a word on what it is for.
#[test]
fn the_async_dialect_is_described() {
    let ctx = context();
    let dialect = ctx.dialect("async").expect("the dialect");
    let ops = dialect.ops.iter().map(|def| (def.name, def.description));
    let types = dialect.types.iter().map(|def| (def.name, def.description));
    for (name, description) in ops.chain(types) {
        assert!(!description.trim().is_empty(), "{name} has no description");
    }
}
