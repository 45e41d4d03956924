//! Enums of the dialect and the attributes that hold them.

use asyncir_ir::def::{AttrConstraint, AttrForm};
use asyncir_ir::{Attribute, Context, Type};

use crate::enum_attrs::{enum_attr, enum_attribute, int_enum};

enum_attr! {
    /// Calling conventions.
    CCONVS, CCONV_DEF, CCONV: "llvm.cconv", "LLVM Calling Convention specification",
    "::mlir::LLVM::cconv::CConv", words Some("Calling Conventions"), param("CConvAttr", "CallingConv", "CConv"),
    one(",") {
        "ccc" = 0, "fastcc" = 8, "coldcc" = 9, "cc_10" = 10, "cc_11" = 11, "anyregcc" = 13, "preserve_mostcc" = 14,
        "preserve_allcc" = 15, "swiftcc" = 16, "cxx_fast_tlscc" = 17, "tailcc" = 18, "cfguard_checkcc" = 19,
        "swifttailcc" = 20, "x86_stdcallcc" = 64, "x86_fastcallcc" = 65, "arm_apcscc" = 66, "arm_aapcscc" = 67,
        "arm_aapcs_vfpcc" = 68, "msp430_intrcc" = 69, "x86_thiscallcc" = 70, "ptx_kernelcc" = 71,
        "ptx_devicecc" = 72, "spir_funccc" = 75, "spir_kernelcc" = 76, "intel_ocl_bicc" = 77, "x86_64_sysvcc" = 78,
        "win64cc" = 79, "x86_vectorcallcc" = 80, "hhvmcc" = 81, "hhvm_ccc" = 82, "x86_intrcc" = 83, "avr_intrcc" = 84,
        "avr_builtincc" = 86, "amdgpu_vscc" = 87, "amdgpu_gscc" = 88, "amdgpu_cscc" = 90, "amdgpu_kernelcc" = 91,
        "x86_regcallcc" = 92, "amdgpu_hscc" = 93, "msp430_builtincc" = 94, "amdgpu_lscc" = 95, "amdgpu_escc" = 96,
        "aarch64_vectorcallcc" = 97, "aarch64_sve_vectorcallcc" = 98, "wasm_emscripten_invokecc" = 99,
        "amdgpu_gfxcc" = 100, "m68k_intrcc" = 101,
    }
}

enum_attr! {
    /// Who sees a symbol when object files are linked.
    LINKAGES, LINKAGE_DEF, LINKAGE: "llvm.linkage", "LLVM Linkage specification",
    "::mlir::LLVM::linkage::Linkage", words Some("LLVM linkage types"),
    param("LinkageAttr", "linkage", "linkage::Linkage"), one(",") {
        "external" = 0, "available_externally" = 1, "linkonce" = 2, "linkonce_odr" = 3, "weak" = 4, "weak_odr" = 5,
        "appending" = 6, "internal" = 7, "private" = 8, "extern_weak" = 9, "common" = 10,
    }
}

enum_attr! {
    /// Whether a call may or must be a tail call.
    TAIL_CALL_KINDS, TAIL_CALL_KIND_DEF, TAIL_CALL_KIND: "llvm.tailcallkind", "LLVM Calling Convention specification",
    "::mlir::LLVM::tailcallkind::TailCallKind", words Some("Tail Call Kind"),
    param("TailCallKindAttr", "tailCallKind", "TailCallKind"), one(",") { "none" = 0, "notail" = 3, "musttail" = 2, "tail" = 1 }
}

enum_attr! {
    /// What float arithmetic may assume.
    FASTMATH_FLAGS, FASTMATH_DEF, FASTMATH: "llvm.fastmath", "LLVM fastmath flags",
    "::mlir::LLVM::FastmathFlags", class "LLVM_FastmathFlagsAttr", bits(", ") {
        "none" = 0, "nnan" = 1, "ninf" = 2, "nsz" = 4, "arcp" = 8, "contract" = 16, "afn" = 32, "reassoc" = 64,
        "fast" = 127,
    }
}

