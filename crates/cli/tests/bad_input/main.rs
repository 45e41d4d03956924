//! Bad input gives a message with its place and exit code 1: never a panic, an abort or half a file.

mod llvm;
mod output;

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn asyncir(args: &[&str], input: &[u8]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_asyncir"));
    let command = command
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("asyncir starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A tool that stops early closes the pipe.
    let _ = stdin.write_all(input);
    drop(stdin);
    child.wait_with_output().expect("asyncir ends")
}

/// The command fails with exit code 1 and a message that holds `message`; nothing goes to standard output.
#[track_caller]
fn fails(args: &[&str], input: &[u8], message: &str) {
    let output = asyncir(args, input);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{args:?}: {errors}");
    assert!(errors.contains(message), "expected '{message}' in:\n{errors}");
    assert!(!errors.contains("panicked"), "{errors}");
}

fn scratch(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

const MAIN: &[u8] = b"func.func @main() { return }";

#[test]
fn files_that_cannot_be_read() {
    fails(
        &["opt", "no/such/file.mlir"],
        b"",
        "cannot open input file 'no/such/file.mlir': No such file or directory",
    );
    fails(&["run", "/"], b"", "cannot open input file '/'");
}

#[test]
fn syntax_errors_have_a_place() {
    fails(
        &["opt"],
        b"func.func @f( {",
        "<stdin>:1:14: error: expected non-function type",
    );
    fails(&["opt"], b"%x = foo.bar", "<stdin>:1:6: error: ");
    fails(
        &["opt"],
        b"\"unterminated",
        "<stdin>:1:14: error: expected '\"' in string literal",
    );
    fails(
        &["run"],
        b"func.func @main() {\n  %x = arith.addi %y, %y : i32\n  return\n}",
        "<stdin>:2:19: error: ",
    );
    for (element, message) in [
        (
            "x",
            "<stdin>:2:30: error: custom op 'vector.transpose' expected integer value",
        ),
        (
            "1.0",
            "<stdin>:2:30: error: custom op 'vector.transpose' expected integer value",
        ),
        (
            "99999999999999999999",
            "<stdin>:2:30: error: custom op 'vector.transpose' integer value too large",
        ),
    ] {
        let text = format!(
            "func.func @f(%v: vector<2x3xf32>) -> vector<3x2xf32> {{\n  %0 = vector.transpose %v, [{element}, 0] : \
             vector<2x3xf32> to vector<3x2xf32>\n  return %0 : vector<3x2xf32>\n}}"
        );
        fails(&["opt"], text.as_bytes(), message);
    }
    fails(
        &["opt"],
        b"func.func @f() { return } }",
        "<stdin>:1:26: error: expected operation name in quotes",
    );
}

#[test]
fn types_that_do_not_match() {
    let text = b"func.func @f(%a: i32, %b: i64) -> i32 {\n  %c = arith.addi %a, %b : i32\n  return %c : i32\n}";
    fails(
        &["opt"],
        text,
        "<stdin>:2:23: error: use of value '%b' expects different type than prior uses: 'i32' vs 'i64'",
    );
    fails(
        &["opt"],
        b"func.func @f() -> i32 {\n  return\n}",
        "<stdin>:2:3: error: ",
    );
}

#[test]
fn values_used_before_or_outside_their_definition() {
    let text =
        b"func.func @f() -> i32 {\n  %b = arith.addi %a, %a : i32\n  %a = arith.constant 1 : i32\n  return %b : i32\n}";
    fails(&["opt"], text, "operand #0 does not dominate this use");
    let text = b"func.func @f() {\n  %t = async.execute {\n    %a = arith.constant 1 : i32\n    async.yield\n  }\n  \
                 vector.print %a : i32\n  return\n}";
    fails(&["opt"], text, "<stdin>:6:16: error: use of undeclared SSA value name");
}

#[test]
fn unknown_ops_options_and_passes() {
    fails(&["opt"], b"foo.bar", "error: ");
    fails(&["opt"], b"\"foo.bar\"() : () -> ()", "allow-unregistered-dialect");
    fails(&["opt", "--no-such-flag"], MAIN, "--no-such-flag");
    fails(
        &["opt", "--pass-pipeline=builtin.module(nope)"],
        MAIN,
        "'nope' does not refer to a registered pass",
    );
    fails(&["opt", "--pass-pipeline=builtin.module(cse"], MAIN, "error: ");
    fails(&["opt", "--canonicalize=nope=1"], MAIN, "no such option nope");
    fails(&["run", "-O7"], MAIN, "-O");
    fails(&["frobnicate"], b"", "frobnicate");
    fails(&["translate"], MAIN, "--mlir-to-llvmir");
}

#[test]
fn deep_nesting_is_refused() {
    let depth = 100_000;
    let regions = format!("{}{}", "\"a.b\"() ({".repeat(depth), "}) : () -> ()".repeat(depth));
    fails(&["opt", "--allow-unregistered-dialect"], regions.as_bytes(), "error: ");
    let types = format!(
        "func.func private @f({}i32{})",
        "tuple<".repeat(depth),
        ">".repeat(depth)
    );
    fails(&["opt"], types.as_bytes(), "error: ");
    let attributes = format!(
        "module attributes {{a.b = {}{}}} {{}}",
        "[".repeat(depth),
        "]".repeat(depth)
    );
    fails(&["opt"], attributes.as_bytes(), "error: ");
    // An argument of a program can have 128 kB.
    let depth = 20_000;
    let pipeline = format!("--pass-pipeline={}cse{}", "any(".repeat(depth), ")".repeat(depth));
    fails(&["opt", &pipeline], MAIN, "error: nesting too deep");
    let far = format!("--pass-pipeline=builtin.module({}nope)", " ".repeat(70_000));
    fails(&["opt", &far], MAIN, "'nope' does not refer to a registered pass");
    let name = "a".repeat(70_000);
    let long = format!("\"{name}.x\"() : () -> ()\n\"b.{name}\"() : () -> ()");
    let output = asyncir(
        &["opt", "--allow-unregistered-dialect", "--print-op-stats"],
        long.as_bytes(),
    );
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let map = format!(
        "module attributes {{a.b = affine_map<(d0) -> ({}d0{})>}} {{}}",
        "(".repeat(depth),
        ")".repeat(depth)
    );
    fails(&["opt"], map.as_bytes(), "error: ");
}

#[test]
fn aliases_that_double_are_refused() {
    let doubling = |first: &str, next: fn(&str) -> String| {
        let alias = |level: usize| format!("!t{level} = {}\n", next(&format!("!t{}", level - 1)));
        let aliases: String = (1..40).map(alias).collect();
        format!("!t0 = {first}\n{aliases}func.func private @f(!t39)\n")
    };
    let message = "type alias stands for a type that is too large";
    let tuples = doubling("i32", |t| format!("tuple<{t}, {t}>"));
    fails(&["opt"], tuples.as_bytes(), message);
    let structs = doubling("i32", |t| format!("!llvm.struct<({t}, {t})>"));
    fails(&["opt"], structs.as_bytes(), message);
    // The second array is not read again, but counts.
    let known = doubling("i32", |t| {
        format!("!llvm.struct<(!llvm.array<1 x {t}>, !llvm.array<1 x {t}>)>")
    });
    fails(&["opt"], known.as_bytes(), message);
}

#[test]
fn a_dash_at_the_end_of_an_unknown_type_is_no_arrow() {
    let text = b"func.func private @f(!unknown.type_-)";
    let output = asyncir(&["opt", "--allow-unregistered-dialect"], text);
    let printed = output.stdout;
    assert!(String::from_utf8_lossy(&printed).contains("!unknown.type_-)"));
    let again = asyncir(&["opt", "--allow-unregistered-dialect"], &printed);
    assert_eq!(again.stdout, printed, "{}", String::from_utf8_lossy(&again.stderr));
}

#[test]
fn vectors_of_more_lanes_than_can_be_counted() {
    let text = b"func.func @f(%v: vector<4611686018427387904x4xi32>) -> vector<4x4611686018427387904xi32> {\n  \
                 %0 = vector.shape_cast %v : vector<4611686018427387904x4xi32> to vector<4x4611686018427387904xi32>\n  \
                 %1 = arith.constant dense<0> : vector<4611686018427387904x4xi32>\n  \
                 %2 = vector.extract %1[5] : vector<4xi32> from vector<4611686018427387904x4xi32>\n  \
                 %3 = vector.insert %2, %v[3] : vector<4xi32> into vector<4611686018427387904x4xi32>\n  \
                 return %0 : vector<4x4611686018427387904xi32>\n}\n";
    for flags in [&["opt"][..], &["opt", "--canonicalize"]] {
        let output = asyncir(flags, text);
        assert_eq!(
            output.status.code(),
            Some(0),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
    fails(
        &["opt"],
        b"func.func @f(%v: vector<4611686018427387904x4xi32>) {\n  \
          %0:2 = vector.to_elements %v : vector<4611686018427387904x4xi32>\n  return\n}\n",
        "error: ",
    );
}

#[test]
fn division_by_nothing_in_a_map_is_named() {
    fails(
        &["opt", "--lower-affine"],
        b"func.func @f(%i: index) -> index {\n  \
          %0 = affine.apply affine_map<(d0) -> (d0 mod 0)>(%i)\n  return %0 : index\n}\n",
        "<stdin>:2:8: error: modulo by non-positive value is not supported",
    );
}

#[test]
fn invalid_utf8_has_a_place() {
    fails(&["opt"], b"module {\n  \xff\xfe\n}", "<stdin>:2:3: error: ");
}

#[test]
fn wrong_bytecode_is_told_with_the_byte() {
    for (bytecode, wanted) in [
        (&b"ML\xefR\x0dMLIR22.1.8\x00"[..], "at byte 0: no strings"),
        (
            b"ML\xefR\x0fnew\x00",
            "at byte 5: version 7 is newer than 6, the newest that is read",
        ),
        (b"ML\xefR\x0d", "at byte 5: text without an end"),
        (b"ML\xefR\x0dx\x00\x07\x01\x09\x01", "at byte 9: section 9 is unknown"),
    ] {
        let output = asyncir(&["opt"], bytecode);
        let wanted = format!("<stdin>:0:0: error: bytecode is wrong {wanted}\n");
        assert_eq!(String::from_utf8_lossy(&output.stderr), wanted);
        assert_eq!(output.status.code(), Some(1));
    }
}

#[test]
fn what_is_no_text_is_named_and_not_shown() {
    let cases: [(&[u8], &str); 4] = [
        (b"\x02ELF\x02\x01\xff", "1:7: error: invalid UTF-8 in the source text\n"),
        (
            b"\x7fELF\x02\x01\xff",
            "1:1: error: this is an object file or an executable, not MLIR\n",
        ),
        (
            b"BC\xc0\xde\x35\x14\x00\x00",
            "1:1: error: this is LLVM bitcode, not MLIR\n",
        ),
        (
            b"; ModuleID = 'm'\n",
            "1:1: error: this is LLVM IR, not MLIR\n; ModuleID = 'm'\n^\n",
        ),
    ];
    for (input, wanted) in cases {
        let output = asyncir(&["opt"], input);
        let found = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(found, format!("<stdin>:{wanted}"));
    }
    let output = asyncir(&["opt"], "\u{feff}func.func private @f()".as_bytes());
    let found = String::from_utf8_lossy(&output.stderr).into_owned();
    let wanted = "<stdin>:1:1: error: unexpected character: a byte order mark, which cannot be seen\n";
    assert!(found.starts_with(wanted), "{found}");
}

#[test]
#[cfg(unix)]
fn what_a_link_leads_to_is_written() {
    let folder = scratch("links");
    let (file, link) = (folder.join("file.mlir"), folder.join("link.mlir"));
    fs::write(&file, "old").expect("a file");
    std::os::unix::fs::symlink("file.mlir", &link).expect("a link");
    let output = asyncir(&["opt", "-o", &link.to_string_lossy()], MAIN);
    assert!(output.status.success());
    assert!(fs::symlink_metadata(&link).expect("the link").is_symlink());
    assert!(fs::read_to_string(&file).expect("the file").starts_with("module {"));
}

#[test]
fn missing_entry_points() {
    fails(
        &["run"],
        b"func.func @other() { return }  func.func @f(%x: i32) { return }",
        "function 'main' not found; there are 'other', 'f'\n",
    );
    fails(
        &["run", "-e", "f"],
        b"func.func @f(%x: i32) { return }",
        "the entry point is (i32) -> (), so it takes 1 argument, not 0",
    );
    // That it is not there says more than that others cannot be lowered.
    fails(
        &["run"],
        b"func.func @other() { return }  func.func private @bad() { \"x.y\"() : () -> () return }",
        "function 'main' not found; there is 'other'\n",
    );
    let declared = "function 'main' has no body: it is only declared\n";
    fails(&["run"], b"func.func private @main()", declared);
    let output = scratch("declared").join("program");
    fails(
        &["build", "--backend=cranelift", "-o", &output.to_string_lossy()],
        b"func.func private @main()",
        declared,
    );
    fails(
        &["run"],
        b"func.func @main(%argc: i32, %argv: !llvm.ptr) -> i32 { return %argc : i32 }",
        "\nnote: `asyncir build` makes an executable of it, whose main it is\n",
    );
    let many: String = (0..7).map(|n| format!("func.func @f{n}() {{ return }}\n")).collect();
    fails(
        &["run"],
        many.as_bytes(),
        "not found; there are 'f0', 'f1', 'f2', 'f3', 'f4', and 2 more\n",
    );
    fails(
        &["run"],
        b"func.func @main(%x: vector<4xi32>, %y: i32) { return }",
        "function 'main' cannot be called: it is (vector<4xi32>, i32) -> (), but vector<4xi32> cannot be passed; it can take",
    );
}

#[test]
fn values_of_flags_that_make_no_sense() {
    fails(&["run", "--grain", "-5"], MAIN, "invalid value '-5' for '--grain <n>'");
    for name in ["elide-elementsattrs", "elide-resource-strings"] {
        fails(
            &["opt", &format!("--mlir-{name}-if-larger=-1")],
            MAIN,
            &format!("for the --mlir-{name}-if-larger option: '-1' value invalid for uint argument!"),
        );
    }
    for (flag, message) in [
        (
            "--cpu=nocpu",
            "error: 'nocpu' is not a recognized processor for this target\n",
        ),
        (
            "--features=+nofeature",
            "error: '+nofeature' is not a recognized feature for this target\n",
        ),
        (
            "--features=+avx2,sse4a",
            "error: --features=+avx2,sse4a: expected +name or -name for each feature, found 'sse4a'",
        ),
        ("--features=+", "found '+'"),
    ] {
        fails(&["build", "--emit=obj", flag], MAIN, message);
    }
    let folder = scratch("no_sense");
    let odd = folder.join("x.foo").to_string_lossy().into_owned();
    fails(&["build", "-o", &odd], MAIN, "the suffix '.foo' of '");
    let library = folder.join("x.so").to_string_lossy().into_owned();
    let message = "-e names the function that an executable calls, but the output is none";
    fails(&["build", "-o", &library, "-e", "main"], MAIN, message);
    let (object, header) = (folder.join("x.o"), folder.join("missing/x.h"));
    let (object, header) = (object.to_string_lossy(), header.to_string_lossy());
    fails(
        &["build", "--backend=cranelift", "-o", &object, "--header", &header],
        MAIN,
        "/missing/x.h': No such file or directory",
    );
    assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 0, "no file is left");
}

/// Threads that get more memory than there is cannot be started.
#[test]
#[cfg(target_os = "linux")]
fn without_threads_all_work_is_done_on_one() {
    let function = |n: usize| {
        let ops: String = (0..50)
            .map(|op| format!("  %{op} = arith.constant {op} : i32\n"))
            .collect();
        format!("func.func @f{n}() {{\n{ops}  return\n}}\n")
    };
    let file = scratch("no_threads").join("large.mlir");
    fs::write(&file, (0..400).map(function).collect::<String>()).expect("a file");
    for passes in [&["--canonicalize", "--cse"][..], &["--convert-func-to-llvm"]] {
        let outputs = [None, Some("70368744177664")].map(|stack| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_asyncir"));
            let command = command.arg("opt").arg(&file).args(passes);
            let command = command.envs(stack.map(|size| ("RUST_MIN_STACK", size)));
            command.output().expect("asyncir starts")
        });
        assert!(outputs[0].status.success());
        assert_eq!(String::from_utf8_lossy(&outputs[1].stderr), "");
        assert!(outputs[0].stdout == outputs[1].stdout, "{passes:?}");
    }
}

#[test]
fn missing_functions_are_named() {
    let text = b"func.func private @nowhere()\nfunc.func @main() {\n  call @nowhere() : () -> ()\n  return\n}";
    fails(&["run"], text, "nowhere");
}

#[test]
fn what_is_of_no_dialect_is_named_as_mlir_does() {
    for (text, error) in [
        (
            "func.func private @f(!foo.bar<1>)",
            "<stdin>:1:27: error: `!\"foo\"<\"bar<1>\">` type created with unregistered dialect. ",
        ),
        (
            "func.func private @f(!foo<abc>)",
            "<stdin>:1:22: error: `!\"foo\"<\"abc\">` type created with unregistered dialect. ",
        ),
        (
            "func.func private @f() attributes {a = #foo.bar}",
            "<stdin>:1:45: error: #\"foo\"<\"bar\"> : 'none' attribute created with unregistered dialect. ",
        ),
        (
            "{-# dialect_resources: { builtin: { a: \"0x00\" } } #-}",
            "<stdin>:1:40: error: expected hex string blob for key 'a' to encode alignment in first 4 bytes\n",
        ),
        (
            "{-# dialect_resources: { builtin: { a: \"0x0300000001\" } } #-}",
            "<stdin>:1:40: error: expected hex string blob for key 'a' to encode alignment in first 4 bytes, but got \
             non-power-of-2 value: 3\n",
        ),
        (
            "{-# dialect_resources: { builtin: { a: 3 } } #-}",
            "<stdin>:1:40: error: expected hex string blob for key 'a'\n",
        ),
        (
            "{-# dialect_resources: { builtin: { a: \"zero\" } } #-}",
            "<stdin>:1:40: error: expected hex string blob for key 'a'\n",
        ),
    ] {
        fails(&["opt"], text.as_bytes(), error);
    }
}

#[test]
fn reshapes_of_tensors_of_unknown_rank_are_refused() {
    for (from, to) in [
        ("tensor<*xi8>", "tensor<8x16xi8>"),
        ("tensor<8x4x4xi8>", "tensor<*xi8>"),
    ] {
        let text = format!(
            "func.func @f(%a: {from}) {{\n  %0 = tensor.collapse_shape %a [[0], [1, 2]] : {from} into {to}\n  return\n}}"
        );
        let error = "<stdin>:2:8: error: 'tensor.collapse_shape' op expected tensors of known rank\n";
        fails(&["opt"], text.as_bytes(), error);
    }
}

#[test]
fn what_cannot_be_lowered_is_named() {
    let launch = b"func.func @main() {
  %one = arith.constant 1 : index
  %m = memref.alloc() : memref<4xindex>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
             threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
    memref.store %tx, %m[%tx] : memref<4xindex>
    gpu.terminator
  }
  return
}";
    for command in ["run", "build"] {
        let output = asyncir(
            &[command, "-", "--emit=ll"][..if command == "run" { 1 } else { 3 }],
            launch,
        );
        assert_eq!(
            String::from_utf8_lossy(&output.stderr),
            "<stdin>:4:3: error: 'gpu.launch' op cannot be lowered: asyncir makes no code for devices
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
  ^\n"
        );
    }
    let skewed = b"func.func @f(%m: memref<4x4xf32, affine_map<(i, j) -> (j, i + j)>>) { return }";
    fails(
        &["run", "-e", "f"],
        skewed,
        "<stdin>:1:1: error: 'func.func' op cannot be lowered: the elements of 'memref<4x4xf32, affine_map<(d0, d1) -> (d1, d0 + \
         d1)>>' are not at fixed strides\n",
    );
    let of_any_rank = b"func.func @main() {
  %first = arith.constant 0 : index
  %ones = arith.constant dense<1.0> : tensor<4xf32>
  %open = tensor.cast %ones : tensor<4xf32> to tensor<*xf32>
  %bits = tensor.bitcast %open : tensor<*xf32> to tensor<*xi32>
  %known = tensor.cast %bits : tensor<*xi32> to tensor<4xi32>
  %one = tensor.extract %known[%first] : tensor<4xi32>
  vector.print %one : i32
  return
}";
    fails(&["run"], of_any_rank, "<stdin>:5:11: error: op was not bufferized\n");
    // Passes on tensors stop at the second one.
    for result in ["()", "tensor<4xf32>"] {
        let unknown = format!("func.func @main() {{\n  \"my.op\"() : () -> {result}\n  return\n}}");
        fails(
            &["run"],
            unknown.as_bytes(),
            "<stdin>:2:3: error: 'my.op' op cannot be lowered: asyncir does not know this op\n",
        );
    }
}

