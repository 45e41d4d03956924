//! What all structured ops have in common: a loop nest that is given by one affine map for each operand, from the
//! indices of the loops to those of the elements.

use asyncir_ir::affine::{AffineExpr, AffineMap};
use asyncir_ir::def::{Effect, EffectKind, OpDef, OpView};
use asyncir_ir::{Body, Context, DYNAMIC, Fallible, OpId, OpRef, Type, TypeKind, ValueId};
use smallvec::SmallVec;

use super::attrs::Iteration;
use super::generic::GenericOp;
use super::map::MapOp;
use super::reduce::{self, ReduceOp};
use super::{named, reorder, windows};
use crate::affine::operands::as_maps;
use crate::constraints::{is_memref, is_tensor};
use crate::destination_style;

// Casts of memory do not matter.
pub(super) use crate::memref::fold_any_cast as fold;

/// A structured op as a loop nest.
#[derive(Debug)]
pub struct Structured<'a> {
    /// The op.
    pub op: OpRef<'a>,
    /// How many of the operands are only read; the others are initial values and results.
    pub num_inputs: usize,
    /// One map for each operand.
    pub maps: Vec<AffineMap>,
    /// One entry for each loop.
    pub iterators: Vec<Iteration>,
}

impl<'a> Structured<'a> {
    /// The op as a loop nest, if it is a structured one.
    pub fn of(op: OpRef<'a>) -> Option<Self> {
        if let Some(generic) = GenericOp::cast(op) {
            return Self::of_generic(generic);
        }
        let def = op.data().def()?;
        let (maps, iterators) = if def == MapOp::DEF {
            named::elementwise_loops(op)
        } else if def == ReduceOp::DEF {
            reduce::loops(op)?
        } else if reorder::is_reorder(def) {
            reorder::loops(op)?
        } else {
            named::loops(op)?
        };
        let num_inputs = num_inputs(op);
        Some(Self {
            op,
            num_inputs,
            maps,
            iterators,
        })
    }

    fn of_generic(generic: GenericOp<'a>) -> Option<Self> {
        let ctx = generic.0.ctx;
        let iterators = generic.iterator_types()?.as_array(ctx)?;
        Some(Self {
            op: generic.0,
            num_inputs: num_inputs(generic.0),
            maps: as_maps(ctx, generic.indexing_maps()?)?,
            iterators: iterators
                .iter()
                .map(|&attr| Iteration::of(ctx, attr))
                .collect::<Option<_>>()?,
        })
    }

    /// Whether an op is a structured one.
    pub fn is(def: &'static OpDef) -> bool {
        def == GenericOp::DEF
            || def == MapOp::DEF
            || def == ReduceOp::DEF
            || reorder::is_reorder(def)
            || named::is_named(def)
            || windows::window_op(def).is_some()
    }

    /// The operands.
    pub fn operands(&self) -> SmallVec<[ValueId; 4]> {
        self.op.operands()
    }

    /// The operands that are written.
    pub fn inits(&self) -> SmallVec<[ValueId; 4]> {
        self.operands().into_iter().skip(self.num_inputs).collect()
    }

    /// Whether all operands are memory or scalars.
    pub fn is_on_buffers(&self) -> bool {
        let (ctx, types) = (self.op.ctx, self.op.operand_types());
        !types.iter().any(|&ty| is_tensor(ctx, ty)) && types.iter().any(|&ty| is_memref(ctx, ty))
    }

    /// Whether all operands are tensors or scalars.
    pub fn is_on_tensors(&self) -> bool {
        let (ctx, types) = (self.op.ctx, self.op.operand_types());
        !types.iter().any(|&ty| is_memref(ctx, ty)) && types.iter().any(|&ty| is_tensor(ctx, ty))
    }

    /// The sizes of all dimensions of all operands, one behind the other.
    fn shapes(&self) -> Vec<i64> {
        let types = self.op.operand_types();
        types
            .iter()
            .flat_map(|&ty| shape_of(self.op.ctx, ty).to_vec())
            .collect()
    }

    /// The size of a loop as the first operand has it that has one; [`DYNAMIC`] if its type does not tell.
    pub fn loop_size(&self, dim: usize) -> Option<i64> {
        let dim = AffineExpr::Dim(u32::try_from(dim).ok()?);
        let types = self.op.operand_types();
        let sizes = self.maps.iter().zip(&types).flat_map(|(map, &ty)| {
            let shape = shape_of(self.op.ctx, ty);
            map.results().iter().zip(shape)
        });
        let mut of_loop = sizes.filter(|&(result, _)| *result == dim);
        of_loop.next().map(|(_, &size)| size)
    }

    /// The size of each loop as far as types tell it; [`DYNAMIC`] for others.
    pub fn known_loop_sizes(&self) -> Vec<i64> {
        known_loop_sizes(self.op.ctx, &self.maps, &self.op.operand_types(), self.iterators.len())
    }

