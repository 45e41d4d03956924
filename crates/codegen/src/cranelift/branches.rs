//! Terminators.

use asyncir_dialects::llvm::case_values;
use asyncir_ir::{Fallible, OpRef};
use cranelift_codegen::ir::{self, BlockArg, InstBuilder, TrapCode};
use cranelift_frontend::Switch;

use super::bits::low_bits;
use super::function::Translator;
use super::refused;
use crate::dialect::attr;
use crate::translate::successor_operands;

/// What a program runs into that must not be reached.
pub(super) const UNREACHABLE: TrapCode = TrapCode::unwrap_user(1);

/// Translates `op` if it is a terminator.
pub(super) fn translate<'m>(to: &mut Translator<'_, '_, 'm>, op: OpRef<'m>, mnemonic: &str) -> Fallible<bool> {
    match mnemonic {
        "return" => give_back(to, op)?,
        "unreachable" => {
            to.builder.ins().trap(UNREACHABLE);
        }
        "br" => {
            let (target, arguments) = successor(to, op, 0)?;
            to.builder.ins().jump(target, &arguments);
        }
        "cond_br" => {
            let condition = to.scalar(op, 0)?;
            let (taken, taken_arguments) = successor(to, op, 0)?;
            let (other, other_arguments) = successor(to, op, 1)?;
            to.builder
                .ins()
                .brif(condition, taken, &taken_arguments, other, &other_arguments);
        }
        "switch" => switch(to, op)?,
        _ => return Ok(false),
    }
    Ok(true)
}

fn give_back<'m>(to: &mut Translator<'_, '_, 'm>, op: OpRef<'m>) -> Fallible {
    let Some(&value) = op.operands().first() else {
        to.builder.ins().return_(&[]);
        return Ok(());
    };
    let values = to.value(op, value)?;
    let Some(address) = to.result_address else {
        to.builder.ins().return_(&values);
        return Ok(());
    };
    let leaves = to.leaves(op, to.body.value_type(value))?;
    to.store_row(op, &leaves, &values, address)?;
    to.builder.ins().return_(&[]);
    Ok(())
}

/// The block of a successor and what is passed to it.
fn successor<'m>(to: &mut Translator<'_, '_, 'm>, op: OpRef<'m>, index: usize) -> Fallible<(ir::Block, Vec<BlockArg>)> {
    if index >= op.data().num_successors() {
        return Err(refused(op));
    }
    let block = to.body.successor(op.op, index);
    let target = *to.blocks.get(&block).ok_or_else(|| refused(op))?;
    let mut arguments = Vec::new();
    for value in successor_operands(op, index).ok_or_else(|| refused(op))? {
        arguments.extend(to.value(op, value)?.into_iter().map(BlockArg::Value));
    }
    Ok((target, arguments))
}

fn switch<'m>(to: &mut Translator<'_, '_, 'm>, op: OpRef<'m>) -> Fallible {
    let (leaf, value) = (to.operand_leaf(op, 0)?, to.scalar(op, 0)?);
    let count = op.data().num_successors();
    let mut edges = Vec::with_capacity(count);
    for index in 0..count {
        edges.push(successor(to, op, index)?);
    }
    // Cases pass no arguments themselves: blocks in between do.
    let mut between = Vec::new();
    let mut targets = Vec::with_capacity(count);
    for (target, arguments) in edges {
        if arguments.is_empty() {
            targets.push(target);
            continue;
        }
        let block = to.builder.create_block();
        between.push((block, target, arguments));
        targets.push(block);
    }
    let (&default, cases) = targets.split_first().ok_or_else(|| refused(op))?;
    let values = case_values(op.ctx, attr(op, "case_values"));
    if values.len() != cases.len() {
        return Err(refused(op));
    }
    let mask = u128::MAX >> (128 - leaf.width());
    let mut switch = Switch::new();
    for (number, &case) in values.iter().zip(cases) {
        let number = low_bits(number) & mask;
        // Of several equal cases the first is taken.
        if !switch.entries().contains_key(&number) {
            switch.set_entry(number, case);
        }
    }
    switch.emit(&mut to.builder, value, default);
    for (block, target, arguments) in between {
        to.builder.switch_to_block(block);
        to.builder.ins().jump(target, &arguments);
    }
    Ok(())
}
