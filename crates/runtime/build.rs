//! Declares the configurations that `RUSTFLAGS` or other packages switch on: `loom` (model-checking tests),
//! `asyncir_system_alloc` (no memory pools) and `asyncir_static_tls` (see `src/local/block.rs`).

fn main() {
    for name in ["loom", "asyncir_system_alloc", "asyncir_static_tls"] {
        println!("cargo::rustc-check-cfg=cfg({name})");
    }
    println!("cargo::rerun-if-changed=build.rs");
}
