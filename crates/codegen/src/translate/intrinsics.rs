//! Ops that are calls of LLVM's intrinsics, `llvm.intr.*`.

use asyncir_ir::{Attribute, Fallible, OpRef, Type, ValueId};

use super::attributes as attrs;
use super::calls;
use super::debug_info;
use super::functions::FunctionWriter;
use super::instructions::{fast_math, is_float};
use super::intrinsic_attributes;
use super::intrinsic_table::{Intrinsic, Overloads, lookup};
use super::metadata;
use super::state::failed;
use super::text::{joined, name, put};
use crate::dialect::{LlvmType, alignment, array, attr, integer, integers};

type Writer<'w, 'm, 'a, 'b> = &'w mut FunctionWriter<'m, 'a, 'b>;

/// Writes the call that an intrinsic op stands for.
pub(super) fn write(writer: Writer<'_, '_, '_, '_>, op: OpRef<'_>, intrinsic: &str) -> Fallible {
    match intrinsic {
        "dbg.declare" | "dbg.value" | "dbg.label" => debug_record(writer, op),
        "experimental.noalias.scope.decl" => scope_declaration(writer, op),
        "masked.load" | "masked.store" | "masked.gather" | "masked.scatter" => masked(writer, op, intrinsic),
        "matrix.multiply" | "matrix.transpose" | "matrix.column.major.load" | "matrix.column.major.store" => {
            matrix(writer, op, intrinsic)
        }
        _ => match lookup(intrinsic) {
            Some(table) => from_table(writer, op, intrinsic, table),
            None => Err(failed(op)),
        },
    }
}

/// What is told to debuggers alone stands between instructions, if there is debug information.
fn debug_record(writer: Writer<'_, '_, '_, '_>, op: OpRef<'_>) -> Fallible {
    let Some(subprogram) = writer.subprogram else {
        return Ok(());
    };
    let value = match op.operands().first() {
        Some(&value) => Some(writer.typed(op, value)?),
        None => None,
    };
    if let Some(record) = debug_info::record(writer.state, op, subprogram, value.as_deref()) {
        put!(writer.out, "    {record}\n");
    }
    Ok(())
}

/// Says where the accesses of an alias scope begin.
fn scope_declaration(writer: Writer<'_, '_, '_, '_>, op: OpRef<'_>) -> Fallible {
    const NAME: &str = "llvm.experimental.noalias.scope.decl";
    let scope = attr(op, "scope").ok_or_else(|| failed(op))?;
    let scopes = writer.state.metadata.alias_scopes(op.ctx, op.ctx.array_attr(&[scope]));
    let intrinsic = NAME.trim_start_matches("llvm.");
    writer
        .state
        .declare(NAME, intrinsic, || format!("declare void @{NAME}(metadata)"));
    writer.line(op, &format!("call void @{NAME}(metadata !{scopes})"));
    Ok(())
}

/// An argument of an intrinsic: its type, and the text with type and attributes.
struct Argument {
    ty: String,
    text: String,
    mangled: Type,
}

fn from_table(writer: Writer<'_, '_, '_, '_>, op: OpRef<'_>, intrinsic: &str, table: Intrinsic) -> Fallible {
    let sizes = integers(op, "op_bundle_sizes");
    let bundled: usize = sizes.iter().filter_map(|&size| usize::try_from(size).ok()).sum();
    let operands = op.operands();
    let (values, bundle_operands) = operands.split_at(operands.len().saturating_sub(bundled));
    let mut arguments = arguments(writer, op, values, table)?;
    let is_constrained = intrinsic.starts_with("experimental.constrained.");
    if is_constrained {
        arguments.extend(constrained(op, arguments.first().map(|argument| argument.mangled)));
    }
    if intrinsic.starts_with("lifetime.") && writer.state.options.llvm_major < 22 {
        // The size of the object; -1 is any.
        let mangled = Type::I64;
        let (ty, text) = ("i64".to_owned(), "i64 -1".to_owned());
        let overload = arguments.first().ok_or_else(|| failed(op))?.mangled;
        arguments.insert(0, Argument { ty, text, mangled });
        return emit(writer, op, intrinsic, &[overload], &arguments, "");
    }
    let mut overloads = result_overloads(writer, op, table.results)?;
    for &index in table.arguments {
        overloads.push(arguments.get(index).ok_or_else(|| failed(op))?.mangled);
    }
    let bundles = calls::bundle_list(writer, op, array(op, "op_bundle_tags"), &sizes, bundle_operands)?;
    let suffix = if is_constrained { " strictfp" } else { &bundles };
    emit(writer, op, intrinsic, &overloads, &arguments, suffix)
}

