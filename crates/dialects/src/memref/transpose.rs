//! `memref.transpose`: dimensions in another order.

use asyncir_ir::affine::{AffineExpr, AffineMap};
use asyncir_ir::asm::{OpParser, OpPrinter};
use asyncir_ir::{AttrKind, Attribute, Context, DYNAMIC, Fallible, OpRef, OperationState, Type};

use super::fold;
use super::strides::{MemRef, is_identity_layout, row_major_strides, strides_and_offset};
use super::types::STRIDED_MEMREF;
use crate::constraints::AFFINE_MAP_ATTR;

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// The memory of the operand with its dimensions in another order.
    ///
    /// ```mlir
    /// %b = memref.transpose %a (i, j) -> (j, i) : memref<?x?xf32> to memref<?x?xf32, strided<[1, ?]>>
    /// ```
    op TransposeOp "memref.transpose" {
        summary "produces a new strided memref (metadata-only)";
        operands { r#in: one STRIDED_MEMREF }
        results { result: one STRIDED_MEMREF }
        attributes { permutation: required AFFINE_MAP_ATTR }
        traits [Pure]
        custom parse, print;
        hooks {
            verify: verify,
            fold: fold::transpose,
            result_names: |op, name| name(op.result(0), "transpose"),
        }
    }
}

impl<'a> TransposeOp<'a> {
    /// The order: for each dimension of the result that of the operand.
    pub fn permutation_map(self) -> Option<&'a AffineMap> {
        match self.permutation()?.kind(self.0.ctx) {
            AttrKind::AffineMap(map) => Some(map),
            _ => None,
        }
    }
}

fn parse(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    let source = p.operand()?;
    let map = parse_permutation(p)?;
    p.attr_dict(state)?;
    let from = p.colon_type()?;
    let source = p.resolve(source, from)?;
    state.operands.push(source);
    p.keyword("to")?;
    let to = p.ty()?;
    state.results.push(to);
    let map = p.ctx().attr(AttrKind::AffineMap(map));
    state.properties = p.ctx().dict_with(state.properties, "permutation", Some(map));
    Ok(())
}

/// Reads `(i, j) -> (j, i)`. Results other than dimensions could not be valid.
fn parse_permutation(p: &mut dyn OpParser) -> Fallible<AffineMap> {
    let dims = parse_names(p)?;
    p.punct("->")?;
    let at = p.position();
    let mut results = Vec::new();
    for name in parse_names(p)? {
        let dim = dims.iter().position(|dim| *dim == name);
        let dim = dim.ok_or_else(|| p.error(at, "use of undeclared identifier"))?;
        results.push(AffineExpr::Dim(dim as u32));
    }
    AffineMap::new(dims.len() as u32, 0, results).ok_or_else(|| p.error(at, "expected a permutation map"))
}

fn parse_names(p: &mut dyn OpParser) -> Fallible<Vec<String>> {
    let mut names = Vec::new();
    p.punct("(")?;
    if p.optional_punct(")") {
        return Ok(names);
    }
    loop {
        let at = p.position();
        names.push(p.any_keyword().ok_or_else(|| p.error(at, "expected bare identifier"))?);
        if !p.optional_punct(",") {
            break;
        }
    }
    p.punct(")")?;
    Ok(names)
}

fn print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    p.text(" ");
    p.operand(op.operand(0));
    if let Some(map) = TransposeOp(op).permutation_map() {
        p.text(&format!(" {map}"));
    }
    p.attr_dict(op, &["permutation"]);
    p.text(" : ");
    p.ty(op.operand_type(0));
    p.text(" to ");
    p.ty(op.result_type(0));
}

fn verify(op: OpRef<'_>) -> Fallible {
    let (source, result) = (op.operand_type(0), op.result_type(0));
    let Some(map) = TransposeOp(op).permutation_map() else {
        return Ok(());
    };
    if !map.is_permutation() {
        return Err(op.error("expected a permutation map"));
    }
    let Some(memref) = MemRef::of(op.ctx, source).filter(|memref| memref.rank() == map.num_dims() as usize) else {
        return Err(op.error("expected a permutation map of same rank as the input"));
    };
    let Some((shape, strides, offset)) = transposed(op.ctx, source, map) else {
        return Ok(());
    };
    let layout = canonical_layout(op.ctx, &shape, &strides, offset);
    let fits = MemRef::of(op.ctx, result).is_some_and(|result| {
        result.shape == shape
            && result.element == memref.element
            && result.memory_space == memref.memory_space
            && canonical_layout_of(op.ctx, &result) == Some(layout)
    });
    if fits {
        return Ok(());
    }
    let want = op.ctx.show_type(
        MemRef {
            shape,
            layout,
            ..memref
        }
        .ty(op.ctx),
    );
    let got = op.ctx.show_type(result);
    Err(op.error(format_args!(
        "result type '{got}' is not equivalent to the canonical transposed input type '{want}'"
    )))
}

/// Sizes, strides and offset of memory with its dimensions in another order.
fn transposed(ctx: &Context, source: Type, map: &AffineMap) -> Option<(Vec<i64>, Vec<i64>, i64)> {
    let (strides, offset) = strides_and_offset(ctx, source)?;
    let shape = source.shape(ctx)?;
    let order = map.dim_positions()?;
    let pick = |list: &[i64]| {
        order
            .iter()
            .map(|&dim| list.get(dim as usize).copied())
            .collect::<Option<Vec<_>>>()
    };
    Some((pick(shape)?, pick(&strides)?, offset))
}

/// The layout of a type as [`canonical_layout`] has it. `None` if it has no strides.
fn canonical_layout_of(ctx: &Context, memref: &MemRef) -> Option<Option<Attribute>> {
    if is_identity_layout(ctx, memref.layout) {
        return Some(None);
    }
    let (strides, offset) = strides_and_offset(ctx, memref.clone().ty(ctx))?;
    Some(canonical_layout(ctx, &memref.shape, &strides, offset))
}

/// The layout as an affine map, nothing for memory that is known to be dense. What is dynamic is a symbol.
fn canonical_layout(ctx: &Context, shape: &[i64], strides: &[i64], offset: i64) -> Option<Attribute> {
    let is_static = offset != DYNAMIC && !strides.contains(&DYNAMIC);
    if is_static && offset == 0 && strides == row_major_strides(shape) {
        return None;
    }
    let mut symbols = 0;
    let mut factor = |value: i64| match value {
        DYNAMIC => {
            symbols += 1;
            AffineExpr::Symbol(symbols - 1)
        }
        _ => AffineExpr::Constant(value),
    };
    let offset = factor(offset);
    let terms = (0u32..)
        .zip(strides)
        .map(|(dim, &stride)| AffineExpr::Dim(dim) * factor(stride));
    let sum = terms.fold(offset, |sum, term| sum + term);
    let map = AffineMap::new(strides.len() as u32, symbols, vec![sum])?;
    Some(ctx.attr(AttrKind::AffineMap(map)))
}
