//! Functions return tensors, whose memory is given away.

#![allow(unsafe_code, reason = "the programs are those of the tests")]

use half::f16;

use asyncir::call::{CallType, ScalarType};
use asyncir::{
    AnyTensor, Backend, CallValue, Engine, EngineOptions, MemRef, Number, OptLevel, Source, Tensor, context, parse,
};

const TENSORS: &str = r#"
func.func @sums(%a: tensor<?x2xf32>, %n: index) -> (tensor<?x2xf32>, index, tensor<?xi1>) {
  %sums = arith.addf %a, %a : tensor<?x2xf32>
  %odd = tensor.generate %n {
  ^bb0(%i: index):
    %c1 = arith.constant 1 : index
    %rest = arith.andi %i, %c1 : index
    %is_odd = arith.index_cast %rest : index to i1
    tensor.yield %is_odd : i1
  } : tensor<?xi1>
  return %sums, %n, %odd : tensor<?x2xf32>, index, tensor<?xi1>
}
func.func @itself(%a: tensor<2xi64>) -> (tensor<2xi64>, tensor<2xi64>) {
  return %a, %a : tensor<2xi64>, tensor<2xi64>
}
func.func @constant() -> tensor<f64> {
  %0 = arith.constant dense<2.5> : tensor<f64>
  return %0 : tensor<f64>
}
func.func @large(%value: f64) -> tensor<2000000xf64> {
  %0 = tensor.splat %value : tensor<2000000xf64>
  return %0 : tensor<2000000xf64>
}
func.func @switched(%n: index, %i: i32, %a: tensor<?xf64>) -> tensor<?xf64> {
  %one = arith.constant 1.0 : f64
  %0 = tensor.splat %one[%n] : tensor<?xf64>
  %1 = arith.addf %0, %0 : tensor<?xf64>
  cf.switch %i : i32, [default: ^end(%1 : tensor<?xf64>), 7: ^end(%a : tensor<?xf64>), 8: ^more]
^more:
  %2 = arith.mulf %1, %1 : tensor<?xf64>
  cf.br ^end(%2 : tensor<?xf64>)
^end(%3: tensor<?xf64>):
  return %3 : tensor<?xf64>
}
func.func @awaited(%a: tensor<?xi64>) -> tensor<?xi64> {
  %token, %value = async.execute -> !async.value<tensor<?xi64>> {
    %0 = arith.muli %a, %a : tensor<?xi64>
    async.yield %0 : tensor<?xi64>
  }
  %0 = async.await %value : !async.value<tensor<?xi64>>
  return %0 : tensor<?xi64>
}
func.func @fails(%ok: i1) -> tensor<2xi64> {
  %0 = tensor.empty() : tensor<2xi64>
  cf.assert %ok, "no tensor"
  return %0 : tensor<2xi64>
}
func.func @chosen(%a: tensor<2xf32>, %i: i32) -> tensor<2xf32> {
  cf.switch %i : i32, [default: ^bb1(%a : tensor<2xf32>), 7: ^bb2]
^bb1(%b: tensor<2xf32>):
  return %b : tensor<2xf32>
^bb2:
  %c = arith.addf %a, %a : tensor<2xf32>
  cf.br ^bb1(%c : tensor<2xf32>)
}
func.func @beside(%a: memref<2xf32>) -> (memref<2xf32>, tensor<2xf32>) {
  %0 = bufferization.to_tensor %a restrict : memref<2xf32> to tensor<2xf32>
  return %a, %0 : memref<2xf32>, tensor<2xf32>
}
func.func @narrow() -> tensor<2xi4> {
  %0 = tensor.empty() : tensor<2xi4>
  return %0 : tensor<2xi4>
}
"#;

fn compiled(program: &str, backend: Backend, opt_level: OptLevel) -> Engine {
    let options = EngineOptions {
        backend,
        opt_level,
        ..EngineOptions::default()
    };
    compiled_with(program, &options)
}

fn compiled_with(program: &str, options: &EngineOptions) -> Engine {
    let ctx = context();
    let mut module = parse(&ctx, &Source::new("program.mlir", program)).expect("it is right");
    // SAFETY: the functions stay within the memory that they are given.
    unsafe { Engine::compile(&ctx, &mut module, options) }.expect("it compiles")
}