/// Operands and attributes in the order of the intrinsic's parameters.
fn arguments(
    writer: Writer<'_, '_, '_, '_>,
    op: OpRef<'_>,
    values: &[ValueId],
    table: Intrinsic,
) -> Fallible<Vec<Argument>> {
    let dicts = array(op, "arg_attrs");
    let mut list = Vec::with_capacity(values.len() + table.immediates.len());
    let mut operands = values.iter().enumerate();
    loop {
        if let Some((_, property)) = table.immediates.iter().find(|(position, _)| *position == list.len()) {
            list.push(immediate(writer, op, property)?);
        } else if let Some((index, &value)) = operands.next() {
            let dict = dicts.get(index).copied().unwrap_or(Attribute::EMPTY_DICT);
            list.push(value_argument(writer, op, value, dict)?);
        } else {
            return Ok(list);
        }
    }
}

fn value_argument(
    writer: Writer<'_, '_, '_, '_>,
    op: OpRef<'_>,
    value: ValueId,
    dict: Attribute,
) -> Fallible<Argument> {
    let mangled = writer.body.value_type(value);
    let ty = writer.ty(op, mangled)?;
    Ok(Argument {
        ty,
        text: calls::argument(writer, op, value, dict)?,
        mangled,
    })
}

/// An attribute that is an argument: an integer or float with its type.
fn immediate(writer: Writer<'_, '_, '_, '_>, op: OpRef<'_>, property: &'static str) -> Fallible<Argument> {
    let value = attr(op, property).ok_or_else(|| failed(op))?;
    let mangled = value.ty(op.ctx);
    let ty = writer.ty(op, mangled)?;
    let constant = writer.state.constant(mangled, value, op.location())?;
    let text = format!("{ty} {}", writer.state.constant_text(&constant, op.location())?);
    Ok(Argument { ty, text, mangled })
}

/// Rounding mode, if the op has one, and exception behaviour: metadata strings.
fn constrained(op: OpRef<'_>, any: Option<Type>) -> Vec<Argument> {
    let rounding = integer(op, "roundingmode").map(|mode| match mode {
        0 => "round.towardzero",
        1 => "round.tonearest",
        2 => "round.upward",
        3 => "round.downward",
        4 => "round.tonearestaway",
        _ => "round.dynamic",
    });
    let exceptions = match integer(op, "fpExceptionBehavior") {
        Some(1) => "fpexcept.maytrap",
        Some(2) => "fpexcept.strict",
        _ => "fpexcept.ignore",
    };
    let argument = |text: &str| {
        Some(Argument {
            ty: "metadata".to_owned(),
            text: format!("metadata !\"{text}\""),
            mangled: any?,
        })
    };
    rounding.into_iter().chain([exceptions]).filter_map(argument).collect()
}

fn result_overloads(writer: Writer<'_, '_, '_, '_>, op: OpRef<'_>, results: Overloads) -> Fallible<Vec<Type>> {
    if results == Overloads::None {
        return Ok(Vec::new());
    }
    let ty = op.result_types().first().copied().ok_or_else(|| failed(op))?;
    let Overloads::Fields(count) = results else {
        return Ok(vec![ty]);
    };
    let LlvmType::Struct(fields) = writer.state.types.kind(ty, op.location())? else {
        return Err(failed(op));
    };
    Ok(fields.body.unwrap_or_default().into_iter().take(count).collect())
}

/// Whether the intrinsic `llvm.coro.end` has no result in that version of LLVM.
pub(super) fn has_void_coro_end(llvm_major: u32) -> bool {
    llvm_major >= 22
}

/// LLVM's name of the intrinsic, where it is not the op's.
fn spelling(intrinsic: &str, llvm_major: u32) -> &str {
    match intrinsic {
        "stepvector" if llvm_major < 20 => "experimental.stepvector",
        "vastart" => "va_start",
        "vacopy" => "va_copy",
        "vaend" => "va_end",
        other => other,
    }
}

/// Writes the call and declares the intrinsic.
fn emit(
    writer: Writer<'_, '_, '_, '_>,
    op: OpRef<'_>,
    intrinsic: &str,
    overloads: &[Type],
    arguments: &[Argument],
    suffix: &str,
) -> Fallible {
    let major = writer.state.options.llvm_major;
    let spelling = spelling(intrinsic, major);
    let mut full_name = format!("llvm.{spelling}");
    for &ty in overloads {
        put!(full_name, ".{}", writer.state.types.mangled(ty, op.location())?);
    }
    let symbol = name('@', &full_name);
    // The op of `llvm.coro.end` has a result that the intrinsic lost.
    let result = if intrinsic == "coro.end" && has_void_coro_end(major) {
        "void".to_owned()
    } else {
        writer.result_type(op)?
    };
    let has_groups = writer.state.options.as_printed;
    writer.state.declare(&full_name, spelling, || {
        let parameter = |(index, argument): (usize, &Argument)| {
            let words = intrinsic_attributes::of_parameter(spelling, index).filter(|_| has_groups);
            match words {
                Some(words) => format!("{} {words}", argument.ty),
                None => argument.ty.clone(),
            }
        };
        let parameters = joined(arguments.iter().enumerate().map(parameter), ", ");
        let of_result = if has_groups {
            intrinsic_attributes::of_result(spelling, &result)
        } else {
            String::new()
        };
        format!("declare {of_result}{result} {symbol}({parameters})")
    });
    let flags = if is_float(writer, op)? {
        fast_math(op)
    } else {
        String::new()
    };
    let result_attrs = attrs::parameter(writer.state, attrs::entry(op, "res_attrs", 0), op.location())?;
    let list = joined(arguments.iter().map(|argument| &argument.text), ", ");
    let metadata = metadata::of_access(writer, op);
    writer.line(
        op,
        &format!("call {flags}{result_attrs}{result} {symbol}({list}){suffix}{metadata}"),
    );
    Ok(())
}