#[test]
fn of_long_lines_only_a_part_is_shown() {
    let depth = 20_000;
    let text = format!(
        "func.func private @f({}i32{})",
        "tuple<".repeat(depth),
        ">".repeat(depth)
    );
    let output = asyncir(&["opt"], text.as_bytes());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("nesting too deep") && errors.len() < 3000, "{errors}");
    let mut lines = errors.lines().skip(1);
    let (line, marks) = (lines.next().expect("the line"), lines.next().expect("the mark"));
    assert!(line.starts_with("...") && line.ends_with("..."), "{errors}");
    assert!(line.len() > marks.len() && marks.ends_with('^'), "{errors}");
}

#[test]
fn settings_that_are_no_numbers_are_errors() {
    let output = Command::new(env!("CARGO_BIN_EXE_asyncir"))
        .args(["run", "../../examples/fib.mlir"])
        .env("ASYNCIR_CACHE_SIZE", "large")
        .output()
        .expect("asyncir starts");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "error: ASYNCIR_CACHE_SIZE=large is not a whole number of megabytes\n"
    );
}

#[test]
fn a_cache_that_is_not_used_is_told() {
    let output = Command::new(env!("CARGO_BIN_EXE_asyncir"))
        .args(["run", "-O0", "../../examples/answer.mlir"])
        .env("ASYNCIR_CACHE_DIR", "Cargo.toml")
        .env("ASYNCIR_CACHE_SIZE", "100")
        .output()
        .expect("asyncir starts");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "42\n");
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "note: no compiled program is kept: ASYNCIR_CACHE_DIR=Cargo.toml: it is no folder\n"
    );
}

