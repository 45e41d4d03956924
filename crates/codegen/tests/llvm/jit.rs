//! Linking and calling.

use std::path::PathBuf;
use std::sync::atomic::{AtomicI32, Ordering};

use asyncir_codegen::llvm::{Error, Jit, OptLevel, compile_to_jit, compile_to_object};
use asyncir_codegen::run::Code as _;

use crate::{at, call, check_main, load};

extern "C" fn triple(x: i32) -> i32 {
    3 * x
}

#[test]
fn absolute_symbols_are_called() {
    let ir = "declare i32 @host_triple(i32)
        define i32 @main() { %r = call i32 @host_triple(i32 5) ret i32 %r }";
    let symbols = [("host_triple", triple as extern "C" fn(i32) -> i32 as *const ())];
    // SAFETY: the symbols are what they are called.
    let jit = unsafe { compile_to_jit(&[ir], &at(OptLevel::O0), &symbols, &[]) }.unwrap();
    // SAFETY: a sound function without parameters.
    assert_eq!(unsafe { call::<i32>(&jit, "main") }, Ok(15));
}

#[test]
fn absolute_symbols_come_before_the_process() {
    let ir = "declare i32 @abs(i32)
        define i32 @main() { %r = call i32 @abs(i32 5) ret i32 %r }";
    let symbols = [("abs", triple as extern "C" fn(i32) -> i32 as *const ())];
    // SAFETY: the symbols are what they are called.
    let jit = unsafe { compile_to_jit(&[ir], &at(OptLevel::O0), &symbols, &[]) }.unwrap();
    // SAFETY: a sound function without parameters.
    assert_eq!(unsafe { call::<i32>(&jit, "main") }, Ok(15));
}

#[test]
fn the_c_library_is_there() {
    check_main(
        "declare double @pow(double, double)
         declare i32 @abs(i32)
         define i32 @main() {
           %p = call double @pow(double 2.0, double 5.0)
           %i = fptosi double %p to i32
           %n = sub i32 0, %i
           %a = call i32 @abs(i32 %n)
           ret i32 %a
         }",
        32,
    );
}

#[test]
fn undefined_symbols_are_named() {
    let ir = "declare i32 @nowhere_b()
        declare void @nowhere_a()
        define i32 @main() { call void @nowhere_a() %r = call i32 @nowhere_b() ret i32 %r }";
    let error = load(&[ir], OptLevel::O0).lookup("main").unwrap_err();
    assert_eq!(
        error,
        Error::SymbolsNotFound {
            names: vec!["nowhere_a".to_owned(), "nowhere_b".to_owned()]
        }
    );
    let error = load(&["define void @f() { ret void }"], OptLevel::O0)
        .lookup("main")
        .unwrap_err();
    assert_eq!(
        error,
        Error::SymbolsNotFound {
            names: vec!["main".to_owned()]
        }
    );
}

#[test]
fn a_symbol_defined_twice_is_an_error() {
    let object = compile_to_object("define void @f() { ret void }", &at(OptLevel::O0)).unwrap();
    // SAFETY: the symbols are what they are called.
    let jit = unsafe { Jit::new(&[], &[]) }.unwrap();
    jit.add_object(&object).unwrap();
    let error = jit.add_object(&object).unwrap_err();
    assert!(
        matches!(&error, Error::Jit(message) if message.contains("'f'")),
        "{error}"
    );
}

#[test]
fn bytes_that_are_no_object_are_an_error() {
    // SAFETY: the symbols are what they are called.
    let jit = unsafe { Jit::new(&[], &[]) }.unwrap();
    let error = jit.add_object(b"not an object").unwrap_err();
    assert!(matches!(error, Error::Jit(_)), "{error}");
}

#[test]
fn a_missing_shared_library_is_an_error() {
    // SAFETY: there is no such library.
    let error = unsafe { Jit::new(&[], &[PathBuf::from("/nonexistent/libnothing.so")]) }.unwrap_err();
    assert!(error.to_string().contains("/nonexistent/libnothing.so"), "{error}");
}

#[test]
fn names_with_nul_bytes_are_errors() {
    // SAFETY: the symbols are what they are called.
    let jit = unsafe { Jit::new(&[], &[]) }.unwrap();
    assert_eq!(jit.lookup("a\0b"), Err(Error::InvalidName("a\0b".to_owned())));
    // SAFETY: nothing is linked with the symbol.
    assert!(unsafe { Jit::new(&[("a\0b", std::ptr::null())], &[]) }.is_err());
}

#[test]
fn entry_points_return_every_type() {
    let ir = "define void @v() { ret void }
        define i32 @i() { ret i32 -1 }
        define i64 @l() { ret i64 -5000000000 }
        define float @f() { ret float 1.5 }";
    let jit = load(&[ir], OptLevel::O1);
    // SAFETY: sound functions with the result types that are asked for.
    unsafe {
        assert_eq!(call(&jit, "v"), Ok(()));
        assert_eq!(call(&jit, "i"), Ok(-1_i32));
        assert_eq!(call(&jit, "l"), Ok(-5_000_000_000_i64));
        assert_eq!(call(&jit, "f"), Ok(1.5_f32));
    }
}

