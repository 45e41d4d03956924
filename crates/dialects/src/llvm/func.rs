//! `llvm.func`: its form, verifiers and questions about it.

use asyncir_ir::asm::{OpParser, OpPrinter};
use asyncir_ir::{Attribute, BlockId, Body, Context, Fallible, Location, OpId, OpRef, OperationState, Type, WalkOrder};
use smallvec::SmallVec;

use super::attrs::{CCONV_DEF, CCONVS, LINKAGE_DEF, LINKAGES, UNNAMED_ADDRS, VISIBILITIES};
use super::call::optional_case;
use super::control::verify_return_in;
use super::struct_attrs::VSCALE_RANGE_DEF;
use super::types::{self, FuncParts, func_parts, make};
use super::{FuncOp, LandingpadOp, ReturnOp, landingpad};
use crate::enum_attrs::{enum_attribute, enum_value};
use crate::function_like::{
    parse_body, parse_signature, parse_symbol_name, print_signature, verify_attrs, verify_no_symbols,
};
use crate::symbol::verify_place;
use asyncir_ir::def::OpView;

/// Attributes that the form says by other means than its dictionary.
const ELIDED: &[&str] = &[
    "sym_name",
    "function_type",
    "arg_attrs",
    "res_attrs",
    "linkage",
    "CConv",
    "visibility_",
    "comdat",
    "unnamed_addr",
    "vscale_range",
];

pub(super) fn set(p: &dyn OpParser, state: &mut OperationState, name: &str, attr: Attribute) {
    state.properties = p.ctx().dict_with(state.properties, name, Some(attr));
}

/// Reads the keyword of a linkage into `linkage`, external if there is none.
pub(super) fn parse_linkage(p: &mut dyn OpParser, state: &mut OperationState) {
    let value = optional_case(p, &LINKAGES).unwrap_or(0);
    let attr = enum_attribute(p.ctx(), &LINKAGE_DEF, value);
    set(p, state, "linkage", attr);
}

/// Reads `hidden` or `protected` into `visibility_`.
pub(super) fn parse_visibility(p: &mut dyn OpParser, state: &mut OperationState) {
    let value = optional_case(p, &VISIBILITIES).unwrap_or(0);
    let attr = p.ctx().i64_attr(value);
    set(p, state, "visibility_", attr);
}

/// Reads `unnamed_addr` or `local_unnamed_addr` into `unnamed_addr`.
pub(super) fn parse_unnamed_addr(p: &mut dyn OpParser, state: &mut OperationState) {
    let value = optional_case(p, &UNNAMED_ADDRS).unwrap_or(0);
    let attr = p.ctx().i64_attr(value);
    set(p, state, "unnamed_addr", attr);
}

/// Reads `comdat(@symbol)`.
pub(super) fn parse_comdat(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    if p.optional_keyword("comdat") {
        p.punct("(")?;
        let symbol = p.attribute(None)?;
        p.punct(")")?;
        set(p, state, "comdat", symbol);
    }
    Ok(())
}

/// Writes what [`parse_comdat`] reads.
pub(super) fn print_comdat(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    if let Some(symbol) = op.property("comdat") {
        p.text(" comdat(");
        p.attribute(symbol);
        p.text(")");
    }
}

/// Reads `vscale_range(1, 4)`.
fn parse_vscale_range(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    if p.optional_keyword("vscale_range") {
        p.punct("(")?;
        let min = p.attribute(Some(Type::I32))?;
        p.punct(",")?;
        let max = p.attribute(Some(Type::I32))?;
        p.punct(")")?;
        let range = p.ctx().dialect_attr(&VSCALE_RANGE_DEF, &[min, max]);
        set(p, state, "vscale_range", range);
    }
    Ok(())
}

/// Writes what [`parse_vscale_range`] reads.
fn print_vscale_range(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let range = op
        .property("vscale_range")
        .and_then(|attr| attr.params_of(op.ctx, &VSCALE_RANGE_DEF));
    if let Some(&[min, max]) = range {
        p.text(" vscale_range(");
        p.attribute_without_type(min);
        p.text(", ");
        p.attribute_without_type(max);
        p.text(")");
    }
}

