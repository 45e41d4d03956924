//! `asyncir build`: compiles a program, at any level of lowering, to lowered MLIR, LLVM IR, bitcode, assembly, an object
//! file, a shared library or an executable.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use asyncir::build::{BuildOptions, Emit, build, build_source, c_header, emit_c_interface};
use asyncir::codegen::llvm::Llvm;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};

use crate::args::{self, is_set, value};
use crate::failure::{Failure, Outcome};
use crate::output::{self, Mode, Output};
use crate::{run, target};

/// The values of `--emit`, and the output format that each one selects.
const FORMS: [(&str, Emit); 7] = [
    ("mlir", Emit::Mlir),
    ("ll", Emit::LlvmIr),
    ("bc", Emit::Bitcode),
    ("asm", Emit::Assembly),
    ("obj", Emit::Object),
    ("shared", Emit::SharedLibrary),
    ("exe", Emit::Executable),
];

/// The command line of the tool.
pub fn command(name: &'static str) -> Command {
    let forms = FORMS.map(|(name, _)| name);
    let emit = value(
        "emit",
        "form",
        "Output format; by default, it follows from the suffix of the output file",
    )
    .value_parser(forms);
    Command::new(name)
        .about("Compiles a program to a file: x.mlir (lowered), x.ll, x.bc, x.s, x.o, x.so, or an executable without a suffix")
        .after_help(
            "Shared libraries and executables contain asyncir's runtime. Object files do not: link them with \
             libasyncir_runtime.a and -lgcc_s -lpthread -ldl -lm.",
        )
        .arg(args::input())
        .arg(args::output().help("Output file; '-' is standard output"))
        .arg(emit)
        .arg(args::opt_level())
        .arg(run::entry_flag("main").help(
            "Function that the executable calls. The executable prints its result, which is nothing, one number, or one \
             token or value, which is awaited; if it is C's main, with parameters i32 and !llvm.ptr and result i32, the \
             executable passes its arguments, and the result is its exit code",
        ))
        .arg(value(
            "header",
            "file",
            "Also write a C header that declares the program's public functions, and make the C interface of all of them, as \
             llvm.emit_c_interface does",
        ))
        .args(target::flags())
        .args(link_flags())
        .args(run::coroutine_flags())
        .arg(run::verification_flag())
        .args(run::loop_flags())
        .arg(run::backend_flag())
        .args(run::compile_flags())
}

fn link_flags() -> [Arg; 3] {
    let link = Arg::new("link-arg").long("link-arg").value_name("argument");
    let link = link.action(clap::ArgAction::Append).allow_hyphen_values(true);
    [
        value(
            "runtime-lib",
            "file",
            "Path of libasyncir_runtime.a, which becomes part of the output, or of libasyncir_runtime.so, which programs that \
             await the tokens and values of a library have in common with it; by default, the .a file beside the executable \
             asyncir",
        ),
        value(
            "linker",
            "program",
            "Program that links, which is given the arguments of a C compiler; by default, cc",
        ),
        link.help(
            "Further argument for the linker, such as --link-arg=-lname, or --link-arg=-static for an executable that needs no \
             shared library; may be repeated",
        ),
    ]
}

/// Runs the tool.
pub fn main(command: Command, arguments: Vec<OsString>) -> Outcome {
    let matches = args::matches(command, arguments)?;
    let path = matches.get_one::<String>("o").map_or("-", String::as_str);
    keep_source(&matches, path)?;
    let options = options(&matches, path)?;
    target::check(&options)?;
    if options.begins_with_llvm() {
        Llvm::open_early();
    }
    let source = args::source(&matches)?;
    let ctx = run::lenient_context();
    let header_file = matches.get_one::<String>("header");
    let (contents, header) = match header_file {
        Some(_) => {
            let mut module = run::parse(&ctx, &source)?;
            emit_c_interface(&ctx, &mut module);
            let name = Path::new(&source.name).file_name().unwrap_or_default();
            let header = c_header(&ctx, &module, &name.to_string_lossy());
            (build(&ctx, &mut module, &options), header)
        }
        None => (build_source(&ctx, &source, &options), String::new()),
    };
    let contents = contents.map_err(|error| {
        let failure = run::show(&ctx, &source, error).with_library_flag("--link-arg");
        with_suffixes(&matches, path, failure)
    })?;
    if options.replaces_llvm() {
        run::note_missing_llvm();
    }
    let mode = if options.emit.is_linked() {
        Mode::Program
    } else {
        Mode::Data
    };
    let mut outputs = vec![Output::new(path).with_mode(mode)];
    outputs[0].write(&contents);
    if let Some(file) = header_file {
        let mut output = Output::new(file);
        output.write(header.as_bytes());
        outputs.push(output);
    }
    output::finish_all(outputs)?;
    Ok(ExitCode::SUCCESS)
}

