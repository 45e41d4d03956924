//! Types and attributes of the llvm dialect, as the conversions need them.

use asyncir_dialects::enum_attrs::enum_attribute;
use asyncir_dialects::llvm::{attrs, struct_attrs, types as llvm};
use asyncir_ir::def::EnumDef;
use asyncir_ir::{Attribute, Context, Type, TypeKind};

pub use llvm::make::{literal_struct, ptr, ptr_in, void};
pub use llvm::{is_compatible, is_llvm};

/// `!llvm.array<size x element>`
pub fn array(ctx: &Context, element: Type, size: u64) -> Type {
    llvm::make::array(ctx, size, element)
}

/// `!llvm.func<result (params)>`
pub fn function(ctx: &Context, result: Type, params: &[Type], variadic: bool) -> Type {
    llvm::make::func(ctx, result, params, variadic)
}

/// The types of the parameters of a function type.
pub fn function_params(ctx: &Context, ty: Type) -> Option<Vec<Type>> {
    llvm::func_parts(ctx, ty).map(|parts| parts.params.into_vec())
}

/// The type of the result of a function type; `None` if it is `void`.
pub fn function_result(ctx: &Context, ty: Type) -> Option<Type> {
    llvm::func_parts(ctx, ty)
        .map(|parts| parts.result)
        .filter(|&result| result != void(ctx))
}

/// Whether this is a pointer.
pub fn is_ptr(ctx: &Context, ty: Type) -> bool {
    ty.is_a(ctx, &llvm::PTR)
}

/// The types of the fields of a struct.
pub fn struct_elements(ctx: &Context, ty: Type) -> Option<Vec<Type>> {
    llvm::struct_parts(ctx, ty)?.fields.map(llvm::Types::into_vec)
}

/// The fields of a struct without a name, and whether it is packed.
pub fn literal_struct_elements(ctx: &Context, ty: Type) -> Option<(Vec<Type>, bool)> {
    let parts = llvm::struct_parts(ctx, ty)?;
    parts.name.is_none().then_some((parts.fields?.into_vec(), parts.packed))
}

/// A struct without a name.
pub fn literal_struct_of(ctx: &Context, fields: &[Type], packed: bool) -> Type {
    llvm::make::struct_of(ctx, packed, fields)
}

/// Element type and size of an array.
pub fn array_parts(ctx: &Context, ty: Type) -> Option<(Type, u64)> {
    llvm::array_parts(ctx, ty).map(|(size, element)| (element, size))
}

/// The type of what stands at a position in structs and arrays within each other; `None` if nothing does.
pub fn element_at(ctx: &Context, aggregate: Type, position: &[i64]) -> Option<Type> {
    position.iter().try_fold(aggregate, |ty, &index| {
        let index = usize::try_from(index).ok()?;
        match array_parts(ctx, ty) {
            Some((element, size)) => ((index as u64) < size).then_some(element),
            None => struct_elements(ctx, ty)?.get(index).copied(),
        }
    })
}

/// `i1`, or a vector of it as long as `ty`.
pub fn i1_like(ctx: &Context, ty: Type) -> Type {
    with_element(ctx, ty, Type::I1)
}

/// `element`, or a vector of it as long as `ty`.
pub fn with_element(ctx: &Context, ty: Type, element: Type) -> Type {
    match ty.kind(ctx) {
        TypeKind::Vector { shape, scalable, .. } => ctx.ty(TypeKind::Vector {
            shape: shape.clone(),
            scalable: scalable.clone(),
            element,
        }),
        _ => element,
    }
}

fn case(def: &EnumDef, keyword: &str) -> i64 {
    def.value(keyword)
        .unwrap_or_else(|| panic!("{keyword} is a case of {}", def.name))
}

/// The attribute of a relation of `llvm.icmp`, such as `slt`.
///
/// # Panics
/// If there is no such relation.
pub fn icmp_predicate(ctx: &Context, keyword: &str) -> Attribute {
    ctx.i64_attr(case(&attrs::ICMP_PREDICATES, keyword))
}

/// `#llvm.linkage<keyword>`
///
/// # Panics
/// If there is no such linkage.
pub fn linkage(ctx: &Context, keyword: &str) -> Attribute {
    enum_attribute(ctx, &attrs::LINKAGE_DEF, case(&attrs::LINKAGES, keyword))
}

/// Whether this is `#llvm.linkage<...>`.
pub fn is_linkage(ctx: &Context, attr: Attribute) -> bool {
    attr.params_of(ctx, &attrs::LINKAGE_DEF).is_some()
}

/// `#llvm.memory_effects<other = none, ...>`: a function that does nothing to memory.
pub fn no_memory_effects(ctx: &Context) -> Attribute {
    let none = ctx.i64_attr(case(&struct_attrs::MOD_REF_INFOS, "none"));
    ctx.dialect_attr(
        &struct_attrs::MEMORY_EFFECTS_DEF,
        &[none; struct_attrs::MEMORY_EFFECTS_DEF.params.len()],
    )
}
