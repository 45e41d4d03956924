//! What cannot be built: it is said why, and nothing is left behind.

use std::fs;
use std::process::Command;

use super::{LANES, builds, fails, file, names, scratch};

/// What Cranelift cannot be asked for is an error with `--backend=cranelift`, and goes to LLVM without.
#[test]
fn cranelift_says_what_it_does_not_build() {
    let folder = scratch("refused");
    let source = file(&folder, "lanes.mlir", LANES);
    let object = folder.join("lanes.o").to_string_lossy().into_owned();
    for (flags, reason) in [
        (&["--emit=asm"][..], "LLVM IR, bitcode and assembly"),
        (&["--target=x86_64-linux-gnu"][..], "a choice of target"),
        (&["--cpu=skylake"][..], "a choice of processor but 'native'"),
        (&["--features=+avx2"][..], "a choice of processor but 'native'"),
        (&["--debug-info"][..], "debug information"),
        (&["--coroutines=llvm"][..], "coroutines that LLVM splits"),
    ] {
        let asked = [&["build", &source, "-o", &object, "-O0", "--backend=cranelift"], flags].concat();
        fails(&asked, &format!("error: Cranelift does not support {reason}"));
        assert_eq!(names(&folder), ["lanes.mlir"]);
        builds(&["-O0"], &[&[&*source, "-o", &object], flags].concat());
        fs::remove_file(&object).expect("it was made");
    }
}

#[test]
fn what_cannot_be_built_leaves_nothing_behind() {
    let folder = scratch("errors");
    let source = file(
        &folder,
        "f.mlir",
        "func.func private @nowhere()\nfunc.func @main() { func.call @nowhere() : () -> () return }",
    );
    let reader = file(
        &folder,
        "reader.mlir",
        "func.func @read(%x: i32) -> i32 { return %x : i32 }",
    );
    let library_path = folder.join("reader.so").to_string_lossy().into_owned();
    fails(
        &["build", &reader, "-o", &library_path],
        "reader.mlir:1:1: error: 'read' would take the place of the C library's, which the runtime needs",
    );
    let good = file(
        &folder,
        "good.mlir",
        "func.func @main() { return }\nfunc.func @f(%x: i32) { return }",
    );
    let path = folder.join("program").to_string_lossy().into_owned();
    let message = format!(
        "undefined symbols: nowhere (declared at {source}:1:1)\nnote: --link-arg=file names a library that defines them\n"
    );
    fails(&["build", &source, "-o", &path], &message);
    fails(
        &["run", &source],
        "nowhere (declared at {source}:1:1)\nnote: --shared-libs=file names a library that defines them\n"
            .replace("{source}", &source)
            .as_str(),
    );
    fails(
        &["build", &good, "-o", &path, "-e", "nobody"],
        "function 'nobody' not found; there is 'main'",
    );
    fails(
        &["build", &good, "-o", &path, "-e", "f"],
        "function 'f' cannot be called: it must have no parameters and return nothing, one number, token or value",
    );
    let library = file(&folder, "library.mlir", "func.func @scale(%x: i32) { return }");
    fails(
        &[
            "build",
            &library,
            "-o",
            &library_path,
            "--header",
            &folder.join(".").join("reader.so").to_string_lossy(),
        ],
        &format!("output file '{library_path}' is the header, too"),
    );
    fails(
        &["build", &library, "-o", &format!("{path}.foo")],
        &format!("the suffix '.foo' of '{path}.foo' is that of no format: .mlir, .ll, .bc, .s, .o, .so"),
    );
    fails(
        &["build", &library, "-o", &format!("{path}.a")],
        &format!(
            "static libraries are not made; make an object file, such as -o {path}.o, and put it into one with ar"
        ),
    );
    fails(
        &["build", &good, "-o", &path, "--linker=/no/such/linker"],
        "cannot find the linker '/no/such/linker': install a C compiler",
    );
    fails(
        &["build", &good, "-o", &path, "--runtime-lib=/no/such/file.a"],
        "cannot open the runtime's library '/no/such/file.a': No such file or directory",
    );
    fails(
        &["build", &good, "-o", &path, "--link-arg=-lnosuchlibrary"],
        "the linker 'cc' failed",
    );
    fails(
        &["build", &good],
        "say what to make: -o with the name of a file, or --emit=mlir|ll|bc|asm|obj|shared|exe",
    );
    fails(
        &["build", &good, "-o", "-"],
        "say what to write to standard output: add --emit=mlir|ll|bc|asm|obj|shared|exe",
    );
    let object = format!("{path}.o");
    for flag in ["link-arg", "linker", "runtime-lib"] {
        fails(
            &["build", &good, "-o", &object, &format!("--{flag}=x")],
            &format!("--{flag} is for what is linked, executables and shared libraries, but the output is neither"),
        );
    }
    fails(
        &[
            "build",
            &good,
            "-o",
            &object,
            "--target=riscv64-linux-gnu",
            "--cpu=native",
        ],
        "--cpu=native is the processor of this machine, which has another architecture than the target \
         'riscv64-unknown-linux-gnu'",
    );
    fails(
        &["build", &good, "-o", &object, "--header", &object],
        &format!("output file '{object}' is the header, too"),
    );
    fails(
        &["build", &good, "-o", &object, "--header", &good],
        &format!("header '{good}' is the input file"),
    );
    fails(
        &["build", &good, "-o", "/no/such/folder/x"],
        "cannot open output file '/no/such/folder/x'",
    );
    fails(
        &["build", &good, "--emit=obj", "-o", "/dev/full"],
        "cannot write output file '/dev/full': No space left on device",
    );
    assert_eq!(names(&folder), ["f.mlir", "good.mlir", "library.mlir", "reader.mlir"]);
    fs::write(&path, "old").expect("a file");
    fails(&["build", &source, "-o", &path], "undefined symbols");
    assert_eq!(fs::read_to_string(&path).expect("the old file"), "old");
}

/// A tool that is installed elsewhere does not find the library, and says where it looked.
#[test]
fn a_missing_runtime_says_where_it_was_looked_for() {
    let folder = scratch("moved");
    let tool = folder.join("asyncir");
    fs::copy(env!("CARGO_BIN_EXE_asyncir"), &tool).expect("a copy");
    let source = file(&folder, "good.mlir", "func.func @main() { return }");
    let mut command = Command::new(&tool);
    let output = command
        .args(["build", &source, "-o"])
        .arg(folder.join("program"))
        .output()
        .expect("it starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(errors.contains("cannot find the runtime's library libasyncir_runtime.a: name it with --runtime-lib"));
    assert!(
        errors.contains(&format!("tried {}/libasyncir_runtime.a", folder.display())),
        "{errors}"
    );
}