/// Refuses to overwrite the input file, and the output with the header.
fn keep_source(matches: &ArgMatches, path: &str) -> Result<(), Failure> {
    let canonical = |path: &str| Path::new(path).canonicalize().ok();
    let input = matches.get_one::<String>("input").map_or("-", String::as_str);
    if canonical(path).is_some_and(|output| canonical(input) == Some(output)) {
        return Err(Failure::message(format!("output file '{path}' is the input file")));
    }
    if let Some(header) = matches.get_one::<String>("header") {
        if canonical(header).is_some_and(|header| canonical(input) == Some(header)) {
            return Err(Failure::message(format!("header '{header}' is the input file")));
        }
        if is_same_file(header, path) {
            return Err(Failure::message(format!("output file '{path}' is the header, too")));
        }
    }
    Ok(())
}

/// Whether two paths lead to one file, which need not be there yet.
fn is_same_file(a: &str, b: &str) -> bool {
    let place = |path: &str| {
        let path = Path::new(path);
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok()?;
        path.canonicalize()
            .ok()
            .or_else(|| Some(folder.join(path.file_name()?)))
    };
    a == b || place(a).is_some_and(|a| Some(a) == place(b))
}

/// The format that the name of the output file asks for. One without a suffix is an executable, and so is one that ends with
/// a version, such as `program-1.2`.
fn form_of(path: &str) -> Result<Emit, Failure> {
    let emit = Emit::of_path(Path::new(path));
    let suffix = Path::new(path).extension().unwrap_or_default().to_string_lossy();
    let is_version = suffix.bytes().all(|byte| byte.is_ascii_digit());
    if emit != Emit::Executable || is_version || matches!(&*suffix, "exe" | "out") {
        return Ok(emit);
    }
    Err(Failure::message(format!(
        "the suffix '.{suffix}' of '{path}' is that of no format: .mlir, .ll, .bc, .s, .o, .so; add --emit=exe if it is to \
         be an executable"
    )))
}

fn names_of_forms() -> String {
    FORMS.map(|(name, _)| name).join("|")
}

fn has_suffix(path: &str, suffix: &str) -> bool {
    Path::new(path).extension().is_some_and(|found| found == suffix)
}

/// The failure; if there is no entry point for an executable that nothing but the name of the file asks for, it names the
/// suffixes of other formats.
fn with_suffixes(matches: &ArgMatches, path: &str, failure: Failure) -> Failure {
    let is_meant = matches.contains_id("emit") || is_given(matches, "e") || has_suffix(path, "exe");
    match failure {
        Failure::Entry(message) if !is_meant => Failure::Entry(format!(
            "{message}\nnote: '{path}' is to be an executable, because its name ends with no suffix of another format: .mlir, \
             .ll, .bc, .s, .o, .so"
        )),
        other => other,
    }
}

fn is_given(matches: &ArgMatches, name: &str) -> bool {
    matches.value_source(name) == Some(ValueSource::CommandLine)
}

fn options(matches: &ArgMatches, path: &str) -> Result<BuildOptions, Failure> {
    let text = |name: &str| matches.get_one::<String>(name).cloned();
    let emit = match text("emit") {
        Some(form) => FORMS.iter().find(|(name, _)| *name == form).map(|&(_, emit)| emit),
        None if path == "-" && is_given(matches, "o") => {
            return Err(Failure::message(format!(
                "say what to write to standard output: add --emit={}",
                names_of_forms()
            )));
        }
        None if path == "-" => None,
        None if has_suffix(path, "a") => {
            return Err(Failure::message(format!(
                "static libraries are not made; make an object file, such as -o {}, and put it into one with ar",
                Path::new(path).with_extension("o").display()
            )));
        }
        None => Some(form_of(path)?),
    };
    let emit = emit.ok_or_else(|| {
        Failure::message(format!(
            "say what to make: -o with the name of a file, or --emit={}",
            names_of_forms()
        ))
    })?;
    if emit != Emit::Executable && is_given(matches, "e") {
        return Err(Failure::message(
            "-e names the function that an executable calls, but the output is none",
        ));
    }
    let of_linker = ["link-arg", "linker", "runtime-lib"]
        .into_iter()
        .find(|flag| is_given(matches, flag));
    if let Some(flag) = of_linker.filter(|_| !emit.is_linked()) {
        return Err(Failure::message(format!(
            "--{flag} is for what is linked, executables and shared libraries, but the output is neither"
        )));
    }
    Ok(BuildOptions {
        opt_level: run::opt_level(matches)?,
        triple: text("target"),
        cpu: target::cpu(matches),
        features: target::features(matches)?,
        entry_point: run::entry_name(matches),
        runtime_lib: text("runtime-lib").map(PathBuf::from),
        linker: text("linker").map(PathBuf::from),
        linker_arguments: matches.get_many("link-arg").into_iter().flatten().cloned().collect(),
        loops: run::loops(matches)?,
        coroutines: run::coroutines(matches)?,
        keep_tasks: is_set(matches, run::KEEP_TASKS),
        runtime_verification: run::verifies_at_runtime(matches),
        debug_info: is_set(matches, "debug-info"),
        threads: run::threads(matches),
        cache: run::cache(matches)?,
        backend: run::backend(matches)?,
        ..BuildOptions::new(emit)
    })
}
