//! Compiled functions are called with arguments, and give results, tokens and values that can be awaited.

#![allow(unsafe_code, reason = "the programs are those of the tests")]

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use asyncir::runtime::{Runtime, Token, Value};
use half::{bf16, f16};
use num_complex::Complex;

use asyncir::{
    Backend, CallValue, Engine, EngineOptions, Error, MemRef, Number, OptLevel, Source, Tensor, TensorRef, context,
    parse,
};

const PROGRAM: &str = r#"
func.func @numbers(%a: i1, %b: i8, %c: i16, %d: i32, %e: i64, %f: index, %g: f32, %h: f64)
    -> (i1, index, f32, f64) {
  %true = arith.constant true
  %not = arith.xori %a, %true : i1
  %b64 = arith.extsi %b : i8 to i64
  %c64 = arith.extsi %c : i16 to i64
  %d64 = arith.extsi %d : i32 to i64
  %s0 = arith.addi %b64, %c64 : i64
  %s1 = arith.addi %s0, %d64 : i64
  %s2 = arith.addi %s1, %e : i64
  %s3 = arith.index_cast %s2 : i64 to index
  %sum = arith.addi %s3, %f : index
  %double = arith.addf %h, %h : f64
  return %not, %sum, %g, %double : i1, index, f32, f64
}
func.func @sum(%numbers: memref<?x3xi64>) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0 : i64
  %rows = memref.dim %numbers, %c0 : memref<?x3xi64>
  %sum = scf.parallel (%i, %j) = (%c0, %c0) to (%rows, %c3) step (%c1, %c1) init (%zero) -> i64 {
    %number = memref.load %numbers[%i, %j] : memref<?x3xi64>
    scf.reduce(%number : i64) {
    ^bb0(%lhs: i64, %rhs: i64):
      %both = arith.addi %lhs, %rhs : i64
      scf.reduce.return %both : i64
    }
  }
  return %sum : i64
}
func.func @fill(%numbers: memref<?xi64>, %value: i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = memref.dim %numbers, %c0 : memref<?xi64>
  %token = async.execute {
    scf.for %i = %c0 to %size step %c1 {
      memref.store %value, %numbers[%i] : memref<?xi64>
    }
    async.yield
  }
  return
}
async.func @fib(%n: i64) -> !async.value<i64> {
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %is_small = arith.cmpi sle, %n, %one : i64
  %fib = scf.if %is_small -> i64 {
    scf.yield %n : i64
  } else {
    %before = arith.subi %n, %one : i64
    %before2 = arith.subi %n, %two : i64
    %t, %first = async.execute -> !async.value<i64> {
      %value = async.call @fib(%before) : (i64) -> !async.value<i64>
      %number = async.await %value : !async.value<i64>
      async.yield %number : i64
    }
    %value = async.call @fib(%before2) : (i64) -> !async.value<i64>
    %second = async.await %value : !async.value<i64>
    %awaited = async.await %first : !async.value<i64>
    %sum = arith.addi %awaited, %second : i64
    scf.yield %sum : i64
  }
  return %fib : i64
}
func.func @task(%number: f32) -> (!async.token, !async.value<f32>) {
  %token, %value = async.execute -> !async.value<f32> {
    %twice = arith.addf %number, %number : f32
    async.yield %twice : f32
  }
  return %token, %value : !async.token, !async.value<f32>
}
async.func @check(%number: i32) -> !async.token {
  %zero = arith.constant 0 : i32
  %is_positive = arith.cmpi sgt, %number, %zero : i32
  cf.assert %is_positive, "not a positive number"
  return
}
func.func @gives_up(%number: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %is_positive = arith.cmpi sgt, %number, %zero : i32
  cf.assert %is_positive, "gave up"
  return %number : i32
}
async.func @borrows(%numbers: memref<4xi64>) -> !async.token {
  return
}
func.func @bytes(%x: memref<4xf8E5M2>) { return }
func.func private @hidden(%x: i32) { return }
"#;

fn engine(backend: Backend, opt_level: OptLevel) -> Engine {
    compiled(PROGRAM, backend, opt_level)
}

