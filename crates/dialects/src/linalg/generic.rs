//! `linalg.generic`, and the ops that stand in the regions of structured ops.

use asyncir_ir::asm::{Delimiter, OpParser, OpPrinter};
use asyncir_ir::def::{Folded, NameSink, OpView};
use asyncir_ir::{Attribute, Body, Context, Fallible, OpId, OpRef, OperationState, RegionId, Type, ValueId};

use super::attrs::{ITERATOR_ARRAY, ITERATOR_DEF, ITERATORS};
use super::rewrites;
use super::structured::{self, Structured, scalar_type};
use super::text::{parse_operands, print_operands, set_segments};
use crate::constraints::{
    AFFINE_MAP_ARRAY_ATTR, ANY_RANKED_TENSOR, ANY_SHAPED, ANY_TYPE, I64_ATTR_NON_NEGATIVE, INDEX, STR_ATTR,
};
use crate::enum_attrs::{enum_attribute, enum_value};

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// Runs its region for each point of a loop nest, on one element of each operand.
    ///
    /// The maps say which elements: they go from the indices of the loops to those of the operands. `parallel` loops
    /// may run in any order, `reduction` loops combine values. What the region yields is written to the operands
    /// behind `outs`; their elements are what its last arguments are.
    ///
    /// ```mlir
    /// linalg.generic {
    ///   indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
    ///   iterator_types = ["parallel", "reduction"]
    /// } ins(%a : memref<?x?xf32>) outs(%sums : memref<?xf32>) {
    /// ^bb0(%x: f32, %sum: f32):
    ///   %0 = arith.addf %sum, %x : f32
    ///   linalg.yield %0 : f32
    /// }
    /// ```
    op GenericOp "linalg.generic" {
        summary "structured op whose loops, elements and computation are given";
        operands { inputs: variadic ANY_TYPE, outputs: variadic ANY_SHAPED }
        results { result_tensors: variadic ANY_RANKED_TENSOR }
        attributes {
            indexing_maps: required AFFINE_MAP_ARRAY_ATTR,
            iterator_types: required ITERATOR_ARRAY,
            doc: optional STR_ATTR,
            library_call: optional STR_ATTR,
        }
        regions { region: Any }
        traits [AttrSizedOperandSegments, RecursiveMemoryEffects, RecursivelySpeculatable, SingleBlock]
        custom parse, print;
        hooks {
            verify_regions: structured::verify,
            effects: structured::effects,
            speculatable: structured::is_speculatable,
            fold: structured::fold,
            argument_names: argument_names,
            canonicalize: rewrites::GENERIC,
        }
    }

    /// Ends the region of a structured op with the elements that are written.
    op YieldOp "linalg.yield" {
        summary "yield operation";
        operands { values: variadic ANY_TYPE }
        traits [Pure, ReturnLike, Terminator]
        custom parse_yield, print_yield;
        hooks { verify: verify_yield }
    }

    /// The index of a loop of the structured op around it.
    op IndexOp "linalg.index" {
        summary "linalg index operation";
        results { result: one INDEX }
        attributes { dim: required I64_ATTR_DIM }
        traits [Pure]
        format "$dim attr-dict `:` type($result)";
        hooks { verify: verify_index, fold: fold_index }
    }
}

static I64_ATTR_DIM: asyncir_ir::def::AttrConstraint = asyncir_ir::def::AttrConstraint::new(
    "64-bit signless integer attribute whose minimum value is 0",
    |ctx, attr| (I64_ATTR_NON_NEGATIVE.check)(ctx, attr),
)
.form(asyncir_ir::def::AttrForm::Typed(|_| Type::I64));

fn argument_names(op: OpRef<'_>, _region: RegionId, sink: NameSink<'_>) {
    structured::name_arguments(op, "out", sink);
}

fn parse(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    parse_traits(p, state)?;
    let counts = parse_operands(p, state)?;
    set_segments(p, state, counts);
    if p.optional_keyword("attrs") {
        p.punct("=")?;
        p.attr_dict(state)?;
    }
    p.region(state, &[])?;
    let results = p.optional_arrow_types()?;
    state.results.extend(results);
    Ok(())
}

/// Reads the dictionary in front of the operands. Iterators may be written as strings.
fn parse_traits(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    let at = p.position();
    let dict = p.attribute(None)?;
    let ctx = p.ctx();
    let Some(entries) = dict.as_dict(ctx) else {
        return Err(p.error(at, "invalid kind of attribute specified"));
    };
    let Some(iterators) = dict.get(ctx, "iterator_types").and_then(|attr| attr.as_array(ctx)) else {
        return Err(p.error(at, "expected \"iterator_types\" array attribute"));
    };
    let mut types = Vec::new();
    for &iterator in iterators {
        types.push(match iterator.as_str(ctx) {
            Some(name) => match ITERATORS.value(name) {
                Some(value) => enum_attribute(ctx, &ITERATOR_DEF, value),
                None => return Err(p.error(p.position(), &format!("unexpected iterator_type ({name})"))),
            },
            None => iterator,
        });
    }
    for &(name, value) in entries {
        let (name, mut value) = (ctx.str(name), value);
        if name == "iterator_types" {
            value = ctx.array_attr(&types);
        }
        let inherent = GenericOp::DEF.is_inherent(name);
        let dict = if inherent {
            &mut state.properties
        } else {
            &mut state.attrs
        };
        *dict = ctx.dict_with(*dict, name, Some(value));
    }
    Ok(())
}

