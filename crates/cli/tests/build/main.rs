//! `asyncir build`: what it makes works, is the same every time, and appears whole or not at all.

mod c_host;
mod modules;
mod refusals;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn asyncir(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_asyncir"));
    command.args(args).output().expect("asyncir starts")
}

/// The standard output of a command that ends well and says nothing.
#[track_caller]
fn succeeds(args: &[&str]) -> Vec<u8> {
    let output = asyncir(args);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {errors}");
    assert_eq!(errors, "", "{args:?}");
    output.stdout
}

/// The command fails with exit code 1 and a message that holds `message`.
#[track_caller]
fn fails(args: &[&str], message: &str) {
    let output = asyncir(args);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{args:?}: {errors}");
    assert!(errors.contains(message), "expected '{message}' in:\n{errors}");
    assert!(!errors.contains("panicked"), "{errors}");
}

/// Both makers of machine code.
const MAKERS: [&[&str]; 2] = [&["--backend=llvm", "-O2"], &["--backend=cranelift", "-O0"]];

/// What C has no type for, and LLVM passes by rules of its own.
const LANES: &str = "func.func @lanes(%x: vector<4xf32>) { return }\n";

/// `asyncir build` with further flags.
#[track_caller]
fn builds(flags: &[&str], args: &[&str]) {
    succeeds(&[&["build"], flags, args].concat());
}

fn scratch(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("build").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// A file in a folder, with that text.
fn file(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, text).expect("a file");
    path.to_string_lossy().into_owned()
}

fn names(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).expect("the folder");
    let mut names: Vec<String> = files
        .map(|file| file.expect("a file").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// Compiles a C program; its warnings are errors.
#[track_caller]
fn compile_c(args: &[&str]) {
    let output = Command::new("cc")
        .args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic"])
        .args(args)
        .output()
        .expect("a C compiler");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {errors}");
}

#[track_caller]
fn prints(program: &Path, wanted: &str) {
    let output = Command::new(program).output().expect("the program starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {errors}", program.display());
    assert_eq!(String::from_utf8_lossy(&output.stdout), wanted);
}

/// A program of so many functions that it is cut into several modules; each calls the one before, and prints.
fn large_program() -> String {
    let mut text = String::from("func.func private @printI64(i64)\nfunc.func private @printNewline()\n");
    text.push_str("memref.global \"private\" @total : memref<i64> = dense<0>\n");
    for n in 0..250 {
        let call = match n {
            0 => "%before = arith.constant 1 : i64".to_owned(),
            _ => format!("%before = func.call @step{}(%x) : (i64) -> i64", n - 1),
        };
        let visibility = if n % 3 == 0 { "" } else { "private " };
        let _ = write!(
            text,
            "func.func {visibility}@step{n}(%x: i64) -> i64 {{
  {call}
  %token, %value = async.execute -> !async.value<i64> {{
    %total = memref.get_global @total : memref<i64>
    %old = memref.load %total[] : memref<i64>
    %new = arith.addi %old, %x : i64
    memref.store %new, %total[] : memref<i64>
    async.yield %new : i64
  }}
  %sum = async.await %value : !async.value<i64>
  %result = arith.addi %sum, %before : i64
  return %result : i64
}}
"
        );
    }
    text.push_str(
        "func.func @main() {
  %x = arith.constant 3 : i64
  %r = func.call @step249(%x) : (i64) -> i64
  func.call @printI64(%r) : (i64) -> ()
  func.call @printNewline() : () -> ()
  return
}
",
    );
    text
}

/// 3 + 6 + ... + 450, and 1.
const LARGE_RESULT: &str = "94126\n";

#[test]
fn executables_do_what_run_does() {
    let folder = scratch("executables");
    let program = folder.join("program");
    let path = program.to_string_lossy().into_owned();
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut count = 0;
    for example in names(&examples.join("expected")) {
        let source = examples.join(&example).with_extension("mlir");
        let wanted = fs::read_to_string(examples.join("expected").join(&example)).expect("an expected output");
        for maker in MAKERS {
            builds(maker, &[&source.to_string_lossy(), "-o", &path]);
            prints(&program, &wanted);
        }
        count += 1;
    }
    assert!(count >= 7, "found {count} examples");
    assert_eq!(names(&folder), ["program"], "nothing else is left");
}

