//! Gives the library a name by which programs that are linked with it find it, wherever it is installed then.

use std::env;

fn main() {
    if env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux") {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libasyncir_capi.so");
    }
    println!("cargo::rerun-if-changed=build.rs");
}
