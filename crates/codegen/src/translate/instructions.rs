//! Instructions that are neither calls nor terminators.

use asyncir_ir::{Fallible, OpRef, Type};

use super::constant::mask_text;
use super::functions::FunctionWriter;
use super::layout::{Kind, Layout};
use super::metadata;
use super::state::failed;
use super::text::{joined, put, quoted};
use crate::dialect::{DYNAMIC_INDEX, LlvmType, alignment, attr, flag, integer, integers, string, type_attr};

/// Writes `op` if it is one of them.
pub(super) fn write(writer: &mut FunctionWriter<'_, '_, '_>, op: OpRef<'_>, mnemonic: &str) -> Fallible<bool> {
    let text = match mnemonic {
        // It only gives the block a name that addresses of blocks use.
        "blocktag" => return Ok(true),
        "add" | "sub" | "mul" | "shl" => binary(writer, op, mnemonic, overflow(op))?,
        "udiv" | "sdiv" | "lshr" | "ashr" => binary(writer, op, mnemonic, if_set(op, "isExact", "exact "))?,
        "or" => binary(writer, op, mnemonic, if_set(op, "isDisjoint", "disjoint "))?,
        "and" | "xor" | "urem" | "srem" => binary(writer, op, mnemonic, "")?,
        "fadd" | "fsub" | "fmul" | "fdiv" | "frem" => binary(writer, op, mnemonic, &fast_math(op))?,
        "fneg" => format!("fneg {}{}", fast_math(op), writer.typed_operand(op, 0)?),
        "freeze" => format!("freeze {}", writer.typed_operand(op, 0)?),
        "icmp" => compare(writer, op, "icmp", "", INTEGER_PREDICATES)?,
        "fcmp" => compare(writer, op, "fcmp", &fast_math(op), FLOAT_PREDICATES)?,
        "trunc" => cast(writer, op, mnemonic, overflow(op))?,
        "zext" | "uitofp" => cast(writer, op, mnemonic, if_set(op, "nonNeg", "nneg "))?,
        "sext" | "sitofp" | "fptosi" | "fptoui" | "fpext" | "fptrunc" | "ptrtoint" | "inttoptr" | "bitcast"
        | "addrspacecast" => cast(writer, op, mnemonic, "")?,
        "select" => select(writer, op)?,
        "alloca" => alloca(writer, op)?,
        "load" => load(writer, op)?,
        "store" => store(writer, op)?,
        "getelementptr" => getelementptr(writer, op)?,
        "atomicrmw" => atomicrmw(writer, op)?,
        "cmpxchg" => cmpxchg(writer, op)?,
        "fence" => format!("fence{}{}", syncscope(op), ordering(op, "ordering")),
        "va_arg" => format!("va_arg {}, {}", writer.typed_operand(op, 0)?, writer.result_type(op)?),
        "extractvalue" | "insertvalue" => aggregate(writer, op, mnemonic)?,
        "extractelement" | "insertelement" => format!("{mnemonic} {}", all_operands(writer, op)?),
        "shufflevector" => shufflevector(writer, op)?,
        _ => return Ok(false),
    };
    writer.line(op, &text);
    Ok(true)
}