#[test]
fn tensors_are_returned() {
    for (backend, level) in [(Backend::Cranelift, OptLevel::O0), (Backend::Llvm, OptLevel::O2)] {
        let engine = compiled(TENSORS, backend, level);
        let mut numbers = [1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0];
        let matrix = MemRef::new(&mut numbers, [3, 2]).expect("six elements");
        type Sums = (Tensor<f32, 2>, usize, Tensor<bool, 1>);
        let sums = engine.function("sums").expect("it is there");
        let (mut doubled, size, odd): Sums = sums.call((matrix, 5usize)).expect("it runs");
        assert_eq!(
            (doubled.shape(), &doubled[..]),
            ([3, 2], &[2.0, 4.0, 6.0, 8.0, 10.0, 12.0][..])
        );
        assert_eq!((size, &odd[..]), (5, &[false, true, false, true, false][..]));
        assert_eq!(
            format!("{odd:?}"),
            "Tensor { shape: [5], elements: [false, true, false, true, false] }"
        );
        // What is returned is passed on, and is empty.
        doubled[0] = 0.5;
        let (again, _, none): Sums = sums.call((MemRef::from(&mut doubled), 0usize)).expect("it runs");
        assert_eq!((again[0], again[5], none.len()), (1.0, 24.0, 0));

        let mut pair = [1i64, 2];
        let itself = engine.function("itself").expect("it is there");
        let (mut first, second): (Tensor<i64, 1>, Tensor<i64, 1>) =
            itself.call((MemRef::from(&mut pair),)).expect("it runs");
        first[0] = 7;
        assert_eq!((&first[..], &second[..], pair), (&[7, 2][..], &[1, 2][..], [1, 2]));

        let squares: Tensor<i64, 1> = engine
            .function("awaited")
            .expect("it is there")
            .call((MemRef::from(&mut [2i64, 3][..]),))
            .expect("it runs");
        assert_eq!(squares[..], [4, 9]);
        let number: Tensor<f64, 0> = engine
            .function("constant")
            .expect("it is there")
            .call(())
            .expect("it runs");
        assert_eq!((number.shape(), &number[..]), ([], &[2.5][..]));
        drop(engine);
        assert_eq!(
            (&again[..2], &number[..]),
            (&[1.0, 8.0][..], &[2.5][..]),
            "they outlive the engine"
        );
    }
}

/// The most memory that this process has had, in megabytes.
fn peak() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux");
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .expect("the line");
    line.trim().trim_end_matches(" kB").parse::<usize>().expect("a number") / 1024
}

#[test]
fn memory_of_tensors_is_freed() {
    let engine = compiled(TENSORS, Backend::Cranelift, OptLevel::O0);
    let large = engine.function("large").expect("it is there");
    for number in 0..100 {
        let tensor: Tensor<f64, 1> = large.call((f64::from(number),)).expect("it runs");
        assert_eq!(tensor[1_999_999], f64::from(number));
    }
    let switched = engine.function("switched").expect("it is there");
    let mut argument = [5.0f64];
    for case in (6..9).cycle().take(99) {
        let arguments = (1_000_000usize, case, MemRef::from(&mut argument));
        let mut tensor: Tensor<f64, 1> = switched.call(arguments).expect("it runs");
        assert_eq!(tensor[0], [2.0, 5.0, 4.0][case as usize - 6]);
        tensor[0] = 0.0;
    }
    assert_eq!(argument, [5.0], "it was copied");
    // All of them take 1.6 GB, twice.
    assert!(peak() < 800, "{} MB", peak());
}

/// What fails when it has allocated 16 megabytes: by itself, in a callee, in a loop, in a task.
const FAILING: &str = r#"
func.func @itself(%n: index, %fine: i1) -> tensor<?xf64> {
  %value = arith.constant 1.0 : f64
  %0 = tensor.splat %value[%n] : tensor<?xf64>
  cf.assert %fine, "by itself"
  return %0 : tensor<?xf64>
}
func.func private @check(%memory: memref<?xf64>, %fine: i1) {
  cf.assert %fine, "in a callee"
  %c0 = arith.constant 0 : index
  %value = arith.constant 1.0 : f64
  memref.store %value, %memory[%c0] : memref<?xf64>
  return
}
func.func @calls(%n: index, %fine: i1) {
  %value = arith.constant 1.0 : f64
  %memory = memref.alloc(%n) : memref<?xf64>
  linalg.fill ins(%value : f64) outs(%memory : memref<?xf64>)
  call @check(%memory, %fine) : (memref<?xf64>, i1) -> ()
  memref.dealloc %memory : memref<?xf64>
  return
}
func.func @loops(%n: index, %fine: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %value = arith.constant 1.0 : f64
  %memory = memref.alloc(%n) : memref<?xf64>
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %one = memref.alloc() : memref<f64>
    memref.store %value, %one[] : memref<f64>
    cf.assert %fine, "in a loop"
    %x = memref.load %one[] : memref<f64>
    memref.store %x, %memory[%i] : memref<?xf64>
    memref.dealloc %one : memref<f64>
  }
  memref.dealloc %memory : memref<?xf64>
  return
}
func.func @tasks(%n: index, %fine: i1) {
  %c0 = arith.constant 0 : index
  %value = arith.constant 1.0 : f64
  %token = async.execute {
    %memory = memref.alloc(%n) : memref<?xf64>
    linalg.fill ins(%value : f64) outs(%memory : memref<?xf64>)
    scf.if %fine {
      memref.store %value, %memory[%c0] : memref<?xf64>
    } else {
      cf.assert %fine, "in a task"
    }
    memref.dealloc %memory : memref<?xf64>
    async.yield
  }
  %other = async.execute { async.yield }
  async.await %other : !async.token
  async.await %token : !async.token
  return
}
"#;