fn compiled(program: &str, backend: Backend, opt_level: OptLevel) -> Engine {
    let ctx = context();
    let mut module = parse(&ctx, &Source::new("program.mlir", program)).expect("it is right");
    let options = EngineOptions {
        backend,
        opt_level,
        ..EngineOptions::default()
    };
    // SAFETY: the functions stay within the memory that they are given.
    unsafe { Engine::compile(&ctx, &mut module, &options) }.expect("it compiles")
}

/// Each backend, and an optimised one.
fn each(test: impl Fn(&Engine)) {
    each_of(PROGRAM, test);
}

fn each_of(program: &str, test: impl Fn(&Engine)) {
    for (backend, level) in [
        (Backend::Cranelift, OptLevel::O0),
        (Backend::Llvm, OptLevel::O0),
        (Backend::Llvm, OptLevel::O2),
    ] {
        test(&compiled(program, backend, level));
    }
}

#[test]
fn numbers_of_all_types_come_and_go() {
    each(|engine| {
        let numbers = engine.function("numbers").expect("it is there");
        let arguments = (true, -1i8, 2u16, -3i32, 1u64 << 40, 5usize, 0.5f32, 0.25f64);
        let (not, sum, single, double): (bool, isize, f32, f64) = numbers.call(arguments).expect("it runs");
        assert_eq!((not, sum, single, double), (false, (1 << 40) + 3, 0.5, 0.5));
    });
}

#[test]
fn memory_is_lent_for_a_call() {
    each(|engine| {
        let mut numbers: Vec<i64> = (0..30_000).collect();
        let sum = engine.function("sum").expect("it is there");
        let matrix = MemRef::new(&mut numbers, [10_000, 3]).expect("as many elements");
        let total: i64 = sum.call((matrix,)).expect("it runs");
        assert_eq!(total, (0..30_000).sum());
        // A task that nobody awaits has ended, too, when the call returns.
        let fill = engine.function("fill").expect("it is there");
        let () = fill.call((MemRef::from(&mut numbers[..]), 7i64)).expect("it runs");
        assert!(numbers.iter().all(|&number| number == 7));
    });
}

/// A deterministic runtime runs nothing but the task that makes the call until that ends.
#[test]
fn tasks_that_are_awaited_at_once_are_executed_by_the_call_unless_they_are_kept() {
    let text = "async.func @twice(%number: i32) -> !async.value<i32> {
      %token, %value = async.execute -> !async.value<i32> {
        %twice = arith.addi %number, %number : i32
        async.yield %twice : i32
      }
      %result = async.await %value : !async.value<i32>
      return %result : i32
    }";
    for keep_tasks in [false, true] {
        let ctx = context();
        let mut module = parse(&ctx, &Source::new("twice.mlir", text)).expect("it is right");
        let options = EngineOptions {
            keep_tasks,
            backend: Backend::Cranelift,
            ..EngineOptions::default()
        };
        // SAFETY: the function uses no memory.
        let engine = unsafe { Engine::compile(&ctx, &mut module, &options) }.expect("it compiles");
        let runtime = Runtime::builder().deterministic(1).build().expect("a runtime");
        let call = runtime.spawn(move || {
            let twice = engine.function("twice").expect("it is there");
            let value: Value<i32> = twice.call((21,)).expect("it runs");
            (value.is_complete(), value)
        });
        let (is_complete, value) = call.wait().expect("it does not panic");
        assert_eq!((is_complete, value.wait()), (!keep_tasks, Ok(42)));
    }
}

/// A thread that started a task of another runtime calls compiled functions on the global one, for whose tasks calls wait.
#[test]
fn calls_on_threads_that_used_another_runtime_end_with_their_tasks() {
    let runtime = Runtime::builder().num_workers(1).build().expect("a runtime");
    let (completer, may_end) = Token::pending();
    let busy = runtime.execute(move || may_end.wait().expect("completed below"));
    let engine = engine(Backend::Cranelift, OptLevel::O0);
    let mut numbers = vec![0i64; 1000];
    let fill = engine.function("fill").expect("it is there");
    let () = fill.call((MemRef::from(&mut numbers[..]), 7i64)).expect("it runs");
    assert!(numbers.iter().all(|&number| number == 7));
    completer.complete();
    busy.wait().expect("no task fails");
}

