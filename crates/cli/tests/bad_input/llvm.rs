//! What is said and done if libLLVM is missing, or cannot be opened.

use std::fs;
use std::process::Command;

use super::scratch;

#[test]
fn a_libllvm_that_cannot_be_opened_is_not_called_missing() {
    let library = scratch("broken_llvm").join("libLLVM.so");
    fs::write(&library, "").expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_asyncir"));
    let command = command.args(["run", "../../examples/fib.mlir"]);
    let output = command
        .env("ASYNCIR_LIBLLVM", &library)
        .output()
        .expect("asyncir starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    let note = format!(
        "note: no libLLVM could be opened ({}: file too short), so",
        library.display()
    );
    assert!(output.status.success() && errors.starts_with(&note), "{errors}");
}

#[test]
fn missing_llvm_says_what_to_install() {
    let (success, _, errors) = without_llvm(&["run", "--backend=llvm", "../../examples/chain.mlir"]);
    assert!(!success);
    assert!(
        errors.contains("/no/such/libLLVM.so") && errors.contains("libllvm22"),
        "{errors}"
    );
}

#[test]
fn cranelift_makes_the_code_if_llvm_is_missing() {
    let wanted = fs::read_to_string("../../examples/expected/fib.txt").expect("what it prints");
    let note = "note: no libLLVM was found, so Cranelift makes the code";
    let cache = scratch("missing_llvm");
    for round in ["compiled", "found in the cache"] {
        let output = Command::new(env!("CARGO_BIN_EXE_asyncir"))
            .args(["run", "-O3", "../../examples/fib.mlir"])
            .env("ASYNCIR_LIBLLVM", "/no/such/libLLVM.so")
            .env("ASYNCIR_CACHE_DIR", &cache)
            .output()
            .expect("asyncir starts");
        assert_eq!(String::from_utf8_lossy(&output.stdout), wanted, "{round}");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.starts_with(note), "{round}: {errors}");
    }
    let object = cache.join("fib.o");
    let (success, _, errors) = without_llvm(&[
        "build",
        "../../examples/fib.mlir",
        "-o",
        object.to_str().expect("UTF-8"),
    ]);
    assert!(success && errors.starts_with(note), "{errors}");
    let (success, _, errors) = without_llvm(&["build", "../../examples/fib.mlir", "--emit=ll"]);
    assert!(!success && errors.contains("cannot find LLVM"), "{errors}");
    let (success, _, errors) = without_llvm(&["run", "-g", "../../examples/fib.mlir"]);
    let wanted = "error: Cranelift does not support debug information; cannot find LLVM 19 to 22";
    assert!(!success && errors.contains(wanted), "{errors}");
}

/// What `asyncir` says and prints with these arguments where there is no LLVM, and no cache.
#[track_caller]
fn without_llvm(args: &[&str]) -> (bool, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_asyncir"))
        .args(args)
        .env("ASYNCIR_LIBLLVM", "/no/such/libLLVM.so")
        .output()
        .expect("asyncir starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.success(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn the_lowest_level_works_without_llvm() {
    for program in ["chain", "fib", "error", "parallel", "linalg", "group"] {
        let wanted = fs::read_to_string(format!("../../examples/expected/{program}.txt")).expect("what it prints");
        let path = format!("../../examples/{program}.mlir");
        let (_, plain, errors) = without_llvm(&["run", "-O0", "--no-cache", &path]);
        assert_eq!((plain, &*errors), (wanted.clone(), ""), "{program}");
        let (_, optimized, _) = without_llvm(&["run", "--backend=cranelift", "--no-cache", &path]);
        assert_eq!(optimized, wanted, "{program}");
    }
}

#[test]
fn what_only_llvm_knows_is_named_where_it_is_missing() {
    let folder = scratch("only_llvm");
    let path = folder.join("half.mlir");
    let text = "func.func private @twice(%v: f16) -> f16 {
  %w = arith.addf %v, %v : f16
  return %w : f16
}
func.func @main() {
  %v = arith.constant 1.0 : f16
  %w = call @twice(%v) : (f16) -> f16
  %x = arith.extf %w : f16 to f32
  vector.print %x : f32
  return
}";
    fs::write(&path, text).expect("a file");
    let path = path.to_str().expect("UTF-8");
    let (success, _, errors) = without_llvm(&["run", "-O0", "--no-cache", path]);
    assert!(!success, "{errors}");
    for wanted in [
        "half.mlir:1:1: error: 'llvm.func' op is not supported by Cranelift: type",
        "note: LLVM would be needed: cannot find LLVM 19 to 22",
        "libllvm22",
    ] {
        assert!(errors.contains(wanted), "{errors}");
    }
    let (_, _, errors) = without_llvm(&["run", "--no-cache", path]);
    assert!(
        errors.contains("note: LLVM would be needed") && !errors.contains("so Cranelift makes"),
        "{errors}"
    );
    // Nor is it forgotten where the cache knows that the program was refused.
    let cache = folder.join("cache");
    let run = |library: Option<&str>| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_asyncir"));
        command.args(["run", "-O0", path]).env("ASYNCIR_CACHE_DIR", &cache);
        command.envs(library.map(|library| ("ASYNCIR_LIBLLVM", library)));
        command.output().expect("asyncir starts")
    };
    assert_eq!(String::from_utf8_lossy(&run(None).stdout), "2\n");
    assert_eq!(String::from_utf8_lossy(&run(None).stdout), "2\n");
    let errors = run(Some("/no/such/libLLVM.so")).stderr;
    let errors = String::from_utf8_lossy(&errors);
    assert!(
        errors.contains("'llvm.func' op is not supported by Cranelift"),
        "{errors}"
    );
}

#[test]
fn backends_and_what_they_do_not_do() {
    let program = "../../examples/chain.mlir";
    for (flags, wanted) in [
        (&["--backend=gcc"][..], "'gcc'"),
        (
            &["--backend=cranelift", "--coroutines=llvm"],
            "Cranelift does not support coroutines that LLVM splits",
        ),
        (
            &["--backend=cranelift", "--debug-info"],
            "Cranelift does not support debug information",
        ),
    ] {
        let args = [&["run"], flags, &[program]].concat();
        let output = Command::new(env!("CARGO_BIN_EXE_asyncir"))
            .args(&args)
            .output()
            .expect("asyncir starts");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(
            !output.status.success() && errors.contains(wanted),
            "{args:?}: {errors}"
        );
    }
}

#[test]
fn the_front_half_works_without_llvm() {
    let output = Command::new(env!("CARGO_BIN_EXE_asyncir"))
        .args(["opt", "--convert-func-to-llvm", "../../examples/chain.mlir"])
        .env("ASYNCIR_LIBLLVM", "/no/such/libLLVM.so")
        .output()
        .expect("asyncir starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