#[test]
fn conversions_to_narrow_floats_need_no_other_library() {
    let folder = scratch("narrow");
    let text = "func.func private @narrow(%x: f64, %y: f32) attributes {passthrough = [\"noinline\"]} {
  %a = arith.truncf %x : f64 to bf16
  %b = arith.truncf %y : f32 to bf16
  %sum = arith.addf %a, %b : bf16
  %wide = arith.extf %sum : bf16 to f32
  vector.print %wide : f32
  return
}
func.func @main() {
  %x = arith.constant 1.5 : f64
  %y = arith.constant 2.25 : f32
  call @narrow(%x, %y) : (f64, f32) -> ()
  return
}";
    let source = file(&folder, "narrow.mlir", text);
    let program = folder.join("program");
    for level in ["-O0", "-O2"] {
        succeeds(&["build", &source, "-o", &program.to_string_lossy(), level]);
        prints(&program, "3.75\n");
        assert_eq!(succeeds(&["run", &source, level, "--no-cache"]), b"3.75\n");
    }
}

#[test]
fn results_are_printed_as_run_prints_them() {
    let folder = scratch("results");
    for (ty, value) in [
        ("i32", "-7"),
        ("i64", "5000000000"),
        ("f32", "2.5"),
        ("ui32", "4000000000"),
        ("ui64", "18446744073709551615"),
        ("i1", "true"),
        ("i8", "-128"),
        ("i16", "-300"),
        ("ui8", "200"),
        ("ui16", "65535"),
        ("index", "-5"),
        ("f64", "0.1"),
        ("f16", "0.5"),
        ("bf16", "-2.0"),
    ] {
        let text = format!(
            "memref.global constant @value : memref<{ty}> = dense<{value}>
            func.func @compute() -> {ty} {{
              %m = memref.get_global @value : memref<{ty}>
              %c = memref.load %m[] : memref<{ty}>
              return %c : {ty}
            }}"
        );
        let source = file(&folder, "program.mlir", &text);
        let program = folder.join("program");
        let path = program.to_string_lossy().into_owned();
        let wanted = succeeds(&["run", &source, "-e", "compute"]);
        assert_eq!(String::from_utf8_lossy(&wanted), format!("{value}\n"));
        // Cranelift has no floats of 16 bits.
        let makers = if ty.ends_with("f16") { &MAKERS[..1] } else { &MAKERS[..] };
        for maker in makers {
            builds(maker, &[&source, "-e", "compute", "-o", &path]);
            prints(&program, &String::from_utf8_lossy(&wanted));
        }
    }
}

const UNSIGNED_VALUE: &str = "async.func @main() -> !async.value<ui16> {
  %c = arith.constant 65535 : i32
  %d = arith.trunci %c : i32 to i16
  %e = builtin.unrealized_conversion_cast %d : i16 to ui16
  return %e : ui16
}";

