//! `--debug-info`: instructions know their lines in the source, at every level, for debuggers and profilers.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const PROGRAM: &str = "func.func private @printI64(i64)

func.func @main() {
  %c1 = arith.constant 1 : i64
  %token, %value = async.execute -> !async.value<i64> {
    %sum = func.call @twice(%c1) : (i64) -> i64
    func.call @printI64(%sum) : (i64) -> ()
    async.yield %sum : i64
  }
  %result = async.await %value : !async.value<i64>
  func.call @printI64(%result) : (i64) -> ()
  return
}

func.func @twice(%x: i64) -> i64 attributes {passthrough = [\"noinline\"]} {
  %sum = arith.addi %x, %x : i64
  return %sum : i64
}
";

fn scratch(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("debug_info").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("program.mlir"), PROGRAM).expect("a file");
    folder
}

/// Runs asyncir in that folder, so that file names are short.
#[track_caller]
fn asyncir(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_asyncir"));
    let output = command.args(args).current_dir(folder).output().expect("asyncir starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {errors}");
    output
}

#[test]
fn listings_have_the_lines_of_functions_and_calls_but_none_on_tokens() {
    let folder = scratch("listing");
    let args = ["build", "program.mlir", "--debug-info", "-O0", "-o", "program.ll"];
    asyncir(&folder, &args);
    let text = fs::read_to_string(folder.join("program.ll")).expect("the listing");
    let here = folder.display();
    assert!(
        text.contains(&format!("!DIFile(filename: \"program.mlir\", directory: \"{here}\")")),
        "{text}"
    );
    assert!(
        text.contains("distinct !DISubprogram(name: \"twice\",") && text.contains("line: 15,"),
        "{text}"
    );
    assert!(text.contains("!DILocation(line: 6, column: 12, scope: "), "{text}");
    let tokens = text.lines().filter(|line| line.contains("call token"));
    assert!(tokens.clone().all(|line| !line.contains("!dbg")), "{text}");
    asyncir(&folder, &["build", "program.mlir", "-O0", "-o", "plain.ll"]);
    let plain = fs::read_to_string(folder.join("plain.ll")).expect("the listing");
    assert!(!plain.contains("!dbg"), "{plain}");
}

#[test]
fn disassemblers_show_lines_of_the_source_at_every_level() {
    let folder = scratch("lines");
    for level in ["-O0", "-O1", "-O2", "-O3"] {
        asyncir(
            &folder,
            &["build", "program.mlir", "--debug-info", level, "-o", "program.o"],
        );
        // Of the same package as the linker.
        let shown = Command::new("objdump")
            .args(["-d", "-l", "program.o"])
            .current_dir(&folder)
            .output()
            .expect("objdump of binutils");
        let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
        // The task's call, the main function's, and the addition.
        for line in ["program.mlir:6", "program.mlir:11", "program.mlir:16"] {
            assert!(shown.contains(line), "{level}: {line} in\n{shown}");
        }
    }
}

#[test]
fn programs_run_as_without() {
    let folder = scratch("run");
    for level in ["-O0", "-O1", "-O2", "-O3"] {
        let output = asyncir(&folder, &["run", "program.mlir", "--debug-info", level]);
        assert_eq!(String::from_utf8_lossy(&output.stdout), "22", "{level}");
    }
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    for file in fs::read_dir(examples.join("expected")).expect("examples/expected") {
        let path = file.expect("a file").path();
        let wanted = fs::read_to_string(&path).expect("an expected output");
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let program = examples.join(name).with_extension("mlir");
        for level in ["-O0", "-O2"] {
            let output = asyncir(&folder, &["run", &program.to_string_lossy(), "--debug-info", level]);
            assert_eq!(
                String::from_utf8_lossy(&output.stdout),
                wanted,
                "{} {level}",
                program.display()
            );
        }
    }
}

/// An async function with debug information of its own: its resumption is a function of its own, which cannot share it.
const WITH_ATTRIBUTES: &str = "#file = #llvm.di_file<\"sum.c\" in \"/src\">
#unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C11, file = #file, isOptimized = false, \
        emissionKind = Full>
#int = #llvm.di_basic_type<tag = DW_TAG_base_type, name = \"int\", sizeInBits = 64, encoding = DW_ATE_signed>
#type = #llvm.di_subroutine_type<types = #int, #int>
#sum = #llvm.di_subprogram<id = distinct[1]<>, compileUnit = #unit, scope = #file, name = \"sum\", file = #file, line = 4, \
       scopeLine = 4, subprogramFlags = Definition, type = #type>
#twice = #llvm.di_subprogram<id = distinct[2]<>, compileUnit = #unit, scope = #file, name = \"twice\", file = #file, \
         line = 30, scopeLine = 30, subprogramFlags = Definition, type = #type>
#x = #llvm.di_local_variable<scope = #twice, name = \"operand\", file = #file, line = 30, arg = 1, type = #int>

