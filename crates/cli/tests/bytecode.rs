//! Bytecode on the command line: every tool reads it where it reads text.

use std::io::Write;
use std::process::{Command, Output, Stdio};

const PROGRAM: &str = "func.func @main() {
  %token, %value = async.execute -> !async.value<i32> {
    %answer = arith.constant 42 : i32
    async.yield %answer : i32
  }
  %result = async.await %value : !async.value<i32>
  vector.print %result : i32
  return
}
";

fn asyncir(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_asyncir"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("asyncir starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(input).expect("asyncir reads its input");
    drop(stdin);
    let output = child.wait_with_output().expect("asyncir ends");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output
}

#[test]
fn bytecode_is_run_and_printed_as_the_text_is() {
    let file = asyncir(&["opt", "--emit-bytecode"], PROGRAM.as_bytes()).stdout;
    assert!(file.starts_with(b"ML\xefR"));
    let text = asyncir(&["opt"], PROGRAM.as_bytes()).stdout;
    assert_eq!(asyncir(&["opt"], &file).stdout, text);
    assert_eq!(
        asyncir(&["opt", "--split-input-file", "--verify-roundtrip"], &file).stdout,
        text
    );
    assert_eq!(asyncir(&["run", "--no-cache"], &file).stdout, b"42\n");
}

#[test]
fn bytecode_of_the_llvm_dialect_is_translated() {
    let program =
        "llvm.func @f(%a: i32) -> i32 {\n  %0 = llvm.add %a, %a overflow<nsw> : i32\n  llvm.return %0 : i32\n}\n";
    let file = asyncir(&["opt", "--emit-bytecode"], program.as_bytes()).stdout;
    let translated = asyncir(&["translate", "--mlir-to-llvmir"], &file).stdout;
    assert!(String::from_utf8_lossy(&translated).contains("add nsw i32 %0, %0"));
}

#[test]
fn data_of_resources_can_be_left_out() {
    let program = "\"t.op\"() {a = dense_resource<blob> : tensor<1xi32>} : () -> ()\n\
                   {-# dialect_resources: { builtin: { blob: \"0x0400000001000000\" } } #-}\n";
    let flags = ["opt", "--allow-unregistered-dialect"];
    let read = |file: &[u8]| String::from_utf8(asyncir(&flags, file).stdout).expect("text");
    let with = |flag: &str| asyncir(&[&flags[..], &["--emit-bytecode", flag]].concat(), program.as_bytes()).stdout;
    assert!(read(&with("--mlir-disable-threading")).contains("blob: \"0x0400000001000000\""));
    let elided = read(&with("--elide-resource-data-from-bytecode"));
    assert!(
        elided.contains("dense_resource<blob>") && !elided.contains("0x04"),
        "{elided}"
    );
}
