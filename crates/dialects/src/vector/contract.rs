//! `vector.contract`: sums of products over loops that maps give.

use asyncir_ir::affine::{AffineExpr, AffineMap};
use asyncir_ir::asm::{OpParser, OpPrinter};
use asyncir_ir::def::{AttrConstraint, OpView};
use asyncir_ir::rewrite::{PatternRoot, RewritePattern, Rewriter};
use asyncir_ir::{Attribute, Context, Fallible, Mapping, OpId, OpRef, OperationState, Type, TypeKind, ValueId};

use super::attrs::{self, ITERATOR_DEF, ITERATORS, KIND};
use super::combine::{combining_op, kind_of};
use crate::affine::operands::as_maps;
use crate::constraints::{AFFINE_MAP_ARRAY_ATTR, ANY_TYPE, ANY_VECTOR_OF_NON_ZERO_RANK};
use crate::enum_attrs::{enum_attribute, enum_value};
use crate::{arith, constant_fold, matchers};

static ITERATOR_ARRAY: AttrConstraint = AttrConstraint::new("Iterator type should be an enum.", |ctx, attr| {
    attr.as_array(ctx)
        .is_some_and(|all| all.iter().all(|&one| enum_value(ctx, &ITERATOR_DEF, one).is_some()))
});

asyncir_ir::ops! {
    /// The ops of this file.
    pub const CONTRACT_OPS;

    /// Multiplies elements of two vectors and combines the products with an accumulator. The maps say which elements, for
    /// each point of a nest of loops; `reduction` loops are dimensions of both vectors, but not of the accumulator.
    ///
    /// ```mlir
    /// %0 = vector.contract {
    ///   indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
    ///   iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>
    /// } %matrix, %vector, %acc : vector<4x8xf32>, vector<8xf32> into vector<4xf32>
    /// ```
    op ContractionOp "vector.contract" {
        summary "sum of products over loops that maps give";
        operands { lhs: one ANY_VECTOR_OF_NON_ZERO_RANK, rhs: one ANY_VECTOR_OF_NON_ZERO_RANK, acc: one ANY_TYPE }
        results { result: one ANY_TYPE }
        attributes {
            indexing_maps: required AFFINE_MAP_ARRAY_ATTR,
            iterator_types: required ITERATOR_ARRAY,
            kind: default KIND = attrs::add,
        }
        traits [Pure]
        rules [
            SameElementType { what: "lhs and rhs", slots: ["lhs", "rhs"] },
            SameElementType { what: "third operand acc and result", slots: ["acc", "result"] },
        ]
        custom parse, print;
        hooks { verify: verify, canonicalize: &[&ADD_INTEGERS, &ADD_FLOATS] }
    }
}

fn parse(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    let at = p.position();
    let dict = p.attribute(None)?;
    let Some(entries) = dict.as_dict(p.ctx()).map(<[_]>::to_vec) else {
        return Err(p.error(at, "invalid kind of attribute specified"));
    };
    let mut operands = vec![p.operand()?];
    for _ in 0..2 {
        p.punct(",")?;
        operands.push(p.operand()?);
    }
    p.attr_dict(state)?;
    p.punct(":")?;
    let mut types = p.type_list()?;
    p.keyword("into")?;
    let result = p.ty()?;
    if types.len() < 2 {
        return Err(p.error(at, "expected 2 types"));
    }
    // MLIR reads further ones, such as that of the sum, without using them.
    types.truncate(2);
    types.push(result);
    let operands = p.resolve_all(&operands, &types, at)?;
    state.operands.extend(operands);
    state.results.push(result);
    for (name, value) in entries {
        let name = p.ctx().str(name).to_owned();
        let dict = if ContractionOp::DEF.is_inherent(&name) {
            &mut state.properties
        } else {
            &mut state.attrs
        };
        *dict = p.ctx().dict_with(*dict, &name, Some(value));
    }
    let iterators = state.properties.get(p.ctx(), "iterator_types");
    let Some(iterators) = iterators.and_then(|attr| attr.as_array(p.ctx())).map(<[_]>::to_vec) else {
        return Err(p.error(at, "expected \"iterator_types\" array attribute"));
    };
    let mut typed = Vec::new();
    for iterator in iterators {
        typed.push(match iterator.as_str(p.ctx()) {
            Some(name) => match ITERATORS.value(name) {
                Some(value) => enum_attribute(p.ctx(), &ITERATOR_DEF, value),
                None => return Err(p.error(at, &format!("unexpected iterator_type ({name})"))),
            },
            None => iterator,
        });
    }
    let typed = p.ctx().array_attr(&typed);
    state.properties = p.ctx().dict_with(state.properties, "iterator_types", Some(typed));
    Ok(())
}

/// The attributes that stand in front of the operands.
const TRAITS: [&str; 3] = ["indexing_maps", "iterator_types", "kind"];

