//! Optimiser, code generator, several modules.

use asyncir_codegen::llvm::{
    CompileOptions, Cpu, Emit, Llvm, Machine, OptLevel, compile_modules, compile_to, compile_to_object,
    optimize_to_text,
};

use asyncir_codegen::run::Code as _;

use crate::{LEVELS, at, call, check_main, load};

/// Adds 1.0 to each of `%n` floats.
const LOOP: &str = "
define void @increment(ptr noalias %data, i64 %n) {
entry:
  %empty = icmp eq i64 %n, 0
  br i1 %empty, label %exit, label %body
body:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %slot = getelementptr inbounds float, ptr %data, i64 %i
  %old = load float, ptr %slot
  %new = fadd float %old, 1.0
  store float %new, ptr %slot
  %next = add nuw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %body
exit:
  ret void
}";

#[test]
fn library_reports_a_supported_version() {
    let llvm = Llvm::get().unwrap();
    assert!(llvm.version().major >= 19, "{llvm:?}");
    assert!(std::ptr::eq(llvm, Llvm::get().unwrap()));
}

#[test]
fn a_function_runs_at_every_level() {
    check_main("define i32 @main() { %sum = add i32 40, 2 ret i32 %sum }", 42);
}

#[test]
fn loops_vectorise_at_o2_and_not_at_o0() {
    let optimised = optimize_to_text(LOOP, &at(OptLevel::O2)).unwrap();
    assert!(optimised.contains("fadd <"), "{optimised}");
    let plain = optimize_to_text(LOOP, &at(OptLevel::O0)).unwrap();
    assert!(!plain.contains("fadd <"), "{plain}");
}

/// The optimiser knows the machine that code is for, not only the code generator.
#[test]
fn vectors_are_as_wide_as_the_machine_likes() {
    if !cfg!(target_arch = "x86_64") {
        return eprintln!("the widths are those of another machine");
    }
    let optimised = |cpu: Cpu| {
        let options = CompileOptions {
            cpu,
            ..at(OptLevel::O3)
        };
        optimize_to_text(LOOP, &options).unwrap()
    };
    assert!(optimised(Cpu::Generic).contains("fadd <4 x float>"));
    assert!(!optimised(Cpu::Generic).contains("fadd <8 x float>"));
    assert!(optimised(Cpu::Named("x86-64-v3".to_owned())).contains("fadd <8 x float>"));
}

#[test]
fn code_for_another_machine_is_for_any_of_its_kind() {
    let options = CompileOptions {
        triple: Some("aarch64-linux-gnu".to_owned()),
        ..at(OptLevel::O2)
    };
    let machine = Machine::of(&options).unwrap();
    assert_eq!(machine.triple, "aarch64-unknown-linux-gnu");
    if cfg!(target_arch = "x86_64") {
        assert_eq!((machine.cpu.as_str(), machine.features.as_str()), ("generic", ""));
        assert!(!machine.runs_on_host());
    }
    assert!(Machine::of(&at(OptLevel::O2)).unwrap().runs_on_host());
    let assembly = compile_to(Emit::Assembly, LOOP, &options).unwrap();
    assert!(String::from_utf8_lossy(&assembly).contains("fadd\tv"), "NEON");
}

#[test]
fn a_vectorised_loop_computes_the_same() {
    for level in LEVELS {
        let jit = load(&[LOOP], level);
        let address = jit.lookup("increment").unwrap();
        // SAFETY: the signature is the one in the text.
        let increment = unsafe { std::mem::transmute::<*const (), extern "C" fn(*mut f32, i64)>(address) };
        let mut data: Vec<f32> = (0..37).map(|i| i as f32).collect();
        increment(data.as_mut_ptr(), data.len() as i64);
        assert!(
            data.iter().enumerate().all(|(i, &x)| x == i as f32 + 1.0),
            "{level:?}: {data:?}"
        );
    }
}

#[test]
fn the_target_is_set_before_the_passes() {
    let text = optimize_to_text("define void @f() { ret void }", &at(OptLevel::O0)).unwrap();
    assert!(text.contains("target triple ="), "{text}");
    assert!(text.contains("target datalayout ="), "{text}");
}

#[test]
fn modules_call_each_other() {
    let caller = "declare i32 @callee(i32)
        define i32 @main() { %r = call i32 @callee(i32 20) ret i32 %r }";
    let callee = "define i32 @callee(i32 %x) { %r = call i32 @helper(i32 %x) ret i32 %r }
        define internal i32 @helper(i32 %x) { %r = mul i32 %x, 2 ret i32 %r }";
    let jit = load(&[caller, callee], OptLevel::O0);
    // SAFETY: a sound function without parameters.
    assert_eq!(unsafe { call::<i32>(&jit, "main") }, Ok(40));
}

#[test]
fn results_are_in_input_order_whatever_fails() {
    let texts: Vec<String> = (0..9)
        .map(|i| {
            if i % 3 == 1 {
                format!("bad {i}")
            } else {
                format!("define i32 @f{i}() {{ ret i32 {i} }}")
            }
        })
        .collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    for (i, result) in compile_modules(&texts, &CompileOptions::default())
        .into_iter()
        .enumerate()
    {
        match result {
            Ok(_) => assert_ne!(i % 3, 1),
            Err(error) => assert!(error.to_string().contains(&format!("module.{i}.ll:1:1")), "{error}"),
        }
    }
}

#[test]
fn objects_are_the_same_every_time() {
    let options = CompileOptions::ahead_of_time(OptLevel::O3);
    assert_eq!(compile_to_object(LOOP, &options), compile_to_object(LOOP, &options));
}

#[test]
fn levels_parse() {
    assert_eq!("O3".parse(), Ok(OptLevel::O3));
    assert_eq!("0".parse(), Ok(OptLevel::O0));
    assert!("O4".parse::<OptLevel>().is_err());
}

/// LLVM rounds to `bf16` with instructions that lose subnormal numbers, if the processor has them.
#[cfg(target_arch = "x86_64")]
#[test]
fn inexact_instructions_are_not_used() {
    let options = CompileOptions {
        cpu: Cpu::Named("znver4".to_owned()),
        triple: Some("x86_64-unknown-linux-gnu".to_owned()),
        ..at(OptLevel::O2)
    };
    let text = "define void @f(ptr %x, ptr %y) {
  %a = load <16 x float>, ptr %x
  %b = fptrunc <16 x float> %a to <16 x bfloat>
  store <16 x bfloat> %b, ptr %y
  ret void
}
";
    let assembly = |options: &CompileOptions| {
        let text = compile_to(Emit::Assembly, text, options).unwrap();
        String::from_utf8_lossy(&text).into_owned()
    };
    assert!(!assembly(&options).contains("vcvtneps2bf16"));
    let wanted = CompileOptions {
        features: Some("+avx512bf16".to_owned()),
        ..options
    };
    assert!(assembly(&wanted).contains("vcvtneps2bf16"));
}
