//! `affine.delinearize_index` and `affine.linearize_index`: from a number to indices of several dimensions, and back.

use asyncir_ir::asm::{OpParser, OpPrinter};
use asyncir_ir::def::{AttrConstraint, DirectiveArgs, FoldResult, Folded, OpView};
use asyncir_ir::{Attribute, Body, Context, Fallible, Location, OpId, OpRef, OperationState, Type, ValueId};

use super::delinearize_rewrites as rewrites;
use crate::constraints::{DENSE_I64_ARRAY_ATTR, INDEX};
use crate::index_list::{self, Entry, index_list_directive};

/// A flag: set, or `true` or `false`.
static FLAG: AttrConstraint = AttrConstraint::new("unit attribute or bool attribute", |_, flag| {
    flag == Attribute::UNIT || flag.as_bool().is_some()
});

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// The indices of several dimensions that a number stands for, the last of them running fastest. The basis has the
    /// sizes of the dimensions, that of the first one or not.
    ///
    /// ```mlir
    /// %indices:3 = affine.delinearize_index %n into (16, 224, %w) : index, index, index
    /// ```
    op DelinearizeIndexOp "affine.delinearize_index" {
        summary "delinearize an index";
        operands { linear_index: one INDEX, dynamic_basis: variadic INDEX }
        results { multi_index: variadic INDEX }
        attributes { static_basis: required DENSE_I64_ARRAY_ATTR }
        traits [Pure]
        format "$linear_index `into` custom<Basis>($dynamic_basis, $static_basis) attr-dict `:` type($multi_index)";
        directives ["Basis" => parse_delinearize_basis, print_delinearize_basis]
        hooks { verify: verify_delinearize, fold: fold_delinearize, canonicalize: rewrites::DELINEARIZE }
    }

    /// The number that stands for indices of several dimensions, the last of them running fastest. The basis has the
    /// sizes of the dimensions, that of the first one or not. With `disjoint`, each index is within its size.
    ///
    /// ```mlir
    /// %n = affine.linearize_index disjoint [%i, %j, %k] by (16, 224, %w) : index
    /// ```
    op LinearizeIndexOp "affine.linearize_index" {
        summary "linearize an index";
        operands { multi_index: variadic INDEX, dynamic_basis: variadic INDEX }
        results { linear_index: one INDEX }
        attributes { static_basis: required DENSE_I64_ARRAY_ATTR, disjoint: default FLAG = |_| Attribute::FALSE }
        traits [AttrSizedOperandSegments, Pure]
        format "`` custom<Disjoint>($disjoint) `[` $multi_index `]` `by` custom<Basis>($dynamic_basis, $static_basis) \
                attr-dict `:` type($linear_index)";
        directives [
            "Disjoint" => parse_disjoint, print_disjoint;
            "Basis" => parse_linearize_basis, print_linearize_basis;
        ]
        hooks { verify: verify_linearize, fold: fold_linearize, canonicalize: rewrites::LINEARIZE }
    }
}

index_list_directive! {
    parse_delinearize_basis, print_delinearize_basis: DelinearizeIndexOp, dynamic_basis, static_basis in PAREN;
    parse_linearize_basis, print_linearize_basis: LinearizeIndexOp, dynamic_basis, static_basis in PAREN;
}

fn parse_disjoint(p: &mut dyn OpParser, args: &mut DirectiveArgs<'_>) -> Fallible {
    if p.optional_keyword("disjoint") {
        set_disjoint(p.ctx(), args.state, true);
    }
    Ok(())
}

fn print_disjoint(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    p.text(if LinearizeIndexOp(op).is_disjoint() {
        " disjoint "
    } else {
        " "
    });
}

/// A flag that is set is a unit, one that is not is `false`.
fn set_disjoint(ctx: &Context, state: &mut OperationState, disjoint: bool) {
    let flag = if disjoint { Attribute::UNIT } else { Attribute::FALSE };
    state.properties = ctx.dict_with(state.properties, "disjoint", Some(flag));
}

/// The sizes of dimensions; `None` for that of the first one if it is not given.
pub(super) type Sizes = Vec<Option<Entry>>;

/// Sizes with one for each of `count` dimensions.
fn padded(basis: Vec<Entry>, count: usize) -> Sizes {
    let missing = count.saturating_sub(basis.len());
    let given = basis.into_iter().map(Some);
    std::iter::repeat_n(None, missing).chain(given).collect()
}

/// The sizes that are given.
fn given(sizes: &[Option<Entry>]) -> (Vec<i64>, Vec<ValueId>) {
    index_list::split(&sizes.iter().copied().flatten().collect::<Vec<_>>())
}

impl DelinearizeIndexOp<'_> {
    /// The sizes that are given.
    pub fn basis(self) -> Vec<Entry> {
        index_list::join(
            &index_list::ints(self.0.ctx, self.static_basis()),
            &self.dynamic_basis(),
        )
    }

    /// Whether the size of the first dimension is given.
    pub fn has_outer_bound(self) -> bool {
        self.0.data().num_results() == self.basis().len()
    }

    /// The sizes, one for each result.
    pub(super) fn sizes(self) -> Sizes {
        padded(self.basis(), self.0.data().num_results())
    }

    /// The state of such an op with sizes for all results.
    pub(super) fn of(ctx: &Context, at: Location, index: ValueId, sizes: &[Option<Entry>]) -> OperationState {
        let (statics, values) = given(sizes);
        let types = vec![Type::INDEX; sizes.len()];
        Self::build(ctx, at, index, &values, ctx.dense_i64_array(&statics), &types)
    }
}