const STRIDED: &str = "
func.func @count(%any: memref<?x?xi64, strided<[?, ?], offset: ?>>) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %ten = arith.constant 10 : i64
  %zero = arith.constant 0 : i64
  %n = memref.dim %any, %c0 : memref<?x?xi64, strided<[?, ?], offset: ?>>
  %m = memref.dim %any, %c1 : memref<?x?xi64, strided<[?, ?], offset: ?>>
  %number = scf.for %i = %c0 to %n step %c1 iter_args(%before = %zero) -> i64 {
    %row = scf.for %j = %c0 to %m step %c1 iter_args(%a = %before) -> i64 {
      %b = arith.muli %a, %ten : i64
      %x = memref.load %any[%i, %j] : memref<?x?xi64, strided<[?, ?], offset: ?>>
      %c = arith.addi %b, %x : i64
      memref.store %zero, %any[%i, %j] : memref<?x?xi64, strided<[?, ?], offset: ?>>
      scf.yield %c : i64
    }
    scf.yield %row : i64
  }
  return %number : i64
}
func.func @second(%rows: memref<?x3xi64, strided<[4, 1], offset: 1>>) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = memref.load %rows[%c1, %c0] : memref<?x3xi64, strided<[4, 1], offset: 1>>
  return %x : i64
}
func.func @dense(%rows: memref<2x3xi64>) {
  return
}";

#[test]
fn parts_of_memory_are_lent() {
    let ctx = context();
    let mut module = parse(&ctx, &Source::new("strided.mlir", STRIDED)).expect("the program is right");
    // SAFETY: the program stays within its memory.
    let engine = unsafe { Engine::compile(&ctx, &mut module, &EngineOptions::default()) }.expect("it compiles");
    let count = engine.function("count").expect("it is there");
    let read = |offset: usize, shape: [usize; 2], strides: [isize; 2]| {
        let mut numbers: Vec<i64> = (0..8).collect();
        let part = MemRef::strided(&mut numbers, offset, shape, strides).expect("it is in the slice");
        let digits = count.call::<i64>((part,)).expect("it runs");
        (digits, numbers)
    };
    assert_eq!(read(0, [2, 4], [4, 1]), (1_234_567, vec![0; 8]), "all");
    assert_eq!(
        read(1, [3, 2], [1, 4]),
        (152_637, vec![0, 0, 0, 0, 4, 0, 0, 0]),
        "transposed"
    );
    assert_eq!(
        read(6, [2, 2], [-4, -1]),
        (6_521, vec![0, 0, 0, 3, 4, 0, 0, 7]),
        "backwards"
    );
    assert_eq!(read(9, [0, 2], [1, 1]), (0, (0..8).collect()), "nothing");
    let mut numbers: Vec<i64> = (0..8).collect();
    let dense = MemRef::new(&mut numbers, [2, 4]).expect("eight numbers");
    assert_eq!(count.call::<i64>((dense,)).expect("a layout allows for it"), 1_234_567);

    let second = engine.function("second").expect("it is there");
    let mut numbers: Vec<i64> = (0..8).collect();
    let part = MemRef::strided(&mut numbers, 1, [2, 3], [4, 1]).expect("it is in the slice");
    assert_eq!(second.call::<i64>((part,)).expect("it runs"), 5);
    let part = MemRef::strided(&mut numbers, 0, [2, 3], [4, 1]).expect("it is in the slice");
    assert_eq!(
        second.call::<i64>((part,)).expect_err("another offset").to_string(),
        "function 'second' is (memref<?x3xi64, strided<[4, 1], offset: 1>>) -> (i64), but was called as \
         (memref<2x3xi64, strided<[4, 1]>>) -> (i64)"
    );
    let dense = engine.function("dense").expect("it is there");
    let part = MemRef::strided(&mut numbers, 1, [2, 3], [4, 1]).expect("it is in the slice");
    assert_eq!(
        dense.call::<()>((part,)).expect_err("there is a gap").to_string(),
        "function 'dense' is (memref<2x3xi64>) -> (), but was called as \
         (memref<2x3xi64, strided<[4, 1], offset: 1>>) -> ()"
    );
    // Elements that lie so are dense, however that is written.
    let part = MemRef::strided(&mut numbers, 0, [2, 3], [3, 1]).expect("it is in the slice");
    let () = dense.call((part,)).expect("it runs");
}