fn print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let mut separator = " {";
    for name in TRAITS {
        let Some(value) = op.property(name) else { continue };
        p.text(separator);
        separator = ", ";
        p.text(name);
        p.text(" = ");
        match value.as_array(op.ctx).filter(|_| name == "iterator_types") {
            Some(iterators) => print_iterators(p, iterators),
            None => p.attribute(value),
        }
    }
    p.text("} ");
    p.operands(&op.operands());
    p.attr_dict(op, &TRAITS);
    p.text(" : ");
    p.ty(op.operand_type(0));
    p.text(", ");
    p.ty(op.operand_type(1));
    p.text(" into ");
    p.ty(op.result_type(0));
}

fn print_iterators(p: &mut dyn OpPrinter, iterators: &[Attribute]) {
    p.text("[");
    for (index, &iterator) in iterators.iter().enumerate() {
        p.text(if index == 0 { "" } else { ", " });
        let name = enum_value(p.ctx(), &ITERATOR_DEF, iterator).and_then(|value| ITERATORS.keyword(value));
        p.string(name.unwrap_or_default().as_bytes());
    }
    p.text("]");
}

/// The loops of a contraction.
#[derive(Debug)]
pub struct Contraction {
    /// For both inputs and the accumulator, the loop that each dimension is.
    pub dims: [Vec<usize>; 3],
    /// Whether a loop reduces.
    pub reduces: Vec<bool>,
}

impl Contraction {
    /// The loops of a `vector.contract` that was verified.
    pub fn of(op: OpRef<'_>) -> Option<Self> {
        let maps = as_maps(op.ctx, op.property("indexing_maps")?)?;
        let dims: Vec<Vec<usize>> = maps.iter().map(projected_dims).collect::<Option<_>>()?;
        Some(Self {
            dims: dims.try_into().ok()?,
            reduces: reductions(op)?,
        })
    }

    /// Pairs of dimensions of both inputs that are the same loop, which reduces or does not.
    pub fn pairs(&self, reduces: bool) -> Vec<(usize, usize)> {
        let [lhs, rhs, _] = &self.dims;
        let pair = |dim: usize| {
            let at = |dims: &[usize]| dims.iter().position(|&one| one == dim);
            Some((at(lhs)?, at(rhs)?))
        };
        let loops = (0..self.reduces.len()).filter(|&dim| self.reduces[dim] == reduces);
        loops.filter_map(pair).collect()
    }
}

fn reductions(op: OpRef<'_>) -> Option<Vec<bool>> {
    let iterators = op.property("iterator_types")?.as_array(op.ctx)?;
    let reduces = |&iterator: &Attribute| Some(enum_value(op.ctx, &ITERATOR_DEF, iterator)? == 1);
    iterators.iter().map(reduces).collect()
}

/// The loops that the results of a map are, if they are different ones.
fn projected_dims(map: &AffineMap) -> Option<Vec<usize>> {
    let mut dims = Vec::new();
    for result in map.results() {
        match result {
            AffineExpr::Dim(dim) if !dims.contains(&(*dim as usize)) => dims.push(*dim as usize),
            _ => return None,
        }
    }
    Some(dims)
}

fn vector_shape(ctx: &Context, ty: Type) -> &[i64] {
    match ty.kind(ctx) {
        TypeKind::Vector { shape, .. } => shape,
        _ => &[],
    }
}

fn verify(op: OpRef<'_>) -> Fallible {
    let (ctx, types) = (op.ctx, op.operand_types());
    let element = types[0].element_or_self(ctx);
    if element.is_int(ctx) && !element.is_signless_int(ctx) {
        return Err(op.error("only supports signless integer types"));
    }
    let maps = op
        .property("indexing_maps")
        .and_then(|attr| as_maps(ctx, attr))
        .unwrap_or_default();
    if maps.len() != 3 {
        return Err(op.error("expected an indexing map for each vector operand"));
    }
    let loops = reductions(op).map_or(0, |reduces| reduces.len());
    for (index, (map, &ty)) in maps.iter().zip(&types).enumerate() {
        verify_map(op, index, map, loops, vector_shape(ctx, ty).len())?;
    }
    let Some(contraction) = Contraction::of(op) else {
        return Ok(());
    };
    let summed = contraction.pairs(true);
    if summed.is_empty() {
        return Err(op.error("expected at least one contracting dimension pair"));
    }
    let (lhs, rhs) = (vector_shape(ctx, types[0]), vector_shape(ctx, types[1]));
    let is_wrong = |pairs: &[(usize, usize)]| pairs.iter().any(|&(a, b)| lhs[a] != rhs[b]);
    if is_wrong(&summed) {
        return Err(op.error("invalid contracting dimension map"));
    }
    if is_wrong(&contraction.pairs(false)) {
        return Err(op.error("invalid batch dimension map"));
    }
    verify_result(op, &contraction)?;
    let element = match op.result_type(0).kind(ctx) {
        TypeKind::Vector { element, .. } => *element,
        _ => op.result_type(0),
    };
    let is_integer = ctx.int_or_index_width(element).is_some();
    let is_number = is_integer || element.float(ctx).is_some();
    if !is_number || combining_op(kind_of(op), is_integer).is_none() {
        return Err(op.error("unsupported contraction type"));
    }
    Ok(())
}

