//! What the tool shows on standard error and how it prints, flag by flag, is what `mlir-opt` shows and prints.
//!
//! `cargo xtask test` installs MLIR's tools.

mod mlir_opt;

use std::process::Command;

use mlir_opt::{ours, run, same};

const MLIR_TRANSLATE: &str = "/usr/lib/llvm-22/bin/mlir-translate";

/// An op of one line, one of several with a large constant inside, a second error in another function.
const WRONG: &str = "func.func @one_line(%a: i32) -> i64 {
  return %a : i32
}
func.func @several_lines(%a: i32, %c: i1) {
  %0 = scf.if %c -> i64 {
    %b = arith.addi %a, %a : i32 loc(\"sum\")
    %k = arith.constant dense<[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17]> : tensor<17xi32>
    scf.yield %b : i32
  } else {
    scf.yield %a : i32
  }
  return
}
";

#[test]
fn errors_show_the_op_that_they_are_about() {
    for flags in [
        &[][..],
        &["--mlir-print-op-on-diagnostic=true"],
        &["--mlir-print-debuginfo"],
        &["--mlir-print-skip-regions"],
        &["--mlir-print-value-users"],
        &["--mlir-use-nameloc-as-prefix"],
        &["--mlir-elide-elementsattrs-if-larger=100"],
    ] {
        let (code, stdout, stderr) = same(flags, WRONG);
        assert_eq!((code, &*stdout), (Some(1), ""));
        assert_eq!(stderr.matches("note: see current operation: ").count(), 2, "{stderr}");
    }
    let (.., stderr) = same(&["--mlir-print-op-on-diagnostic=false"], WRONG);
    assert!(!stderr.contains("see current operation"), "{stderr}");
}

#[test]
fn errors_of_the_parser_show_no_op() {
    let (.., stderr) = same(&[], "func.func @f() { %0 = arith.addi %x, %x : i32  return }");
    assert!(!stderr.contains("see current operation"), "{stderr}");
    same(&[], "\"foo.bar\"() : () -> ()");
}

#[test]
fn errors_of_the_verifier_come_in_its_order() {
    // Blocks, symbols, dominance; more blocks than a region may have, before its constraint.
    same(&[], "func.func @f() { %c = arith.constant 1 : i32 }");
    same(&[], "func.func @f() { return }  func.func @f() { return }");
    same(
        &[],
        "func.func @f() -> i32 {\n  cf.br ^b\n^a:\n  %x = arith.constant 1 : i32\n  return %x : i32\n^b:\n  return %x : i32\n}",
    );
    same(
        &["--allow-unregistered-dialect"],
        "func.func @f(%c: i1) {\n  \"scf.if\"(%c) ({\n    cf.br ^b\n  ^b:\n    scf.yield\n  }, {}) : (i1) -> ()\n  return\n}",
    );
}

#[test]
fn errors_of_passes_show_the_op_as_it_is_by_then() {
    let lowered_too_early = "func.func @f(%a: f32) {
  %token = async.execute {
    %b = arith.addf %a, %a : f32
    async.yield
  }
  async.await %token : !async.token
  return
}";
    for pass in ["--convert-async-to-llvm", "--async-runtime-ref-counting"] {
        let (code, _, stderr) = same(&[pass], lowered_too_early);
        assert_eq!(code, Some(1));
        assert!(stderr.contains("see current operation"), "{stderr}");
    }
}

/// What both tools do when they translate a program.
#[track_caller]
fn same_translation(flags: &[&str], program: &str) -> mlir_opt::Seen {
    let flags = [&["--mlir-to-llvmir"], flags].concat();
    let mut command = Command::new(env!("CARGO_BIN_EXE_asyncir"));
    command.arg("translate");
    let seen = run(command, &flags, program);
    assert_eq!(seen, run(Command::new(MLIR_TRANSLATE), &flags, program));
    seen
}

#[test]
fn translation_shows_the_op_that_it_stops_at() {
    let program = "llvm.func @f() {\n  \"test.foo\"() : () -> ()\n  llvm.return\n}";
    let seen = same_translation(&["--allow-unregistered-dialect"], program);
    assert!(seen.2.contains("see current operation: \"test.foo\"()"), "{}", seen.2);
}