const ELEMENTS: &str = "
func.func @turn(%zs: memref<?xcomplex<f32>>, %by: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %zs, %c0 : memref<?xcomplex<f32>>
  %i = complex.create %zero, %by : complex<f32>
  scf.parallel (%k) = (%c0) to (%n) step (%c1) {
    %z = memref.load %zs[%k] : memref<?xcomplex<f32>>
    %turned = complex.mul %z, %i : complex<f32>
    memref.store %turned, %zs[%k] : memref<?xcomplex<f32>>
  }
  return
}
func.func @conjugate(%zs: memref<2xcomplex<f64>>) {
  %c1 = arith.constant 1 : index
  %z = memref.load %zs[%c1] : memref<2xcomplex<f64>>
  %conjugated = complex.conj %z : complex<f64>
  memref.store %conjugated, %zs[%c1] : memref<2xcomplex<f64>>
  return
}";

#[test]
fn memory_of_complex_numbers_is_lent() {
    for backend in [Backend::Cranelift, Backend::Llvm] {
        let ctx = context();
        let mut module = parse(&ctx, &Source::new("elements.mlir", ELEMENTS)).expect("the program is right");
        let options = EngineOptions {
            backend,
            ..EngineOptions::default()
        };
        // SAFETY: the program stays within its memory.
        let engine = unsafe { Engine::compile(&ctx, &mut module, &options) }.expect("it compiles");
        let call = |name: &str| engine.function(name).expect("it is there");
        let mut singles = [Complex::new(1.0f32, 2.0), Complex::new(0.0, -1.0)];
        let () = call("turn")
            .call((MemRef::from(&mut singles), 2.0f32))
            .expect("it runs");
        assert_eq!(singles, [Complex::new(-4.0, 2.0), Complex::new(2.0, 0.0)]);
        let mut doubles = [Complex::new(1.0, 2.0), Complex::new(3.0, 4.0)];
        let () = call("conjugate").call((MemRef::from(&mut doubles),)).expect("it runs");
        assert_eq!(doubles, [Complex::new(1.0, 2.0), Complex::new(3.0, -4.0)]);
        let error = call("turn").call::<()>((MemRef::from(&mut doubles), 2.0f32));
        assert_eq!(
            error.expect_err("they are longer").to_string(),
            "function 'turn' is (memref<?xcomplex<f32>>, f32) -> (), but was called as (memref<2xcomplex<f64>>, f32) -> ()"
        );
    }
}

const HALVES: &str = "
func.func @halves(%a: memref<?xf16>, %b: memref<?xbf16>) {
  %c0 = arith.constant 0 : index
  %x = memref.load %a[%c0] : memref<?xf16>
  %wide = arith.extf %x : f16 to f32
  %y = arith.truncf %wide : f32 to bf16
  memref.store %y, %b[%c0] : memref<?xbf16>
  %twice = arith.addf %x, %x : f16
  memref.store %twice, %a[%c0] : memref<?xf16>
  return
}";

#[test]
fn memory_of_halves_is_lent() {
    let ctx = context();
    let mut module = parse(&ctx, &Source::new("halves.mlir", HALVES)).expect("the program is right");
    // SAFETY: the program stays within its memory.
    let engine = unsafe { Engine::compile(&ctx, &mut module, &EngineOptions::default()) }.expect("it compiles");
    let halves = engine.function("halves").expect("it is there");
    let (mut a, mut b) = ([f16::from_f32(1.5)], [bf16::ZERO]);
    let () = halves
        .call((MemRef::from(&mut a), MemRef::from(&mut b)))
        .expect("it runs");
    assert_eq!((a, b), ([f16::from_f32(3.0)], [bf16::from_f32(1.5)]));
}

