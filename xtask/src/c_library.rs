//! Installing what C programs link with.

use std::fs;
use std::path::Path;

use crate::process::{Outcome, cargo};

/// A crate that is a library for C, too.
pub struct CLibrary {
    /// The task that installs it.
    pub task: &'static str,
    /// The name of the library for pkg-config.
    name: &'static str,
    packages: &'static [&'static str],
    description: &'static str,
    /// The files of the library in `target/release`.
    libraries: &'static [&'static str],
    headers: &'static [&'static str],
    /// Modules of Python, and the folders that they go to.
    modules: &'static [(&'static str, &'static str)],
    /// What describes it.
    readme: &'static str,
    /// What links with it, and what links with it statically.
    libs: [&'static str; 2],
}

/// The task runtime.
pub const RUNTIME: CLibrary = CLibrary {
    task: "install-runtime",
    name: "asyncir-runtime",
    packages: &["asyncir-runtime", "asyncir-runtime-shared"],
    description: "Task runtime behind MLIR's async C interface",
    libraries: &["libasyncir_runtime.so", "libasyncir_runtime.a"],
    headers: &["crates/runtime/include/asyncir_runtime.h"],
    modules: &[],
    readme: "crates/runtime/README.md",
    libs: ["-lasyncir_runtime", "-lgcc_s -lpthread -ldl -lm"],
};

/// The compiler, with the runtime in it.
pub const CAPI: CLibrary = CLibrary {
    task: "install-capi",
    name: "asyncir-capi",
    packages: &["asyncir-capi"],
    description: "MLIR programs with async regions, compiled and called in a process",
    libraries: &["libasyncir_capi.so"],
    headers: &[
        "crates/capi/include/asyncir.h",
        "crates/runtime/include/asyncir_runtime.h",
    ],
    modules: &[("crates/capi/python/asyncir.py", "share/asyncir/python")],
    readme: "crates/capi/README.md",
    libs: ["-lasyncir_capi", ""],
};

/// The terms that all of it may be used under.
const LICENCES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// Builds a library and puts it, its headers, its documentation, the licences and a pkg-config file below a folder.
///
/// # Errors
/// If it cannot be built, or a file cannot be written.
pub fn install(library: &CLibrary, prefix: Option<String>) -> Outcome {
    let prefix = prefix.ok_or_else(|| format!("say where: `cargo xtask {} /usr/local`", library.task))?;
    let prefix = std::path::absolute(&prefix).map_err(|error| format!("{prefix}: {error}"))?;
    let packages = library.packages.iter().flat_map(|package| ["-p", package]);
    cargo(&["build", "--release"].into_iter().chain(packages).collect::<Vec<_>>())?;
    let (lib, include) = (prefix.join("lib"), prefix.join("include"));
    for name in library.libraries {
        copy(&Path::new("target/release").join(name), &lib)?;
    }
    for header in library.headers {
        copy(Path::new(header), &include)?;
    }
    for (file, folder) in library.modules {
        copy(Path::new(file), &prefix.join(folder))?;
    }
    let documentation = prefix.join("share/doc").join(library.name);
    for file in LICENCES.iter().chain([&library.readme]) {
        copy(Path::new(file), &documentation)?;
    }
    let folder = lib.join("pkgconfig");
    let file = folder.join(format!("{}.pc", library.name));
    make_folder(&folder)?;
    fs::write(&file, pkg_config(library)).map_err(|error| format!("{}: {error}", file.display()))?;
    println!("installed below {}", prefix.display());
    for (_, folder) in library.modules {
        println!(
            "Python finds the wrapper with PYTHONPATH={}",
            prefix.join(folder).display()
        );
    }
    Ok(())
}

fn make_folder(folder: &Path) -> Outcome {
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
}

fn copy(file: &Path, folder: &Path) -> Outcome {
    make_folder(folder)?;
    let name = file.file_name().ok_or("a file has a name")?;
    let target = folder.join(name);
    let failed = |error| format!("{} to {}: {error}", file.display(), target.display());
    // A library that programs use is replaced, not written over.
    let new = target.with_extension("new");
    fs::copy(file, &new).map_err(failed)?;
    fs::rename(&new, &target).map_err(failed)
}

/// The file for pkg-config. It finds the folders from its own, so that all of it may be moved.
fn pkg_config(library: &CLibrary) -> String {
    let [libs, private] = library.libs;
    let private = if private.is_empty() {
        String::new()
    } else {
        format!("Libs.private: {private}\n")
    };
    format!(
        "prefix=${{pcfiledir}}/../..
libdir=${{prefix}}/lib
includedir=${{prefix}}/include

Name: {}
Description: {}
Version: {}
Libs: -L${{libdir}} {libs}
{private}Cflags: -I${{includedir}}
",
        library.name,
        library.description,
        env!("CARGO_PKG_VERSION"),
    )
}
