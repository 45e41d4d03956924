//! Programs run the same with every LLVM that is installed, from the oldest supported one.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use asyncir::codegen::llvm::Llvm;

/// The library of a major version, if Debian's packages put it where they do.
fn library(major: u32) -> Option<PathBuf> {
    let folders = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu"].map(str::to_owned);
    let own = format!("/usr/lib/llvm-{major}/lib");
    let mut places = folders
        .into_iter()
        .chain([own])
        .map(|folder| Path::new(&folder).join(format!("libLLVM.so.{major}.1")));
    places.find(|place| place.exists())
}

/// The libraries of all versions that are here; those at both ends of the range are.
fn libraries() -> Vec<(u32, PathBuf)> {
    let found: Vec<_> = Llvm::SUPPORTED
        .filter_map(|major| Some((major, library(major)?)))
        .collect();
    for end in [Llvm::SUPPORTED.start(), Llvm::SUPPORTED.end()] {
        let has_end = found.iter().any(|(major, _)| major == end);
        assert!(has_end, "`cargo xtask test` installs libllvm{end}; there is {found:?}");
    }
    found
}

#[track_caller]
fn prints(library: &Path, program: &Path, level: &str, wanted: &str) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_asyncir"));
    let command = command.arg("run").arg(program).arg(level);
    let output = command
        .env("ASYNCIR_LIBLLVM", library)
        .output()
        .expect("asyncir starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    let what = format!("{} {level} {}", library.display(), program.display());
    assert!(output.status.success(), "{what}: {errors}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), wanted, "{what}");
}

#[test]
fn examples_run_with_every_version() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    for (_, library) in libraries() {
        for file in fs::read_dir(folder.join("expected")).expect("examples/expected") {
            let path = file.expect("a file").path();
            let wanted = fs::read_to_string(&path).expect("an expected output");
            let program = folder.join(path.file_stem().expect("a name")).with_extension("mlir");
            for level in ["-O0", "-O2"] {
                prints(&library, &program, level, &wanted);
            }
        }
    }
}

/// Attributes and intrinsics whose spelling or parameters have changed since LLVM 19.
const CHANGED: &str = r#"
llvm.func @keep(%p: !llvm.ptr {llvm.nocapture}) attributes {
    memory_effects = #llvm.memory_effects<other = readwrite, argMem = readwrite, inaccessibleMem = none,
                                          errnoMem = none, targetMem0 = none, targetMem1 = none>} {
  llvm.return
}
llvm.func @main() -> i32 {
  %one = llvm.mlir.constant(1 : i64) : i64
  %p = llvm.alloca %one x vector<4xi32> {alignment = 16 : i64} : (i64) -> !llvm.ptr
  llvm.intr.lifetime.start %p : !llvm.ptr
  %values = llvm.mlir.constant(dense<[1, 2, 3, 4]> : vector<4xi32>) : vector<4xi32>
  %all = llvm.mlir.constant(dense<true> : vector<4xi1>) : vector<4xi1>
  %some = llvm.mlir.constant(dense<[true, false, true, false]> : vector<4xi1>) : vector<4xi1>
  %zeros = llvm.mlir.constant(dense<0> : vector<4xi32>) : vector<4xi32>
  llvm.intr.masked.store %zeros, %p, %all {alignment = 16 : i32} : vector<4xi32>, vector<4xi1> into !llvm.ptr
  llvm.intr.masked.store %values, %p, %some {alignment = 16 : i32} : vector<4xi32>, vector<4xi1> into !llvm.ptr
  llvm.call @keep(%p) : (!llvm.ptr) -> ()
  %loaded = llvm.intr.masked.load %p, %all, %zeros {alignment = 16 : i32}
    : (!llvm.ptr, vector<4xi1>, vector<4xi32>) -> vector<4xi32>
  %sum = "llvm.intr.vector.reduce.add"(%loaded) : (vector<4xi32>) -> i32
  llvm.intr.lifetime.end %p : !llvm.ptr
  llvm.return %sum : i32
}
"#;

#[test]
fn what_has_changed_is_spelled_for_each_version() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("llvm_versions");
    fs::create_dir_all(&folder).expect("a folder");
    let program = folder.join("changed.mlir");
    fs::write(&program, CHANGED).expect("a file");
    for (_, library) in libraries() {
        for level in ["-O0", "-O2"] {
            prints(&library, &program, level, "4\n");
        }
    }
}
