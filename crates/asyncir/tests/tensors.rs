//! Functions on tensors are called with memory, which they do not write unless they say so.

#![allow(unsafe_code, reason = "the programs are those of the tests")]

use asyncir::call::CallType;
use asyncir::{Engine, EngineOptions, MemRef, Source, TensorRef, context, parse};

const PROGRAM: &str = r#"
func.func @scale(%numbers: tensor<?xf32>, %by: f32, %scaled: memref<?xf32>) {
  %0 = linalg.map ins(%numbers : tensor<?xf32>) outs(%numbers : tensor<?xf32>) (%number: f32, %old: f32) {
    %product = arith.mulf %number, %by : f32
    linalg.yield %product : f32
  }
  bufferization.materialize_in_destination %0 in writable %scaled : (tensor<?xf32>, memref<?xf32>) -> ()
  return
}
func.func @double(%numbers: tensor<2x2xf32> {bufferization.writable = true}) {
  %0 = linalg.add ins(%numbers, %numbers : tensor<2x2xf32>, tensor<2x2xf32>) outs(%numbers : tensor<2x2xf32>)
    -> tensor<2x2xf32>
  return
}
func.func @first_of_changed(%numbers: tensor<4xi64>) -> i64 {
  %zero = arith.constant 0 : index
  %seven = arith.constant 7 : i64
  %changed = tensor.insert %seven into %numbers[%zero] : tensor<4xi64>
  %result = tensor.extract %changed[%zero] : tensor<4xi64>
  return %result : i64
}
"#;

#[test]
fn memory_of_arguments_is_written_only_where_the_program_says_so() {
    let ctx = context();
    let mut module = parse(&ctx, &Source::new("tensors.mlir", PROGRAM)).expect("it is right");
    // SAFETY: the program accesses the memory that it is given.
    let engine = unsafe { Engine::compile(&ctx, &mut module, &EngineOptions::default()) }.expect("it compiles");

    let numbers: Vec<f32> = (0..5000u16).map(f32::from).collect();
    let mut scaled = vec![0.0f32; 5000];
    let scale = engine.function("scale").expect("it is there");
    let arguments = (TensorRef::from(&numbers), 3.0f32, MemRef::from(&mut scaled[..]));
    let () = scale.call(arguments).expect("it runs");
    for (index, (number, scaled)) in (0..5000u16).zip(numbers.iter().zip(&scaled)) {
        assert_eq!((*number, *scaled), (f32::from(index), f32::from(index) * 3.0));
    }

    let mut four = [1i64, 2, 3, 4];
    let first = engine.function("first_of_changed").expect("it is there");
    let result: i64 = first.call((MemRef::from(&mut four[..]),)).expect("it runs");
    assert_eq!((result, four), (7, [1, 2, 3, 4]));

    let mut matrix = [1.0f32, 2.0, 3.0, 4.0];
    let double = engine.function("double").expect("it is there");
    let of_matrix = MemRef::new(&mut matrix, [2, 2]).expect("four numbers");
    let () = double.call((of_matrix,)).expect("it runs");
    assert_eq!(matrix, [2.0, 4.0, 6.0, 8.0]);

    // Memory that the caller only lends for reading is not written.
    assert!(matches!(first.signature().parameters[..], [CallType::Tensor { .. }]));
    assert_eq!(first.call::<i64>((TensorRef::from(&four),)).expect("it runs"), 7);
    let message = first
        .call::<i64>((TensorRef::from(&four[1..]),))
        .expect_err("three numbers")
        .to_string();
    assert!(
        message.ends_with("but was called as (tensor<3xi64>) -> (i64)"),
        "{message}"
    );
    let of_matrix = TensorRef::new(&matrix, [2, 2]).expect("four numbers");
    let message = double.call::<()>((of_matrix,)).expect_err("it writes").to_string();
    assert_eq!(
        message,
        "function 'double' is (memref<2x2xf32>) -> (), but was called as (tensor<2x2xf32>) -> ()"
    );
}