impl LinearizeIndexOp<'_> {
    /// The sizes that are given.
    pub fn basis(self) -> Vec<Entry> {
        index_list::join(
            &index_list::ints(self.0.ctx, self.static_basis()),
            &self.dynamic_basis(),
        )
    }

    /// Whether the size of the first dimension is given.
    pub fn has_outer_bound(self) -> bool {
        self.multi_index().len() == self.basis().len()
    }

    /// Whether each index is known to be within its size.
    pub fn is_disjoint(self) -> bool {
        self.disjoint().is_some_and(|flag| flag != Attribute::FALSE)
    }

    /// The sizes, one for each index.
    pub(super) fn sizes(self) -> Sizes {
        padded(self.basis(), self.multi_index().len())
    }

    /// The state of such an op with sizes for all indices.
    pub(super) fn of(
        ctx: &Context,
        at: Location,
        indices: &[ValueId],
        sizes: &[Option<Entry>],
        disjoint: bool,
    ) -> OperationState {
        let (statics, values) = given(sizes);
        let flag = if disjoint { Attribute::UNIT } else { Attribute::FALSE };
        let statics = ctx.dense_i64_array(&statics);
        Self::build(ctx, at, indices, &values, statics, Some(flag), &[Type::INDEX])
    }
}

fn verify_values(op: OpRef<'_>, statics: &[i64], values: usize) -> Fallible {
    let open = statics.iter().filter(|&&size| size == asyncir_ir::DYNAMIC).count();
    if open == values {
        return Ok(());
    }
    Err(op.error(
        "mismatch between dynamic and static basis (kDynamic marker but no corresponding dynamic basis entry) -- this \
         can only happen due to an incorrect fold/rewrite",
    ))
}

fn verify_delinearize(op: OpRef<'_>) -> Fallible {
    let view = DelinearizeIndexOp(op);
    let statics = index_list::ints(op.ctx, view.static_basis());
    let results = op.data().num_results();
    if results != statics.len() && results != statics.len() + 1 {
        return Err(op.error("should return an index for each basis element and up to one extra index"));
    }
    verify_values(op, &statics, view.dynamic_basis().len())?;
    if statics.iter().any(|&size| size <= 0 && size != asyncir_ir::DYNAMIC) {
        return Err(op.error("no basis element may be statically non-positive"));
    }
    Ok(())
}

fn verify_linearize(op: OpRef<'_>) -> Fallible {
    let view = LinearizeIndexOp(op);
    let statics = index_list::ints(op.ctx, view.static_basis());
    let indices = view.multi_index().len();
    if indices != statics.len() && indices != statics.len() + 1 {
        return Err(op.error("should be passed a basis element for each index except possibly the first"));
    }
    verify_values(op, &statics, view.dynamic_basis().len())
}

/// Sizes that are constants become integers; says whether there were any.
fn fold_basis(ctx: &Context, body: &mut Body, op: OpId, basis: &[Entry], before: &[ValueId]) -> bool {
    let (basis, changed) = index_list::with_constants(ctx, body, basis, |size| size > 0);
    if !changed {
        return false;
    }
    let (statics, values) = index_list::split(&basis);
    let operands: Vec<ValueId> = before.iter().chain(&values).copied().collect();
    body.set_operands(op, &operands);
    let data = body.op_mut(op);
    data.set_property(ctx, "static_basis", Some(ctx.dense_i64_array(&statics)));
    if data.is(LinearizeIndexOp::DEF) {
        let segments = ctx.dense_i32_array(&[before.len() as i32, values.len() as i32]);
        data.set_property(ctx, "operandSegmentSizes", Some(segments));
    }
    true
}

fn fold_delinearize(ctx: &Context, body: &mut Body, op: OpId, consts: &[Option<Attribute>]) -> Folded {
    let view = DelinearizeIndexOp(body.op_ref(ctx, op));
    let (index, basis, sizes) = (view.linear_index(), view.basis(), view.sizes());
    if fold_basis(ctx, body, op, &basis, &[index]) {
        return Folded::InPlace;
    }
    if sizes.len() == 1 {
        return Folded::value(index);
    }
    let known = consts.first().copied().flatten().and_then(|index| index.as_i64(ctx));
    let Some(mut rest) = known.filter(|_| basis.iter().all(|size| matches!(size, Entry::Static(_)))) else {
        return Folded::No;
    };
    let mut results = Vec::with_capacity(sizes.len());
    for size in sizes.iter().skip(1).rev() {
        let Some(Entry::Static(size)) = size else {
            return Folded::No;
        };
        results.push(rest.rem_euclid(*size));
        rest = rest.div_euclid(*size);
    }
    results.push(rest);
    let result = |value: &i64| FoldResult::Attr(ctx.index_attr(*value));
    Folded::Results(results.iter().rev().map(result).collect())
}

fn fold_linearize(ctx: &Context, body: &mut Body, op: OpId, consts: &[Option<Attribute>]) -> Folded {
    let view = LinearizeIndexOp(body.op_ref(ctx, op));
    let (indices, basis, sizes) = (view.multi_index(), view.basis(), view.sizes());
    if fold_basis(ctx, body, op, &basis, &indices) {
        return Folded::InPlace;
    }
    match indices[..] {
        [] => return Folded::attr(ctx.index_attr(0)),
        [only] => return Folded::value(only),
        _ => {}
    }
    let (mut sum, mut stride) = (0i64, 1i64);
    for (index, size) in consts.iter().take(indices.len()).zip(sizes).rev() {
        let Some(index) = index.and_then(|index| index.as_i64(ctx)) else {
            return Folded::No;
        };
        sum = sum.wrapping_add(index.wrapping_mul(stride));
        match size {
            Some(Entry::Dynamic(_)) => return Folded::No,
            Some(Entry::Static(size)) => stride = stride.wrapping_mul(size),
            None => {}
        }
    }
    Folded::attr(ctx.index_attr(sum))
}
