//! `func.func`.

use asyncir_dialects::func::FuncOp;
use asyncir_dialects::llvm;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::conversion::ConversionPatterns;
use asyncir_ir::rewrite::{InputMapping, Rewriter, SignatureConversion};
use asyncir_ir::{AttrKind, Attribute, Context, Fallible, NamedAttribute, OpId, OperationState, Type};

use super::wrappers;
use crate::conversion::llvm_common::rewrites::NewAttributes;
use crate::conversion::llvm_common::{LlvmTypeConverter, types};

const VARARGS: &str = "func.varargs";
const LINKAGE: &str = "llvm.linkage";
const READNONE: &str = "llvm.readnone";
/// What asks for a wrapper that takes memrefs by pointer.
pub(crate) const EMIT_C_INTERFACE: &str = "llvm.emit_c_interface";

/// Attributes of arguments that hold the type that the argument points to.
const POINTEE_ATTRS: [&str; 4] = ["llvm.byval", "llvm.byref", "llvm.sret", "llvm.inalloca"];

/// A function as it was, with all that its conversion needs to know.
pub(super) struct Original {
    pub name: String,
    pub ty: Type,
    /// Unless it is public, which goes without saying.
    pub visibility: Option<Attribute>,
    /// Discardable attributes that stay.
    pub kept: NewAttributes,
    arg_attrs: Option<Attribute>,
    res_attrs: Option<Attribute>,
    is_variadic: bool,
    emits_c_interface: bool,
}

impl Original {
    fn of(rw: &Rewriter<'_>, op: OpId) -> Option<Self> {
        let (ctx, data) = (rw.ctx, rw.body.op(op));
        let dropped = [VARARGS, LINKAGE, READNONE];
        let kept: Vec<NamedAttribute> = data
            .attrs()
            .as_dict(ctx)?
            .iter()
            .copied()
            .filter(|&(name, _)| !dropped.contains(&ctx.str(name)))
            .collect();
        Some(Self {
            name: data.property(ctx, "sym_name")?.as_str(ctx)?.to_owned(),
            ty: data.property(ctx, "function_type")?.as_type(ctx)?,
            visibility: data
                .property(ctx, "sym_visibility")
                .filter(|attr| attr.as_str(ctx) != Some("public")),
            kept: NewAttributes::split(ctx, llvm::FuncOp::DEF, &kept),
            arg_attrs: data.property(ctx, "arg_attrs"),
            res_attrs: data.property(ctx, "res_attrs"),
            is_variadic: data.attr(ctx, VARARGS) == Some(Attribute::TRUE),
            emits_c_interface: data.attr(ctx, EMIT_C_INTERFACE) == Some(Attribute::UNIT),
        })
    }

    fn num_results(&self, ctx: &Context) -> usize {
        self.ty.function(ctx).map_or(0, |(_, results)| results.len())
    }

    /// Attributes for the wrapper that C code sees or defines. With a struct result, which is then passed through a
    /// first argument, arguments move by one.
    pub fn set_wrapper_attrs(&self, ctx: &Context, state: &mut OperationState, has_struct_result: bool) {
        let mut set = |name, value| state.properties = ctx.dict_with(state.properties, name, value);
        set("sym_visibility", self.visibility);
        if !has_struct_result {
            set("res_attrs", self.res_attrs);
            set("arg_attrs", self.arg_attrs);
        } else if let Some(args) = self.arg_attrs.and_then(|attr| attr.as_array(ctx)) {
            let moved: Vec<Attribute> = [Attribute::EMPTY_DICT].iter().chain(args).copied().collect();
            set("arg_attrs", Some(ctx.array_attr(&moved)));
        }
    }
}