/// The keyword of an enum kept as a number; nothing for the default.
pub(super) fn int_keyword(op: OpRef<'_>, name: &'static str, def: &'static asyncir_ir::def::EnumDef) -> &'static str {
    op.property(name)
        .and_then(|attr| attr.as_i64(op.ctx))
        .and_then(|value| def.keyword(value))
        .unwrap_or_default()
}

pub(super) fn print_word(p: &mut dyn OpPrinter, word: &str) {
    if !word.is_empty() {
        p.text(word);
        p.text(" ");
    }
}

/// The linkage as a keyword.
pub fn linkage(op: OpRef<'_>) -> &'static str {
    let value = op
        .property("linkage")
        .and_then(|attr| enum_value(op.ctx, &LINKAGE_DEF, attr))
        .unwrap_or(0);
    LINKAGES.keyword(value).unwrap_or_default()
}

/// Whether its linkage says that only its module sees a function or variable.
pub fn is_local(op: OpRef<'_>) -> bool {
    matches!(linkage(op), "internal" | "private")
}

/// `linkage visibility unnamed_addr cconv @name(args) -> result comdat(...) attributes {...} { body }`
pub fn parse(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    parse_linkage(p, state);
    parse_visibility(p, state);
    parse_unnamed_addr(p, state);
    let cconv = optional_case(p, &CCONVS).unwrap_or(0);
    let cconv = enum_attribute(p.ctx(), &CCONV_DEF, cconv);
    set(p, state, "CConv", cconv);
    let at = p.position();
    parse_symbol_name(p, state)?;
    let signature = parse_signature(p, true)?;
    let ctx = p.ctx();
    let result = match signature.results[..] {
        [] => make::void(ctx),
        [ty] if types::is_compatible(ctx, ty) => ty,
        [ty] => {
            let ty = p.ctx().show_type(ty);
            let message = format!("failed to construct function type: expected LLVM type for function results'{ty}'");
            return Err(p.error(at, &message));
        }
        _ => {
            return Err(p.error(
                at,
                "failed to construct function type: expected zero or one function result",
            ));
        }
    };
    let inputs = signature.inputs();
    if inputs.iter().any(|&ty| !types::is_compatible(ctx, ty)) {
        return Err(p.error(
            at,
            "failed to construct function type: expected LLVM type for function arguments",
        ));
    }
    let ty = ctx.type_attr(make::func(ctx, result, &inputs, signature.variadic));
    set(p, state, "function_type", ty);
    parse_vscale_range(p, state)?;
    parse_comdat(p, state)?;
    p.attr_dict_with_keyword(state)?;
    signature.set_attrs(p.ctx(), state);
    if inputs.is_empty() {
        // Braces around nothing are those of a declaration.
        if !p.optional_region(state, &[])? {
            p.empty_region(state);
        }
        return Ok(());
    }
    parse_body(p, state, signature.named().unwrap_or_default())
}

/// Writes what [`parse`] reads.
pub fn print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    p.text(" ");
    let linkage = linkage(op);
    print_word(p, if linkage == "external" { "" } else { linkage });
    print_word(p, int_keyword(op, "visibility_", &VISIBILITIES));
    print_word(p, int_keyword(op, "unnamed_addr", &UNNAMED_ADDRS));
    let cconv = op
        .property("CConv")
        .and_then(|attr| enum_value(op.ctx, &CCONV_DEF, attr))
        .unwrap_or(0);
    print_word(
        p,
        if cconv == 0 {
            ""
        } else {
            CCONVS.keyword(cconv).unwrap_or_default()
        },
    );
    p.symbol_name(
        op.property("sym_name")
            .and_then(|attr| attr.as_str(op.ctx))
            .unwrap_or_default(),
    );
    if let Some(parts) = FuncOp(op).parts() {
        let results = if parts.result.is_a(op.ctx, &types::VOID) {
            vec![]
        } else {
            vec![parts.result]
        };
        print_signature(p, op, &parts.params, &results, parts.var_arg);
    }
    print_vscale_range(p, op);
    print_comdat(p, op);
    p.attr_dict_with_keyword(op, ELIDED);
    if !FuncOp(op).is_declaration() {
        p.text(" ");
        p.region(op, 0, false, true);
    }
}

impl<'a> FuncOp<'a> {
    /// The name.
    pub fn name(self) -> &'a str {
        self.0
            .property("sym_name")
            .and_then(|attr| attr.as_str(self.0.ctx))
            .unwrap_or_default()
    }

    /// The parts of the type.
    pub fn parts(self) -> Option<FuncParts> {
        func_parts(self.0.ctx, self.function_type()?.as_type(self.0.ctx)?)
    }

    /// Whether there is no body.
    pub fn is_declaration(self) -> bool {
        self.entry().is_none()
    }

    /// The body with its entry block, if there is one.
    pub fn entry(self) -> Option<(&'a Body, BlockId)> {
        let body = self.0.data().body()?;
        Some((body, body.entry()?))
    }

    /// The state of a function of the given name and type, with an empty body: a declaration.
    pub fn declare(ctx: &Context, location: Location, name: &str, ty: Type) -> OperationState {
        let mut state = OperationState::of(Self::DEF, location);
        let given = [
            ("sym_name", Some(ctx.str_attr(name))),
            ("function_type", Some(ctx.type_attr(ty))),
            ("unnamed_addr", Some(ctx.i64_attr(0))),
        ];
        state.set_properties(ctx, &given, &[]);
        let mut body = Body::new();
        body.add_root_region();
        state.body = Some(Box::new(body));
        state
    }
}