#[test]
fn entry_points_may_be_awaited() {
    let folder = scratch("awaited_entry");
    for (name, text) in [
        (
            "value",
            "async.func @main() -> !async.value<i16> { %c = arith.constant -7 : i16  return %c : i16 }",
        ),
        (
            "bool",
            "async.func @main() -> !async.value<i1> { %c = arith.constant true  return %c : i1 }",
        ),
        (
            "float",
            "async.func @main() -> !async.value<f64> { %c = arith.constant 0.1 : f64  return %c : f64 }",
        ),
        ("unsigned", UNSIGNED_VALUE),
        (
            "token",
            "func.func @main() -> !async.token { %t = async.execute { async.yield } return %t : !async.token }",
        ),
        (
            "fails",
            "async.func @main() -> (!async.value<f32>) {
               %f = arith.constant false
               cf.assert %f, \"no result\"
               %c = arith.constant 1.0 : f32
               return %c : f32
             }",
        ),
    ] {
        let source = file(&folder, "program.mlir", text);
        let path = folder.join("program").to_string_lossy().into_owned();
        let run = asyncir(&["run", &source]);
        let printed = match name {
            "value" => "-7\n",
            "bool" => "true\n",
            "float" => "0.1\n",
            "unsigned" => "65535\n",
            _ => "",
        };
        assert_eq!(String::from_utf8_lossy(&run.stdout), printed);
        assert_eq!(run.status.success(), name != "fails");
        for maker in MAKERS {
            builds(maker, &[&source, "-o", &path]);
            let built = Command::new(&path).output().expect("it starts");
            assert_eq!(
                (built.status.code(), &built.stdout, &built.stderr),
                (run.status.code(), &run.stdout, &run.stderr),
                "{name}"
            );
        }
    }
}

#[test]
fn a_failed_assertion_ends_the_program_with_its_message() {
    let folder = scratch("assertion");
    let text = "func.func @main() { %f = arith.constant false  cf.assert %f, \"out of cheese\"  return }";
    let source = file(&folder, "program.mlir", text);
    let path = folder.join("program").to_string_lossy().into_owned();
    let run = asyncir(&["run", &source]);
    for maker in MAKERS {
        builds(maker, &[&source, "-o", &path]);
        let built = Command::new(&path).output().expect("it starts");
        assert_eq!(built.status.code(), Some(1));
        assert_eq!(
            (built.status.code(), &built.stdout, &built.stderr),
            (run.status.code(), &run.stdout, &run.stderr)
        );
        assert!(String::from_utf8_lossy(&[built.stdout, built.stderr].concat()).contains("out of cheese"));
    }
}

#[test]
fn large_programs_are_cut_and_do_not_depend_on_threads() {
    let folder = scratch("large");
    let source = file(&folder, "large.mlir", &large_program());
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    for (maker, level) in [
        ("llvm", "-O0"),
        ("llvm", "-O2"),
        ("cranelift", "-O0"),
        ("cranelift", "-O2"),
    ] {
        let backend = format!("--backend={maker}");
        let build = |name: &str, threads: &str| {
            succeeds(&[
                "build",
                &source,
                &backend,
                "--keep-tasks",
                level,
                threads,
                "-o",
                &path(name),
            ]);
            fs::read(path(name)).expect("what was built")
        };
        assert_eq!(build("one.o", "-j1"), build("three.o", "-j3"), "{maker} {level}");
        assert!(build("program", "-j1") == build("program", "-j2"), "{maker} {level}");
        prints(&folder.join("program"), LARGE_RESULT);
        let output = succeeds(&["run", &source, &backend, "--keep-tasks", level, "-j", "2"]);
        assert_eq!(String::from_utf8_lossy(&output), LARGE_RESULT, "{maker} {level}");
        // Symbols that the parts share have names of their own, so that other objects may have functions of the same names.
        let object = fs::read(path("one.o")).expect("the object");
        let has = |name: &str| object.windows(name.len()).any(|window| window == name.as_bytes());
        assert!(
            has("\0step3\0") && !has("\0total\0") && has("\0total."),
            "{maker} {level}: only public names stay"
        );
    }
}