enum_attr! {
    /// Which overflow makes integer arithmetic give poison.
    OVERFLOW_FLAGS, OVERFLOW_DEF, OVERFLOW_ATTR: "llvm.overflow", "LLVM integer overflow flags",
    "::mlir::LLVM::IntegerOverflowFlags", words Some("LLVM integer overflow flags"),
    param("LLVM_IntegerOverflowFlagsAttr", "value", "::mlir::LLVM::IntegerOverflowFlags"), bits(", ") { "none" = 0, "nsw" = 1, "nuw" = 2 }
}

enum_attr! {
    /// Which functions keep their frame pointer.
    FRAME_POINTER_KINDS, FRAME_POINTER_KIND_DEF, FRAME_POINTER_KIND: "llvm.framePointerKind",
    "LLVM FramePointerKind", "::mlir::LLVM::framePointerKind::FramePointerKind", words Some("LLVM FramePointerKind"),
    param("FramePointerKindAttr", "framePointerKind", "framePointerKind::FramePointerKind"), one(",") {
        "none" = 0, "non-leaf" = 1, "all" = 2, "reserved" = 3, "non-leaf-no-reserve" = 4,
    }
}

enum_attr! {
    /// Which unwind table a function gets.
    UWTABLE_KINDS, UWTABLE_KIND_DEF, UWTABLE_KIND: "llvm.uwtableKind", "LLVM UWTableKind",
    "::mlir::LLVM::uwtable::UWTableKind", words Some("LLVM Unwind Behavior"),
    param("UWTableKindAttr", "uwtableKind", "uwtable::UWTableKind"), one(",") { "none" = 0, "sync" = 1, "async" = 2 }
}

int_enum! {
    /// Memory orderings of atomic accesses.
    ATOMIC_ORDERINGS, ATOMIC_ORDERING: "::mlir::LLVM::AtomicOrdering", "Atomic ordering for LLVM's memory model",
    64, Type::I64, {
        "not_atomic" = 0, "unordered" = 1, "monotonic" = 2, "acquire" = 4, "release" = 5, "acq_rel" = 6, "seq_cst" = 7,
    }
}

int_enum! {
    /// What `llvm.atomicrmw` does to the old value.
    ATOMIC_BIN_OPS, ATOMIC_BIN_OP: "::mlir::LLVM::AtomicBinOp", "llvm.atomicrmw binary operations", 64, Type::I64, {
        "xchg" = 0, "add" = 1, "sub" = 2, "_and" = 3, "nand" = 4, "_or" = 5, "_xor" = 6, "max" = 7, "min" = 8,
        "umax" = 9, "umin" = 10, "fadd" = 11, "fsub" = 12, "fmax" = 13, "fmin" = 14, "uinc_wrap" = 15,
        "udec_wrap" = 16, "usub_cond" = 17, "usub_sat" = 18, "fmaximum" = 19, "fminimum" = 20,
    }
}

int_enum! {
    /// Relations of `llvm.icmp`.
    ICMP_PREDICATES, ICMP_PREDICATE: "::mlir::LLVM::ICmpPredicate", "llvm.icmp comparison predicate", 64, Type::I64, {
        "eq" = 0, "ne" = 1, "slt" = 2, "sle" = 3, "sgt" = 4, "sge" = 5, "ult" = 6, "ule" = 7, "ugt" = 8, "uge" = 9,
    }
}

int_enum! {
    /// Relations of `llvm.fcmp`.
    FCMP_PREDICATES, FCMP_PREDICATE: "::mlir::LLVM::FCmpPredicate", "llvm.fcmp comparison predicate", 64, Type::I64, {
        "_false" = 0, "oeq" = 1, "ogt" = 2, "oge" = 3, "olt" = 4, "ole" = 5, "one" = 6, "ord" = 7,
        "ueq" = 8, "ugt" = 9, "uge" = 10, "ult" = 11, "ule" = 12, "une" = 13, "uno" = 14, "_true" = 15,
    }
}

int_enum! {
    /// How results are rounded.
    ROUNDING_MODES, ANY_ROUNDING_MODE: "::mlir::LLVM::RoundingMode", "LLVM Rounding Mode", 64, Type::I64, {
        "towardzero" = 0, "tonearest" = 1, "upward" = 2, "downward" = 3, "tonearestaway" = 4, "dynamic" = 7,
        "invalid" = -1,
    }
}

