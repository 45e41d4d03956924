//! Libraries that C calls through their headers.

use std::fs;
use std::process::Command;

use super::{LANES, MAKERS, builds, compile_c, file, prints, runtime_library, scratch};

const LIBRARY: &str = "
func.func @doubled(%x: tensor<3xf32>) -> tensor<3xf32> {
  %y = arith.addf %x, %x : tensor<3xf32>
  return %y : tensor<3xf32>
}
func.func @sum(%m: memref<?x?xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = memref.dim %m, %c0 : memref<?x?xf32>
  %columns = memref.dim %m, %c1 : memref<?x?xf32>
  %zero = arith.constant 0.0 : f32
  %token, %value = async.execute -> !async.value<f32> {
    %sum = scf.for %i = %c0 to %rows step %c1 iter_args(%a = %zero) -> (f32) {
      %row = scf.for %j = %c0 to %columns step %c1 iter_args(%b = %a) -> (f32) {
        %x = memref.load %m[%i, %j] : memref<?x?xf32>
        %next = arith.addf %b, %x : f32
        scf.yield %next : f32
      }
      scf.yield %row : f32
    }
    async.yield %sum : f32
  }
  %result = async.await %value : !async.value<f32>
  return %result : f32
}
func.func @is_even(%x: i32) -> i1 {
  %one = arith.constant 1 : i32
  %bit = arith.andi %x, %one : i32
  %zero = arith.constant 0 : i32
  %even = arith.cmpi eq, %bit, %zero : i32
  return %even : i1
}
func.func @iota(%n: index) -> memref<?xi64> {
  %m = memref.alloc(%n) : memref<?xi64>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = arith.index_cast %i : index to i64
    memref.store %x, %m[%i] : memref<?xi64>
  }
  return %m : memref<?xi64>
}
func.func @both(%x: i32, %d: f64) -> (f64, i32) {
  return %d, %x : f64, i32
}
memref.global @numbers : memref<3xi32> = dense<[5, 6, 7]>
func.func @second() -> i32 {
  %c1 = arith.constant 1 : index
  %numbers = memref.get_global @numbers : memref<3xi32>
  %number = memref.load %numbers[%c1] : memref<3xi32>
  %function = func.constant @hidden : (i32) -> i32
  %same = func.call_indirect %function(%number) : (i32) -> i32
  return %same : i32
}
func.func private @hidden(%x: i32) -> i32 { return %x : i32 }
";

const HOST: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include "library.h"

/* As C returns large structures: what the function itself, not its wrapper, gives. */
struct raw { int64_t *allocated, *aligned; int64_t offset, size, stride; };
struct raw iota(int64_t count);

int main(void) {
    float data[6] = {1, 2, 3, 4, 5, 6};
    AsyncirMemref2F32 m = {data, data, 0, {2, 3}, {3, 1}};
    printf("%g\n", _mlir_ciface_sum(&m));
    printf("%d %d\n", _mlir_ciface_is_even(4), _mlir_ciface_is_even(7));
    AsyncirMemref1I64 numbers;
    _mlir_ciface_iota(&numbers, 5);
    printf("%ld %ld\n", (long)numbers.sizes[0], (long)numbers.aligned[4]);
    free(numbers.allocated);
    struct raw raw = iota(3);
    printf("%ld %ld\n", (long)raw.size, (long)raw.aligned[2]);
    free(raw.allocated);
    both_results results;
    _mlir_ciface_both(&results, 7, 0.5);
    printf("%g %d\n", results.result0, (int)results.result1);
    printf("%d\n", (int)_mlir_ciface_second());
    AsyncirMemref1F32 three = {data, data, 0, {3}, {1}}, doubled;
    _mlir_ciface_doubled(&doubled, &three);
    printf("%g %g\n", doubled.aligned[0], doubled.aligned[2]);
    free(doubled.allocated);
    return 0;
}
"#;

#[test]
fn c_calls_a_library_through_its_header() {
    let folder = scratch("library");
    let host = file(&folder, "host.c", HOST);
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let (library, header) = (path("library.so"), path("library.h"));
    for (maker, lanes) in MAKERS.into_iter().zip([LANES, ""]) {
        let source = file(&folder, "library.mlir", &format!("{LIBRARY}{lanes}"));
        // Code that the loader would have to change is refused.
        let strict = "--link-arg=-Wl,-z,text";
        builds(maker, &[&source, "-o", &library, "--header", &header, strict]);
        compile_c(&[
            &host,
            &library,
            "-o",
            &path("host"),
            &format!("-Wl,-rpath,{}", folder.display()),
        ]);
        prints(&folder.join("host"), "21\n1 0\n5 4\n3 2\n0.5 7\n6\n2 6\n");
        let header = fs::read_to_string(&header).expect("the header");
        assert!(
            header.contains("float _mlir_ciface_sum(AsyncirMemref2F32 *arg0);"),
            "{header}"
        );
        assert_eq!(
            header.contains("lanes : (vector<4xf32>) -> () is left out: C has no type for vector<4xf32>."),
            !lanes.is_empty(),
            "{header}"
        );
        assert!(!header.contains("hidden"), "{header}");
    }
}