/// Records a digit in a decimal number, so that the order of calls can be read off.
extern "C" fn record(digit: i32) {
    TRACE
        .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |trace| Some(trace * 10 + digit))
        .unwrap();
}
static TRACE: AtomicI32 = AtomicI32::new(0);

#[test]
fn static_initializers_run_once_in_order_and_finalizers_at_the_end() {
    let ir = "
@llvm.global_ctors = appending global [3 x { i32, ptr, ptr }] [
  { i32, ptr, ptr } { i32 200, ptr @second, ptr null },
  { i32, ptr, ptr } { i32 100, ptr @first, ptr null },
  { i32, ptr, ptr } zeroinitializer
]
@llvm.global_dtors = appending global [2 x { i32, ptr, ptr }] [
  { i32, ptr, ptr } { i32 100, ptr @last, ptr null },
  { i32, ptr, ptr } { i32 200, ptr @fourth, ptr null }
]
declare void @record(i32)
define internal void @first() { call void @record(i32 1) ret void }
define internal void @second() { call void @record(i32 2) ret void }
define void @main() { call void @record(i32 3) ret void }
define internal void @fourth() { call void @record(i32 4) ret void }
define internal void @last() { call void @record(i32 5) ret void }";
    let symbols = [("record", record as extern "C" fn(i32) as *const ())];
    // SAFETY: the symbols are what they are called.
    let jit = unsafe { compile_to_jit(&[ir], &at(OptLevel::O2), &symbols, &[]) }.unwrap();
    // SAFETY: sound functions without parameters.
    unsafe {
        call::<()>(&jit, "main").unwrap();
        call::<()>(&jit, "main").unwrap();
    }
    assert_eq!(TRACE.load(Ordering::SeqCst), 1233);
    drop(jit);
    assert_eq!(TRACE.load(Ordering::SeqCst), 123_345);
}

/// What two threads find that call a function while its initialisers take their time.
#[test]
fn static_initializers_end_before_any_call() {
    static DONE: AtomicI32 = AtomicI32::new(0);
    extern "C" fn slow() {
        std::thread::sleep(std::time::Duration::from_millis(100));
        DONE.store(1, Ordering::SeqCst);
    }
    extern "C" fn done() -> i32 {
        DONE.load(Ordering::SeqCst)
    }
    let ir = "
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 100, ptr @first, ptr null }]
declare void @slow()
declare i32 @done()
define internal void @first() { call void @slow() ret void }
define i32 @main() { %r = call i32 @done() ret i32 %r }";
    let symbols = [
        ("slow", slow as extern "C" fn() as *const ()),
        ("done", done as extern "C" fn() -> i32 as *const ()),
    ];
    // SAFETY: the symbols are what they are called.
    let jit = unsafe { compile_to_jit(&[ir], &at(OptLevel::O0), &symbols, &[]) }.unwrap();
    std::thread::scope(|scope| {
        for _ in 0..3 {
            // SAFETY: a sound function without parameters.
            scope.spawn(|| assert_eq!(unsafe { call::<i32>(&jit, "main") }, Ok(1)));
        }
    });
}

#[test]
fn a_constant_that_reads_like_the_name_of_an_initializer_is_none() {
    let ir = "
@text = constant [23 x i8] c\"__asyncir_static_init_x\"
define i32 @main() { ret i32 1 }";
    let jit = load(&[ir], OptLevel::O0);
    // SAFETY: a sound function without parameters.
    assert_eq!(unsafe { call::<i32>(&jit, "main") }, Ok(1));
}

#[test]
fn a_static_initializer_that_cannot_be_linked_fails_every_call() {
    let broken = "
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 100, ptr @nowhere, ptr null }]
declare void @nowhere()";
    let jit = load(&[broken, "define i32 @main() { ret i32 1 }"], OptLevel::O0);
    let missing = Error::SymbolsNotFound {
        names: vec!["nowhere".to_owned()],
    };
    for _ in 0..2 {
        // SAFETY: a sound function without parameters.
        assert_eq!(unsafe { call::<i32>(&jit, "main") }, Err(missing.clone()));
    }
}

#[test]
fn a_jit_is_used_from_several_threads() {
    let texts: Vec<String> = (0..8)
        .map(|i| format!("define i32 @f{i}() {{ ret i32 {i} }}"))
        .collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let jit = load(&texts, OptLevel::O0);
    std::thread::scope(|scope| {
        for i in 0..8 {
            let jit = &jit;
            // SAFETY: sound functions without parameters.
            scope.spawn(move || assert_eq!(unsafe { call::<i32>(jit, &format!("f{i}")) }, Ok(i)));
        }
    });
}
