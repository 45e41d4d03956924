//! Suggested names of results.

use asyncir_ir::def::NameSink;
use asyncir_ir::{AttrKind, Attribute, OpRef};

/// `%c1_i32`, `%c0` for indices, `%true`, `%cst` for the rest.
pub fn constant(op: OpRef<'_>, sink: NameSink<'_>) {
    let name = match op.property("value").map(|value| (value, value.kind(op.ctx))) {
        Some((Attribute::TRUE, _)) => "true".to_owned(),
        Some((Attribute::FALSE, _)) => "false".to_owned(),
        Some((_, AttrKind::Integer { ty, value })) => {
            let number = value.print(asyncir_ir::Signedness::Signless);
            match ty.int_width(op.ctx) {
                Some(_) => format!("c{number}_{}", op.ctx.show_type(*ty)),
                None => format!("c{number}"),
            }
        }
        _ => "cst".to_owned(),
    };
    sink(op.result(0), &name);
}

/// `%c4_vscale` for a multiple of `vector.vscale`.
pub fn product(op: OpRef<'_>, sink: NameSink<'_>) {
    let is_scale = |value| {
        let def = op.body.defining_op(value);
        def.is_some_and(|def| op.body.op(def).name().as_str(op.ctx) == "vector.vscale")
    };
    let constant = |value| crate::matchers::constant_int(op.ctx, op.body, value);
    if op.data().num_operands() != 2 {
        return;
    }
    let (lhs, rhs) = (op.operand(0), op.operand(1));
    let factor = match (is_scale(lhs), is_scale(rhs)) {
        (true, _) => constant(rhs),
        (_, true) => constant(lhs),
        _ => None,
    };
    if let Some(factor) = factor {
        sink(op.result(0), &format!("c{factor}_vscale"));
    }
}
