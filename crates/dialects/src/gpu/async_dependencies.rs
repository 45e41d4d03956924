//! What ops that can be asynchronous share: the tokens they depend on, and the token that they give.

use asyncir_ir::asm::{Delimiter, OpParser, OpPrinter};
use asyncir_ir::def::DirectiveArgs;
use asyncir_ir::{Body, Context, Fallible, OpId, OpRef, Operation, OperationState, ValueId};

use super::types::{async_token as token_type, is_async_token};

/// Whether an op depends on tokens and can give one.
pub fn is_async_op(op: &Operation) -> bool {
    op.def().is_some_and(|def| {
        def.dialect() == "gpu"
            && def
                .operands
                .first()
                .is_some_and(|slot| slot.name == "asyncDependencies")
    })
}

/// The token that an asynchronous op gives, if it does.
pub fn async_token(ctx: &Context, body: &Body, op: OpId) -> Option<ValueId> {
    let last = body.results(op).next_back()?;
    is_async_token(ctx, body.value_type(last)).then_some(last)
}

/// Makes an asynchronous op depend on a token, which comes first, unless it does already.
pub fn depend_on(ctx: &Context, body: &mut Body, op: OpId, token: ValueId) {
    if dependencies(body.op_ref(ctx, op)).contains(&token) {
        return;
    }
    let operands: Vec<ValueId> = [token].into_iter().chain(body.operands(op)).collect();
    let sizes = body
        .op(op)
        .property(ctx, "operandSegmentSizes")
        .and_then(|sizes| sizes.as_dense_ints(ctx));
    if let Some(sizes) = sizes {
        let mut sizes: Vec<i32> = sizes.into_iter().map(|size| size as i32).collect();
        sizes[0] += 1;
        let sizes = ctx.dense_i32_array(&sizes);
        body.op_mut(op).set_property(ctx, "operandSegmentSizes", Some(sizes));
    }
    body.set_operands(op, &operands);
}

/// The tokens that an asynchronous op depends on.
pub(super) fn dependencies(op: OpRef<'_>) -> Vec<ValueId> {
    let range = op.data().def().map(|def| def.operand_range(op, 0)).unwrap_or_default();
    range.map(|index| op.operand(index)).collect()
}

/// Reads `async`; says whether it was there.
pub(super) fn parse_async(p: &mut dyn OpParser) -> Fallible<bool> {
    let at = p.position();
    let is_async = p.optional_keyword("async");
    if is_async && p.num_named_results() == 0 {
        return Err(p.error(at, "needs to be named when marked 'async'"));
    }
    Ok(is_async)
}

/// The directive `AsyncDependencies`: `async`, if a token is wanted, and the tokens that the op depends on.
pub(super) fn parse(p: &mut dyn OpParser, args: &mut DirectiveArgs<'_>) -> Fallible {
    let is_async = parse_async(p)?;
    let token = token_type(p.ctx());
    args.types
        .push(("asyncToken", if is_async { vec![token] } else { Vec::new() }));
    let dependencies = p.operand_list(Delimiter::OptionalSquare)?;
    args.operands.push(("asyncDependencies", dependencies));
    Ok(())
}

pub(super) fn print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let is_async = async_token(op.ctx, op.body, op.op).is_some();
    if is_async {
        p.text("async");
    }
    let dependencies = dependencies(op);
    if dependencies.is_empty() {
        return;
    }
    p.text(if is_async { " [" } else { "[" });
    p.operands(&dependencies);
    p.text("]");
}

/// Sets how many operands there are of each kind.
pub(super) fn set_segments(ctx: &Context, state: &mut OperationState, sizes: &[i32]) {
    let sizes = ctx.dense_i32_array(sizes);
    state.properties = ctx.dict_with(state.properties, "operandSegmentSizes", Some(sizes));
}

#[cfg(test)]
mod tests {
    use asyncir_ir::def::{Arity, OpTrait};

    #[test]
    fn dependencies_come_first_and_the_token_last() {
        for def in super::super::OPS {
            let depends = def.operands.iter().position(|slot| slot.name == "asyncDependencies");
            let token = def.results.iter().position(|slot| slot.name == "asyncToken");
            assert_eq!(depends.is_some(), token.is_some(), "{}", def.name);
            let Some(token) = token else { continue };
            assert_eq!((depends, token + 1), (Some(0), def.results.len()), "{}", def.name);
            assert_eq!(def.results[token].arity, Arity::Optional);
            // Without sizes in the op, no other operand may be of any number.
            let several = def.operands[1..].iter().any(|slot| slot.arity != Arity::One);
            assert_eq!(several, def.has(OpTrait::AttrSizedOperandSegments), "{}", def.name);
        }
    }
}