#[test]
fn parts_are_translated_each_for_itself() {
    let parts = "llvm.func @f() {\n  llvm.return\n}\n// -----\nllvm.func @g() {\n  llvm.return\n}\n";
    let (code, stdout, _) = same_translation(&["-split-input-file"], parts);
    assert_eq!((code, stdout.matches("define void").count()), (Some(0), 2));
    same_translation(&["-split-input-file", "--output-split-marker=; next"], parts);
    let wrong = "// expected-error @below {{cannot be converted to LLVM IR}}\nfunc.func @f() {\n  return\n}\n";
    let (code, ..) = same_translation(
        &["-split-input-file", "-verify-diagnostics"],
        &format!("{wrong}// -----\n{parts}"),
    );
    assert_eq!(code, Some(0));
    let other = wrong.replace("cannot be", "must be");
    assert_eq!(same_translation(&["-verify-diagnostics"], &other).0, Some(1));
}

#[test]
fn verified_diagnostics_have_no_note_of_the_op() {
    let expected =
        "func.func @f(%a: i32) -> i64 {\n  // expected-error @+1 {{type of return operand 0}}\n  return %a : i32\n}";
    assert_eq!(
        same(&["-verify-diagnostics"], expected),
        (Some(0), String::new(), String::new())
    );
    let other = "func.func @f(%a: i32) -> i64 {\n  // expected-error @+1 {{nothing like that}}\n  return %a : i32\n}";
    let (code, _, all) = ours(&["-verify-diagnostics=all"], other);
    assert_eq!(code, Some(1));
    let (code, _, expected) = ours(&["-verify-diagnostics=only-expected"], other);
    assert_eq!(code, Some(1));
    assert!(all.contains("unexpected error") && !expected.contains("unexpected error"));
    assert!(expected.contains("was not produced"), "{expected}");
}

