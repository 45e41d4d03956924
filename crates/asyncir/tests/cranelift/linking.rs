//! Programs that are linked without LLVM: their symbols, their failures, and files that are not what they should be.

use asyncir::codegen::link::Image;
use asyncir::codegen::llvm::{CompileOptions, OptLevel, compile_to_object};
use asyncir::codegen::run::Code as _;
use asyncir::{Backend, Error};

use crate::engine;

#[test]
fn undefined_symbols_are_named() {
    let text = "func.func private @nowhere()
func.func private @elsewhere() -> i64
func.func @f() -> i64 {
  call @nowhere() : () -> ()
  %0 = call @elsewhere() : () -> i64
  return %0 : i64
}";
    let engine = engine(text, Backend::Cranelift, OptLevel::O0).expect("it compiles");
    let error = engine.call::<i64>("f", ()).expect_err("nobody defines them");
    assert_eq!(
        error.to_string(),
        "undefined symbols: elsewhere (declared at test.mlir:2:1), nowhere (declared at test.mlir:1:1)"
    );
}

#[test]
fn failures_come_back_through_frames() {
    let text = "func.func private @deep(%n: i64, %ok: i1) {
  cf.assert %ok, \"too deep\"
  return
}
func.func @in_a_task() -> i64 {
  %no = arith.constant false
  %n = arith.constant 5 : i64
  %token = async.execute {
    func.call @deep(%n, %no) : (i64, i1) -> ()
    async.yield
  }
  async.await %token : !async.token
  return %n : i64
}
func.func @in_the_caller() -> i64 {
  %no = arith.constant false
  %n = arith.constant 5 : i64
  call @deep(%n, %no) : (i64, i1) -> ()
  return %n : i64
}";
    for level in [OptLevel::O0, OptLevel::O2] {
        let engine = engine(text, Backend::Cranelift, level).expect("it compiles");
        for name in ["in_a_task", "in_the_caller", "in_a_task"] {
            match engine.call::<i64>(name, ()) {
                Err(Error::Failed(error)) => assert_eq!(error.to_string(), "test.mlir:2:3: too deep"),
                other => panic!("{name}: {other:?}"),
            }
        }
    }
}

fn image(objects: Vec<Vec<u8>>) -> Image {
    // SAFETY: there are no symbols and no libraries.
    unsafe { Image::new(objects, &[], &[]) }.expect("nothing to open")
}

fn object(ir: &str) -> Vec<u8> {
    let options = CompileOptions {
        opt_level: OptLevel::O0,
        ..CompileOptions::default()
    };
    compile_to_object(ir, &options).expect("LLVM compiles it")
}

fn error_of(ir: &[&str]) -> String {
    let image = image(ir.iter().map(|ir| object(ir)).collect());
    image.lookup("f").expect_err("it cannot be linked").to_string()
}

#[test]
fn plain_objects_of_llvm_are_linked() {
    let two = [
        "declare i32 @g(i32) define i32 @f() { %1 = call i32 @g(i32 20) ret i32 %1 }",
        "@c = internal global i32 22 define i32 @g(i32 %x) { %1 = load i32, ptr @c %2 = add i32 %x, %1 ret i32 %2 }",
    ];
    let image = image(two.iter().map(|ir| object(ir)).collect());
    let address = image.lookup("f").expect("it is linked");
    // SAFETY: the function is as written above.
    let f = unsafe { std::mem::transmute::<*const (), extern "C" fn() -> i32>(address) };
    assert_eq!(f(), 42);
    assert_eq!(
        image.lookup("h").map_err(|error| error.to_string()),
        Err("undefined symbols: h".to_owned())
    );
}

#[test]
fn what_only_llvm_links_is_named() {
    let with_thread_local = "@x = thread_local global i32 1 define i32 @f() { %1 = load i32, ptr @x ret i32 %1 }";
    assert_eq!(
        error_of(&[with_thread_local]),
        "JIT linker: object file with thread-local variables, which only LLVM's linker knows"
    );
    let twice = "define i32 @f() { ret i32 1 }";
    assert_eq!(error_of(&[twice, twice]), "JIT linker: symbol 'f' is defined twice");
}

#[test]
fn broken_files_are_errors() {
    let whole = object("@c = global i32 5 define i32 @f() { %1 = load i32, ptr @c ret i32 %1 }");
    for length in 0..whole.len() {
        // What is cut off may be what nobody asks for.
        let _ = image(vec![whole[..length].to_vec()]).lookup("f");
    }
    for place in (0..whole.len()).step_by(3) {
        let mut broken = whole.clone();
        broken[place] ^= 0xFF;
        let _ = image(vec![broken]).lookup("f");
    }
    let error = image(vec![b"not an object".to_vec()])
        .lookup("f")
        .expect_err("it is none");
    assert!(error.to_string().starts_with("JIT linker: object file: "), "{error}");
}