    /// For each loop, the first dimension of an operand that has its size, counted over all operands; `None` if there
    /// is none for a loop.
    pub fn loop_sources(&self) -> Option<Vec<usize>> {
        self.dim_sources(self.iterators.len())
    }

    /// For each of the first `dims` dimensions of the maps, the first dimension of an operand that has its size, counted
    /// over all operands; `None` if there is none for one of them.
    fn dim_sources(&self, dims: usize) -> Option<Vec<usize>> {
        let results: Vec<&AffineExpr> = self.maps.iter().flat_map(|map| map.results()).collect();
        let of_loop = |index: usize| {
            let dim = AffineExpr::Dim(u32::try_from(index).ok()?);
            results.iter().position(|&result| *result == dim)
        };
        (0..dims).map(of_loop).collect()
    }
}

/// How many of the operands of a structured op are only read.
pub fn num_inputs(op: OpRef<'_>) -> usize {
    let operands = op.data().num_operands();
    match op.data().def() {
        Some(def) if def == MapOp::DEF => operands.saturating_sub(1),
        Some(def) if def == ReduceOp::DEF => operands / 2,
        Some(def) => def.operand_range(op, 0).len(),
        None => operands,
    }
}

/// The sizes of an operand: none for scalars.
pub fn shape_of(ctx: &Context, ty: Type) -> &[i64] {
    match ty.kind(ctx) {
        TypeKind::Vector { .. } => &[],
        _ => ty.shape(ctx).unwrap_or_default(),
    }
}

/// The type of one element of an operand, or of a scalar.
pub fn scalar_type(ctx: &Context, ty: Type) -> Type {
    match ty.kind(ctx) {
        TypeKind::MemRef { .. } | TypeKind::RankedTensor { .. } => ty.element_or_self(ctx),
        _ => ty,
    }
}

/// Checks what all structured ops must satisfy.
pub fn verify(op: OpRef<'_>) -> Fallible {
    let Some(nest) = Structured::of(op) else {
        return Ok(());
    };
    destination_style::verify(op, nest.num_inputs, &nest.inits())?;
    if op.data().num_operands() > 0 && !nest.is_on_buffers() && !nest.is_on_tensors() {
        return Err(op.error("expected to have pure tensor or buffer semantics"));
    }
    verify_maps(&nest)?;
    let dims = nest.maps.iter().map(AffineMap::num_dims).max().unwrap_or_default();
    let Some(sources) = nest.dim_sources(dims as usize) else {
        let results = nest.maps.iter().flat_map(|map| map.results().to_vec()).collect();
        let all = AffineMap::new(dims, 0, results);
        let all = all.map(|map| map.to_string()).unwrap_or_default();
        return Err(op.error(format_args!("invalid indexing maps are non-invertible: ({all})")));
    };
    verify_shapes(&nest, &sources)?;
    verify_loops(&nest)?;
    verify_block(&nest)
}

/// Each map goes from all loops.
fn verify_loops(nest: &Structured<'_>) -> Fallible {
    let loops = nest.iterators.len();
    let is_wrong = |map: &AffineMap| map.num_dims() as usize != loops;
    match nest.maps.iter().position(is_wrong) {
        Some(index) => Err(nest.op.error(format_args!(
            "expected indexing_map #{index} to have {loops} dim(s) to match the number of loops"
        ))),
        None => Ok(()),
    }
}

fn verify_maps(nest: &Structured<'_>) -> Fallible {
    let op = nest.op;
    let (maps, operands) = (nest.maps.len(), op.data().num_operands());
    if maps != operands {
        return Err(op.error(format_args!(
            "expected the number of indexing_map ({maps}) to be equal to the number of input/output operands ({operands})"
        )));
    }
    for (index, map) in nest.maps.iter().enumerate() {
        if map.num_symbols() != 0 {
            return Err(op.error(format_args!("unexpected symbols in indexing_map #{index}")));
        }
        let (rank, results) = (shape_of(op.ctx, op.operand_type(index)).len(), map.num_results());
        if rank != results {
            return Err(op.error(format_args!(
                "expected operand #{index} rank ({rank}) to match the result rank of indexing_map ({results})"
            )));
        }
    }
    Ok(())
}

fn verify_block(nest: &Structured<'_>) -> Fallible {
    let op = nest.op;
    let Some(block) = entry_block(op.body, op.op) else {
        return Err(op.error("expects to have 1 region with 1 block"));
    };
    let args: Vec<Type> = op.body.block_args(block).map(|arg| op.body.value_type(arg)).collect();
    let operands = op.operand_types();
    if args.len() != operands.len() {
        return Err(
            op.error("expected as many non-induction variable region arguments as the number of input/output operands")
        );
    }
    for (index, (&arg, &operand)) in args.iter().zip(&operands).enumerate() {
        let element = scalar_type(op.ctx, operand);
        if arg != element {
            let (arg, element) = (op.ctx.show_type(arg), op.ctx.show_type(element));
            return Err(op.error(format_args!(
                "expected type of bb argument #{index} ('{arg}') to match element or self type of the corresponding \
                 operand ('{element}')"
            )));
        }
    }
    Ok(())
}