const COMPLEX: &str = "
func.func @sums(%z: complex<f32>, %w: complex<f64>) -> (complex<f32>, complex<f64>) {
  %z2 = complex.mul %z, %z : complex<f32>
  %w2 = complex.conj %w : complex<f64>
  return %z2, %w2 : complex<f32>, complex<f64>
}
async.func @later(%z: complex<f64>) -> !async.value<complex<f64>> {
  %sum = complex.add %z, %z : complex<f64>
  return %sum : complex<f64>
}";

#[test]
fn complex_numbers_come_and_go() {
    let (z, w) = (Complex::new(1.0f32, 2.0), Complex::new(3.0f64, 4.0));
    each_of(COMPLEX, |engine| {
        let sums = engine.function("sums").expect("it is there");
        let results: (Complex<f32>, Complex<f64>) = sums.call((z, w)).expect("it runs");
        assert_eq!(results, (z * z, w.conj()));
        let later = engine.function("later").expect("it is there");
        let sum: Value<Complex<f64>> = later.call((w,)).expect("it runs");
        assert_eq!(sum.wait(), Ok(w + w));
        let results = later.call_with(&mut [Number::ComplexF64(w).into()]);
        assert_eq!(results.expect("it runs"), [Number::ComplexF64(w + w).into()]);
    });
}

const AWAITS: &str = "
func.func @both(%x: i64) -> i64 {
  %c1 = arith.constant 1 : i64
  %t, %v = async.execute -> !async.value<i64> {
    %y = arith.addi %x, %c1 : i64
    async.yield %y : i64
  }
  %u, %w = async.execute -> !async.value<i64> {
    %y = arith.subi %x, %c1 : i64
    async.yield %y : i64
  }
  %a = async.await %v : !async.value<i64>
  %b = async.await %w : !async.value<i64>
  %product = arith.muli %a, %b : i64
  return %product : i64
}
async.func @later(%x: i64) -> !async.value<i64> {
  %t, %v = async.execute -> !async.value<i64> { async.yield %x : i64 }
  %a = async.await %v : !async.value<i64>
  return %a : i64
}
func.func @seven() -> i64 {
  %c6 = arith.constant 6 : i64
  %c8 = arith.constant 8 : i64
  %v = async.call @later(%c6) : (i64) -> !async.value<i64>
  %w = async.call @later(%c8) : (i64) -> !async.value<i64>
  %a = async.await %v : !async.value<i64>
  %b = async.await %w : !async.value<i64>
  %sum = arith.addi %a, %b : i64
  %c1 = arith.constant 1 : i64
  %seven = arith.shrsi %sum, %c1 : i64
  return %seven : i64
}";

const LEAVES: &str = "
func.func private @count(%done: memref<1xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 {
    %before = memref.atomic_rmw addi %one, %done[%c0] : (i32, memref<1xi32>) -> i32
  }
  return
}
func.func @perhaps(%done: memref<1xi32>, %n: index, %awaits: i1) {
  %token = async.execute {
    func.call @count(%done, %n) : (memref<1xi32>, index) -> ()
    async.yield
  }
  scf.if %awaits {
    async.await %token : !async.token
  }
  return
}
func.func @below(%done: memref<1xi32>, %n: index) {
  %no = arith.constant false
  call @perhaps(%done, %n, %no) : (memref<1xi32>, index, i1) -> ()
  return
}";

/// Their tasks are still there when the functions return.
#[test]
fn calls_that_may_leave_tasks_wait_for_them() {
    each_of(LEAVES, |engine| {
        let (perhaps, below) = (engine.function("perhaps"), engine.function("below"));
        let (perhaps, below) = (perhaps.expect("it is there"), below.expect("it is there"));
        let n = 20_000usize;
        for awaits in [false, true] {
            let mut done = [0i32];
            let () = perhaps.call((MemRef::from(&mut done), n, awaits)).expect("it runs");
            assert_eq!(done, [20_000]);
        }
        let mut done = [0i32];
        let () = below.call((MemRef::from(&mut done), n)).expect("it runs");
        assert_eq!(done, [20_000]);
    });
}