fn verify_map(op: OpRef<'_>, index: usize, map: &AffineMap, loops: usize, rank: usize) -> Fallible {
    if map.num_symbols() != 0 {
        return Err(op.error(format_args!("expected indexing map {index} to have no symbols")));
    }
    if map.num_dims() as usize != loops {
        return Err(op.error(format_args!(
            "expected indexing map {index} to have {loops} number of inputs"
        )));
    }
    if map.num_results() != rank {
        return Err(op.error(format_args!(
            "expected indexing map {index} to have {rank} number of outputs"
        )));
    }
    if projected_dims(map).is_none() {
        return Err(op.error(format_args!(
            "expected indexing map {index} to be a projected permutation of its inputs"
        )));
    }
    Ok(())
}

/// The accumulator and the result have the shape that the inputs lead to.
fn verify_result(op: OpRef<'_>, contraction: &Contraction) -> Fallible {
    let (ctx, types, result) = (op.ctx, op.operand_types(), op.result_type(0));
    let [lhs, rhs, out] = &contraction.dims;
    let is_free = |dims: &[usize], other: &[usize]| {
        let summed = |dim: &usize| contraction.reduces[*dim] && other.contains(dim);
        dims.iter().any(|dim| !summed(dim))
    };
    let is_vector = |ty: Type| matches!(ty.kind(ctx), TypeKind::Vector { .. });
    if !is_free(lhs, rhs) && !is_free(rhs, lhs) {
        return if is_vector(result) || is_vector(types[2]) {
            Err(op.error("invalid accumulator/result vector shape"))
        } else {
            Ok(())
        };
    }
    if !is_vector(result) || !is_vector(types[2]) {
        return Err(op.error("invalid accumulator/result vector shape"));
    }
    let mut extents = vec![None; contraction.reduces.len()];
    for (dims, &ty) in [lhs, rhs].into_iter().zip(&types) {
        for (&dim, &size) in dims.iter().zip(vector_shape(ctx, ty)) {
            extents[dim] = Some(size);
        }
    }
    if extents.contains(&None) {
        return Err(op.error("expected all dimensions to be either a LHS or a RHS dimension"));
    }
    let TypeKind::Vector { scalable, element, .. } = result.kind(ctx) else {
        return Ok(());
    };
    let expected = ctx.ty(TypeKind::Vector {
        shape: out.iter().filter_map(|&dim| extents[dim]).collect(),
        scalable: scalable.clone(),
        element: *element,
    });
    if result != expected || types[2] != expected {
        let expected = ctx.show_type(expected);
        return Err(op.error(format_args!(
            "invalid accumulator/result vector shape, expected: '{expected}'"
        )));
    }
    Ok(())
}

/// What is added to a contraction that started from zero is what it starts from.
struct AddToStart(fn() -> &'static asyncir_ir::def::OpDef);

static ADD_INTEGERS: AddToStart = AddToStart(|| arith::AddIOp::DEF);
static ADD_FLOATS: AddToStart = AddToStart(|| arith::AddFOp::DEF);

impl RewritePattern for AddToStart {
    fn name(&self) -> &str {
        "add_to_start"
    }
    fn root(&self) -> PatternRoot {
        PatternRoot::Op((self.0)())
    }
    fn rewrite(&self, rw: &mut Rewriter<'_>, op: OpId) -> bool {
        let (lhs, rhs) = (rw.body.operand(op, 0), rw.body.operand(op, 1));
        start_from(rw, op, lhs, rhs) || start_from(rw, op, rhs, lhs)
    }
}

fn start_from(rw: &mut Rewriter<'_>, add: OpId, sum: ValueId, other: ValueId) -> bool {
    let contraction = rw.body.defining_op(sum);
    let Some(contraction) = contraction.filter(|&op| rw.body.op(op).is(ContractionOp::DEF)) else {
        return false;
    };
    let start = rw.body.operand(contraction, 2);
    let zero = constant_fold::zero(rw.ctx, rw.body.value_type(start));
    if zero.is_none() || matchers::constant(rw.ctx, rw.body, start) != zero {
        return false;
    }
    let mut map = Mapping::new();
    map.map_value(start, other);
    let copy = rw.body.clone_op(contraction, &mut map);
    rw.set_before(add);
    rw.insert_copy(copy);
    let result = rw.body.result(copy, 0);
    rw.replace(add, &[result]);
    true
}