/// The attributes that stand in front of the operands.
const TRAITS: [&str; 4] = ["doc", "indexing_maps", "iterator_types", "library_call"];

fn print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let view = GenericOp(op);
    p.text(" {");
    let mut first = true;
    for name in TRAITS {
        let Some(value) = op.property(name) else { continue };
        p.text(if first { "" } else { ", " });
        first = false;
        p.text(name);
        p.text(" = ");
        match value.as_array(op.ctx).filter(|_| name == "iterator_types") {
            Some(iterators) => print_iterators(p, iterators),
            None => p.attribute(value),
        }
    }
    p.text("}");
    let typed = |values: &[ValueId]| -> Vec<(ValueId, Type)> {
        values.iter().map(|&value| (value, op.body.value_type(value))).collect()
    };
    print_operands(p, &typed(&view.inputs()), &typed(&view.outputs()));
    if op.data().attrs() != Attribute::EMPTY_DICT {
        p.text(" attrs = ");
        p.attr_dict(
            op,
            &[
                "doc",
                "indexing_maps",
                "iterator_types",
                "library_call",
                "operandSegmentSizes",
            ],
        );
    }
    p.text(" ");
    p.region(op, 0, true, true);
    p.optional_arrow_types(&op.result_types());
}

fn print_iterators(p: &mut dyn OpPrinter, iterators: &[Attribute]) {
    p.text("[");
    for (index, &iterator) in iterators.iter().enumerate() {
        p.text(if index == 0 { "" } else { ", " });
        let value = enum_value(p.ctx(), &ITERATOR_DEF, iterator).and_then(|value| ITERATORS.keyword(value));
        p.string(value.unwrap_or_default().as_bytes());
    }
    p.text("]");
}

fn parse_yield(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    let at = p.position();
    let values = p.operand_list(Delimiter::None)?;
    p.attr_dict(state)?;
    if values.is_empty() {
        return Ok(());
    }
    p.punct(":")?;
    let types = p.type_list()?;
    let values = p.resolve_all(&values, &types, at)?;
    state.operands.extend(values);
    Ok(())
}

fn print_yield(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let values = op.operands();
    if !values.is_empty() {
        p.text(" ");
        p.operands(&values);
    }
    p.attr_dict(op, &[]);
    if !values.is_empty() {
        p.text(" : ");
        p.types(&op.operand_types());
    }
}

fn verify_yield(op: OpRef<'_>) -> Fallible {
    let Some(parent) = op
        .parent()
        .filter(|parent| parent.body.op_regions(parent.op).len() == 1)
    else {
        return Err(op.error("expected single non-empty parent region"));
    };
    if !parent.data().def().is_some_and(Structured::is) {
        return Err(op.error("expected parent op with LinalgOp interface"));
    }
    let Some(nest) = Structured::of(parent) else {
        return Ok(());
    };
    let (values, inits) = (op.operand_types(), nest.inits());
    if values.len() != inits.len() {
        let (got, want) = (values.len(), inits.len());
        return Err(op.error(format_args!(
            "expected number of yield values ({got}) to match the number of inits / outs operands of the enclosing \
             LinalgOp ({want})"
        )));
    }
    for (index, (&got, &init)) in values.iter().zip(&inits).enumerate() {
        let want = scalar_type(op.ctx, op.body.value_type(init));
        if got != want {
            let (number, got, want) = (index + 1, op.ctx.show_type(got), op.ctx.show_type(want));
            return Err(op.error(format_args!(
                "type of yield operand {number} ('{got}') doesn't match the element type of the enclosing \
                 linalg.generic op ('{want}')"
            )));
        }
    }
    Ok(())
}

/// A loop that runs once has the index zero.
fn fold_index(ctx: &Context, body: &mut Body, op: OpId, _consts: &[Option<Attribute>]) -> Folded {
    let view = IndexOp(body.op_ref(ctx, op));
    let dim = view.dim().and_then(|dim| usize::try_from(dim.as_i64(ctx)?).ok());
    let nest = view.0.parent().and_then(Structured::of);
    match nest.zip(dim).and_then(|(nest, dim)| nest.loop_size(dim)) {
        Some(1) => Folded::attr(ctx.index_attr(0)),
        _ => Folded::No,
    }
}

fn verify_index(op: OpRef<'_>) -> Fallible {
    let parent = op
        .parent()
        .filter(|parent| parent.data().def().is_some_and(Structured::is));
    let Some(parent) = parent else {
        return Err(op.error("expected parent op with LinalgOp interface"));
    };
    let Some(nest) = Structured::of(parent) else {
        return Ok(());
    };
    let (dim, loops) = (
        IndexOp(op).dim().and_then(|dim| dim.as_i64(op.ctx)).unwrap_or_default(),
        nest.iterators.len(),
    );
    if dim >= loops as i64 {
        return Err(op.error(format_args!(
            "expected dim ({dim}) to be lower than the number of loops ({loops}) of the enclosing LinalgOp"
        )));
    }
    Ok(())
}
