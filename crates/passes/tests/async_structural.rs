//! Conversions of payload types, through the async ops around them.

use asyncir_ir::rewrite::{
    Conversion, ConversionConfig, ConversionPatterns, ConversionTarget, TypeConverter, apply_partial_conversion,
};
use asyncir_ir::{Context, Type};
use asyncir_passes::conversion::async_structural::populate_async_structural_type_conversions_and_legality;
use asyncir_text::{PrintOptions, Source, parse_source, print_file};

/// Makes `i32` wider, except that there is nothing for `index`.
fn converter() -> TypeConverter {
    let mut converter = TypeConverter::new();
    converter.add_conversion(|_, _, ty| Some(Conversion::One(ty)));
    converter.add_conversion(|_, _, ty| (ty == Type::I32).then_some(Conversion::One(Type::I64)));
    converter.add_conversion(|_, _, ty| (ty == Type::INDEX).then_some(Conversion::Fail));
    converter.add_cast_materializations();
    converter
}

/// Converts the async ops of a program; the error is what the conversion says.
fn convert(text: &str) -> Result<String, String> {
    let ctx = Context::with_dialects(asyncir_dialects::all());
    let mut parsed = parse_source(&ctx, &Source::new("input", text)).expect("a program");
    let (mut converter, mut patterns, mut target) = (converter(), ConversionPatterns::new(), ConversionTarget::new());
    populate_async_structural_type_conversions_and_legality(&mut converter, &mut patterns, &mut target);
    let config = ConversionConfig::default();
    match apply_partial_conversion(&ctx, parsed.op.operation_mut(), &target, &patterns, &config) {
        Ok(()) => Ok(print_file(parsed.op.op_ref(&ctx), None, &PrintOptions::default())),
        Err(errors) => Err(errors.iter().map(|error| error.message().to_owned()).collect()),
    }
}

#[test]
fn tasks_follow_the_types_of_their_payloads() {
    let text = "func.func @f(%x: i32, %t: !async.token, %v: !async.value<i32>) -> i32 {
  %token, %value = async.execute [%t] (%v as %u: !async.value<i32>) -> !async.value<i32> {
    %s = arith.addi %u, %x : i32
    async.yield %s : i32
  }
  %r = async.await %value : !async.value<i32>
  return %r : i32
}";
    let expected = "module {
  func.func @f(%arg0: i32, %arg1: !async.token, %arg2: !async.value<i32>) -> i32 {
    %0 = builtin.unrealized_conversion_cast %arg2 : !async.value<i32> to !async.value<i64>
    %token, %bodyResults = async.execute [%arg1] (%0 as %arg3: !async.value<i64>) -> !async.value<i64> {
      %3 = builtin.unrealized_conversion_cast %arg3 : i64 to i32
      %4 = arith.addi %3, %arg0 : i32
      %5 = builtin.unrealized_conversion_cast %4 : i32 to i64
      async.yield %5 : i64
    }
    %1 = async.await %bodyResults : !async.value<i64>
    %2 = builtin.unrealized_conversion_cast %1 : i64 to i32
    return %2 : i32
  }
}
";
    assert_eq!(convert(text).as_deref().map(str::trim_end), Ok(expected.trim_end()));
}

#[test]
fn payloads_without_a_converted_type_are_refused() {
    let text = "func.func @f(%v: !async.value<index>) -> index {
  %r = async.await %v : !async.value<index>
  return %r : index
}";
    assert_eq!(
        convert(text),
        Err("failed to legalize operation 'async.await' that was explicitly marked illegal".to_owned())
    );
}