/// The task of somebody else ends only after all calls, or after a minute, in which they would have waited for it.
#[test]
fn calls_that_await_their_tasks_do_not_wait_for_others() {
    let (completer, may_end) = Token::pending();
    let (sender, called) = mpsc::channel::<()>();
    let watchdog = thread::spawn(move || {
        let is_in_time = called.recv_timeout(Duration::from_secs(60)).is_ok();
        completer.complete();
        is_in_time
    });
    let busy = Runtime::global().execute(move || may_end.wait().expect("completed below"));
    for (backend, level) in [(Backend::Cranelift, OptLevel::O0), (Backend::Llvm, OptLevel::O2)] {
        let ctx = context();
        let mut module = parse(&ctx, &Source::new("awaits.mlir", AWAITS)).expect("it is right");
        let options = EngineOptions {
            backend,
            opt_level: level,
            keep_tasks: true,
            ..EngineOptions::default()
        };
        // SAFETY: the program uses no memory.
        let engine = unsafe { Engine::compile(&ctx, &mut module, &options) }.expect("it compiles");
        let both = engine.function("both").expect("it is there");
        for x in 0..100i64 {
            assert_eq!(both.call::<i64>((x,)).expect("it runs"), (x + 1) * (x - 1));
        }
        let results = both.call_with(&mut [Number::I64(5).into()]);
        assert_eq!(results.expect("it runs"), [Number::I64(24).into()]);
        let later = engine.function("later").expect("it is there");
        let results = later.call_with(&mut [Number::I64(5).into()]);
        assert_eq!(results.expect("it runs"), [Number::I64(5).into()]);
        assert_eq!(engine.call::<i64>("seven", ()).expect("it runs"), 7);
    }
    sender.send(()).expect("the watchdog waits");
    assert!(
        watchdog.join().expect("it does not panic"),
        "calls wait for other tasks"
    );
    busy.wait().expect("it ends");
}

const CLAMPS: &str = "
func.func @clamp(%x: f32) -> f32 {
  %least = arith.constant -1.0 : f32
  %most = arith.constant 1.5 : f32
  %y = math.clampf %x to [%least, %most] : f32
  return %y : f32
}
func.func @clamp_all(%a: tensor<3xf64>) -> tensor<3xf64> {
  %least = arith.constant dense<-0.5> : tensor<3xf64>
  %most = arith.constant dense<[2.0, 1.0, 1.0]> : tensor<3xf64>
  %b = math.clampf %a to [%least, %most] : tensor<3xf64>
  return %b : tensor<3xf64>
}";

#[test]
fn numbers_are_clamped() {
    each_of(CLAMPS, |engine| {
        let clamp = engine.function("clamp").expect("it is there");
        let clamped = [5.0, -5.0, 0.5, f32::NAN].map(|x| clamp.call::<f32>((x,)).expect("it runs"));
        assert_eq!(clamped[..3], [1.5, -1.0, 0.5]);
        assert!(clamped[3].is_nan());
        let clamp_all = engine.function("clamp_all").expect("it is there");
        let numbers = TensorRef::from(&[-3.0f64, 0.25, 3.0]);
        let clamped: Tensor<f64, 1> = clamp_all.call((numbers,)).expect("it runs");
        assert_eq!(clamped[..], [-0.5, 0.25, 1.0]);
    });
}

const NUMBERS_OF_16_BITS: &str = "
func.func @sums(%a: f16, %b: bf16) -> (f16, bf16) {
  %a2 = arith.addf %a, %a : f16
  %b2 = arith.addf %b, %b : bf16
  return %a2, %b2 : f16, bf16
}
async.func @later(%a: f16) -> !async.value<f16> { return %a : f16 }";

