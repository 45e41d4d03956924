//! What a function takes and gives, each with its attributes.

use asyncir_ir::{Attribute, Context, NamedAttribute, Operation, Type};

/// A type with attributes.
pub(super) type Slot = (Type, Attribute);

/// The arguments and results of a function.
pub(super) struct Signature {
    pub inputs: Vec<Slot>,
    pub outputs: Vec<Slot>,
}

impl Signature {
    pub(super) fn of(ctx: &Context, function: &Operation) -> Option<Self> {
        let ty = function.property(ctx, "function_type")?.as_type(ctx)?;
        let (inputs, outputs) = ty.function(ctx)?;
        let slots = |types: &[Type], name: &'static str| {
            let attrs = function
                .property(ctx, name)
                .and_then(|attr| attr.as_array(ctx))
                .unwrap_or_default();
            let attr = |index: usize| attrs.get(index).copied().unwrap_or(Attribute::EMPTY_DICT);
            types.iter().enumerate().map(|(index, &ty)| (ty, attr(index))).collect()
        };
        Some(Self {
            inputs: slots(inputs, "arg_attrs"),
            outputs: slots(outputs, "res_attrs"),
        })
    }

    /// Gives it to a function.
    pub(super) fn set(&self, ctx: &Context, function: &mut Operation) {
        let types = |slots: &[Slot]| slots.iter().map(|&(ty, _)| ty).collect::<Vec<Type>>();
        let ty = ctx.function_type(&types(&self.inputs), &types(&self.outputs));
        function.set_property(ctx, "function_type", Some(ctx.type_attr(ty)));
        for (slots, name) in [(&self.inputs, "arg_attrs"), (&self.outputs, "res_attrs")] {
            let attrs: Vec<Attribute> = slots.iter().map(|&(_, attr)| attr).collect();
            let is_empty = |attr: &Attribute| attr.as_dict(ctx).is_none_or(<[NamedAttribute]>::is_empty);
            let attrs = (!attrs.iter().all(is_empty)).then(|| ctx.array_attr(&attrs));
            function.set_property(ctx, name, attrs);
        }
    }
}