#[test]
fn every_tool_tells_its_version() {
    for arguments in [
        &["--version"][..],
        &["opt", "--version"],
        &["run", "--version"],
        &["build", "--version"],
    ] {
        let output = asyncir(arguments, b"");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(
            output.status.success() && text.contains(env!("CARGO_PKG_VERSION")),
            "{arguments:?}: {text}"
        );
    }
}

#[test]
fn a_failed_assertion_outside_of_tasks_ends_the_program_with_its_message() {
    let text = b"func.func @main() {\n  %f = arith.constant false\n  cf.assert %f, \"the reason\"\n  return\n}";
    let output = asyncir(&["run"], text);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "error: <stdin>:3:3: the reason\n"
    );
}

#[test]
fn unknown_flags_and_commands_get_a_hint() {
    let passes = "asyncir has no flag and no pass of this name; --list-passes lists the passes";
    fails(&["opt", "--no-pass-of-this-name"], MAIN, passes);
    let output = asyncir(&["run", "--nothing"], MAIN);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("unexpected argument '--nothing'"), "{errors}");
    assert!(!errors.contains("-- --nothing"), "{errors}");
    fails(&["run", "-Ofast"], MAIN, "invalid value 'fast' for '-O <level>'");
    let commands = "the commands are 'opt', 'run', 'build', 'translate' and 'doc'";
    fails(&["rnu"], b"", commands);
    fails(&["x.mlir"], b"", "to run a program, write 'asyncir run x.mlir'");
}