const INTEGER_PREDICATES: &[&str] = &["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];

const FLOAT_PREDICATES: &[&str] = &[
    "false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true",
];

/// In LLVM's order, with the dialect's bits.
const FAST_MATH: &[(i64, &str)] = &[
    (64, "reassoc"),
    (1, "nnan"),
    (2, "ninf"),
    (4, "nsz"),
    (8, "arcp"),
    (16, "contract"),
    (32, "afn"),
];

/// Orderings by the dialect's numbers; 3 is not one.
const ORDERINGS: &[&str] = &[
    "",
    "unordered",
    "monotonic",
    "",
    "acquire",
    "release",
    "acq_rel",
    "seq_cst",
];

const ATOMIC_OPERATIONS: &[&str] = &[
    "xchg",
    "add",
    "sub",
    "and",
    "nand",
    "or",
    "xor",
    "max",
    "min",
    "umax",
    "umin",
    "fadd",
    "fsub",
    "fmax",
    "fmin",
    "uinc_wrap",
    "udec_wrap",
    "usub_cond",
    "usub_sat",
    "fmaximum",
    "fminimum",
];

fn if_set(op: OpRef<'_>, name: &'static str, word: &'static str) -> &'static str {
    if flag(op, name) { word } else { "" }
}

/// The flags of integer arithmetic; bit 0 is `nsw`, bit 1 `nuw`.
fn overflow(op: OpRef<'_>) -> &'static str {
    match integer(op, "overflowFlags").unwrap_or(0) & 3 {
        1 => "nsw ",
        2 => "nuw ",
        3 => "nuw nsw ",
        _ => "",
    }
}

/// The fast-math flags, each with a space behind it.
pub(super) fn fast_math(op: OpRef<'_>) -> String {
    let bits = integer(op, "fastmathFlags").unwrap_or(0);
    if bits & 0x7F == 0x7F {
        return "fast ".to_owned();
    }
    let set = FAST_MATH.iter().filter(|(bit, _)| bits & bit != 0);
    set.map(|(_, word)| format!("{word} ")).collect()
}

fn binary(writer: &mut FunctionWriter<'_, '_, '_>, op: OpRef<'_>, mnemonic: &str, flags: &str) -> Fallible<String> {
    Ok(format!(
        "{mnemonic} {flags}{}, {}",
        writer.typed_operand(op, 0)?,
        writer.operand(op, 1)?
    ))
}

fn compare(
    writer: &mut FunctionWriter<'_, '_, '_>,
    op: OpRef<'_>,
    mnemonic: &str,
    flags: &str,
    predicates: &[&str],
) -> Fallible<String> {
    let predicate = integer(op, "predicate").and_then(|index| predicates.get(usize::try_from(index).ok()?));
    let predicate = predicate.ok_or_else(|| failed(op))?;
    Ok(format!(
        "{mnemonic} {flags}{predicate} {}, {}",
        writer.typed_operand(op, 0)?,
        writer.operand(op, 1)?
    ))
}

fn cast(writer: &mut FunctionWriter<'_, '_, '_>, op: OpRef<'_>, mnemonic: &str, flags: &str) -> Fallible<String> {
    Ok(format!(
        "{mnemonic} {flags}{} to {}",
        writer.typed_operand(op, 0)?,
        writer.result_type(op)?
    ))
}

fn select(writer: &mut FunctionWriter<'_, '_, '_>, op: OpRef<'_>) -> Fallible<String> {
    // LLVM allows the flags only where they mean something.
    let flags = if is_float(writer, op)? {
        fast_math(op)
    } else {
        String::new()
    };
    Ok(format!("select {flags}{}", all_operands(writer, op)?))
}

/// Whether the result is a float, or a vector or array of floats.
pub(super) fn is_float(writer: &FunctionWriter<'_, '_, '_>, op: OpRef<'_>) -> Fallible<bool> {
    let Some(&ty) = op.result_types().first() else {
        return Ok(false);
    };
    let mut kind = writer.state.types.kind(ty, op.location())?;
    while let LlvmType::Vector { element, .. } | LlvmType::Array(_, element) = kind {
        kind = writer.state.types.kind(element, op.location())?;
    }
    Ok(matches!(kind, LlvmType::Float(_)))
}

fn all_operands(writer: &mut FunctionWriter<'_, '_, '_>, op: OpRef<'_>) -> Fallible<String> {
    let texts = op.operands().into_iter().map(|value| writer.typed(op, value));
    Ok(joined(texts.collect::<Fallible<Vec<_>>>()?, ", "))
}

fn alloca(writer: &mut FunctionWriter<'_, '_, '_>, op: OpRef<'_>) -> Fallible<String> {
    let allocated = type_attr(op, "elem_type").ok_or_else(|| failed(op))?;
    let element = writer.ty(op, allocated)?;
    let inalloca = if_set(op, "inalloca", "inalloca ");
    // LLVM does not print the number of one element if it is of 32 bits.
    let count = match writer.typed_operand(op, 0)? {
        one if one == "i32 1" => String::new(),
        count => format!(", {count}"),
    };
    let mut text = format!(
        "alloca {inalloca}{element}{count}{}",
        alignment_or(writer, op, |layout| layout.of_type(op.ctx, allocated, Kind::Preferred))
    );
    let ty = op.result_types().first().copied().ok_or_else(|| failed(op))?;
    if let LlvmType::Pointer(space @ 1..) = writer.state.types.kind(ty, op.location())? {
        put!(text, ", addrspace({space})");
    }
    Ok(text)
}

/// `, align N`. Where an op says none, LLVM prints one that it finds itself.
fn alignment_or(
    writer: &FunctionWriter<'_, '_, '_>,
    op: OpRef<'_>,
    find: impl FnOnce(&Layout) -> Option<u64>,
) -> String {
    let own = alignment(op);
    let found = || {
        writer
            .state
            .options
            .as_printed
            .then(|| find(&writer.state.layout))
            .flatten()
    };
    let alignment = own.or_else(found);
    alignment.map_or_else(String::new, |alignment| format!(", align {alignment}"))
}

/// `, align N` of an atomic update of a value. Where an op says none, LLVM prints one that it finds itself.
fn atomic_alignment(writer: &FunctionWriter<'_, '_, '_>, op: OpRef<'_>) -> String {
    alignment_or(writer, op, |layout| layout.of_atomic(op.ctx, op.operand_type(1)))
}

fn syncscope(op: OpRef<'_>) -> String {
    string(op, "syncscope").map_or_else(String::new, |scope| format!(" syncscope({})", quoted(scope.as_bytes())))
}

/// The ordering with a space in front; nothing if the access is not atomic.
fn ordering(op: OpRef<'_>, name: &'static str) -> String {
    let index = integer(op, name)
        .and_then(|index| usize::try_from(index).ok())
        .unwrap_or(0);
    match ORDERINGS.get(index) {
        None | Some(&"") => String::new(),
        Some(word) => format!(" {word}"),
    }
}

fn access_words(op: OpRef<'_>) -> String {
    let atomic = if ordering(op, "ordering").is_empty() {
        ""
    } else {
        " atomic"
    };
    let volatile = if_set(op, "volatile_", " volatile");
    format!("{atomic}{volatile}")
}

/// Scope and ordering of an atomic access, alignment, and metadata.
fn access_suffix(writer: &mut FunctionWriter<'_, '_, '_>, op: OpRef<'_>, accessed: Type) -> String {
    let order = ordering(op, "ordering");
    let scope = if order.is_empty() { String::new() } else { syncscope(op) };
    let align = alignment_or(writer, op, |layout| layout.of_type(op.ctx, accessed, Kind::Abi));
    format!("{scope}{order}{align}{}", metadata::of_access(writer, op))
}

fn load(writer: &mut FunctionWriter<'_, '_, '_>, op: OpRef<'_>) -> Fallible<String> {
    let loaded = op.result_types().first().copied().ok_or_else(|| failed(op))?;
    let (ty, address) = (writer.result_type(op)?, writer.typed_operand(op, 0)?);
    Ok(format!(
        "load{} {ty}, {address}{}",
        access_words(op),
        access_suffix(writer, op, loaded)
    ))
}

fn store(writer: &mut FunctionWriter<'_, '_, '_>, op: OpRef<'_>) -> Fallible<String> {
    let (value, address) = (writer.typed_operand(op, 0)?, writer.typed_operand(op, 1)?);
    Ok(format!(
        "store{} {value}, {address}{}",
        access_words(op),
        access_suffix(writer, op, op.operand_type(0))
    ))
}

/// `inbounds`, `nusw` and `nuw`, each with a space behind it; bit 0 implies bit 1.
pub(super) fn flag_words(flags: i64) -> &'static str {
    match flags & 7 {
        0 => "",
        2 => "nusw ",
        4 => "nuw ",
        6 => "nusw nuw ",
        5 | 7 => "inbounds nuw ",
        _ => "inbounds ",
    }
}

fn getelementptr(writer: &mut FunctionWriter<'_, '_, '_>, op: OpRef<'_>) -> Fallible<String> {
    let element = type_attr(op, "elem_type").ok_or_else(|| failed(op))?;
    let element = writer.ty(op, element)?;
    let mut text = format!(
        "getelementptr {}{element}, {}",
        flag_words(integer(op, "noWrapFlags").unwrap_or(0)),
        writer.typed_operand(op, 0)?
    );
    let mut dynamic = 1..;
    for index in integers(op, "rawConstantIndices") {
        if index == DYNAMIC_INDEX {
            let operand = dynamic.next().unwrap_or(usize::MAX);
            put!(text, ", {}", writer.typed_operand(op, operand)?);
        } else {
            put!(text, ", i32 {index}");
        }
    }
    Ok(text)
}

fn atomicrmw(writer: &mut FunctionWriter<'_, '_, '_>, op: OpRef<'_>) -> Fallible<String> {
    let operation = integer(op, "bin_op").and_then(|index| ATOMIC_OPERATIONS.get(usize::try_from(index).ok()?));
    let operation = operation.ok_or_else(|| failed(op))?;
    let volatile = if_set(op, "volatile_", "volatile ");
    let (address, value) = (writer.typed_operand(op, 0)?, writer.typed_operand(op, 1)?);
    let (scope, order, align) = (syncscope(op), ordering(op, "ordering"), atomic_alignment(writer, op));
    Ok(format!(
        "atomicrmw {volatile}{operation} {address}, {value}{scope}{order}{align}{}",
        metadata::of_access(writer, op)
    ))
}

fn cmpxchg(writer: &mut FunctionWriter<'_, '_, '_>, op: OpRef<'_>) -> Fallible<String> {
    let weak = if_set(op, "weak", "weak ");
    let volatile = if_set(op, "volatile_", "volatile ");
    let (success, failure) = (ordering(op, "success_ordering"), ordering(op, "failure_ordering"));
    let operands = all_operands(writer, op)?;
    Ok(format!(
        "cmpxchg {weak}{volatile}{operands}{}{success}{failure}{}{}",
        syncscope(op),
        atomic_alignment(writer, op),
        metadata::of_access(writer, op)
    ))
}

fn aggregate(writer: &mut FunctionWriter<'_, '_, '_>, op: OpRef<'_>, mnemonic: &str) -> Fallible<String> {
    let positions = integers(op, "position");
    if positions.is_empty() || attr(op, "position").is_none() {
        return Err(failed(op));
    }
    Ok(format!(
        "{mnemonic} {}, {}",
        all_operands(writer, op)?,
        joined(positions, ", ")
    ))
}

fn shufflevector(writer: &mut FunctionWriter<'_, '_, '_>, op: OpRef<'_>) -> Fallible<String> {
    let mask = integers(op, "mask");
    let operands = all_operands(writer, op)?;
    let ty = writer.operand_type(op, 0)?;
    let kind = writer.state.types.kind(ty, op.location())?;
    let is_scalable = matches!(kind, LlvmType::Vector { scalable: true, .. });
    Ok(format!("shufflevector {operands}, {}", mask_text(&mask, is_scalable)))
}