#[test]
fn objects_with_the_same_private_names_are_linked_together() {
    let folder = scratch("objects");
    let library = large_program()
        .replace("@main", "@other_main")
        .replace("@step", "@other");
    let first = file(&folder, "first.mlir", &large_program());
    let second = file(&folder, "second.mlir", &library.replace("@total", "@step1"));
    let start = file(
        &folder,
        "start.c",
        "void _mlir_ciface_main_(void);\nvoid other_main(void);\nvoid program(void);\n\
         int main(void) { program(); other_main(); return 0; }\n",
    );
    fs::write(&first, large_program().replace("@main", "@program")).expect("a file");
    let (one, two) = (folder.join("one.o"), folder.join("two.o"));
    let (one, two) = (one.to_string_lossy().into_owned(), two.to_string_lossy().into_owned());
    let program = folder.join("both");
    let runtime = runtime_library();
    let [llvm, cranelift] = MAKERS;
    for makers in [[llvm, llvm], [cranelift, cranelift], [llvm, cranelift]] {
        builds(makers[0], &[&first, "-o", &one]);
        builds(makers[1], &[&second, "-o", &two]);
        // Code that the loader would have to change is refused.
        let flags = ["-pie", "-Wl,-z,text", "-lgcc_s", "-lpthread", "-ldl", "-lm"];
        compile_c(
            &[
                &[
                    &start,
                    &one,
                    &two,
                    &*runtime.to_string_lossy(),
                    "-o",
                    &program.to_string_lossy(),
                ],
                &flags[..],
            ]
            .concat(),
        );
        // Output of C's streams is written when the program ends.
        prints(&program, &LARGE_RESULT.repeat(2));
    }
}

/// The runtime's library that was built with this test.
fn runtime_library() -> PathBuf {
    let tool = Path::new(env!("CARGO_BIN_EXE_asyncir"));
    let folder = tool.parent().expect("a folder");
    let places = [
        folder.join("libasyncir_runtime.a"),
        folder.join("deps/libasyncir_runtime.a"),
    ];
    places
        .into_iter()
        .find(|place| place.exists())
        .expect("cargo builds it")
}

/// What is hidden stays so, and names of the runtime's functions are free for the program's own variables.
#[test]
fn symbols_are_seen_as_the_program_says() {
    let folder = scratch("symbols");
    let hidden = "llvm.func hidden @inside() { llvm.return }\nllvm.func @outside() { llvm.return }\n";
    let source = file(&folder, "hidden.mlir", hidden);
    let library = folder.join("hidden.so").to_string_lossy().into_owned();
    builds(&["-O0"], &[&source, "-o", &library]);
    let symbols = Command::new("nm")
        .args(["-D", "--defined-only", &library])
        .output()
        .expect("nm");
    let symbols = String::from_utf8_lossy(&symbols.stdout).into_owned();
    assert!(
        symbols.contains(" outside") && !symbols.contains(" inside"),
        "{symbols}"
    );

    let text = "llvm.mlir.global external @printI64(5 : i32) : i32
llvm.func @main() -> i32 {
  %address = llvm.mlir.addressof @printI64 : !llvm.ptr
  %value = llvm.load %address : !llvm.ptr -> i32
  llvm.return %value : i32
}
";
    let source = file(&folder, "global.mlir", text);
    let program = folder.join("program");
    for maker in MAKERS {
        builds(maker, &[&source, "-o", &program.to_string_lossy()]);
        prints(&program, "5\n");
    }
}

/// Without libLLVM, `-O0` makes programs, libraries and objects of what Cranelift knows.
#[test]
fn the_lowest_level_needs_no_llvm() {
    let folder = scratch("without_llvm");
    let fib = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/fib.mlir");
    let build = |source: &str, flags: &[&str], output: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_asyncir"));
        let path = folder.join(output);
        command.arg("build").arg(source).args(flags).arg("-o").arg(&path);
        let output = command.env("ASYNCIR_LIBLLVM", "/nowhere").output().expect("it starts");
        (
            output.status.code(),
            String::from_utf8_lossy(&output.stderr).into_owned(),
        )
    };
    for output in ["program", "object.o", "library.so"] {
        assert_eq!(
            build(&fib.to_string_lossy(), &["-O0"], output),
            (Some(0), String::new()),
            "{output}"
        );
        fs::remove_file(folder.join(output)).expect("it was made");
    }
    let lanes = file(&folder, "lanes.mlir", LANES);
    let (code, errors) = build(&lanes, &["-O0"], "lanes.o");
    assert_eq!(code, Some(1));
    let what = "'llvm.func' op is not supported by Cranelift: vectors for a function of another module";
    assert!(errors.contains(&format!("lanes.mlir:1:1: error: {what}")), "{errors}");
    assert!(
        errors.contains("note: LLVM would be needed: cannot find LLVM"),
        "{errors}"
    );
    let (code, errors) = build(&lanes, &["--backend=cranelift"], "lanes.o");
    assert_eq!(code, Some(1));
    assert!(errors.contains(what) && !errors.contains("LLVM would"), "{errors}");
    assert_eq!(names(&folder), ["lanes.mlir"], "nothing is left behind");
}

