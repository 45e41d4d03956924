//! Says where the library may keep what a thread has in static thread-local storage.

use std::env;

fn main() {
    for name in ["loom", "asyncir_system_alloc", "asyncir_static_tls"] {
        println!("cargo::rustc-check-cfg=cfg({name})");
    }
    let target = |part| env::var(format!("CARGO_CFG_TARGET_{part}")).unwrap_or_default();
    // With musl, libraries with such storage cannot be loaded by `dlopen`.
    if [target("ARCH"), target("OS"), target("ENV")] == ["x86_64", "linux", "gnu"] {
        println!("cargo::rustc-cfg=asyncir_static_tls");
    }
    // What is linked with the library finds it by this name, wherever it is installed then.
    if target("OS") == "linux" {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libasyncir_runtime.so");
    }
    println!("cargo::rerun-if-changed=build.rs");
}