/// Masked memory accesses: the alignment is an attribute of the pointer, before LLVM 22 an argument behind it.
fn masked(writer: Writer<'_, '_, '_, '_>, op: OpRef<'_>, intrinsic: &str) -> Fallible {
    let is_store = matches!(intrinsic, "masked.store" | "masked.scatter");
    let pointer = usize::from(is_store);
    let mut arguments = Vec::new();
    for value in op.operands() {
        arguments.push(value_argument(writer, op, value, Attribute::EMPTY_DICT)?);
    }
    if arguments.len() <= pointer {
        return Err(failed(op));
    }
    let aligned = alignment(op);
    let is_argument = writer.state.options.llvm_major < 22;
    if let Some(alignment) = aligned.filter(|_| !is_argument) {
        let value = writer.operand(op, pointer)?;
        let ty = &arguments[pointer].ty;
        arguments[pointer].text = format!("{ty} align {alignment} {value}");
    }
    let mut overloads = Vec::new();
    if is_store {
        overloads.push(arguments[0].mangled);
    } else {
        let ty = op.result_types().first().copied().ok_or_else(|| failed(op))?;
        overloads.push(ty);
        if arguments.len() == 2 {
            // Lanes that are masked out have any value.
            let text = writer.ty(op, ty)?;
            arguments.push(Argument {
                text: format!("{text} poison"),
                ty: text,
                mangled: ty,
            });
        }
    }
    overloads.push(arguments[pointer].mangled);
    if is_argument {
        let text = format!("i32 {}", aligned.unwrap_or(1));
        let (ty, mangled) = ("i32".to_owned(), Type::I32);
        arguments.insert(pointer + 1, Argument { ty, text, mangled });
    }
    emit(writer, op, intrinsic, &overloads, &arguments, "")
}

/// Matrix intrinsics: sizes are arguments at the end, memory is aligned as its elements are.
fn matrix(writer: Writer<'_, '_, '_, '_>, op: OpRef<'_>, intrinsic: &str) -> Fallible {
    let mut arguments = Vec::new();
    for (index, value) in op.operands().into_iter().enumerate() {
        let mut argument = value_argument(writer, op, value, Attribute::EMPTY_DICT)?;
        if argument.ty.starts_with("ptr") {
            // A load has the matrix as its result, a store as the operand before.
            let matrix = op
                .result_types()
                .first()
                .copied()
                .or(op.operand_types().get(index.wrapping_sub(1)).copied());
            if let Some(bytes) = matrix.and_then(|ty| element_bytes(op, ty)) {
                argument.text = format!("{} align {bytes} {}", argument.ty, writer.value(op, value)?);
            }
        }
        arguments.push(argument);
    }
    for property in [
        "isVolatile",
        "lhs_rows",
        "lhs_columns",
        "rhs_columns",
        "rows",
        "columns",
    ] {
        if attr(op, property).is_some() {
            arguments.push(immediate(writer, op, property)?);
        }
    }
    let operand = |index: usize| {
        arguments
            .get(index)
            .map(|argument| argument.mangled)
            .ok_or_else(|| failed(op))
    };
    let result = || op.result_types().first().copied().ok_or_else(|| failed(op));
    let overloads = match intrinsic {
        "matrix.multiply" => vec![result()?, operand(0)?, operand(1)?],
        "matrix.transpose" => vec![result()?],
        "matrix.column.major.load" => vec![result()?, operand(1)?],
        _ => vec![operand(0)?, operand(2)?],
    };
    emit(writer, op, intrinsic, &overloads, &arguments, "")
}

/// The size of a vector's elements, if it is one that every target aligns elements to.
fn element_bytes(op: OpRef<'_>, ty: Type) -> Option<u32> {
    let element = ty.element_or_self(op.ctx);
    let bits = element
        .float(op.ctx)
        .map(|semantics| semantics.width())
        .or_else(|| element.int_width(op.ctx))?;
    matches!(bits, 8 | 16 | 32 | 64).then_some(bits / 8)
}