#[test]
fn programs_that_are_too_high_to_translate_get_a_hint() {
    let hint = "note: only the llvm dialect is translated; 'asyncir build -o x.ll' also lowers the program\n";
    fails(&["translate", "--mlir-to-llvmir"], MAIN, hint);
    let unknown = asyncir(
        &["translate", "--mlir-to-llvmir", "--allow-unregistered-dialect"],
        b"\"test.foo\"() : () -> ()",
    );
    let errors = String::from_utf8_lossy(&unknown.stderr);
    assert!(
        errors.contains("cannot be converted") && !errors.contains(hint),
        "{errors}"
    );
}

/// Only passes on `func.func` lower some ops.
#[test]
fn ops_in_llvm_functions_that_are_not_lowered_there() {
    let program = |function: &str, end: &str| {
        format!(
            "{function} @main() {{
              %source = arith.constant dense<1.0> : vector<2x4xf32>
              %zero = arith.constant dense<0.0> : vector<2xf32>
              %sums = vector.multi_reduction <add>, %source, %zero [1] : vector<2x4xf32> to vector<2xf32>
              vector.print %sums : vector<2xf32>
              {end}
            }}"
        )
    };
    fails(
        &["run"],
        program("llvm.func", "llvm.return").as_bytes(),
        "'vector.multi_reduction' op cannot be lowered: it stands in an 'llvm.func', and only those in a 'func.func' are lowered",
    );
    let output = asyncir(&["run", "-O0"], program("func.func", "return").as_bytes());
    assert_eq!(String::from_utf8_lossy(&output.stdout), "( 4, 4 )\n");
}