const COUNTER: &str = "
memref.global @counter : memref<i64> = dense<START>
func.func @next() -> i64 {
  %counter = memref.get_global @counter : memref<i64>
  %now = memref.load %counter[] : memref<i64>
  %c1 = arith.constant 1 : i64
  %next = arith.addi %now, %c1 : i64
  memref.store %next, %counter[] : memref<i64>
  return %next : i64
}
func.func @NAME() -> i64 {
  %next = call @next() : () -> i64
  return %next : i64
}
";

const TWO_COUNTERS: &str = r#"
#include <stdio.h>
#include "one/counter.h"
#include "two/counter.h"

int main(void) {
    printf("%ld %ld\n", (long)_mlir_ciface_one(), (long)_mlir_ciface_two());
    return 0;
}
"#;

const COMPLEX: &str = "
func.func @times(%a: complex<f64>, %x: f64, %b: complex<f64>) -> complex<f64> {
  %0 = complex.mul %a, %b : complex<f64>
  %1 = complex.create %x, %x : complex<f64>
  %2 = complex.add %0, %1 : complex<f64>
  return %2 : complex<f64>
}
func.func @parts(%a: complex<f64>) -> (complex<f32>, i32) {
  %re = complex.re %a : complex<f64>
  %im = complex.im %a : complex<f64>
  %0 = arith.truncf %re : f64 to f32
  %1 = arith.truncf %im : f64 to f32
  %2 = complex.create %1, %0 : complex<f32>
  %3 = arith.constant 7 : i32
  return %2, %3 : complex<f32>, i32
}
func.func @narrow(%a: complex<f32>) { return }
func.func @many(%a: f64, %b: f64, %c: f64, %d: f64, %e: f64, %f: f64, %g: f64, %h: complex<f64>) { return }
";

const COMPLEX_HOST: &str = r#"
#include "library.h"
#include <stdio.h>

int main(void) {
    AsyncirComplexF64 a = {1.5, 2.0}, b = {-3.0, 0.5};
    AsyncirComplexF64 product;
    parts_results parts;
    _mlir_ciface_times(&product, a, 100.0, b);
    _mlir_ciface_parts(&parts, a);
    printf("%g %g %g %g %d\n", product.re, product.im, parts.result0.re, parts.result0.im, parts.result1);
    return 0;
}
"#;

#[test]
fn c_passes_complex_numbers() {
    let folder = scratch("complex-numbers");
    let host = file(&folder, "host.c", COMPLEX_HOST);
    let source = file(&folder, "library.mlir", COMPLEX);
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let (library, header) = (path("library.so"), path("library.h"));
    for maker in MAKERS {
        builds(maker, &[&source, "-o", &library, "--header", &header]);
        let found = format!("-Wl,-rpath,{}", folder.display());
        compile_c(&[&host, &library, "-o", &path("host"), &found]);
        prints(&folder.join("host"), "94.5 94.75 2 1.5 7\n");
        let header = fs::read_to_string(&header).expect("the header");
        for left_out in [
            "narrow : (complex<f32>) -> () is left out: C passes complex<f32> otherwise here.",
            "complex<f64>) -> () is left out: C passes complex<f64>",
        ] {
            assert!(header.contains(left_out), "{header}");
        }
    }
}

/// Results of one bit, whose other bits are garbage unless they are extended, and functions that C cannot call.
const BITS: &str = r#"
llvm.func @odd(%x: i64) -> i1 {
  %0 = llvm.trunc %x : i64 to i1
  llvm.return %0 : i1
}
func.func @odd_too(%x: i64) -> (i1 {llvm.noundef}) {
  %0 = arith.trunci %x : i64 to i1
  return %0 : i1
}
"#;

const NOT_FOR_C: &str = r#"
llvm.func @copied(%x: !llvm.ptr {llvm.byval = i64}) {
  llvm.return
}
llvm.func @many(...) {
  llvm.return
}
llvm.func fastcc @fast() {
  llvm.return
}
llvm.func @register() {
  llvm.return
}
llvm.func internal @local() {
  llvm.return
}
llvm.func hidden @hidden() {
  llvm.return
}
"#;

