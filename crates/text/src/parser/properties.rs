//! The properties of ops in generic form: of which kind each must be. Whether they satisfy the ops' constraints is asked
//! later, when ops are verified.

use asyncir_ir::def::{AttrConstraint, AttrForm, OpDef, OpTrait};
use asyncir_ir::{AttrKind, Attribute, Context, Type};

/// What is wrong with the properties that are written for an op. Those that are not the op's are read and forgotten.
pub(super) fn error(ctx: &Context, def: &OpDef, written: Attribute) -> Option<String> {
    // A dictionary is sorted by name, and the first property that is wrong is told.
    for &(name, attr) in written.as_dict(ctx).unwrap_or_default() {
        let name = ctx.str(name);
        let slot = def.attributes.iter().find(|slot| slot.name == name);
        if slot.is_some_and(|slot| !is_of_kind(ctx, slot.constraint, attr)) {
            let text = crate::print_attribute(ctx, attr);
            return Some(format!("Invalid attribute `{name}` in property conversion: {text}"));
        }
    }
    let of_operands = def.has(OpTrait::AttrSizedOperandSegments);
    let of_results = def.has(OpTrait::AttrSizedResultSegments);
    let operands = of_operands.then_some(("operandSegmentSizes", def.operands.len()));
    let results = of_results.then_some(("resultSegmentSizes", def.results.len()));
    [operands, results]
        .into_iter()
        .flatten()
        .find_map(|(name, slots)| segments_error(ctx, written.get(ctx, name)?, slots))
}

fn segments_error(ctx: &Context, sizes: Attribute, slots: usize) -> Option<String> {
    let is_dense = matches!(sizes.kind(ctx), AttrKind::DenseArray { element, .. } if *element == Type::I32);
    let Some(sizes) = sizes.as_dense_ints(ctx).filter(|_| is_dense) else {
        return Some("expected DenseI32ArrayAttr for key `value`".to_owned());
    };
    let got = sizes.len();
    (got != slots).then(|| format!("size mismatch in attribute conversion: {got} vs {slots}"))
}

/// Whether an attribute is of the kind that a constraint is about, be it satisfied or not.
fn is_of_kind(ctx: &Context, constraint: &AttrConstraint, attr: Attribute) -> bool {
    let kind = attr.kind(ctx);
    match constraint.form {
        AttrForm::Unit => matches!(kind, AttrKind::Unit),
        AttrForm::SymbolName => matches!(kind, AttrKind::String { .. }),
        AttrForm::DenseArray(wanted) => matches!(kind, AttrKind::DenseArray { element, .. } if *element == wanted),
        AttrForm::Enum(_) | AttrForm::Dialect(_) => (constraint.check)(ctx, attr),
        AttrForm::Typed(ty) => match ty(ctx) {
            Type::NONE => matches!(kind, AttrKind::String { .. }),
            Type::I1 => matches!(kind, AttrKind::Integer { ty, .. } if *ty == Type::I1),
            ty if ty.float(ctx).is_some() => matches!(kind, AttrKind::Float { .. }),
            _ => matches!(kind, AttrKind::Integer { .. }),
        },
        AttrForm::Any => is_of_described_kind(constraint.summary, kind),
    }
}

/// The same for constraints that attributes are written for with their types: their descriptions tell the kind.
fn is_of_described_kind(summary: &str, kind: &AttrKind) -> bool {
    match summary {
        "string attribute" => matches!(kind, AttrKind::String { .. }),
        "flat symbol reference attribute" => matches!(kind, AttrKind::SymbolRef { nested, .. } if nested.is_empty()),
        "symbol reference attribute" => matches!(kind, AttrKind::SymbolRef { .. }),
        "AffineMap attribute" => matches!(kind, AttrKind::AffineMap(_)),
        "IntegerSet attribute" => matches!(kind, AttrKind::IntegerSet(_)),
        _ if summary.ends_with("type attribute") || summary.contains("type attribute of") => {
            matches!(kind, AttrKind::Type(_))
        }
        _ if summary.ends_with("array attribute") || summary.starts_with("Array of") => {
            matches!(kind, AttrKind::Array(_))
        }
        _ => true,
    }
}
