//! Makers of llvm ops: the few operands that matter, everything else at its default.

use asyncir_dialects::llvm;
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Attribute, BlockId, Context, Ident, Location, OpId, OperationState, Type, ValueId};

use super::types;

/// The state of an op with one segment of operands; inherent attributes that are not given have their defaults.
pub fn state(
    ctx: &Context,
    def: &'static OpDef,
    loc: Location,
    operands: &[ValueId],
    properties: &[(&'static str, Option<Attribute>)],
    results: &[Type],
) -> OperationState {
    let mut state = OperationState::of(def, loc).operands(operands).results(results);
    state.set_properties(ctx, properties, &[]);
    state
}

/// Inserts an op without inherent attributes that has one result.
pub fn simple(
    rw: &mut Rewriter<'_>,
    def: &'static OpDef,
    loc: Location,
    operands: &[ValueId],
    result: Type,
) -> ValueId {
    rw.insert_value(state(rw.ctx, def, loc, operands, &[], &[result]))
}

/// Inserts a binary op whose result has the type of its operands.
pub fn binary(rw: &mut Rewriter<'_>, def: &'static OpDef, loc: Location, lhs: ValueId, rhs: ValueId) -> ValueId {
    let ty = rw.body.value_type(lhs);
    simple(rw, def, loc, &[lhs, rhs], ty)
}

/// `llvm.mlir.constant(value) : ty`
pub fn constant(rw: &mut Rewriter<'_>, loc: Location, ty: Type, value: Attribute) -> ValueId {
    let def = llvm::ConstantOp::DEF;
    rw.insert_value(state(rw.ctx, def, loc, &[], &[("value", Some(value))], &[ty]))
}

/// A constant of the converted index type `ty` that keeps `index` as the type of its value, as MLIR prints it.
pub fn index_constant(rw: &mut Rewriter<'_>, loc: Location, ty: Type, value: i64) -> ValueId {
    let value = rw.ctx.index_attr(value);
    constant(rw, loc, ty, value)
}

/// `llvm.mlir.poison : ty`
pub fn poison(rw: &mut Rewriter<'_>, loc: Location, ty: Type) -> ValueId {
    simple(rw, llvm::PoisonOp::DEF, loc, &[], ty)
}

/// `llvm.mlir.zero : ty`
pub fn zero(rw: &mut Rewriter<'_>, loc: Location, ty: Type) -> ValueId {
    simple(rw, llvm::ZeroOp::DEF, loc, &[], ty)
}

/// `llvm.mlir.addressof @symbol : !llvm.ptr`
pub fn address_of(rw: &mut Rewriter<'_>, loc: Location, symbol: Ident, ty: Type) -> ValueId {
    let symbol = rw.ctx.symbol_of(symbol);
    let def = llvm::AddressOfOp::DEF;
    rw.insert_value(state(rw.ctx, def, loc, &[], &[("global_name", Some(symbol))], &[ty]))
}

/// `llvm.extractvalue container[position]`; the type of the result follows.
///
/// # Panics
/// If the position leads to nothing.
pub fn extract_value(rw: &mut Rewriter<'_>, loc: Location, container: ValueId, position: &[i64]) -> ValueId {
    let ty = rw.body.value_type(container);
    let element = types::element_at(rw.ctx, ty, position).expect("a position within the aggregate");
    let position = rw.ctx.dense_i64_array(position);
    let def = llvm::ExtractValueOp::DEF;
    rw.insert_value(state(
        rw.ctx,
        def,
        loc,
        &[container],
        &[("position", Some(position))],
        &[element],
    ))
}

/// `llvm.insertvalue value, container[position]`
pub fn insert_value(
    rw: &mut Rewriter<'_>,
    loc: Location,
    container: ValueId,
    value: ValueId,
    position: &[i64],
) -> ValueId {
    let ty = rw.body.value_type(container);
    let position = rw.ctx.dense_i64_array(position);
    let def = llvm::InsertValueOp::DEF;
    rw.insert_value(state(
        rw.ctx,
        def,
        loc,
        &[container, value],
        &[("position", Some(position))],
        &[ty],
    ))
}

/// `llvm.alloca size x element : !llvm.ptr`, with an alignment of 0, which stands for none, if MLIR writes it.
pub fn alloca(
    rw: &mut Rewriter<'_>,
    loc: Location,
    ptr: Type,
    element: Type,
    size: ValueId,
    alignment: Option<i64>,
) -> ValueId {
    let element = rw.ctx.type_attr(element);
    let alignment = alignment.map(|bytes| rw.ctx.i64_attr(bytes));
    let properties = [("elem_type", Some(element)), ("alignment", alignment)];
    rw.insert_value(state(rw.ctx, llvm::AllocaOp::DEF, loc, &[size], &properties, &[ptr]))
}

/// `llvm.load address : !llvm.ptr -> ty`
pub fn load(rw: &mut Rewriter<'_>, loc: Location, ty: Type, address: ValueId, alignment: Option<i64>) -> ValueId {
    let alignment = alignment.map(|bytes| rw.ctx.i64_attr(bytes));
    rw.insert_value(state(
        rw.ctx,
        llvm::LoadOp::DEF,
        loc,
        &[address],
        &[("alignment", alignment)],
        &[ty],
    ))
}

/// `llvm.store value, address`
pub fn store(rw: &mut Rewriter<'_>, loc: Location, value: ValueId, address: ValueId, alignment: Option<i64>) -> OpId {
    let alignment = alignment.map(|bytes| rw.ctx.i64_attr(bytes));
    let def = llvm::StoreOp::DEF;
    rw.insert(state(
        rw.ctx,
        def,
        loc,
        &[value, address],
        &[("alignment", alignment)],
        &[],
    ))
}

/// An index of `llvm.getelementptr`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GepIndex {
    /// A value.
    Value(ValueId),
    /// A number.
    Constant(i32),
}

/// What stands in the list of constant indices where a value is meant.
const DYNAMIC_GEP_INDEX: i32 = i32::MIN;

/// `llvm.getelementptr base[indices] : ..., element`
pub fn gep(
    rw: &mut Rewriter<'_>,
    loc: Location,
    ptr: Type,
    element: Type,
    base: ValueId,
    indices: &[GepIndex],
    no_wrap: Option<Attribute>,
) -> ValueId {
    let mut operands = vec![base];
    let raw: Vec<i32> = indices
        .iter()
        .map(|index| match *index {
            GepIndex::Value(value) => {
                operands.push(value);
                DYNAMIC_GEP_INDEX
            }
            GepIndex::Constant(value) => value,
        })
        .collect();
    let properties = [
        ("rawConstantIndices", Some(rw.ctx.dense_i32_array(&raw))),
        ("elem_type", Some(rw.ctx.type_attr(element))),
        ("noWrapFlags", no_wrap),
    ];
    rw.insert_value(state(rw.ctx, llvm::GEPOp::DEF, loc, &operands, &properties, &[ptr]))
}

/// `llvm.call @callee(operands)`; without a result for a function that returns `void`.
pub fn call(rw: &mut Rewriter<'_>, loc: Location, callee: Ident, operands: &[ValueId], result: Option<Type>) -> OpId {
    let state = call_state(rw.ctx, loc, Some(callee), operands, result.as_slice());
    rw.insert(state)
}

/// The state of a direct call, or of an indirect one, whose first operand is the callee.
pub fn call_state(
    ctx: &Context,
    loc: Location,
    callee: Option<Ident>,
    operands: &[ValueId],
    results: &[Type],
) -> OperationState {
    let mut state = OperationState::of(llvm::CallOp::DEF, loc)
        .operands(operands)
        .results(results);
    let callee = callee.map(|name| ctx.symbol_of(name));
    let given = [("callee", callee), ("op_bundle_sizes", Some(ctx.dense_i32_array(&[])))];
    state.set_properties(ctx, &given, &[operands.len() as i32, 0]);
    state
}

/// `llvm.return`
pub fn return_op(rw: &mut Rewriter<'_>, loc: Location, value: Option<ValueId>) -> OpId {
    let def = llvm::ReturnOp::DEF;
    rw.insert(state(rw.ctx, def, loc, value.as_slice(), &[], &[]))
}

/// `llvm.unreachable`
pub fn unreachable_op(rw: &mut Rewriter<'_>, loc: Location) -> OpId {
    rw.insert(state(rw.ctx, llvm::UnreachableOp::DEF, loc, &[], &[], &[]))
}

/// `llvm.br`
pub fn br(rw: &mut Rewriter<'_>, loc: Location, dest: BlockId, operands: &[ValueId]) -> OpId {
    let state = state(rw.ctx, llvm::BrOp::DEF, loc, operands, &[], &[]).successors(&[dest]);
    rw.insert(state)
}

/// `llvm.icmp "predicate" lhs, rhs` on integers or pointers.
pub fn icmp(rw: &mut Rewriter<'_>, loc: Location, predicate: &str, lhs: ValueId, rhs: ValueId) -> ValueId {
    let predicate = types::icmp_predicate(rw.ctx, predicate);
    let result = types::i1_like(rw.ctx, rw.body.value_type(lhs));
    let def = llvm::ICmpOp::DEF;
    rw.insert_value(state(
        rw.ctx,
        def,
        loc,
        &[lhs, rhs],
        &[("predicate", Some(predicate))],
        &[result],
    ))
}

/// `llvm.select`
pub fn select(
    rw: &mut Rewriter<'_>,
    loc: Location,
    condition: ValueId,
    on_true: ValueId,
    on_false: ValueId,
) -> ValueId {
    let ty = rw.body.value_type(on_true);
    simple(rw, llvm::SelectOp::DEF, loc, &[condition, on_true, on_false], ty)
}

/// `builtin.unrealized_conversion_cast inputs : ... to ty`
pub fn unrealized_cast(rw: &mut Rewriter<'_>, loc: Location, ty: Type, inputs: &[ValueId]) -> ValueId {
    let name = rw.ctx.op_name("builtin.unrealized_conversion_cast");
    let op = rw
        .body
        .create_op(OperationState::new(name, loc).operands(inputs).results(&[ty]));
    rw.insert_existing(op);
    rw.body.result(op, 0)
}