/// What is known of the sizes must fit to the ranges of the loops, as far as these are known.
fn verify_shapes(nest: &Structured<'_>, sources: &[usize]) -> Fallible {
    let op = nest.op;
    let shapes = nest.shapes();
    let ranges: Vec<i64> = sources.iter().map(|&source| shapes[source]).collect();
    if ranges.contains(&DYNAMIC) {
        return Ok(());
    }
    let (first, last) = (
        vec![0; ranges.len()],
        ranges.iter().map(|size| size - 1).collect::<Vec<_>>(),
    );
    for (index, map) in nest.maps.iter().enumerate() {
        let (Some(starts), Some(ends)) = (map.evaluate(&first), map.evaluate(&last)) else {
            continue;
        };
        for (dim, &size) in shape_of(op.ctx, op.operand_type(index)).iter().enumerate() {
            if size == DYNAMIC || size == 0 {
                continue;
            }
            if starts[dim].min(ends[dim]) < 0 {
                return Err(op.error(format_args!(
                    "unexpected result less than 0 at expression #{dim} in {map}"
                )));
            }
            let inferred = starts[dim].max(ends[dim]).saturating_add(1);
            let is_dim = matches!(map.results()[dim], AffineExpr::Dim(_));
            let relation = match is_dim {
                true if inferred != size => "",
                false if inferred > size => "greater than or equal to ",
                _ => continue,
            };
            return Err(op.error(format_args!(
                "inferred input/output operand #{index} has shape's dimension #{dim} to be {relation}{inferred}, but \
                 found {size}"
            )));
        }
    }
    Ok(())
}

/// The size of each of so many loops, as the type of the first operand tells it that has the loop as a dimension; [`DYNAMIC`]
/// for what no type tells.
pub fn known_loop_sizes(ctx: &Context, maps: &[AffineMap], types: &[Type], loops: usize) -> Vec<i64> {
    let mut sizes = vec![None; loops];
    for (map, &ty) in maps.iter().zip(types) {
        for (result, &size) in map.results().iter().zip(shape_of(ctx, ty)) {
            if let AffineExpr::Dim(dim) = result
                && let Some(slot @ None) = sizes.get_mut(*dim as usize)
            {
                *slot = Some(size);
            }
        }
    }
    sizes.into_iter().map(|size| size.unwrap_or(DYNAMIC)).collect()
}

/// The block of the first region of an op.
pub fn entry_block(body: &Body, op: OpId) -> Option<asyncir_ir::BlockId> {
    body.region(*body.op_regions(op).first()?).first()
}

/// Memory that is read, and memory that is written.
pub fn effects(op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
    let mut effects = SmallVec::new();
    let Some(nest) = Structured::of(op) else {
        return effects;
    };
    let args: Vec<ValueId> =
        entry_block(op.body, op.op).map_or_else(Vec::new, |block| op.body.block_args(block).collect());
    for (index, &operand) in op.operands().iter().enumerate() {
        if !is_memref(op.ctx, op.body.value_type(operand)) {
            continue;
        }
        let effect = |kind| Effect {
            kind,
            value: Some(operand),
        };
        let is_init = index >= nest.num_inputs;
        if !is_init || args.get(index).is_none_or(|&arg| op.body.has_uses(arg)) {
            effects.push(effect(EffectKind::Read));
        }
        if is_init {
            effects.push(effect(EffectKind::Write));
        }
    }
    effects
}

/// Whether an op may be executed where it need not be, if what is in it may: on tensors, not on memory.
pub fn is_speculatable(op: OpRef<'_>) -> bool {
    Structured::of(op).is_some_and(|nest| nest.is_on_tensors())
}

/// Names the arguments of the region: `in` for what is read, `init` as the caller says for what is written.
pub fn name_arguments(op: OpRef<'_>, init: &str, sink: &mut dyn FnMut(ValueId, &str)) {
    let (Some(block), Some(nest)) = (entry_block(op.body, op.op), Structured::of(op)) else {
        return;
    };
    for (index, arg) in op.body.block_args(block).enumerate() {
        sink(arg, if index < nest.num_inputs { "in" } else { init });
    }
}

/// Names the result, if there is one: an op on memory has none.
pub(super) fn name_results(op: OpRef<'_>, name: &str, sink: &mut dyn FnMut(ValueId, &str)) {
    if op.data().num_results() > 0 {
        sink(op.result(0), name);
    }
}
