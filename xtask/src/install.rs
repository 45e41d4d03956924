//! Installing what the system's packages provide.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::process::{Outcome, run};

/// Where Debian's package puts the library.
const LIBRARIES: [&str; 3] = [
    "/usr/lib/x86_64-linux-gnu/libLLVM.so.22.1",
    "/usr/lib/aarch64-linux-gnu/libLLVM.so.22.1",
    "/usr/lib/llvm-22/lib/libLLVM.so.22.1",
];

/// libLLVM 22, which `asyncir run` opens.
///
/// # Errors
/// If it is missing and cannot be installed.
pub fn libllvm() -> Outcome {
    let is_given = std::env::var_os("ASYNCIR_LIBLLVM").is_some_and(|path| !path.is_empty());
    let present = is_given || LIBRARIES.iter().any(|l| Path::new(l).exists());
    if present { Ok(()) } else { packages(&["libllvm22"]) }
}

/// The oldest libLLVM that is supported, for the tests that run with every version.
///
/// # Errors
/// If it is missing and cannot be installed.
pub fn oldest_libllvm() -> Outcome {
    let present = LIBRARIES.iter().any(|library| {
        let older = library.replace("22", "19");
        Path::new(&older).exists()
    });
    if present { Ok(()) } else { packages(&["libllvm19"]) }
}

/// MLIR's own tools, which tests compare with.
///
/// # Errors
/// If they are missing and cannot be installed.
pub fn mlir_tools() -> Outcome {
    let present = |tool: &str| Path::new("/usr/lib/llvm-22/bin").join(tool).exists();
    if ["mlir-opt", "mlir-runner", "llvm-as", "FileCheck"]
        .iter()
        .all(|tool| present(tool))
    {
        return Ok(());
    }
    packages(&[
        "mlir-22-tools",
        "libmlir-22",
        "libmlir-22-dev",
        "llvm-22-tools",
        "llvm-22",
    ])
}

/// Python, for the tests of the wrapper for it.
///
/// # Errors
/// If it is missing and cannot be installed.
pub fn python() -> Outcome {
    let version = Command::new("python3").arg("--version").stdout(Stdio::null()).status();
    if version.is_ok() {
        Ok(())
    } else {
        packages(&["python3"])
    }
}

/// The runtime of OpenMP, to measure against.
///
/// # Errors
/// If it is missing and cannot be installed.
pub fn openmp() -> Outcome {
    if Path::new("/usr/lib/llvm-22/lib/libomp.so.5").exists() {
        return Ok(());
    }
    packages(&["libomp-22-dev"])
}

/// oneTBB, to measure against, and a C++ compiler.
///
/// # Errors
/// If it is missing and cannot be installed.
pub fn onetbb() -> Outcome {
    let present = ["/usr/include/oneapi/tbb/task_group.h", "/usr/bin/g++"];
    if present.iter().all(|file| Path::new(file).exists()) {
        return Ok(());
    }
    packages(&["libtbb-dev", "g++"])
}

fn packages(names: &[&str]) -> Outcome {
    let root = Command::new("id")
        .arg("-u")
        .output()
        .is_ok_and(|output| output.stdout.starts_with(b"0"));
    let sudo = Command::new("sudo")
        .arg("-V")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok();
    if !root && !sudo {
        return Err(format!("please install these packages of Debian: {}", names.join(" ")));
    }
    println!("installing {}", names.join(" "));
    let mut prefix: Vec<&str> = if root { vec![] } else { vec!["sudo"] };
    prefix.push("apt-get");
    let apt = |args: &[&str]| run(prefix[0], &[&prefix[1..], args].concat());
    apt(&["update", "-q"])?;
    apt(&[&["install", "-y", "-q", "--no-install-recommends"], names].concat())
}
