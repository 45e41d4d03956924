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
