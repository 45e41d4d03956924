//! Declares the `loom` configuration, which the model-checking tests switch on with `RUSTFLAGS="--cfg loom"`.

fn main() {
    println!("cargo::rustc-check-cfg=cfg(loom)");
    println!("cargo::rustc-check-cfg=cfg(asyncir_system_alloc)");
    println!("cargo::rerun-if-changed=build.rs");
}
