//! Declares the `loom` configuration, which the model-checking tests switch on with `RUSTFLAGS="--cfg loom"`.

fn main() {
    println!("cargo::rustc-check-cfg=cfg(loom)");
    println!("cargo::rerun-if-changed=build.rs");
}