/// Linkage fits whether there is a body.
pub fn verify(op: OpRef<'_>) -> Fallible {
    verify_place(op)?;
    if let Some(parts) = FuncOp(op).parts() {
        let result = Some(parts.result).filter(|ty| !ty.is_a(op.ctx, &types::VOID));
        verify_attrs(op, &parts.params, result.as_slice())?;
    }
    let linkage = linkage(op);
    if linkage == "common" {
        return Err(op.error("functions cannot have 'common' linkage"));
    }
    if FuncOp(op).is_declaration() && !matches!(linkage, "external" | "extern_weak") {
        return Err(op.error("external functions must have 'external' or 'extern_weak' linkage"));
    }
    Ok(())
}

/// The entry block takes the arguments, and returns give the result.
pub fn verify_regions(op: OpRef<'_>) -> Fallible {
    verify_no_symbols(op)?;
    let function = FuncOp(op);
    let (Some(parts), Some((body, entry))) = (function.parts(), function.entry()) else {
        return Ok(());
    };
    let Some(root) = body.root() else { return Ok(()) };
    let args: Vec<Type> = body.block_args(entry).map(|arg| body.value_type(arg)).collect();
    if args.len() != parts.params.len() {
        let count = parts.params.len();
        return Err(op.error(format_args!(
            "entry block must have {count} arguments to match function signature"
        )));
    }
    for (index, (&got, &want)) in args.iter().zip(&parts.params).enumerate() {
        if got != want {
            let (got, want) = (op.ctx.show_type(got), op.ctx.show_type(want));
            return Err(op.error(format_args!(
                "type of entry block argument #{index}('{got}') must match the type of the corresponding argument in \
                 function signature('{want}')"
            )));
        }
    }
    let starts = body
        .region_blocks(root)
        .filter_map(|block| body.block(block).first_op());
    let pads: SmallVec<[OpRef<'_>; 4]> = starts
        .filter(|&start| body.op(start).is(LandingpadOp::DEF))
        .map(|pad| body.op_ref(op.ctx, pad))
        .collect();
    landingpad::verify_consistency(op, &pads)?;
    pads.iter().try_for_each(|&pad| landingpad::verify_in(pad, function))?;
    let ends = || body.region_blocks(root).filter_map(|block| body.block(block).last_op());
    let returns: Vec<OpId> = if body.is_flat() {
        ends().collect()
    } else {
        body.walk_all(WalkOrder::Pre)
    };
    for inner in returns.into_iter().filter(|&inner| body.op(inner).is(ReturnOp::DEF)) {
        verify_return_in(body.op_ref(op.ctx, inner), function)?;
    }
    Ok(())
}
