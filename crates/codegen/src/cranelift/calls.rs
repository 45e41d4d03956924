//! Calls of functions.

use asyncir_ir::{Fallible, OpRef};
use cranelift_codegen::ir::{self, InstBuilder, StackSlotData, StackSlotKind, types};

use super::function::{Leaves, Passing, Translator, is_signed, passing};
use super::object::passing_of;
use super::symbols::{Kind, check_convention};
use super::{refused, refused_for};
use crate::dialect::{array, attr, integer, symbol};
use crate::translate::operand_segment;

/// `musttail`, by the dialect's number.
const MUST_TAIL: i64 = 2;

/// Translates `op` if it is a call.
pub(super) fn translate<'m>(
    to: &mut Translator<'_, '_, 'm>,
    op: OpRef<'m>,
    mnemonic: &str,
) -> Fallible<Option<Leaves>> {
    if mnemonic != "call" {
        return Ok(None);
    }
    if integer(op, "TailCallKind") == Some(MUST_TAIL) || attr(op, "var_callee_type").is_some() {
        return Err(refused_for(op, "kind of call"));
    }
    if !array(op, "op_bundle_tags").is_empty() {
        return Err(refused_for(op, "operand bundles"));
    }
    check_convention(op)?;
    let mut operands = operand_segment(op, 0)?;
    let callee = match symbol(op, "callee") {
        Some(name) => Callee::Symbol(name),
        None if operands.is_empty() => return Err(refused(op)),
        None => Callee::Pointer(to.value(op, operands.remove(0))?),
    };
    let parameters: Vec<_> = operands.iter().map(|&value| to.body.value_type(value)).collect();
    let result = op.result_types().first().copied();
    let convention = to.builder.func.signature.call_conv;
    let passing = passing(to.shapes, convention, result, &parameters, |index| is_signed(op, index));
    let passing = passing.ok_or_else(|| to.refused_type(op))?;
    let mut arguments = Vec::new();
    let results = if passing.through_memory {
        let slot = result_slot(to, op)?;
        let address = to.builder.ins().stack_addr(types::I64, slot, 0);
        arguments.push(address);
        Some(address)
    } else {
        None
    };
    for value in operands {
        arguments.extend(to.value(op, value)?);
    }
    let call = emit(to, op, callee, passing, &arguments)?;
    match results {
        Some(address) => load_results(to, op, address).map(Some),
        None => {
            let passed = Leaves::from_slice(to.builder.inst_results(call));
            let leaves = match result {
                Some(ty) => to.leaves(op, ty)?,
                None => [].into(),
            };
            Ok(Some(to.clean(&leaves, &passed)))
        }
    }
}

enum Callee<'m> {
    Symbol(&'m str),
    Pointer(Leaves),
}

fn emit<'m>(
    to: &mut Translator<'_, '_, 'm>,
    op: OpRef<'m>,
    callee: Callee<'m>,
    passing: Passing,
    arguments: &[ir::Value],
) -> Fallible<ir::Inst> {
    let pointer = match callee {
        Callee::Symbol(name) => {
            let index = to
                .names
                .symbols
                .get(name)
                .ok_or_else(|| refused_for(op, "unknown callee"))?;
            let function = to.function(op, index)?;
            let known = to.builder.func.dfg.ext_funcs[function].signature;
            if !is_same(&to.builder.func.dfg.signatures[known], &passing.signature) {
                return Err(refused_for(op, "callee of another type"));
            }
            return Ok(to.builder.ins().call(function, arguments));
        }
        Callee::Pointer(pointer) => pointer,
    };
    let [pointer] = pointer[..] else {
        return Err(refused(op));
    };
    if let Some(what) = passing.own_rules {
        return Err(refused_for(op, what));
    }
    let signature = to.builder.import_signature(passing.signature);
    Ok(to.builder.ins().call_indirect(signature, pointer, arguments))
}

/// Whether two signatures pass the same scalars. How small ones are extended is the callee's to say.
fn is_same(one: &ir::Signature, other: &ir::Signature) -> bool {
    let types = |params: &[ir::AbiParam]| params.iter().map(|param| param.value_type).collect::<Vec<_>>();
    types(&one.params) == types(&other.params) && types(&one.returns) == types(&other.returns)
}

/// Room on the stack for results that are too many for registers.
fn result_slot<'m>(to: &mut Translator<'_, '_, 'm>, op: OpRef<'m>) -> Fallible<ir::StackSlot> {
    let ty = *op.result_types().first().ok_or_else(|| refused(op))?;
    let layout = asyncir_dialects::llvm::layout::layout_of(op.ctx, ty);
    let size = layout.and_then(|layout| u32::try_from(layout.size).ok());
    let size = size.ok_or_else(|| to.refused_type(op))?;
    to.take_stack(op, size)?;
    let slot = StackSlotData::new(StackSlotKind::ExplicitSlot, size, 4);
    Ok(to.builder.create_sized_stack_slot(slot))
}

fn load_results<'m>(to: &mut Translator<'_, '_, 'm>, op: OpRef<'m>, address: ir::Value) -> Fallible<Leaves> {
    let ty = *op.result_types().first().ok_or_else(|| refused(op))?;
    let leaves = to.leaves(op, ty)?;
    to.load_row(op, &leaves, address)
}

impl<'m> Translator<'_, '_, 'm> {
    /// A function of the module, for calls and for its address.
    pub(super) fn function(&mut self, op: OpRef<'m>, index: usize) -> Fallible<ir::FuncRef> {
        if let Some(&known) = self.functions.get(&index) {
            return Ok(known);
        }
        let symbol = &self.names.symbols.list[index];
        if symbol.kind != Kind::Function {
            return Err(refused(op));
        }
        let passing = passing_of(symbol, self.shapes, self.builder.func.signature.call_conv)?;
        let made = self.names.function_in(&mut self.builder, index, &passing.signature)?;
        self.own_rules.extend(passing.own_rules.map(|what| (index, what)));
        self.functions.insert(index, made);
        Ok(made)
    }

    /// A global of the module.
    pub(super) fn global(&mut self, index: usize) -> Fallible<ir::GlobalValue> {
        if let Some(&known) = self.globals.get(&index) {
            return Ok(known);
        }
        let made = self.names.global_in(&mut self.builder, index)?;
        self.globals.insert(index, made);
        Ok(made)
    }
}