/// Cranelift has no such numbers.
#[test]
fn numbers_of_16_bits_come_and_go() {
    for level in [OptLevel::O0, OptLevel::O2] {
        let engine = compiled(NUMBERS_OF_16_BITS, Backend::Auto, level);
        let sums = engine.function("sums").expect("it is there");
        let (a, b) = (f16::from_f32(1.5), bf16::from_f32(-2.0));
        let results: (f16, bf16) = sums.call((a, b)).expect("it runs");
        assert_eq!(results, (a + a, b + b));
        let later = engine.function("later").expect("it is there");
        let value: Value<f16> = later.call((a,)).expect("it runs");
        assert_eq!(value.wait(), Ok(a));
        let results = later.call_with(&mut [Number::F16(a).into()]);
        assert_eq!(results.expect("it runs"), [Number::F16(a).into()]);
    }
}

#[test]
fn functions_are_called_by_their_calling_convention() {
    let text = "llvm.func fastcc @fast(%x: i32) -> i32 { llvm.return %x : i32 }
      llvm.func tailcc @tail(%x: i32) -> i32 { llvm.return %x : i32 }
      llvm.func cc_10 @ghc(%x: i64) -> i64 { llvm.return %x : i64 }";
    for opt_level in [OptLevel::O0, OptLevel::O2] {
        let ctx = context();
        let mut module = parse(&ctx, &Source::new("conventions.mlir", text)).expect("it is right");
        let options = EngineOptions {
            opt_level,
            ..EngineOptions::default()
        };
        // SAFETY: the functions touch no memory.
        let engine = unsafe { Engine::compile(&ctx, &mut module, &options) }.expect("it can be compiled");
        assert_eq!(engine.call::<i32>("fast", (4,)).expect("runs"), 4);
        assert_eq!(engine.call::<i32>("tail", (5,)).expect("runs"), 5);
        assert_eq!(engine.call::<i64>("ghc", (6_i64,)).expect("runs"), 6);
    }
}

#[test]
fn memory_of_another_shape_is_refused() {
    assert!(MemRef::new(&mut [0i64; 5], [2, 3]).is_none());
    assert!(MemRef::new(&mut [0i64; 0], [usize::MAX, usize::MAX]).is_none());
    // The program would see a negative size.
    assert!(MemRef::new(&mut [0i64; 0], [usize::MAX, 0]).is_none());
    assert!(MemRef::strided(&mut [0i64; 0], 0, [usize::MAX, 0], [1, 1]).is_none());
    let largest = isize::MAX as usize;
    assert_eq!(
        MemRef::new(&mut [0i64; 0], [largest, 0]).expect("nothing").shape(),
        [largest, 0]
    );
    let engine = engine(Backend::Cranelift, OptLevel::O0);
    let sum = engine.function("sum").expect("it is there");
    let mut numbers = [0i64; 8];
    let error = sum.call::<i64>((MemRef::new(&mut numbers, [2, 4]).expect("eight"),));
    let message = error.expect_err("rows of four").to_string();
    assert_eq!(
        message,
        "function 'sum' is (memref<?x3xi64>) -> (i64), but was called as (memref<2x4xi64>) -> (i64)"
    );
}

#[test]
fn values_can_be_awaited_in_any_executor() {
    let runtime = tokio::runtime::Builder::new_multi_thread().build().expect("a runtime");
    each(|engine| {
        let fib = engine.function("fib").expect("it is there");
        let value: Value<i64> = fib.call((20i64,)).expect("it starts");
        assert_eq!(runtime.block_on(value.into_future()), Ok(6765));
        let many: Vec<Value<i64>> = (0..20i64).map(|n| fib.call((n,)).expect("it starts")).collect();
        let all: Vec<i64> = runtime.block_on(async {
            let mut all = Vec::new();
            for value in many {
                all.push(value.await.expect("it ends well"));
            }
            all
        });
        assert_eq!(all[15..], [610, 987, 1597, 2584, 4181]);
    });
}

#[test]
fn a_task_outlives_its_call_and_its_engine() {
    let engine = engine(Backend::Llvm, OptLevel::O2);
    let task = engine.function("task").expect("it is there");
    let (token, value): (Token, Value<f32>) = task.call((1.5f32,)).expect("it starts");
    drop(engine);
    assert_eq!(token.wait(), Ok(()));
    assert_eq!(value.wait(), Ok(3.0));
}