const BITS_HOST: &str = r#"
#include "library.h"
#include <stdio.h>

int main(void) {
    for (int64_t x = 2; x < 4; x++) printf("%d%d ", odd(x) ? 1 : 0, _mlir_ciface_odd_too(x) ? 1 : 0);
    puts("");
    return 0;
}
"#;

#[test]
fn c_gets_bits_and_is_told_what_it_cannot_call() {
    let folder = scratch("one-bit-results");
    let host = file(&folder, "host.c", BITS_HOST);
    let source = file(&folder, "library.mlir", BITS);
    let all = file(&folder, "all.mlir", &format!("{BITS}{NOT_FOR_C}"));
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let (library, header) = (path("library.so"), path("library.h"));
    for maker in MAKERS {
        builds(maker, &[&source, "-o", &library, "--header", &header]);
        let found = format!("-Wl,-rpath,{}", folder.display());
        compile_c(&[&host, &library, "-o", &path("host"), &found]);
        prints(&folder.join("host"), "00 11 \n");
    }
    // Only LLVM compiles all of them.
    builds(&["-O2"], &[&all, "-o", &library, "--header", &header]);
    let header = fs::read_to_string(&header).expect("the header");
    for left_out in [
        "copied : (!llvm.ptr) -> () is left out: a parameter has the attribute llvm.byval.",
        "many : () -> () is left out: it takes any number of arguments.",
        "fast : () -> () is left out: its calling convention is #llvm.cconv<fastcc>.",
        "register : () -> () is left out: its name is not one that C and C++ have.",
    ] {
        assert!(header.contains(left_out), "{left_out}\n{header}");
    }
    assert!(!header.contains("local") && !header.contains("hidden"), "{header}");
}

/// Libraries, and headers, of the same names do not get into each other's way.
#[test]
fn each_library_uses_its_own_functions_and_globals() {
    let folder = scratch("two_libraries");
    let host = file(&folder, "host.c", TWO_COUNTERS);
    let mut libraries = Vec::new();
    for (name, start) in [("one", "10"), ("two", "20")] {
        let own = folder.join(name);
        fs::create_dir(&own).expect("a folder");
        let source = COUNTER.replace("NAME", name).replace("START", start);
        let source = file(&own, "counter.mlir", &source);
        let path = |file: &str| own.join(file).to_string_lossy().into_owned();
        builds(
            MAKERS[0],
            &[&source, "-o", &path("counter.so"), "--header", &path("counter.h")],
        );
        libraries.push(path("counter.so"));
    }
    let program = folder.join("host").to_string_lossy().into_owned();
    compile_c(&[&host, &libraries[0], &libraries[1], "-o", &program]);
    prints(&folder.join("host"), "11 21\n");
}