/// Fails in a program without parallel loops and tasks.
const FAILS_IN_ORDER: &str = r#"
func.func @in_order(%n: index, %fine: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %value = arith.constant 1.0 : f64
  %memory = memref.alloc(%n) : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    memref.store %value, %memory[%i] : memref<?xf64>
  }
  cf.assert %fine, "in order"
  memref.dealloc %memory : memref<?xf64>
  return
}
"#;

#[test]
fn failed_calls_free_what_they_have_allocated() {
    for (backend, level) in [(Backend::Cranelift, OptLevel::O0), (Backend::Llvm, OptLevel::O2)] {
        let (failing, in_order) = (
            compiled(FAILING, backend, level),
            compiled(FAILS_IN_ORDER, backend, level),
        );
        // Here, it is compared whether there is memory.
        let verified = EngineOptions {
            backend,
            opt_level: level,
            runtime_verification: true,
            ..EngineOptions::default()
        };
        let verified = compiled_with(FAILING, &verified);
        for (engine, name, message) in [
            (&failing, "itself", "by itself"),
            (&failing, "calls", "in a callee"),
            (&failing, "loops", "in a loop"),
            (&failing, "tasks", "in a task"),
            (&in_order, "in_order", "in order"),
            (&verified, "calls", "in a callee"),
            (&verified, "tasks", "in a task"),
        ] {
            let function = engine.function(name).expect("it is there");
            for fine in [false; 60].into_iter().chain([true]) {
                let called = function.call_with(&mut [Number::Index(2_000_000).into(), Number::I1(fine).into()]);
                let error = called.map(drop).map_err(|error| error.to_string());
                assert_eq!(error.is_ok(), fine, "{name}");
                assert!(
                    error.is_ok() || error.is_err_and(|error| error.ends_with(message)),
                    "{name}"
                );
            }
        }
    }
    // All of them take 13.4 GB.
    assert!(peak() < 800, "{} MB", peak());
}

#[test]
fn tensors_of_types_known_late_are_passed_and_returned() {
    let matrix = CallType::MemRef {
        shape: vec![None, Some(2)],
        element: ScalarType::F32,
        layout: None,
    };
    for (backend, level) in [(Backend::Cranelift, OptLevel::O0), (Backend::Llvm, OptLevel::O2)] {
        let engine = compiled(TENSORS, backend, level);
        let sums = engine.function("sums").expect("it is there");
        let numbers = AnyTensor::new(&[1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0], &[3, 2]).expect("six elements");
        let mut arguments = [numbers.into(), Number::Index(3).into()];
        let results = sums.call_with(&mut arguments).expect("it runs");
        let texts: Vec<String> = results.iter().map(CallValue::to_string).collect();
        assert_eq!(
            texts,
            [
                "[[2.0, 4.0],\n [6.0, 8.0],\n [10.0, 12.0]]",
                "3",
                "[false, true, false]"
            ]
        );

        let none = CallValue::parse(&matrix, " [ ] ").expect("no rows");
        let results = sums.call_with(&mut [none, Number::Index(0).into()]).expect("it runs");
        let texts: Vec<String> = results.iter().map(CallValue::to_string).collect();
        assert_eq!(texts, ["[]", "0", "[]"]);

        let narrow = AnyTensor::new(&[1.0f32, 2.0, 3.0], &[3, 1]).expect("three elements");
        let error = sums.call_with(&mut [narrow.into(), Number::Index(3).into()]);
        let error = error.expect_err("rows of one").to_string();
        assert!(
            error.ends_with("but was called with (memref<3x1xf32>, index)"),
            "{error}"
        );
    }
}