#[test]
fn every_form_is_what_it_says() {
    let folder = scratch("forms");
    let text = "func.func @twice(%x: i32) -> i32 { %y = arith.addi %x, %x : i32  return %y : i32 }\n\
                func.func private @nobody() { return }";
    let source = file(&folder, "twice.mlir", text);
    let emit = |form: &str| succeeds(&["build", &source, form]);
    let listing = String::from_utf8(emit("--emit=ll")).expect("UTF-8");
    assert!(
        listing.contains("@twice(i32") && !listing.contains("nobody"),
        "{listing}"
    );
    assert!(emit("--emit=bc").starts_with(b"BC\xC0\xDE"));
    let assembly = String::from_utf8(emit("--emit=asm")).expect("UTF-8");
    assert!(assembly.contains("twice:"), "{assembly}");
    assert!(emit("--emit=obj").starts_with(b"\x7fELF"));
    let lowered = String::from_utf8(emit("--emit=mlir")).expect("UTF-8");
    assert!(
        lowered.starts_with("module {\n  llvm.func @twice(%arg0: i32) -> i32"),
        "{lowered}"
    );
    for (name, start) in [
        ("x.mlir", &b"module {"[..]),
        ("x.ll", b"; Mod"),
        ("x.bc", b"BC"),
        ("x.o", b"\x7fELF"),
        ("x.s", b"\t."),
    ] {
        let path = folder.join(name);
        succeeds(&["build", &source, "-o", &path.to_string_lossy()]);
        assert!(fs::read(&path).expect("the file").starts_with(start), "{name}");
    }
}

/// The number of an ELF file's machine.
fn elf_machine(object: &[u8]) -> u16 {
    u16::from_le_bytes([object[18], object[19]])
}

#[test]
fn objects_for_other_machines() {
    let folder = scratch("targets");
    let source = file(&folder, "large.mlir", &large_program());
    let object = |triple: &str| {
        let target = format!("--target={triple}");
        succeeds(&["build", &source, &target, "--emit=obj", "-O0"])
    };
    assert_eq!(elf_machine(&object("x86_64-unknown-linux-gnu")), 62);
    assert_eq!(elf_machine(&object("aarch64-linux-gnu")), 183);
    let riscv = object("riscv64-linux-gnu");
    assert_eq!(elf_machine(&riscv), 243);
    // Compressed instructions, and floats in registers for doubles, as in all that runs on Linux.
    assert_eq!(u32::from_le_bytes([riscv[48], riscv[49], riscv[50], riscv[51]]), 5);
    let narrow = ["build", &source, "--emit=obj", "--target=i686-linux-gnu"];
    fails(
        &narrow,
        "pointers of i686-unknown-linux-gnu have 32 bits; only machines with 64 are supported",
    );
    let unknown = ["build", &source, "--emit=obj", "--target=abacus-linux-gnu"];
    fails(&unknown, "no code generator: ");
    let program = folder.join("program").to_string_lossy().into_owned();
    let foreign = ["build", &source, "-o", &program, "--target=aarch64-linux-gnu"];
    fails(&foreign, "programs for aarch64-unknown-linux-gnu cannot be linked here");
    assert_eq!(names(&folder), ["large.mlir"]);
}

