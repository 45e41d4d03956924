//! Installing the runtime as a C library.

use std::fs;
use std::path::Path;

use crate::process::{Outcome, cargo};

const HEADER: &str = "crates/runtime/include/asyncir_runtime.h";
const LIBRARIES: [&str; 2] = ["libasyncir_runtime.so", "libasyncir_runtime.a"];

/// Builds the runtime and puts its libraries, its header and a pkg-config file below a folder.
///
/// # Errors
/// If it cannot be built, or a file cannot be written.
pub fn install(prefix: Option<String>) -> Outcome {
    let prefix = prefix.ok_or("say where: `cargo xtask install-runtime /usr/local`")?;
    let prefix = std::path::absolute(&prefix).map_err(|error| format!("{prefix}: {error}"))?;
    cargo(&["build", "--release", "-p", "asyncir-runtime"])?;
    let (lib, include) = (prefix.join("lib"), prefix.join("include"));
    for library in LIBRARIES {
        copy(&Path::new("target/release").join(library), &lib)?;
    }
    copy(Path::new(HEADER), &include)?;
    let folder = lib.join("pkgconfig");
    let file = folder.join("asyncir-runtime.pc");
    make_folder(&folder)?;
    fs::write(&file, pkg_config(&prefix)).map_err(|error| format!("{}: {error}", file.display()))?;
    println!("installed below {}", prefix.display());
    Ok(())
}

fn make_folder(folder: &Path) -> Outcome {
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
}

fn copy(file: &Path, folder: &Path) -> Outcome {
    make_folder(folder)?;
    let name = file.file_name().ok_or("a file has a name")?;
    let target = folder.join(name);
    fs::copy(file, &target).map_err(|error| format!("{} to {}: {error}", file.display(), target.display()))?;
    Ok(())
}

fn pkg_config(prefix: &Path) -> String {
    format!(
        "prefix={}
libdir=${{prefix}}/lib
includedir=${{prefix}}/include

Name: asyncir-runtime
Description: Task runtime behind MLIR's async C interface
Version: {}
Libs: -L${{libdir}} -lasyncir_runtime
Libs.private: -lgcc_s -lpthread -ldl -lm
Cflags: -I${{includedir}}
",
        prefix.display(),
        env!("CARGO_PKG_VERSION"),
    )
}
