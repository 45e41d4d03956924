//! What modules say of themselves, in the code that is built.

use super::{file, scratch, succeeds};

/// What a module says of itself holds for each part that it is cut into.
#[test]
fn flags_of_the_module_reach_its_code() {
    let folder = scratch("flags");
    let program = "llvm.module_flags [#llvm.mlir.module_flag<override, \"cf-protection-branch\", 1 : i32>]
        llvm.func @first(%x: i32) -> i32 { llvm.return %x : i32 }
        llvm.func @second(%x: i32) -> i32 { llvm.return %x : i32 }";
    let program = file(&folder, "flags.mlir", program);
    let listing = folder.join("flags.ll").display().to_string();
    succeeds(&["build", &program, "-O2", "-o", &listing]);
    let text = std::fs::read_to_string(&listing).expect("the listing");
    assert!(text.contains("cf-protection-branch"), "{text}");
    if cfg!(target_arch = "x86_64") {
        let assembly = folder.join("flags.s").display().to_string();
        succeeds(&["build", &program, "-O2", "-o", &assembly]);
        let text = std::fs::read_to_string(&assembly).expect("the assembly");
        assert_eq!(text.matches("endbr64").count(), 2, "{text}");
    }
}

/// A module may declare an intrinsic that its ops stand for, too.
#[test]
fn intrinsics_are_declared_once() {
    let folder = scratch("intrinsics");
    let program = "llvm.func @llvm.ctpop.i32(i32) -> i32
        llvm.func internal @own(%x: i32) -> i32 {
          %once = llvm.call @llvm.ctpop.i32(%x) : (i32) -> i32
          %twice = llvm.intr.ctpop(%once) : (i32) -> i32
          llvm.return %twice : i32
        }
        llvm.mlir.alias external @other : !llvm.func<i32 (i32)> {
          %address = llvm.mlir.addressof @own : !llvm.ptr
          llvm.return %address : !llvm.ptr
        }
        llvm.func @main() -> i32 {
          %seven = llvm.mlir.constant(7 : i32) : i32
          %two = llvm.call @own(%seven) : (i32) -> i32
          llvm.return %two : i32
        }";
    let program = file(&folder, "program.mlir", program);
    let printed = succeeds(&["run", &program, "--backend=llvm", "-O1"]);
    assert_eq!(String::from_utf8_lossy(&printed).trim(), "2");
}