#[test]
fn processors_have_features() {
    if !cfg!(target_arch = "x86_64") {
        return eprintln!("the features are those of another machine");
    }
    let folder = scratch("features");
    let text = "func.func @f(%x: i64) -> i64 { %y = math.ctpop %x : i64  return %y : i64 }";
    let source = file(&folder, "f.mlir", text);
    let has_popcnt = |flags: &[&str]| {
        let args = [&["build", &source, "--emit=asm"], flags].concat();
        String::from_utf8_lossy(&succeeds(&args)).contains("popcnt")
    };
    assert!(!has_popcnt(&[]), "not every processor has it");
    assert!(has_popcnt(&["--cpu=x86-64-v3"]));
    assert!(has_popcnt(&["--features=+popcnt"]));
    assert!(!has_popcnt(&["--cpu=x86-64-v3", "--features=-popcnt"]));
}

#[test]
fn functions_that_are_named_like_those_of_c_take_no_place() {
    let folder = scratch("library-names");
    let program = |visibility: &str| {
        format!(
            "func.func {visibility} @sin(%x: f64) -> f64 {{ %r = math.sin %x : f64  return %r : f64 }}
             func.func @main() -> f64 {{
               %x = arith.constant 1.0 : f64
               %r = func.call @sin(%x) : (f64) -> f64
               return %r : f64
             }}"
        )
    };
    let (public, private) = (program(""), program("private"));
    let public = file(&folder, "public.mlir", &public);
    let private = file(&folder, "private.mlir", &private);
    let path = folder.join("program").to_string_lossy().into_owned();
    for backend in ["--backend=cranelift", "--backend=llvm"] {
        for source in [&public, &private] {
            succeeds(&["build", source, "-o", &path, backend]);
            let output = Command::new(&path).output().expect("it starts");
            assert_eq!(
                String::from_utf8_lossy(&output.stdout),
                "0.8414709848078965\n",
                "{source} {backend}"
            );
        }
        let library = folder.join("library.so").to_string_lossy().into_owned();
        succeeds(&["build", &private, "-o", &library, backend]);
        fails(
            &["build", &public, "-o", &library, backend],
            "public.mlir:1:1: error: 'sin' would take the place of the C library's, which the program needs",
        );
    }
}

