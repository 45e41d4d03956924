//! Ops that are done on wider floats than they are on: operands are extended, and results truncated.

use asyncir_dialects::arith::build::with_element;
use asyncir_dialects::arith::{ExtFOp, TruncFOp, attrs};
use asyncir_ir::float::FloatSemantics;
use asyncir_ir::rewrite::{Conversion, ConversionPattern, PatternRoot, Rewriter, TypeConverter, ValueVec};
use asyncir_ir::{Context, Diagnostic, Fallible, Location, OpId, OperationState, Type, TypeKind, ValueId};

/// The types of floats that are named; `role` says of what, for the error.
pub(crate) fn parse_types(ctx: &Context, role: &str, names: &[String]) -> Fallible<Vec<Type>> {
    names.iter().map(|name| parse_type(ctx, role, name)).collect()
}

/// The type of floats of a name; `tf32` has no width that a target could store.
pub(crate) fn parse_type(ctx: &Context, role: &str, name: &str) -> Fallible<Type> {
    let semantics = FloatSemantics::from_keyword(name);
    match semantics.filter(|&one| one != FloatSemantics::TF32) {
        Some(semantics) => Ok(ctx.ty(TypeKind::Float(semantics))),
        None => {
            let message = format!("could not map {role} type '{name}' to a known floating-point type");
            Err(Diagnostic::error(Location::UNKNOWN, message))
        }
    }
}

/// Converts floats that are not supported, and vectors and tensors of them.
pub(crate) fn converter(
    target: Type,
    is_supported: impl Fn(&Context, Type) -> bool + Send + Sync + 'static,
) -> TypeConverter {
    let mut converter = TypeConverter::new();
    converter.add_conversion(move |_, ctx, ty| {
        let element = ty.element_or_self(ctx);
        let stays = element.float(ctx).is_none() || is_supported(ctx, element);
        Some(Conversion::One(if stays { ty } else { with_element(ctx, ty, target) }))
    });
    converter.add_target_materialization(|rw, types, inputs, location, _| {
        let (&[value], &[ty]) = (inputs, types) else {
            return None;
        };
        let flags = Some(attrs::contract(rw.ctx));
        let extended = ExtFOp::build(rw.ctx, location, value, flags, &[ty]);
        Some(ValueVec::from_slice(&[rw.insert_value(extended)]))
    });
    converter
}

/// Makes an op of any kind anew, on wider floats.
pub(crate) struct Widen(pub(crate) TypeConverter);

impl ConversionPattern for Widen {
    fn root(&self) -> PatternRoot {
        PatternRoot::Any
    }

    fn converter(&self) -> Option<&TypeConverter> {
        Some(&self.0)
    }

    fn rewrite(&self, rw: &mut Rewriter<'_>, op: OpId, operands: &[ValueId]) -> Option<()> {
        let ctx = rw.ctx;
        if self.0.is_legal_op(rw.body.op_ref(ctx, op)) || !rw.body.op_regions(op).is_empty() {
            return None;
        }
        let old_types = rw.body.result_types(op);
        let data = rw.body.op(op);
        let location = data.location();
        let mut state = OperationState::like(data).operands(operands);
        state.results = self.0.convert_types(ctx, &old_types)?.into();
        let wide = rw.insert(state);
        let results: Vec<ValueId> = rw.body.results(wide).collect();
        let narrow = results.into_iter().zip(old_types).map(|(value, ty)| {
            if rw.body.value_type(value) == ty {
                return value;
            }
            let flags = Some(attrs::contract(ctx));
            rw.insert_value(TruncFOp::build(ctx, location, value, None, flags, &[ty]))
        });
        let narrow: Vec<ValueId> = narrow.collect();
        rw.replace(op, &narrow);
        Some(())
    }
}