pub(super) fn populate(converter: &LlvmTypeConverter, patterns: &mut ConversionPatterns) {
    let llvm = converter.clone();
    let entry = converter.entry_converter();
    patterns.add(FuncOp::DEF, converter.converter(), move |rw, op, _| {
        let original = Original::of(rw, op)?;
        let (ty, signature) = llvm.convert_function_signature(rw.ctx, original.ty, original.is_variadic)?;
        let mut state = match new_function(rw, op, &original, ty, &signature, &llvm) {
            Ok(state) => state,
            Err(diagnostic) => {
                rw.report(diagnostic);
                return None;
            }
        };
        let is_declaration = rw.body.op(op).body().is_none_or(|body| body.entry().is_none());
        // C code can call a function that takes plain pointers.
        let needs_wrapper = original.emits_c_interface && !llvm.options().bare_pointers;
        let wrapper = needs_wrapper.then_some(is_declaration);
        if wrapper == Some(true) {
            state.properties = rw
                .ctx
                .dict_with(state.properties, "linkage", Some(types::linkage(rw.ctx, "private")));
        }
        state.body = rw.body.op_mut(op).take_body();
        let new = rw.insert(state);
        if !is_declaration {
            rw.convert_body_signature(new, &signature, &entry)?;
        }
        match wrapper {
            Some(true) => wrappers::call_implementation_in_c(rw, new, &original, &llvm)?,
            Some(false) => wrappers::make_callable_from_c(rw, new, &original, &llvm)?,
            None => {}
        }
        rw.erase(op);
        Some(())
    });
}

/// The new function, still without its body.
fn new_function(
    rw: &Rewriter<'_>,
    op: OpId,
    original: &Original,
    ty: Type,
    signature: &SignatureConversion,
    converter: &LlvmTypeConverter,
) -> Fallible<OperationState> {
    let (ctx, loc) = (rw.ctx, rw.location_of(op));
    let op_ref = rw.body.op_ref(ctx, op);
    let data = op_ref.data();
    if original.emits_c_interface && original.is_variadic {
        return Err(op_ref.bare_error("C interface for variadic functions is not supported yet."));
    }
    let linkage = data.attr(ctx, LINKAGE);
    if linkage.is_some_and(|linkage| !types::is_linkage(ctx, linkage)) {
        return Err(op_ref.bare_error(format!("Contains {LINKAGE} attribute not of type LLVM::LinkageAttr")));
    }
    let memory_effects = match data.attr(ctx, READNONE) {
        None => None,
        Some(Attribute::UNIT) => Some(types::no_memory_effects(ctx)),
        Some(_) => {
            return Err(op_ref.bare_error(format!("Contains {READNONE} attribute not of type UnitAttr")));
        }
    };
    let res_attrs = original.res_attrs.filter(|_| original.num_results(ctx) == 1);
    let arg_attrs = original
        .arg_attrs
        .map(|attrs| convert_arg_attrs(ctx, attrs, signature, converter));
    let name = ctx.str_attr(&original.name);
    let given = [
        ("sym_name", Some(name)),
        ("function_type", Some(ctx.type_attr(ty))),
        ("sym_visibility", original.visibility),
        ("linkage", linkage),
        ("memory_effects", memory_effects),
        ("res_attrs", res_attrs),
        ("arg_attrs", arg_attrs),
    ];
    let mut state = OperationState::of(llvm::FuncOp::DEF, loc);
    state.set_properties(ctx, &given, &[]);
    let kept = original.kept.properties.as_dict(ctx).unwrap_or_default();
    let own = state.properties.as_dict(ctx).unwrap_or_default();
    state.properties = ctx.dict_attr(&[own, kept].concat());
    state.attrs = original.kept.attrs;
    Ok(state)
}

/// Attributes stay on arguments that stay one; the parts of others have none.
fn convert_arg_attrs(
    ctx: &Context,
    attrs: Attribute,
    signature: &SignatureConversion,
    converter: &LlvmTypeConverter,
) -> Attribute {
    let mut new = vec![Attribute::EMPTY_DICT; signature.types().len()];
    for (index, &dict) in attrs.as_array(ctx).unwrap_or_default().iter().enumerate() {
        if let Some(&InputMapping::Arguments { first, count: 1 }) = signature.input(index) {
            new[first] = convert_pointee_types(ctx, dict, converter);
        }
    }
    ctx.array_attr(&new)
}

fn convert_pointee_types(ctx: &Context, dict: Attribute, converter: &LlvmTypeConverter) -> Attribute {
    let entries = dict.as_dict(ctx).unwrap_or_default().iter().map(|&(name, attr)| {
        let AttrKind::Type(ty) = *attr.kind(ctx) else {
            return (name, attr);
        };
        let converted = POINTEE_ATTRS
            .contains(&ctx.str(name))
            .then(|| converter.convert(ctx, ty))
            .flatten();
        (name, converted.map_or(attr, |ty| ctx.type_attr(ty)))
    });
    ctx.dict_attr(&entries.collect::<Vec<_>>())
}
