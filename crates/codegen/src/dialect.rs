//! The types and attributes of the llvm dialect, as the translation reads them.
//!
//! This is the only place that knows how the dialect stores its parameters.

use asyncir_ir::{AttrKind, Attribute, Context, Ident, OpRef, Type, TypeKind};

/// A type that LLVM has, taken apart by one level.
pub(crate) enum LlvmType<'a> {
    /// `iN`
    Integer(u32),
    /// LLVM's keyword of a float type.
    Float(&'static str),
    /// A type without parameters, by LLVM's keyword: `void`, `token`, `label`, ...
    Keyword(&'static str),
    /// `ptr` in an address space.
    Pointer(u32),
    /// `[N x T]`
    Array(u64, Type),
    /// `<N x T>`, scalable or not.
    Vector { size: u64, scalable: bool, element: Type },
    /// A struct.
    Struct(StructType<'a>),
    /// A function type.
    Function {
        result: Type,
        parameters: Vec<Type>,
        variadic: bool,
    },
    /// `target("name", types, integers)`
    Target {
        name: &'a str,
        types: Vec<Type>,
        integers: Vec<i64>,
    },
}

/// A struct type. One with a name is known by it; its body is `None` while it is opaque.
pub(crate) struct StructType<'a> {
    pub(crate) name: Option<&'a str>,
    pub(crate) packed: bool,
    pub(crate) body: Option<Vec<Type>>,
}

/// Marks an index that is an operand in the `rawConstantIndices` of `llvm.getelementptr`.
pub(crate) const DYNAMIC_INDEX: i64 = i32::MIN as i64;

/// What `ty` is to LLVM; `None` for types that LLVM does not have.
pub(crate) fn llvm_type(ctx: &Context, ty: Type) -> Option<LlvmType<'_>> {
    match ty.kind(ctx) {
        TypeKind::Integer { width, .. } => Some(LlvmType::Integer(*width)),
        TypeKind::Float(semantics) => float_keyword(*semantics).map(LlvmType::Float),
        TypeKind::Vector {
            shape,
            scalable,
            element,
        } => match (&**shape, &**scalable) {
            ([size], [scalable]) => {
                let size = u64::try_from(*size).ok()?;
                Some(LlvmType::Vector {
                    size,
                    scalable: *scalable,
                    element: *element,
                })
            }
            _ => None,
        },
        TypeKind::Dialect { def, params } => dialect_type(ctx, ty, def.name, params),
        _ => None,
    }
}

fn float_keyword(semantics: asyncir_ir::float::FloatSemantics) -> Option<&'static str> {
    use asyncir_ir::float::FloatSemantics as F;
    match semantics {
        F::F16 => Some("half"),
        F::BF16 => Some("bfloat"),
        F::F32 => Some("float"),
        F::F64 => Some("double"),
        F::F80 => Some("x86_fp80"),
        F::F128 => Some("fp128"),
        _ => None,
    }
}

fn dialect_type<'a>(ctx: &'a Context, ty: Type, name: &str, params: &'a [Attribute]) -> Option<LlvmType<'a>> {
    match name {
        "llvm.void" => Some(LlvmType::Keyword("void")),
        "llvm.token" => Some(LlvmType::Keyword("token")),
        "llvm.label" => Some(LlvmType::Keyword("label")),
        "llvm.metadata" => Some(LlvmType::Keyword("metadata")),
        "llvm.x86_amx" => Some(LlvmType::Keyword("x86_amx")),
        "llvm.ppc_fp128" => Some(LlvmType::Float("ppc_fp128")),
        "llvm.ptr" => {
            let space = params.first().map_or(Some(0), |space| space.as_i64(ctx))?;
            Some(LlvmType::Pointer(u32::try_from(space).ok()?))
        }
        "llvm.array" => {
            let size = params.iter().find_map(|param| param.as_i64(ctx))?;
            let element = params.iter().find_map(|param| param.as_type(ctx))?;
            Some(LlvmType::Array(u64::try_from(size).ok()?, element))
        }
        "llvm.func" => Some(LlvmType::Function {
            result: params.iter().find_map(|param| param.as_type(ctx))?,
            parameters: types_of(ctx, params.iter().find_map(|param| param.as_array(ctx))?)?,
            variadic: params.contains(&Attribute::TRUE),
        }),
        "llvm.struct" => struct_type(ctx, ty, params).map(LlvmType::Struct),
        "llvm.target" => Some(LlvmType::Target {
            name: params.iter().find_map(|param| param.as_str(ctx))?,
            types: params
                .iter()
                .flat_map(|param| arrays(ctx, *param))
                .filter_map(|p| p.as_type(ctx))
                .collect(),
            integers: params
                .iter()
                .flat_map(|param| arrays(ctx, *param))
                .filter_map(|p| p.as_i64(ctx))
                .collect(),
        }),
        _ => None,
    }
}