/// Of a program of which one function cannot be lowered, executables are built that do without it.
#[test]
fn executables_do_without_what_their_entry_point_does_not_lead_to() {
    let folder = scratch("reached");
    let program = "func.func @three() -> i32 { %c = arith.constant 3 : i32  return %c : i32 }
func.func @main() -> i32 { %c = call @three() : () -> i32  return %c : i32 }
func.func @bad() { \"x.y\"() : () -> () return }
func.func @calls_it() -> i32 { call @bad() : () -> ()  %c = arith.constant 1 : i32  return %c : i32 }";
    let source = file(&folder, "f.mlir", program);
    let path = folder.join("program").to_string_lossy().into_owned();
    for backend in ["--backend=llvm", "--backend=cranelift"] {
        succeeds(&["build", &source, "-o", &path, backend, "--link-arg", "-lm"]);
        let output = Command::new(&path).output().expect("the program starts");
        assert_eq!(String::from_utf8_lossy(&output.stdout), "3\n");
        fs::remove_file(&path).expect("the program");
    }
    let message = format!("{source}:3:20: error: 'x.y' op cannot be lowered: asyncir does not know this op");
    fails(&["build", &source, "-o", &path, "-e", "calls_it"], &message);
    fails(
        &["build", &source, "-o", &path, "-e", "nobody"],
        "function 'nobody' not found; there are 'three', 'main', 'bad', 'calls_it'",
    );
    let object = folder.join("library.o").to_string_lossy().into_owned();
    fails(&["build", &source, "-o", &object], &message);
}

#[test]
fn executables_need_no_shared_library_if_they_are_static() {
    let folder = scratch("static");
    let program = folder.join("program");
    let source = file(&folder, "large.mlir", &large_program());
    for maker in MAKERS {
        for flag in ["-static", "-static-pie"] {
            let flag = format!("--link-arg={flag}");
            builds(maker, &[&source, "-o", &program.to_string_lossy(), &flag]);
            prints(&program, LARGE_RESULT);
            let needed = Command::new("ldd").arg(&program).output().expect("ldd");
            let needed = String::from_utf8_lossy(&needed.stdout);
            assert!(!needed.contains("libc.so"), "{flag}: {needed}");
        }
    }
}

/// As a compiler for C leaves it: the executable passes its arguments on, and ends with the code that is returned.
#[test]
fn an_entry_point_may_be_the_main_of_c() {
    let folder = scratch("c_main");
    let path = folder.join("program").to_string_lossy().into_owned();
    let text = "llvm.func @puts(!llvm.ptr) -> i32
        llvm.func @main(%argc: i32, %argv: !llvm.ptr) -> i32 {
          %place = llvm.getelementptr %argv[1] : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr
          %first = llvm.load %place : !llvm.ptr -> !llvm.ptr
          %0 = llvm.call @puts(%first) : (!llvm.ptr) -> i32
          llvm.return %argc : i32
        }";
    let source = file(&folder, "main.mlir", text);
    for maker in MAKERS {
        builds(maker, &[&source, "-o", &path]);
        let output = Command::new(&path)
            .args(["hello", "world"])
            .output()
            .expect("it starts");
        assert_eq!(
            (output.status.code(), output.stdout, output.stderr),
            (Some(3), b"hello\n".to_vec(), Vec::new()),
            "{maker:?}"
        );
        let full = fs::File::options().write(true).open("/dev/full").expect("it opens");
        let lost = Command::new(&path)
            .args(["a"; 6])
            .stdout(full)
            .output()
            .expect("it starts");
        let errors = String::from_utf8_lossy(&lost.stderr);
        assert_eq!(lost.status.code(), Some(1), "{errors}");
        assert_eq!(
            errors,
            "error: cannot write to standard output: No space left on device\n"
        );
    }
    for other in [
        "(%argc: i64, %argv: !llvm.ptr) -> i64 { llvm.return %argc : i64 }",
        "(%argc: i32, %argv: !llvm.ptr<1>) -> i32 { llvm.return %argc : i32 }",
        "(%argc: i32, %argv: !llvm.ptr) { llvm.return }",
        "(%argc: i32) -> i32 { llvm.return %argc : i32 }",
    ] {
        let source = file(&folder, "other.mlir", &format!("llvm.func @main{other}"));
        fails(
            &["build", &source, "-o", &path],
            "or be C's main: (i32, !llvm.ptr) -> i32",
        );
    }
}

/// What is called from outside is seen there, whatever its linkage.
#[test]
fn an_entry_point_may_be_local_to_its_module() {
    let folder = scratch("local");
    let program = folder.join("program");
    let path = program.to_string_lossy().into_owned();
    for linkage in ["internal", "private"] {
        let text = format!(
            "llvm.func {linkage} @main() -> i32 {{ %c = llvm.mlir.constant(7 : i32) : i32 llvm.return %c : i32 }}"
        );
        let source = file(&folder, "local.mlir", &text);
        for maker in MAKERS {
            builds(maker, &[&source, "-o", &path]);
            prints(&program, "7\n");
            assert_eq!(
                succeeds(&[&["run", "--no-cache", &source], maker].concat()),
                b"7\n",
                "{linkage} {maker:?}"
            );
        }
    }
}

/// Executables and libraries hold what checks frames, too.
#[test]
fn a_program_whose_frames_are_checked_runs_by_itself() {
    let folder = scratch("checked");
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/coroutines/frames.mlir");
    let wanted = fs::read_to_string(program.with_extension("out")).expect("what it prints");
    let made = folder.join("frames");
    let paths = [&program, &made].map(|path| path.to_str().expect("UTF-8"));
    succeeds(&["build", "--check-frames", paths[0], "-o", paths[1]]);
    prints(&made, &wanted);
    let text = succeeds(&["build", "--check-frames", "--emit=ll", "-O0", paths[0]]);
    let text = String::from_utf8(text).expect("UTF-8");
    assert!(text.contains("@asyncirRuntimeSuspendCheckedFrame("), "{text}");
}