/// C has other names for them: complex numbers are their two parts, floats of 16 bits their bits.
#[test]
fn memory_of_complex_numbers_and_halves_is_passed_by_c() {
    let folder = scratch("complex");
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let text = "func.func @conjugate(%m: memref<2xcomplex<f32>>) -> memref<complex<f64>> {
      %c1 = arith.constant 1 : index
      %z = memref.load %m[%c1] : memref<2xcomplex<f32>>
      %conjugated = complex.conj %z : complex<f32>
      memref.store %conjugated, %m[%c1] : memref<2xcomplex<f32>>
      %constant = complex.constant [0.5, -3.0] : complex<f64>
      %result = memref.alloc() : memref<complex<f64>>
      memref.store %constant, %result[] : memref<complex<f64>>
      return %result : memref<complex<f64>>
    }
    func.func @twice(%m: memref<?xf16>, %b: memref<?xbf16>) {
      %c0 = arith.constant 0 : index
      %x = memref.load %m[%c0] : memref<?xf16>
      %y = arith.addf %x, %x : f16
      memref.store %y, %m[%c0] : memref<?xf16>
      return
    }";
    let host = "#include <stdio.h>
        #include <stdlib.h>
        #include \"library.h\"
        int main(void) {
          AsyncirComplexF32 numbers[2] = {{1, 2}, {3, 4}};
          AsyncirMemref1ComplexF32 two = {numbers, numbers, 0, {2}, {1}};
          AsyncirMemref0ComplexF64 result;
          _mlir_ciface_conjugate(&result, &two);
          printf(\"%g %g %g %g\\n\", numbers[1].re, numbers[1].im, result.aligned->re, result.aligned->im);
          free(result.allocated);
          uint16_t half = 0x3e00;
          AsyncirMemref1F16 halves = {&half, &half, 0, {1}, {1}};
          AsyncirMemref1BF16 none = {&half, &half, 0, {0}, {1}};
          _mlir_ciface_twice(&halves, &none);
          printf(\"%x\\n\", half);
          return 0;
        }";
    let (source, host) = (file(&folder, "library.mlir", text), file(&folder, "host.c", host));
    let (object, header) = (path("library.o"), path("library.h"));
    builds(&[], &[&source, "-o", &object, "--header", &header]);
    let runtime = runtime_library();
    compile_c(&[&host, &object, &runtime.to_string_lossy(), "-lm", "-o", &path("host")]);
    prints(&folder.join("host"), "3 -4 0.5 -3\n4200\n");
}

/// What a library gives is awaited by C with the functions of the runtime that both use.
#[test]
fn c_awaits_values_of_a_library() {
    let folder = scratch("awaited");
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let folder_of_runtime = folder.join("of, runtime");
    fs::create_dir_all(&folder_of_runtime).expect("a folder");
    let runtime = folder_of_runtime.join("libasyncir_runtime.so");
    std::os::unix::fs::symlink(runtime_library().with_extension("so"), &runtime).expect("a link");
    let text = "async.func @twice(%a: i32) -> !async.value<i32> {
        %token, %value = async.execute -> !async.value<i32> {
          %b = arith.addi %a, %a : i32
          async.yield %b : i32
        }
        %result = async.await %value : !async.value<i32>
        return %result : i32
      }";
    let host = "#include <stdio.h>
        #include \"library.h\"
        int main(void) {
          AsyncValue *value = _mlir_ciface_twice(21);
          mlirAsyncRuntimeAwaitValue(value);
          printf(\"%d\\n\", *(int32_t *)mlirAsyncRuntimeGetValueStorage(value));
          mlirAsyncRuntimeDropRef(value, 1);
          return 0;
        }";
    let (source, host) = (file(&folder, "library.mlir", text), file(&folder, "host.c", host));
    let (library, header) = (path("library.so"), path("library.h"));
    let runtime = runtime.to_string_lossy();
    let flag = format!("--runtime-lib={runtime}");
    builds(&[], &[&source, "-o", &library, "--header", &header, &flag]);
    let headers = format!("-I{}/../runtime/include", env!("CARGO_MANIFEST_DIR"));
    compile_c(&[&host, &library, &runtime, &headers, "-o", &path("host")]);
    // The runtime is found by its name, wherever it is installed.
    let installed = folder.join("lib");
    fs::create_dir_all(&installed).expect("a folder");
    fs::copy(&*runtime, installed.join("libasyncir_runtime.so")).expect("a copy");
    let output = Command::new(folder.join("host"))
        .env("LD_LIBRARY_PATH", installed)
        .output();
    let output = output.expect("the program starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "42\n", "{errors}");
    // Alone, the library finds it where it was.
    let output = Command::new("ldd")
        .arg(&library)
        .env_remove("LD_LIBRARY_PATH")
        .output()
        .expect("ldd starts");
    let found = String::from_utf8_lossy(&output.stdout).into_owned();
    let place = format!("libasyncir_runtime.so => {runtime}");
    assert!(found.contains(&place), "{found}");
}

/// A bit is passed in a byte whose upper bits may be anything.
#[test]
fn bits_are_passed_between_code_of_both_makers() {
    let folder = scratch("bits");
    let callee = "func.func @odd(%x: i32) -> i1 { %odd = arith.trunci %x : i32 to i1  return %odd : i1 }
func.func @number(%bit: i1) -> i32 { %x = arith.extui %bit : i1 to i32  return %x : i32 }
";
    let caller = "func.func private @odd(i32) -> i1
func.func private @number(i1) -> i32
func.func @main() -> i32 {
  %large = arith.constant 4660 : i32
  %odd = call @odd(%large) : (i32) -> i1
  %zero = call @number(%odd) : (i1) -> i32
  %bit = arith.trunci %large : i32 to i1
  %again = call @number(%bit) : (i1) -> i32
  %sum = arith.addi %zero, %again : i32
  return %sum : i32
}
";
    let (callee, caller) = (
        file(&folder, "callee.mlir", callee),
        file(&folder, "caller.mlir", caller),
    );
    let object = folder.join("callee.o").to_string_lossy().into_owned();
    let program = folder.join("program");
    let link = format!("--link-arg={object}");
    for (one, two) in MAKERS.into_iter().flat_map(|one| MAKERS.map(|two| (one, two))) {
        builds(one, &[&callee, "-o", &object]);
        builds(two, &[&caller, "-o", &program.to_string_lossy(), &link]);
        prints(&program, "0\n");
    }
}