async.func @sum(%x: i64) -> !async.value<i64> {
  %token, %value = async.execute -> !async.value<i64> {
    %0 = llvm.call @twice(%x) : (i64) -> i64 loc(fused<#sum>[\"sum.c\":6:3])
    async.yield %0 : i64
  }
  %1 = async.await %value : !async.value<i64> loc(\"sum.c\":7:3)
  %2 = arith.addi %1, %x : i64 loc(fused<#sum>[\"sum.c\":8:3])
  return %2 : i64
} loc(fused<#sum>[\"sum.c\":4:1])

llvm.func @twice(%x: i64) -> i64 attributes {passthrough = [\"noinline\"]} {
  llvm.intr.dbg.value #x = %x : i64 loc(\"sum.c\":30:7)
  %0 = llvm.add %x, %x : i64 loc(\"sum.c\":31:7)
  llvm.return %0 : i64 loc(\"sum.c\":32:7)
} loc(fused<#twice>[\"sum.c\":30:1])

func.func @main() -> i64 {
  %c7 = arith.constant 7 : i64
  %0 = async.call @sum(%c7) : (i64) -> !async.value<i64>
  %1 = async.await %0 : !async.value<i64>
  return %1 : i64
}
";

#[test]
fn debug_information_of_the_program_is_kept() {
    let folder = scratch("attributes");
    fs::write(folder.join("sum.mlir"), WITH_ATTRIBUTES).expect("a file");
    for level in ["-O0", "-O1", "-O2"] {
        for coroutines in ["split", "llvm"] {
            let coroutines = format!("--coroutines={coroutines}");
            for debug in ["-g", "--no-cache"] {
                let output = asyncir(&folder, &["run", "sum.mlir", level, &coroutines, debug]);
                assert_eq!(
                    String::from_utf8_lossy(&output.stdout),
                    "21\n",
                    "{level} {coroutines} {debug}"
                );
                let errors = String::from_utf8_lossy(&output.stderr);
                assert_eq!(errors, "", "{level} {coroutines} {debug}");
            }
        }
        asyncir(&folder, &["build", "sum.mlir", "-g", level, "-o", "sum.o"]);
        let objdump = |what: &str| {
            let mut command = Command::new("objdump");
            let output = command.args([what, "sum.o"]).current_dir(&folder).output();
            String::from_utf8_lossy(&output.expect("objdump of binutils").stdout).into_owned()
        };
        let lines = objdump("--dwarf=decodedline");
        assert!(lines.contains("sum.c") && lines.contains(" 31 "), "{level}:\n{lines}");
        let entries = objdump("--dwarf=info");
        assert!(
            entries.contains("twice") && entries.contains("operand"),
            "{level}:\n{entries}"
        );
    }
}

/// What clang made of C, with debug information: its module has a data layout and flags, too.
/// A variable of another module, which no compile unit of this one lists.
#[test]
fn variables_of_other_modules_are_described() {
    let folder = scratch("declared");
    let program = "
#file = #llvm.di_file<\"streams.c\" in \"/src/\">
#space = #llvm.di_namespace<name = \"c\", exportSymbols = false>
#int = #llvm.di_basic_type<tag = DW_TAG_base_type, name = \"long\", sizeInBits = 64, encoding = DW_ATE_signed>
#variable = #llvm.di_global_variable<scope = #space, name = \"stderr\", file = #file, line = 3, type = #int, isDefined = false>
#place = #llvm.di_global_variable_expression<var = #variable, expr = <>>
llvm.mlir.global external @stderr() {dbg_exprs = [#place]} : !llvm.ptr
llvm.func @main() -> i32 {
  %address = llvm.mlir.addressof @stderr : !llvm.ptr
  %stream = llvm.load %address : !llvm.ptr -> !llvm.ptr
  %null = llvm.mlir.zero : !llvm.ptr
  %is_open = llvm.icmp \"ne\" %stream, %null : !llvm.ptr
  %one = llvm.zext %is_open : i1 to i32
  llvm.return %one : i32
}
";
    fs::write(folder.join("declared.mlir"), program).expect("a file");
    for level in ["-O1", "-O2"] {
        let output = asyncir(&folder, &["run", "declared.mlir", "--debug-info", level]);
        assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "1", "{level}");
    }
}

#[test]
fn programs_in_c_run() {
    let folder = scratch("c");
    fs::write(folder.join("list.mlir"), include_str!("translated/list_in_c.mlir")).expect("a file");
    for level in ["-O0", "-O1", "-O2"] {
        for debug in ["-g", "--no-cache"] {
            let output = asyncir(&folder, &["run", "list.mlir", level, debug]);
            assert_eq!(String::from_utf8_lossy(&output.stdout), "321\n", "{level} {debug}");
            assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{level} {debug}");
        }
    }
}

/// gdb stops in code of the JIT, by the line of the source.
#[test]
fn gdb_stops_at_a_line() {
    if Command::new("gdb").arg("--version").output().is_err() {
        return eprintln!("gdb is not installed");
    }
    let folder = scratch("gdb");
    let commands = [
        "set breakpoint pending on",
        "break program.mlir:16",
        "run",
        "bt 1",
        "kill",
    ];
    let mut gdb = Command::new("gdb");
    gdb.args(["-nx", "-batch"]);
    for command in commands {
        gdb.args(["-ex", command]);
    }
    gdb.args([
        "--args",
        env!("CARGO_BIN_EXE_asyncir"),
        "run",
        "program.mlir",
        "--debug-info",
        "-O0",
    ]);
    let output = gdb.current_dir(&folder).output().expect("gdb starts");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        text.contains("twice") && text.contains("at program.mlir:16"),
        "{text}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(text.contains("%sum = arith.addi %x, %x : i64"), "{text}");
}
