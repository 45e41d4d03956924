//! Replacing an op by an llvm op with the same operands.

use asyncir_ir::def::OpDef;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Attribute, Context, NamedAttribute, OpId, OperationState, Type, TypeKind, ValueId};

use super::{LlvmTypeConverter, types, vectors};

/// The attributes that the new op gets, both kinds as dictionaries.
#[derive(Clone, Copy, Debug)]
pub struct NewAttributes {
    /// Inherent ones, beside the defaults of the new op.
    pub properties: Attribute,
    /// Discardable ones.
    pub attrs: Attribute,
}

impl NewAttributes {
    /// The discardable attributes of an op and no inherent ones.
    pub fn discardable_of(rw: &Rewriter<'_>, op: OpId) -> Self {
        Self {
            properties: Attribute::EMPTY_DICT,
            attrs: rw.body.op(op).attrs(),
        }
    }

    /// Given attributes, each as what it is for the op `def`.
    pub fn split(ctx: &Context, def: &'static OpDef, given: &[NamedAttribute]) -> Self {
        let is_inherent = |entry: &&NamedAttribute| def.is_inherent(ctx.str(entry.0));
        let (inherent, discardable): (Vec<_>, Vec<_>) = given.iter().partition(is_inherent);
        Self {
            properties: ctx.dict_attr(&inherent),
            attrs: ctx.dict_attr(&discardable),
        }
    }

    /// The attributes with a further inherent one.
    #[must_use]
    pub fn with(self, ctx: &Context, name: &str, value: Attribute) -> Self {
        Self {
            properties: ctx.dict_with(self.properties, name, Some(value)),
            ..self
        }
    }

    /// The state of the op `def` with these attributes.
    pub fn state(
        self,
        ctx: &Context,
        def: &'static OpDef,
        loc: asyncir_ir::Location,
        operands: &[ValueId],
        result: Type,
    ) -> OperationState {
        let mut state = OperationState::of(def, loc).operands(operands).results(&[result]);
        state.attrs = self.attrs;
        let defaults = ctx.default_properties(def).as_dict(ctx).unwrap_or_default();
        let given = self.properties.as_dict(ctx).unwrap_or_default();
        state.properties = ctx.dict_attr(&[defaults, given].concat());
        state
    }
}

/// Replaces an op of one result by the llvm op `target` on the converted operands; on vectors of several dimensions by
/// one for each innermost vector. `None` if an operand or the result has no counterpart in llvm.
pub fn vector_one_to_one(
    rw: &mut Rewriter<'_>,
    op: OpId,
    target: &'static OpDef,
    operands: &[ValueId],
    attributes: NewAttributes,
    converter: &LlvmTypeConverter,
) -> Option<()> {
    if !operands
        .iter()
        .all(|&value| types::is_compatible(rw.ctx, rw.body.value_type(value)))
    {
        return None;
    }
    let result = rw.body.value_type(rw.body.result(op, 0));
    let loc = rw.location_of(op);
    let converted = converter.convert(rw.ctx, result)?;
    let is_array = |ty: Type| types::array_parts(rw.ctx, ty).is_some();
    let first_is_array = operands
        .first()
        .map_or(is_array(converted), |&v| is_array(rw.body.value_type(v)));
    let value = if first_is_array {
        vectors::for_each_innermost(rw, loc, converter, result, operands, &mut |rw, ty, parts| {
            rw.insert_value(attributes.state(rw.ctx, target, loc, parts, ty))
        })?
    } else {
        rw.insert_value(attributes.state(rw.ctx, target, loc, operands, converted))
    };
    rw.replace(op, &[value]);
    Some(())
}

/// Whether a type is a float type, or a vector of one, that llvm lacks, so that it is converted to an integer.
pub fn is_unsupported_float(ctx: &Context, converter: &LlvmTypeConverter, ty: Type) -> bool {
    let element = match ty.kind(ctx) {
        TypeKind::Vector { element, .. } => *element,
        _ => ty,
    };
    element.float(ctx).is_some()
        && converter
            .convert(ctx, element)
            .is_some_and(|converted| converted.float(ctx).is_none())
}

/// Whether an operand or result of an op is of such a type.
pub fn has_unsupported_floats(rw: &Rewriter<'_>, op: OpId, converter: &LlvmTypeConverter) -> bool {
    let mut values = rw.body.operands(op).chain(rw.body.results(op));
    values.any(|value| is_unsupported_float(rw.ctx, converter, rw.body.value_type(value)))
}
