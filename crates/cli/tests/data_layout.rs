//! Sizes and offsets that are computed when code is generated are those of the machine that it is for, which LLVM does not
//! know of a text that does not say them.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

const PRINT: &str = "
func.func private @printI64(i64)
func.func private @printNewline()
func.func @print(%x: i64) {
  call @printI64(%x) : (i64) -> ()
  call @printNewline() : () -> ()
  return
}
";

const SIZES: &str = "
func.func @main() {
  %null = llvm.mlir.zero : !llvm.ptr
  %behind_pair = llvm.getelementptr %null[1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, i64)>
  %pair = llvm.ptrtoint %behind_pair : !llvm.ptr to i64
  call @print(%pair) : (i64) -> ()
  %behind_odd = llvm.getelementptr %null[1] : (!llvm.ptr) -> !llvm.ptr, i129
  %odd = llvm.ptrtoint %behind_odd : !llvm.ptr to i64
  call @print(%odd) : (i64) -> ()
  %second = llvm.getelementptr %null[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i8, i128)>
  %offset = llvm.ptrtoint %second : !llvm.ptr to i64
  call @print(%offset) : (i64) -> ()
  return
}
";

/// A constant that is computed when the program is translated.
const GLOBAL: &str = "
llvm.mlir.global constant @size_of_three() : i64 {
  %null = llvm.mlir.zero : !llvm.ptr
  %end = llvm.getelementptr %null[3] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, i64)>
  %size = llvm.ptrtoint %end : !llvm.ptr to i64
  llvm.return %size : i64
}
";

/// Memory of integers whose size is no power of two, and tasks that give such, and structs with gaps.
const WIDE: &str = "
func.func @fill(%m: memref<5xi129>, %x: i129) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  scf.for %i = %c0 to %c5 step %c1 {
    memref.store %x, %m[%i] : memref<5xi129>
  }
  return
}

func.func @high(%x: i192) -> i64 {
  %c128 = arith.constant 128 : i192
  %shifted = arith.shrui %x, %c128 : i192
  %high = arith.trunci %shifted : i192 to i64
  return %high : i64
}

func.func @main() {
  %c4 = arith.constant 4 : index
  %seven = arith.constant 7 : i129
  %nine = arith.constant 9 : i129
  %first = memref.alloc() : memref<5xi129>
  %second = memref.alloc() : memref<5xi129>
  call @fill(%second, %nine) : (memref<5xi129>, i129) -> ()
  call @fill(%first, %seven) : (memref<5xi129>, i129) -> ()
  %x = memref.load %second[%c4] : memref<5xi129>
  %last = arith.trunci %x : i129 to i64
  call @print(%last) : (i64) -> ()
  memref.dealloc %first : memref<5xi129>
  memref.dealloc %second : memref<5xi129>

  %c77 = arith.constant 77 : i192
  %c128 = arith.constant 128 : i192
  %wide = arith.shli %c77, %c128 : i192
  %i32 = arith.constant 5 : i32
  %i64 = arith.constant 1234567890123 : i64
  %empty = llvm.mlir.undef : !llvm.struct<(i32, i64, i8, i64)>
  %one = llvm.insertvalue %i32, %empty[0] : !llvm.struct<(i32, i64, i8, i64)>
  %both = llvm.insertvalue %i64, %one[3] : !llvm.struct<(i32, i64, i8, i64)>
  %token, %a, %b, %c = async.execute -> (
      !async.value<i192>, !async.value<i192>, !async.value<!llvm.struct<(i32, i64, i8, i64)>>) {
    async.yield %wide, %wide, %both : i192, i192, !llvm.struct<(i32, i64, i8, i64)>
  }
  %wide_a = async.await %a : !async.value<i192>
  %wide_b = async.await %b : !async.value<i192>
  %parts = async.await %c : !async.value<!llvm.struct<(i32, i64, i8, i64)>>
  %high_a = call @high(%wide_a) : (i192) -> i64
  %high_b = call @high(%wide_b) : (i192) -> i64
  call @print(%high_a) : (i64) -> ()
  call @print(%high_b) : (i64) -> ()
  %tail = llvm.extractvalue %parts[3] : !llvm.struct<(i32, i64, i8, i64)>
  call @print(%tail) : (i64) -> ()
  return
}
";

fn program(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("data_layout_{name}.mlir"));
    fs::write(&path, format!("{PRINT}{text}")).expect("a file");
    path
}

fn asyncir(args: &[&str], file: &PathBuf) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_asyncir"));
    let output = command.args(args).arg(file).output().expect("asyncir starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {errors}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn both_code_generators_compute_the_sizes_of_the_machine() {
    let file = program("sizes", SIZES);
    for backend in ["--backend=llvm", "--backend=cranelift"] {
        for level in ["-O0", "-O2"] {
            let printed = asyncir(&["run", "--no-cache", backend, level], &file);
            assert_eq!(printed, "16\n32\n16\n", "{backend} {level}");
        }
    }
}

#[test]
fn wide_integers_and_structs_keep_their_places() {
    let file = program("wide", WIDE);
    for level in ["-O0", "-O2"] {
        for tasks in [&["--keep-tasks"][..], &[]] {
            let args = [&["run", "--no-cache", "--backend=llvm", level], tasks].concat();
            assert_eq!(asyncir(&args, &file), "9\n77\n77\n1234567890123\n", "{args:?}");
        }
    }
}

#[test]
fn text_for_another_machine_has_the_sizes_of_that_machine() {
    let file = program("elsewhere", GLOBAL);
    for target in ["x86_64-linux-gnu", "aarch64-linux-gnu", "s390x-linux-gnu"] {
        let text = asyncir(&["build", "-O0", "--emit=ll", "--target", target, "-o", "-"], &file);
        assert!(text.contains("target datalayout = "), "{text}");
        assert!(text.contains("constant i64 48"), "{text}");
    }
}