#[test]
fn tensors_are_read_and_printed() {
    let parse = |shape: &[Option<u64>], element, text: &str| {
        let shape = shape.to_vec();
        AnyTensor::parse(&CallType::Tensor { shape, element }, text)
    };
    let (i8s, f16s) = (ScalarType::I8, ScalarType::F16);
    for (shape, element, text, printed) in [
        (&[][..], i8s, " -7 ", "-7"),
        (&[None], i8s, "[1,2 , 255]", "[1, 2, -1]"),
        (
            &[Some(2), None],
            f16s,
            "[[0.5,1],[-inf,3]]",
            "[[0.5, 1.0],\n [-inf, 3.0]]",
        ),
        (&[None, None], ScalarType::BF16, "[]", "[]"),
        (&[Some(2), Some(0)], i8s, "[[],[]]", "[[],\n []]"),
        (
            &[Some(2)],
            ScalarType::ComplexF32,
            "[(1, -2),(0.5,0)]",
            "[(1.0,-2.0), (0.5,0.0)]",
        ),
        (&[None], ScalarType::ComplexF64, "[(1e300,nan)]", "[(1e300,NaN)]"),
        (&[Some(1), Some(2), Some(1)], i8s, "[[[1],[2]]]", "[[[1],\n  [2]]]"),
    ] {
        let tensor = parse(shape, element, text).expect(text);
        assert_eq!(tensor.to_string(), printed, "{text}");
        assert_eq!(tensor.element_type(), element);
    }
    for (shape, text, problem) in [
        (&[None][..], "1", "dimension 0 is a list in brackets, such as [1,2]"),
        (
            &[None],
            "[[1]]",
            "there is a list where an element is expected: the rank is 1",
        ),
        (&[None, None], "[[1] [2]]", "no comma or ']' is before '[2]]'"),
        (&[None], "[1,2", "a list in dimension 0 does not end"),
        (&[None], "[1,,2]", "'' is no i8: it is no number of this type"),
        (&[None], "[1,2],3", "',3' follows its end"),
        (&[None], "[300]", "'300' is no i8: it does not fit"),
        (&[None], "[1 2]", "'1 2' is no i8: it is no number of this type"),
        (&[Some(3)], "[1,2]", "dimension 0 has a list of 2 and not 3"),
        (&[None, None], "[[1,2],[3]]", "dimension 1 has a list of 1 and not 2"),
    ] {
        assert_eq!(parse(shape, i8s, text).expect_err(text), problem);
    }
    assert!(AnyTensor::parse(&CallType::Token, "[]").is_err());
    let complex = parse(&[], ScalarType::ComplexF32, "1").expect_err("no parentheses");
    assert_eq!(
        complex,
        "'1' is no complex<f32>: it is no complex number, such as (1,-2)"
    );
    let complex = parse(&[None], ScalarType::ComplexF32, "[(1,2),3]").expect_err("no parentheses");
    assert_eq!(
        complex,
        "'3' is no complex<f32>: it is no complex number, such as (1,-2)"
    );
    // Rounded once: by way of `f32`, it would be half way between two numbers.
    let half = parse(&[], f16s, "1.000488281250001").expect("a number");
    assert_eq!(half.elements::<f16>(), Some(&[f16::from_bits(0x3c01)][..]));
}

#[test]
fn tensors_of_any_type_give_their_elements() {
    let mut tensor = AnyTensor::new(&[1i32, 2, 3, 4], &[2, 2]).expect("four elements");
    assert_eq!(tensor.shape().collect::<Vec<_>>(), [2, 2]);
    assert_eq!(
        tensor.elements::<u32>(),
        Some(&[1, 2, 3, 4][..]),
        "the sign is the reader's"
    );
    assert_eq!(tensor.elements::<f32>(), None);
    tensor.elements_mut::<i32>().expect("of this type")[3] = 5;
    assert_eq!(
        tensor,
        AnyTensor::new(&[1i32, 2, 3, 5], &[2, 2]).expect("four elements")
    );
    assert_ne!(tensor, AnyTensor::new(&[1i32, 2, 3, 5], &[4]).expect("four elements"));
    assert!(AnyTensor::new(&[1i32, 2], &[3]).is_none());
    let none = AnyTensor::new::<f64>(&[], &[1 << 62, 0]).expect("no elements");
    assert_eq!(none.elements::<f64>(), Some(&[][..]));
}

