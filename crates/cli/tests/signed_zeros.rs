//! Minima and maxima by IEEE 754's `minimum` and `maximum`, to which -0 is less than +0, for floats of all widths.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// Types, the op that converts them to f32, and the bits of a number that is none.
const FLOATS: [(&str, &str, &str); 7] = [
    ("f8E5M2", "arith.extf", "0x7e"),
    ("f8E4M3", "arith.extf", "0x7f"),
    ("bf16", "arith.extf", "0x7fc0"),
    ("f16", "arith.extf", "0x7e00"),
    ("f64", "arith.truncf", "0x7ff8000000000000"),
    ("f80", "arith.truncf", "0x7fffc000000000000000"),
    ("f128", "arith.truncf", "0x7fff8000000000000000000000000000"),
];

/// Minima and maxima of zeros, and one with a NaN, as their reciprocals: those of zeros are infinities of the same sign.
fn program(ty: &str, convert: &str, nan: &str) -> String {
    let mut text = format!(
        "func.func @max(%a: {ty}, %b: {ty}) -> {ty} attributes {{no_inline}} {{
  %max = arith.maximumf %a, %b : {ty}
  return %max : {ty}
}}
func.func @min(%a: {ty}, %b: {ty}) -> {ty} attributes {{no_inline}} {{
  %min = arith.minimumf %a, %b : {ty}
  return %min : {ty}
}}
func.func @main() {{
  %one = arith.constant 1.0 : f32
  %plus = arith.constant 0.0 : {ty}
  %minus = arith.constant -0.0 : {ty}
  %nan = arith.constant {nan} : {ty}
"
    );
    let calls = [
        "max(%plus, %minus)",
        "max(%minus, %plus)",
        "max(%minus, %minus)",
        "max(%nan, %plus)",
    ];
    let calls = calls
        .into_iter()
        .chain(["min(%plus, %minus)", "min(%minus, %plus)", "min(%plus, %plus)"]);
    for (number, call) in calls.enumerate() {
        text += &format!(
            "  %x{number} = call @{call} : ({ty}, {ty}) -> {ty}
  %y{number} = {convert} %x{number} : {ty} to f32
  %z{number} = arith.divf %one, %y{number} : f32
  vector.print %z{number} : f32
"
        );
    }
    text + "  return\n}\n"
}

#[test]
fn minima_and_maxima_know_the_signs_of_zeros() {
    for (ty, convert, nan) in FLOATS {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("signed_zeros_{ty}.mlir"));
        fs::write(&path, program(ty, convert, nan)).expect("a file");
        for flags in [&["-O0"][..], &["-O0", "--backend=llvm"], &["-O2"]] {
            let mut command = Command::new(env!("CARGO_BIN_EXE_asyncir"));
            let command = command.args(["run", "--no-cache"]).args(flags).arg(&path);
            let output = command.output().expect("asyncir starts");
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{ty} {flags:?}: {errors}");
            let printed = String::from_utf8(output.stdout).expect("UTF-8");
            let printed: Vec<&str> = printed.lines().collect();
            assert_eq!(
                printed,
                ["inf", "inf", "-inf", "nan", "-inf", "-inf", "inf"],
                "{ty} {flags:?}"
            );
        }
    }
}