fn struct_type<'a>(ctx: &'a Context, ty: Type, params: &'a [Attribute]) -> Option<StructType<'a>> {
    let name = params.iter().find_map(|param| param.as_str(ctx));
    // A struct with a name may be a part of itself, so that the context knows its body.
    let own = ctx.type_body(ty).and_then(|body| body.as_array(ctx)).unwrap_or(params);
    let body = match own.iter().find_map(|param| param.as_array(ctx)) {
        Some(body) => Some(types_of(ctx, body)?),
        None => None,
    };
    Some(StructType {
        name,
        packed: own.contains(&Attribute::TRUE),
        body,
    })
}

fn arrays(ctx: &Context, attr: Attribute) -> &[Attribute] {
    attr.as_array(ctx).unwrap_or(&[])
}

fn types_of(ctx: &Context, attrs: &[Attribute]) -> Option<Vec<Type>> {
    attrs.iter().map(|attr| attr.as_type(ctx)).collect()
}

/// An inherent attribute; one of an unregistered op may stand among the discardable ones.
pub(crate) fn attr(op: OpRef<'_>, name: &'static str) -> Option<Attribute> {
    op.property(name).or_else(|| op.data().attr(op.ctx, name))
}

/// Whether a unit attribute is there.
pub(crate) fn flag(op: OpRef<'_>, name: &'static str) -> bool {
    attr(op, name).is_some_and(|value| value != Attribute::FALSE)
}

/// The value of an integer attribute.
pub(crate) fn integer(op: OpRef<'_>, name: &'static str) -> Option<i64> {
    attr(op, name).and_then(|value| enum_value(op.ctx, value))
}

/// The alignment that an op states: as MLIR, the greatest power of two in it.
pub(crate) fn alignment(op: OpRef<'_>) -> Option<u64> {
    let alignment = u64::try_from(integer(op, "alignment")?).ok()?;
    Some(1 << alignment.checked_ilog2()?)
}

/// The text of a string attribute.
pub(crate) fn string<'a>(op: OpRef<'a>, name: &'static str) -> Option<&'a str> {
    attr(op, name).and_then(|value| value.as_str(op.ctx))
}

/// The type in a type attribute.
pub(crate) fn type_attr(op: OpRef<'_>, name: &'static str) -> Option<Type> {
    attr(op, name).and_then(|value| value.as_type(op.ctx))
}

/// The elements of an array attribute; none if it is not there.
pub(crate) fn array<'a>(op: OpRef<'a>, name: &'static str) -> &'a [Attribute] {
    attr(op, name).and_then(|value| value.as_array(op.ctx)).unwrap_or(&[])
}

/// The elements of a dense array of integers; none if it is not there.
pub(crate) fn integers(op: OpRef<'_>, name: &'static str) -> Vec<i64> {
    attr(op, name)
        .and_then(|value| value.as_dense_ints(op.ctx))
        .unwrap_or_default()
}

/// The symbol of a flat symbol reference.
pub(crate) fn symbol<'a>(op: OpRef<'a>, name: &'static str) -> Option<&'a str> {
    attr(op, name)
        .and_then(|value| value.as_flat_symbol(op.ctx))
        .map(|ident| op.ctx.str(ident))
}

/// The innermost name of a symbol reference.
pub(crate) fn leaf_symbol(ctx: &Context, attr: Attribute) -> Option<Ident> {
    match attr.kind(ctx) {
        AttrKind::SymbolRef { root, nested } => Some(*nested.last().unwrap_or(root)),
        _ => None,
    }
}

/// The keyword of an enum attribute, wrapped by the dialect or not, whose value is an index into `cases`.
pub(crate) fn keyword<'a>(ctx: &Context, attr: Attribute, cases: &[&'a str]) -> Option<&'a str> {
    let value = enum_value(ctx, attr)?;
    usize::try_from(value).ok().and_then(|index| cases.get(index)).copied()
}

/// The integer of an enum attribute, wrapped or not.
pub(crate) fn enum_value(ctx: &Context, attr: Attribute) -> Option<i64> {
    match attr.kind(ctx) {
        AttrKind::Dialect { params, .. } => enum_value(ctx, *params.first()?),
        _ => attr.as_i64(ctx),
    }
}

/// Whether this is the llvm dialect's attribute of that name, such as `zero` for `#llvm.zero`.
pub(crate) fn is_dialect_attr(ctx: &Context, attr: Attribute, name: &str) -> bool {
    dialect_params(ctx, attr, name).is_some()
}

/// The parameters of the llvm dialect's attribute of that name.
pub(crate) fn dialect_params<'a>(ctx: &'a Context, attr: Attribute, name: &str) -> Option<&'a [Attribute]> {
    match attr.kind(ctx) {
        AttrKind::Dialect { def, params } if def.name.strip_prefix("llvm.") == Some(name) => Some(params),
        _ => None,
    }
}