/// Functions of the user that lowering would declare in another way, and names that no object file can hold. A program that is
/// run can do without those that it does not call.
#[test]
fn functions_with_names_that_cannot_be_used() {
    let main = |call: &str| {
        format!(
            "func.func @main() {{
  %v = arith.constant dense<1.0> : vector<2xf32>
  vector.print %v : vector<2xf32>
  %m = memref.alloc() : memref<2xf32>
  memref.dealloc %m : memref<2xf32>
  %x = arith.constant 1.0 : f64
  {call}
  return
}}\n"
        )
    };
    for (function, name) in [
        ("func.func private @printF32(f64)", "printF32"),
        ("func.func @printNewline(%x: f64) { return }", "printNewline"),
        ("func.func private @malloc(f64)", "malloc"),
        ("llvm.func @free(f64)", "free"),
    ] {
        let dialect = function.split('.').next().expect("a dialect");
        let called = main(&format!("{dialect}.call @{name}(%x) : (f64) -> ()"));
        let message = format!("<stdin>:1:1: error: redefinition of reserved function '{name}' of different type");
        fails(&["run"], format!("{function}\n{called}").as_bytes(), &message);
        let left = format!("{function}\n{}", main(""));
        fails(&["build", "--emit=obj"], left.as_bytes(), &message);
        if dialect == "func" {
            let output = asyncir(&["run"], left.as_bytes());
            assert_eq!(String::from_utf8_lossy(&output.stdout), "( 1, 1 )\n", "{name}");
        }
    }
    for (name, reason) in [("", "it is empty"), ("a\\00b", "it has a NUL byte")] {
        let function = format!("func.func @\"{name}\"() {{ return }}");
        let called = format!("func.func @main() {{ call @\"{name}\"() : () -> () return }}\n{function}");
        let left = format!("func.func @main() {{ return }}\n{function}");
        let message = format!("<stdin>:2:1: error: 'llvm.func' op has a name that object files cannot hold: {reason}");
        for (command, program) in [
            (&["run"][..], &called),
            (&["run", "-O0"], &called),
            (&["build", "--emit=obj"], &left),
        ] {
            fails(command, program.as_bytes(), &message);
        }
    }
}