const RIGHT: &str = "#place = loc(\"file.c\":1:2)
func.func @f(%a: i32 loc(\"arg a\"), %c: i1) -> i32 {
  %0 = arith.addi %a, %a : i32 loc(\"sum\")
  %1:2 = scf.if %c -> (i32, i32) {
    %b = arith.addi %0, %a : i32 loc(\"sum\")
    scf.yield %b, %b : i32, i32
  } else {
    scf.yield %a, %0 : i32, i32
  }
  cf.br ^end(%1#1 : i32)
^end(%z: i32 loc(\"zed\"(#place))):
  %k = arith.constant 5 : i32
  return %z : i32
}
func.func @g(%a: i32) {
  %0 = arith.addi %a, %a : i32 loc(callsite(\"callee\" at \"caller\"))
  return
}
func.func private @h(i32)
";

#[test]
fn values_are_named_and_commented_as_flags_say() {
    for flags in [
        &["--mlir-print-value-users"][..],
        &["--mlir-print-value-users", "--mlir-print-op-generic"],
        &["--mlir-print-value-users", "--mlir-print-debuginfo"],
        &["--mlir-print-value-users", "--mlir-print-unique-ssa-ids"],
        &["--mlir-print-unique-ssa-ids"],
        &["--mlir-use-nameloc-as-prefix"],
        &["--mlir-use-nameloc-as-prefix", "--mlir-print-op-generic"],
        &["--mlir-print-assume-verified"],
        &["--verify-roundtrip"],
        &["--mlir-print-stacktrace-on-diagnostic"],
    ] {
        let (code, stdout, stderr) = same(flags, RIGHT);
        assert_eq!((code, &*stderr), (Some(0), ""));
        assert!(stdout.contains("module"));
    }
}

/// Arguments of blocks that the short form leaves out have numbers, too.
#[test]
fn hidden_arguments_have_numbers() {
    let program = "func.func @f(%m: memref<4x4xf32>, %v: f32, %n: index) {\n  \
                   scf.for %i = %n to %n step %n {\n  }\n  \
                   linalg.fill ins(%v : f32) outs(%m : memref<4x4xf32>)\n  \
                   linalg.matmul ins(%m, %m : memref<4x4xf32>, memref<4x4xf32>) outs(%m : memref<4x4xf32>)\n  \
                   linalg.exp ins(%m : memref<4x4xf32>) outs(%m : memref<4x4xf32>)\n  return\n}\n";
    let (code, stdout, stderr) = same(&["--mlir-print-unique-ssa-ids"], program);
    assert_eq!((code, &*stderr), (Some(0), ""));
    assert!(stdout.contains("scf.for %arg10 ="), "{stdout}");
}

/// What may be left out says the same with its default value.
#[test]
fn default_values_come_back() {
    let program = "func.func @f(%m: memref<4xf32>, %i: index, %v: f32) {\n  \
                   memref.store %v, %m[%i] {nontemporal = false} : memref<4xf32>\n  return\n}\n";
    let (code, _, stderr) = same(&["--verify-roundtrip"], program);
    assert_eq!((code, &*stderr), (Some(0), ""));
}

#[test]
fn parts_are_joined_by_the_marker_that_is_asked_for() {
    let program = "func.func @f() { return }\n// -----\nfunc.func @g() { return }\n";
    let (_, stdout, _) = same(&["--split-input-file", "--output-split-marker=// next"], program);
    assert!(stdout.contains("\n// next\n"), "{stdout}");
}

#[test]
fn programs_that_are_not_verified_are_printed_in_generic_form() {
    let flag = "--mlir-very-unsafe-disable-verifier-on-parsing";
    let (_, generic, _) = same(&[flag], WRONG);
    assert!(generic.starts_with("\"builtin.module\""), "{generic}");
    let (_, custom, _) = same(&[flag, "--mlir-print-assume-verified"], WRONG);
    assert!(custom.starts_with("module {"), "{custom}");
}

#[test]
fn times_are_written_as_json() {
    let flags = ["--mlir-timing", "--mlir-output-format=json", "--cse", "-o", "/dev/null"];
    let (code, _, stderr) = ours(&flags, RIGHT);
    assert_eq!(code, Some(0));
    let names: Vec<&str> = stderr
        .lines()
        .filter_map(|line| line.split("\"name\": \"").nth(1)?.split('"').next())
        .collect();
    assert_eq!(names, ["Parser", "CSE", "Output", "Rest", "Total"]);
    let opened = |open, close| (stderr.matches(open).count(), stderr.matches(close).count());
    assert_eq!(opened('{', '{').0, opened('}', '}').0);
    assert_eq!(opened('[', ']'), (4, 4));
    let list = ours(&[&flags[..], &["--mlir-timing-display=list"]].concat(), RIGHT).2;
    assert!(!list.contains("passes"), "{list}");
}

#[test]
fn versions_of_bytecode_that_are_not_there_are_refused() {
    let (code, stdout, stderr) = ours(&["--emit-bytecode", "--emit-bytecode-version=7"], RIGHT);
    assert_eq!((code, &*stdout), (Some(1), ""));
    let wanted = "error: unsupported version requested 7, must be in range [0, 6]";
    assert!(stderr.contains(wanted), "{stderr}");
}

#[test]
fn files_are_split_where_mlir_splits_them() {
    let module = "module {}\n";
    for program in [
        "// -----\nmodule {}\n",
        "// -----// -----// -----\n",
        "module {}\n// ------\nmodule {}\n",
        "module {}\n// -----0\nmodule {}\n// ----\nmodule {}\n// -----",
        "\n  // ----- foo\n// -----\n\n",
        "",
    ] {
        for more in ["", module] {
            let program = format!("{program}{more}");
            same(&["-split-input-file", "--mlir-print-debuginfo"], &program);
            same(&["-split-input-file", "--verify-diagnostics"], &program);
        }
    }
    same(&["-split-input-file=//-"], "module {}\n//------\nmodule {}\n");
}

#[test]
fn comments_that_are_not_well_formed_announce_nothing() {
    for comment in [
        "expected-error @+x {{undefined}}",
        "expected-error@0 {{xx}}",
        "expected-error@ {{xx}}",
        "expected-error {{undefined",
        "expected-error {undefined}",
        "expected-error{{}",
        "expected-error@+012 {{a}}",
        "expected-error@+08 {{a}}",
        "expected-error@+99999999999 {{a}}",
        "expected-error@-5 {{a}}",
        "expected-foo expected-error @+0 {{a}}",
        "expected-error@above@above {{a}}",
        "expected-error@nowhere {{a}}",
        "expected-error 2 {{a}}",
        "expected-error @+1{{custom}}",
        "expected-error-re {{a{{}}",
        "expected-error-re {{a{{(}}}}",
        "expected-error-re {{a{{*}}}}",
        "expected-error-re {{a{{[}}}}",
        "expected-error-re {{a{{b{2,1}}}}}",
    ] {
        for rest in ["", "zzz\n"] {
            same(&["--verify-diagnostics"], &format!("// {comment}\n{rest}"));
        }
    }
}

/// An error with a note about another place.
const TWICE: &str = "func.func private @f()\nfunc.func private @f()\n";

#[test]
fn messages_are_coloured_where_that_is_asked_for() {
    let (_, _, plain) = ours(&[], TWICE);
    let (_, _, colored) = ours(&["--color"], TWICE);
    let (_, _, refused) = ours(&["--color=0"], TWICE);
    assert!(!plain.contains('\x1b') && refused == plain, "{plain}");
    for part in ["\x1b[31merror:\x1b[0m", "\x1b[36mnote:\x1b[0m", "\x1b[32m^\x1b[0m"] {
        assert!(colored.contains(part), "{colored:?}");
    }
    let uncolored: String = colored
        .split('\x1b')
        .map(|part| {
            part.strip_prefix('[')
                .map_or(part, |code| code.split_once('m').map_or("", |(_, text)| text))
        })
        .collect();
    assert_eq!(uncolored, plain);
    let (_, _, missing) = ours(&["--color", "no-such-file.mlir"], "");
    assert!(
        missing.starts_with("\x1b[1m\x1b[31merror:\x1b[0m cannot open"),
        "{missing:?}"
    );
}

/// In MLIR 22, these flags do nothing.
#[test]
fn notes_and_warnings_are_left_out_where_that_is_asked_for() {
    let (_, _, all) = ours(&[], TWICE);
    let (code, _, without_notes) = ours(&["--mlir-disable-diagnostic-notes"], TWICE);
    assert_eq!(code, Some(1));
    assert!(
        all.contains("note: see existing symbol") && without_notes.contains("error: redefinition"),
        "{all}"
    );
    assert!(!without_notes.contains("note:"), "{without_notes}");
    let loops = "func.func @f(%m: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %m[%i] : memref<8xf32>
    affine.store %x, %m[%i] : memref<8xf32>
  }
  return
}";
    let rounds =
        "--composite-fixed-point-pass=pipeline=func.func(affine-loop-unroll{unroll-factor=2}) max-iterations=1";
    let (code, _, stderr) = same(&[rounds], loops);
    assert_eq!(code, Some(0));
    assert!(stderr.contains("warning: Composite pass"), "{stderr}");
    for (level, is_shown) in [("errors", false), ("warnings", true), ("remarks", true)] {
        let (_, _, stderr) = ours(&[rounds, &format!("--mlir-diagnostic-verbosity-level={level}")], loops);
        assert_eq!(stderr.contains("warning: Composite pass"), is_shown, "{stderr}");
    }
}

#[test]
fn translation_takes_the_only_op_and_shows_it_as_flags_say() {
    let module = "module {\n  llvm.func @f() {\n    llvm.return\n  }\n}\n";
    assert_eq!(
        same_translation(&["--no-implicit-module", "--mlir-disable-threading"], module).0,
        Some(0)
    );
    let function = "llvm.func @f() {\n  llvm.return\n}\n";
    let (code, _, stderr) = same_translation(&["--no-implicit-module"], function);
    assert_eq!(code, Some(1));
    assert!(stderr.contains("can not be translated to an LLVMIR module"), "{stderr}");
    let wrong = "llvm.func @f() {\n  \"test.foo\"() : () -> ()\n  llvm.return\n}";
    for flags in [&["--mlir-print-op-generic"][..], &["--error-diagnostics-only"]] {
        same_translation(&[flags, &["--allow-unregistered-dialect"]].concat(), wrong);
    }
}