#[test]
fn tensors_that_cannot_be_returned_are_refused() {
    let engine = compiled(TENSORS, Backend::Cranelift, OptLevel::O0);
    for (name, signature) in [
        ("beside", "(memref<2xf32>) -> (memref<2xf32>, tensor<2xf32>)"),
        ("narrow", "() -> (tensor<2xi4>)"),
    ] {
        let error = engine.function(name).expect_err(name).to_string();
        let expected = format!("function '{name}' cannot be called: it is {signature}, but");
        assert!(error.starts_with(&expected), "{error}");
    }
    let fails = engine.function("fails").expect("it is there");
    let error = fails
        .call::<Tensor<i64, 1>>((false,))
        .expect_err("it fails")
        .to_string();
    assert!(error.contains("no tensor"), "{error}");
    for error in [
        fails.call::<Tensor<i64, 2>>((true,)).map(drop),
        fails.call::<Tensor<f64, 1>>((true,)).map(drop),
        fails.call::<i64>((true,)).map(drop),
    ] {
        let error = error.expect_err("another type").to_string();
        let expected = "function 'fails' is (i1) -> (tensor<2xi64>), but was called as (i1) -> (";
        assert!(error.starts_with(expected), "{error}");
    }

    let own_free = "func.func @free(%pointer: !llvm.ptr) { return } func.func @f() -> tensor<i8> {
      %0 = arith.constant dense<1> : tensor<i8> return %0 : tensor<i8> }";
    let error = compiled(own_free, Backend::Cranelift, OptLevel::O0)
        .function("f")
        .expect_err("C would free")
        .to_string();
    assert!(error.contains("cannot be called"), "{error}");
}

/// What is chosen of two tensors, and what is the same argument twice.
const SHARED: &str = r#"
func.func @chosen(%first: i1, %a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = arith.select %first, %a, %b : tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @doubled(%a: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = arith.addf %a, %a : tensor<2xf32>
  return %0, %0 : tensor<2xf32>, tensor<2xf32>
}
func.func @changed(%value: f32) -> (tensor<2xf32>, tensor<2xf32>) {
  %zero = arith.constant 0 : index
  %a = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %twice:2 = call @doubled(%a) : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  %changed = tensor.insert %value into %twice#0[%zero] : tensor<2xf32>
  return %changed, %twice#1 : tensor<2xf32>, tensor<2xf32>
}
func.func @from_outside(%n: index, %value: f32) -> (tensor<?xf32>, tensor<?xf32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %numbers = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %open = tensor.cast %numbers : tensor<2xf32> to tensor<?xf32>
  %empty = tensor.empty(%n) : tensor<?xf32>
  %given = scf.for %i = %zero to %n step %one iter_args(%before = %empty) -> tensor<?xf32> {
    scf.yield %open : tensor<?xf32>
  }
  %changed = tensor.insert %value into %open[%zero] : tensor<?xf32>
  return %given, %changed : tensor<?xf32>, tensor<?xf32>
}
"#;

#[test]
fn tensors_that_share_memory_are_told_apart() {
    let engine = compiled(SHARED, Backend::Auto, OptLevel::O1);
    let (mut four, mut two) = ([1.0f32, 2.0, 3.0, 4.0], [7.0f32, 8.0]);
    let chosen = engine.function("chosen").expect("it is there");
    for (first, expected) in [(true, &[1.0f32, 2.0, 3.0, 4.0][..]), (false, &[7.0, 8.0])] {
        let arguments = (first, MemRef::from(&mut four), MemRef::from(&mut two));
        let result: Tensor<f32, 1> = chosen.call(arguments).expect("it runs");
        assert_eq!(&result[..], expected);
    }
    let changed = engine.function("changed").expect("it is there");
    let (first, second): (Tensor<f32, 1>, Tensor<f32, 1>) = changed.call((77.0f32,)).expect("it runs");
    assert_eq!((&first[..], &second[..]), (&[77.0, 4.0][..], &[2.0, 4.0][..]));
    let from_outside = engine.function("from_outside").expect("it is there");
    let (first, second): (Tensor<f32, 1>, Tensor<f32, 1>) = from_outside.call((1usize, 77.0f32)).expect("it runs");
    assert_eq!((&first[..], &second[..]), (&[1.0, 2.0][..], &[77.0, 2.0][..]));
}