/// How results are rounded; not `invalid`, which is a mode in text alone.
pub static ROUNDING_MODE: AttrConstraint =
    AttrConstraint::new("LLVM Rounding Mode whose minimum value is 0", |ctx, attr| {
        (ANY_ROUNDING_MODE.check)(ctx, attr) && attr.as_i64(ctx).is_some_and(|value| value >= 0)
    })
    .form(AttrForm::Enum(&ROUNDING_MODES));

int_enum! {
    /// What floating-point exceptions an optimiser may ignore.
    FP_EXCEPTION_BEHAVIORS, FP_EXCEPTION_BEHAVIOR: "::mlir::LLVM::FPExceptionBehavior", "LLVM Exception Behavior",
    64, Type::I64, { "ignore" = 0, "maytrap" = 1, "strict" = 2 }
}

int_enum! {
    /// Whether the address of a symbol matters.
    UNNAMED_ADDRS, UNNAMED_ADDR: "::mlir::LLVM::UnnamedAddr", "LLVM GlobalValue UnnamedAddr", 64, Type::I64, {
        "" = 0, "local_unnamed_addr" = 1, "unnamed_addr" = 2,
    }
}

int_enum! {
    /// Who sees a symbol when shared objects are loaded.
    VISIBILITIES, VISIBILITY: "::mlir::LLVM::Visibility", "LLVM GlobalValue Visibility", 64, Type::I64, {
        "" = 0, "hidden" = 1, "protected" = 2,
    }
}

int_enum! {
    /// Syntax of inline assembly.
    ASM_DIALECTS, ASM_DIALECT: "::mlir::LLVM::AsmDialect", "ATT (0) or Intel (1) asm dialect", 64, Type::I64, {
        "att" = 0, "intel" = 1,
    }
}

int_enum! {
    /// Which one of several equal sections the linker keeps.
    COMDATS, COMDAT: "::mlir::LLVM::comdat::Comdat", "LLVM Comdat Types", 64, Type::I64, {
        "any" = 0, "exactmatch" = 1, "largest" = 2, "nodeduplicate" = 3, "samesize" = 4,
    }
}

/// Flags of address computations; `inbounds` includes `nusw`.
pub static GEP_FLAGS: asyncir_ir::def::EnumDef = asyncir_ir::def::EnumDef {
    name: "::mlir::LLVM::GEPNoWrapFlags",
    cases: &[
        asyncir_ir::def::EnumCase {
            keyword: "none",
            value: 0,
        },
        asyncir_ir::def::EnumCase {
            keyword: "inbounds_flag",
            value: 1,
        },
        asyncir_ir::def::EnumCase {
            keyword: "nusw",
            value: 2,
        },
        asyncir_ir::def::EnumCase {
            keyword: "nuw",
            value: 4,
        },
        asyncir_ir::def::EnumCase {
            keyword: "inbounds",
            value: 3,
        },
    ],
    width: 32,
    bits: true,
    words: None,
};

/// `#llvm.cconv<ccc>`
pub fn ccc(ctx: &Context) -> Attribute {
    enum_attribute(ctx, &CCONV_DEF, 0)
}

/// `#llvm.linkage<external>`
pub fn external(ctx: &Context) -> Attribute {
    enum_attribute(ctx, &LINKAGE_DEF, 0)
}

/// `#llvm.linkage<linkonce_odr>`
pub fn linkonce_odr(ctx: &Context) -> Attribute {
    enum_attribute(ctx, &LINKAGE_DEF, LINKAGES.value("linkonce_odr").unwrap_or_default())
}

/// `#llvm.tailcallkind<none>`
pub fn no_tail_call(ctx: &Context) -> Attribute {
    enum_attribute(ctx, &TAIL_CALL_KIND_DEF, 0)
}

/// `#llvm.fastmath<none>`
pub fn no_fastmath(ctx: &Context) -> Attribute {
    enum_attribute(ctx, &FASTMATH_DEF, 0)
}

/// `0 : i32`
pub fn zero_i32(ctx: &Context) -> Attribute {
    ctx.i32_attr(0)
}

/// `0 : i64`
pub fn zero_i64(ctx: &Context) -> Attribute {
    ctx.i64_attr(0)
}

/// `array<i32>`
pub fn empty_i32_array(ctx: &Context) -> Attribute {
    ctx.dense_i32_array(&[])
}