#[test]
fn errors_reach_the_caller() {
    each(|engine| {
        let check = engine.function("check").expect("it is there");
        let good: Token = check.call((1,)).expect("it starts");
        assert_eq!(good.wait(), Ok(()));
        let bad: Token = check.call((0,)).expect("it starts");
        let error = bad.wait().expect_err("it fails");
        assert!(
            error.location().is_some_and(|location| location.contains(".mlir:")),
            "{error:?}"
        );
        let error = error.to_string();
        assert!(error.contains("not a positive number"), "{error}");
        let gives_up = engine.function("gives_up").expect("it is there");
        assert_eq!(gives_up.call::<i32>((3,)).expect("it runs"), 3);
        let error = gives_up.call::<i32>((0,)).expect_err("it fails");
        assert!(
            matches!(&error, Error::Failed(error) if error.message() == Some("gave up")),
            "{error}"
        );
    });
}

#[test]
fn what_cannot_be_called_is_refused() {
    let engine = engine(Backend::Cranelift, OptLevel::O0);
    for name in ["bytes", "hidden"] {
        let error = engine.function(name).expect_err("it cannot be called").to_string();
        assert!(
            error.starts_with(&format!("function '{name}' cannot be called")),
            "{error}"
        );
    }
    let error = engine.function("nobody").expect_err("it is not there").to_string();
    assert!(error.starts_with("function 'nobody' not found"), "{error}");
    let gives_up = engine.function("gives_up").expect("it is there");
    for error in [
        gives_up.call::<i32>(()).map(drop),
        gives_up.call::<i32>((1i64,)).map(drop),
        gives_up.call::<f32>((1,)).map(drop),
        gives_up.call::<()>((1,)),
        gives_up.call::<(i32, i32)>((1,)).map(drop),
    ] {
        let message = error.expect_err("another type").to_string();
        assert!(
            message.starts_with("function 'gives_up' is (i32) -> (i32), but"),
            "{message}"
        );
    }
    let borrows = engine.function("borrows").expect("it is there");
    let error = borrows.call::<Token>((MemRef::from(&mut [0i64; 4][..]),));
    let message = error.expect_err("it may use the memory later").to_string();
    assert!(message.contains("cannot borrow memory"), "{message}");
}

#[test]
fn types_may_be_known_late() {
    each(|engine| {
        let numbers = engine.function("numbers").expect("it is there");
        let texts = ["true", "-1", "2", "-3", "1000", "5", "0.5", "0.25"];
        let types = numbers.signature().parameters.iter().zip(texts);
        let arguments: Result<Vec<CallValue>, String> = types.map(|(ty, text)| CallValue::parse(ty, text)).collect();
        let mut arguments = arguments.expect("numbers");
        let results = numbers.call_with(&mut arguments).expect("it runs");
        let printed: Vec<String> = results.iter().map(CallValue::to_string).collect();
        assert_eq!(printed, ["false", "1003", "0.5", "0.5"]);
        let error = numbers.call_with(&mut arguments[1..]).expect_err("too few").to_string();
        assert!(
            error.ends_with("but was called with (i8, i16, i32, i64, index, f32, f64)"),
            "{error}"
        );
        let task = engine.function("task").expect("it is there");
        // Its token and its value are awaited.
        let results = task.call_with(&mut [Number::F32(1.5).into()]).expect("it runs");
        assert_eq!(results, [Number::F32(3.0).into()]);
        let check = engine.function("check").expect("it is there");
        assert_eq!(check.call_with(&mut [Number::I32(1).into()]).expect("it is fine"), []);
        let error = check.call_with(&mut [Number::I32(0).into()]).expect_err("it fails");
        assert!(matches!(error, Error::Failed(_)), "{error}");
        let borrows = engine.function("borrows").expect("it is there");
        assert!(
            borrows.call_with(&mut [Number::I64(0).into()]).is_err(),
            "it takes memory"
        );
    });
}
