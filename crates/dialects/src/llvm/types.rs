//! Types of the dialect, and which builtin types it works on.

use asyncir_ir::asm::{AsmParser, AsmPrinter};
use asyncir_ir::def::{ParamFormat, ParamName, TypeDef};
use asyncir_ir::{Attribute, Context, Fallible, Signedness, Type, TypeKind};

use asyncir_ir::float::FloatSemantics;
use smallvec::SmallVec;

pub use super::struct_type::{STRUCT, StructParts, struct_parts};

/// A type without parameters.
macro_rules! plain_types {
    ($($(#[$doc:meta])* $NAME:ident $name:literal $summary:literal;)*) => {$(
        $(#[$doc])*
        pub static $NAME: TypeDef = TypeDef {
            name: $name,
            summary: $summary,
            description: "",
            params: &[],
            format: ParamFormat::None,
            verify: None,
            unreadable: None,
        };
    )*};
}

plain_types! {
    /// `!llvm.void`
    VOID "llvm.void" "LLVM void type";
    /// `!llvm.token`
    TOKEN "llvm.token" "LLVM token type";
    /// `!llvm.label`
    LABEL "llvm.label" "LLVM label type";
    /// `!llvm.metadata`
    METADATA "llvm.metadata" "LLVM metadata type";
    /// `!llvm.ppc_fp128`
    PPC_FP128 "llvm.ppc_fp128" "128-bit float made of two doubles";
    /// `!llvm.x86_amx`
    X86_AMX "llvm.x86_amx" "LLVM x86_amx type";
}

/// `!llvm.ptr`, `!llvm.ptr<1>`
pub static PTR: TypeDef = TypeDef {
    name: "llvm.ptr",
    summary: "LLVM pointer type",
    description: "A pointer; what it points to is not part of the type.",
    params: &[("addressSpace", "i32")],
    format: ParamFormat::Custom(parse_ptr, print_ptr),
    verify: None,
    unreadable: None,
};

/// `!llvm.array<4 x i32>`
pub static ARRAY: TypeDef = TypeDef {
    name: "llvm.array",
    summary: "LLVM array type",
    description: "A number of elements of one type, one behind the other in memory.",
    params: &[("numElements", "i64"), ("elementType", "type")],
    format: ParamFormat::Custom(parse_array, print_array),
    verify: Some(verify_array),
    unreadable: None,
};

/// `!llvm.func<i32 (ptr, ...)>`
pub static FUNC: TypeDef = TypeDef {
    name: "llvm.func",
    summary: "LLVM function type",
    description: "The type of a function: one result, which may be `void`, and parameters, open to more with `...`.",
    params: &[("returnType", "type"), ("params", "array of types"), ("varArg", "bool")],
    format: ParamFormat::Custom(parse_func, print_func),
    verify: Some(verify_func),
    unreadable: None,
};

/// `!llvm.target<"name", i32, 1>`
pub static TARGET: TypeDef = TypeDef {
    name: "llvm.target",
    summary: "LLVM target-specific extension type",
    description: "A type that only one target knows: a name with types and integers.",
    params: &[
        ("extTypeName", "string"),
        ("typeParams", "array of types"),
        ("intParams", "array of integers"),
    ],
    format: ParamFormat::Custom(parse_target, print_target),
    verify: None,
    unreadable: None,
};

/// All types of the dialect.
pub static TYPES: &[&TypeDef] = &[
    &VOID, &TOKEN, &LABEL, &METADATA, &PPC_FP128, &X86_AMX, &PTR, &ARRAY, &FUNC, &STRUCT, &TARGET,
];

/// Types of parameters or fields.
pub type Types = SmallVec<[Type; 8]>;

/// Makers of the dialect's types.
pub mod make {
    use super::*;

    pub use super::super::struct_type::{literal_struct, struct_of};

    /// `!llvm.ptr` of the default address space.
    pub fn ptr(ctx: &Context) -> Type {
        ptr_in(ctx, 0)
    }

    /// `!llvm.ptr<space>`
    pub fn ptr_in(ctx: &Context, space: u32) -> Type {
        ctx.dialect_type(&PTR, &[ctx.int_attr(Type::I32, space.into())])
    }

    /// `!llvm.void`
    pub fn void(ctx: &Context) -> Type {
        ctx.dialect_type(&VOID, &[])
    }

    /// `!llvm.token`
    pub fn token(ctx: &Context) -> Type {
        ctx.dialect_type(&TOKEN, &[])
    }

    /// `!llvm.array<count x element>`
    pub fn array(ctx: &Context, count: u64, element: Type) -> Type {
        ctx.dialect_type(&ARRAY, &[ctx.i64_attr(count as i64), ctx.type_attr(element)])
    }

    /// `!llvm.func<result (params)>`
    pub fn func(ctx: &Context, result: Type, params: &[Type], var_arg: bool) -> Type {
        let params = [ctx.type_attr(result), types_attr(ctx, params), Attribute::bool(var_arg)];
        ctx.dialect_type(&FUNC, &params)
    }
}

pub(super) fn types_attr(ctx: &Context, types: &[Type]) -> Attribute {
    let types: Vec<Attribute> = types.iter().map(|&ty| ctx.type_attr(ty)).collect();
    ctx.array_attr(&types)
}

pub(super) fn types_in(ctx: &Context, attr: Attribute) -> Types {
    attr.as_array(ctx)
        .unwrap_or(&[])
        .iter()
        .filter_map(|attr| attr.as_type(ctx))
        .collect()
}

/// The address space of a pointer.
pub fn address_space(ctx: &Context, ty: Type) -> Option<u32> {
    ty.params_of(ctx, &PTR)?
        .first()?
        .as_i64(ctx)
        .and_then(|space| u32::try_from(space).ok())
}

/// Number and type of the elements of an array.
pub fn array_parts(ctx: &Context, ty: Type) -> Option<(u64, Type)> {
    match ty.params_of(ctx, &ARRAY)? {
        [count, element] => Some((count.as_i64(ctx)? as u64, element.as_type(ctx)?)),
        _ => None,
    }
}

/// The parts of a function type.
#[derive(Debug)]
pub struct FuncParts {
    /// Type of the result, maybe `void`.
    pub result: Type,
    /// Types of the parameters.
    pub params: Types,
    /// Whether more arguments may follow.
    pub var_arg: bool,
}

/// The parts of a function type.
pub fn func_parts(ctx: &Context, ty: Type) -> Option<FuncParts> {
    match ty.params_of(ctx, &FUNC)? {
        &[result, params, var_arg] => Some(FuncParts {
            result: result.as_type(ctx)?,
            params: types_in(ctx, params),
            var_arg: var_arg == Attribute::TRUE,
        }),
        _ => None,
    }
}

/// Whether the type is a structure or an array.
pub fn is_aggregate(ctx: &Context, ty: Type) -> bool {
    ty.is_a(ctx, &STRUCT) || ty.is_a(ctx, &ARRAY)
}

/// Whether the dialect defines the type.
pub fn is_llvm(ctx: &Context, ty: Type) -> bool {
    ty.dialect(ctx).is_some_and(|(def, _)| def.name.starts_with("llvm."))
}

/// Whether the type is a float of LLVM.
pub fn is_float(ctx: &Context, ty: Type) -> bool {
    use FloatSemantics::*;
    ty.is_a(ctx, &PPC_FP128) || matches!(ty.float(ctx), Some(BF16 | F16 | F32 | F64 | F80 | F128))
}

/// Whether the type is a vector of LLVM: one dimension of integers, floats or pointers.
pub fn is_vector(ctx: &Context, ty: Type) -> bool {
    match ty.kind(ctx) {
        TypeKind::Vector { shape, element, .. } => {
            let element = *element;
            let known = element.is_signless_int(ctx) || is_float(ctx, element) || element.is_a(ctx, &PTR);
            shape.len() == 1 && known
        }
        _ => false,
    }
}

/// Whether the dialect works on the type: LLVM's types, integers, floats, vectors and aggregates of them.
pub fn is_compatible(ctx: &Context, ty: Type) -> bool {
    is_compatible_within(ctx, ty, &mut Vec::new())
}

/// As [`is_compatible`]; the structures in `known`, which have names, are looked at already.
fn is_compatible_within(ctx: &Context, ty: Type, known: &mut Vec<Type>) -> bool {
    match ty.kind(ctx) {
        TypeKind::Integer { signedness, .. } => *signedness == Signedness::Signless,
        TypeKind::Float(_) => is_float(ctx, ty),
        TypeKind::Vector { .. } => is_vector(ctx, ty),
        TypeKind::Dialect { .. } => {
            if let Some((_, element)) = array_parts(ctx, ty) {
                return is_compatible_within(ctx, element, known);
            }
            if let Some(parts) = struct_parts(ctx, ty) {
                if parts.name.is_some() {
                    if known.contains(&ty) {
                        return true;
                    }
                    known.push(ty);
                }
                let mut fields = parts.fields.unwrap_or_default().into_iter();
                return fields.all(|field| is_compatible_within(ctx, field, known));
            }
            if let Some(parts) = func_parts(ctx, ty) {
                return std::iter::once(parts.result)
                    .chain(parts.params)
                    .all(|ty| is_compatible_within(ctx, ty, known));
            }
            is_llvm(ctx, ty)
        }
        _ => false,
    }
}

/// Whether values of the type can be loaded and stored.
pub fn is_loadable(ctx: &Context, ty: Type) -> bool {
    let without_size = ty.is_a(ctx, &VOID)
        || ty.is_a(ctx, &TOKEN)
        || ty.is_a(ctx, &LABEL)
        || ty.is_a(ctx, &METADATA)
        || ty.is_a(ctx, &FUNC)
        || struct_parts(ctx, ty).is_some_and(|parts| parts.fields.is_none());
    is_compatible(ctx, ty) && !without_size
}

fn parse_ptr(parser: &mut dyn AsmParser) -> Fallible<Vec<Attribute>> {
    let mut space = 0;
    if parser.optional_punct("<") {
        let name = ParamName::new("LLVMPointerType", "addressSpace", "unsigned");
        space = name.read(parser, parse_space)?;
        parser.punct(">")?;
    }
    Ok(vec![parser.ctx().int_attr(Type::I32, space)])
}

/// A number of 32 bits; a negative one means the same as that number without its sign bit does.
fn parse_space(parser: &mut dyn AsmParser) -> Fallible<i128> {
    let at = parser.position();
    let space = parser.integer()?;
    match i64::try_from(space) {
        Ok(space @ -0x8000_0000..=0xffff_ffff) => Ok(i128::from(space as u32)),
        _ => Err(parser.error(at, "integer value too large")),
    }
}

fn print_ptr(printer: &mut dyn AsmPrinter, params: &[Attribute]) {
    let space = params.first().and_then(|attr| attr.as_i64(printer.ctx())).unwrap_or(0);
    if space != 0 {
        printer.text(&format!("<{}>", space as u32));
    }
}

/// A type whose `!llvm.` may be left out.
pub(super) fn parse_inner(parser: &mut dyn AsmParser) -> Fallible<Type> {
    for def in TYPES {
        if parser.optional_keyword(def.name.trim_start_matches("llvm.")) {
            return parser.dialect_type(def);
        }
    }
    let at = parser.position();
    if let Some(ty) = parser.optional_type()? {
        return Ok(ty);
    }
    let message = match parser.any_keyword() {
        Some(keyword) => format!("unknown LLVM type: {keyword}"),
        None => "expected valid keyword".to_owned(),
    };
    Err(parser.error(at, &message))
}

fn print_inner(printer: &mut dyn AsmPrinter, ty: Type) {
    match ty.dialect(printer.ctx()) {
        Some((def, _)) if is_llvm(printer.ctx(), ty) => {
            printer.text(def.name.trim_start_matches("llvm."));
            printer.stripped_type(ty);
        }
        _ => printer.ty(ty),
    }
}

pub(super) fn print_inner_list(printer: &mut dyn AsmPrinter, types: &[Type]) {
    for (index, &ty) in types.iter().enumerate() {
        if index > 0 {
            printer.text(", ");
        }
        print_inner(printer, ty);
    }
}

fn parse_array(parser: &mut dyn AsmParser) -> Fallible<Vec<Attribute>> {
    parser.punct("<")?;
    let count = ParamName::new("LLVMArrayType", "numElements", "uint64_t").read(parser, parse_count)?;
    // Unlike in a shape, the element's type may not follow at once.
    parser.keyword("x")?;
    let element = parse_inner(parser)?;
    parser.punct(">")?;
    Ok(vec![parser.ctx().i64_attr(count), parser.ctx().type_attr(element)])
}

fn parse_count(parser: &mut dyn AsmParser) -> Fallible<i64> {
    let at = parser.position();
    let count = parser.integer()?;
    // In memory there is no room for more.
    let count = i64::try_from(count).ok().filter(|&count| count >= 0);
    count.ok_or_else(|| parser.error(at, "integer value too large"))
}

fn print_array(printer: &mut dyn AsmPrinter, params: &[Attribute]) {
    let &[count, element] = params else { return };
    let count = count.as_i64(printer.ctx()).unwrap_or(0);
    printer.text(&format!("<{count} x "));
    if let Some(element) = element.as_type(printer.ctx()) {
        print_inner(printer, element);
    }
    printer.text(">");
}

fn verify_array(ctx: &Context, params: &[Attribute]) -> Result<(), String> {
    let element = params.get(1).and_then(|attr| attr.as_type(ctx));
    match element {
        Some(ty) if is_element(ctx, ty) => Ok(()),
        Some(ty) => Err(format!("invalid array element type: '{}'", ctx.show_type(ty))),
        None => Err("expected an element type".to_owned()),
    }
}

pub(super) fn is_element(ctx: &Context, ty: Type) -> bool {
    ![&VOID, &TOKEN, &LABEL, &METADATA, &FUNC]
        .into_iter()
        .any(|def| ty.is_a(ctx, def))
}

fn parse_func(parser: &mut dyn AsmParser) -> Fallible<Vec<Attribute>> {
    parser.punct("<")?;
    let result = parse_inner(parser)?;
    let (mut params, mut var_arg) = (Vec::new(), false);
    parser.punct("(")?;
    if !parser.optional_punct(")") {
        loop {
            if parser.optional_punct("...") {
                var_arg = true;
                break;
            }
            let ty = parse_inner(parser)?;
            params.push(parser.ctx().type_attr(ty));
            if !parser.optional_punct(",") {
                break;
            }
        }
        parser.punct(")")?;
    }
    parser.punct(">")?;
    let ctx = parser.ctx();
    Ok(vec![
        ctx.type_attr(result),
        ctx.array_attr(&params),
        Attribute::bool(var_arg),
    ])
}

fn print_func(printer: &mut dyn AsmPrinter, params: &[Attribute]) {
    let &[result, params, var_arg] = params else {
        return;
    };
    let types = types_in(printer.ctx(), params);
    printer.text("<");
    if let Some(result) = result.as_type(printer.ctx()) {
        print_inner(printer, result);
    }
    printer.text(" (");
    print_inner_list(printer, &types);
    if var_arg == Attribute::TRUE {
        printer.text(if types.is_empty() { "..." } else { ", ..." });
    }
    printer.text(")>");
}

fn verify_func(ctx: &Context, params: &[Attribute]) -> Result<(), String> {
    let &[result, params, _] = params else {
        return Err("expected three parameters".to_owned());
    };
    let invalid = |what: &str, ty: Type| Err(format!("invalid function {what} type: '{}'", ctx.show_type(ty)));
    if let Some(ty) = result.as_type(ctx)
        && [&FUNC, &METADATA, &LABEL].into_iter().any(|def| ty.is_a(ctx, def))
    {
        return invalid("result", ty);
    }
    match types_in(ctx, params)
        .into_iter()
        .find(|ty| ty.is_a(ctx, &VOID) || ty.is_a(ctx, &FUNC))
    {
        Some(ty) => invalid("argument", ty),
        None => Ok(()),
    }
}

fn parse_target(parser: &mut dyn AsmParser) -> Fallible<Vec<Attribute>> {
    parser.punct("<")?;
    let name = ParamName::new("LLVMTargetExtType", "extTypeName", "::llvm::StringRef");
    let name = name.read(parser, |parser| parser.string())?;
    let (mut types, mut ints) = (Vec::new(), Vec::new());
    while parser.optional_punct(",") {
        let at = parser.position();
        if let Some(value) = parser.optional_integer()? {
            ints.push(parser.ctx().int_attr(Type::I32, value));
            continue;
        }
        let message = "failed to parse parameter list for target extension type";
        if !ints.is_empty() {
            return Err(parser.error(at, message));
        }
        let ty = parse_inner(parser).map_err(|error| error.followed_by(parser.error(parser.position(), message)))?;
        types.push(parser.ctx().type_attr(ty));
    }
    parser.punct(">")?;
    let ctx = parser.ctx();
    Ok(vec![
        ctx.str_attr(&String::from_utf8_lossy(&name)),
        ctx.array_attr(&types),
        ctx.array_attr(&ints),
    ])
}

fn print_target(printer: &mut dyn AsmPrinter, params: &[Attribute]) {
    let &[name, types, ints] = params else { return };
    let name = name.as_str(printer.ctx()).unwrap_or_default().to_owned();
    printer.text("<");
    printer.string(name.as_bytes());
    for ty in types_in(printer.ctx(), types) {
        printer.text(", ");
        print_inner(printer, ty);
    }
    let ints: Vec<i64> = ints
        .as_array(printer.ctx())
        .unwrap_or(&[])
        .iter()
        .filter_map(|attr| attr.as_i64(printer.ctx()))
        .collect();
    for value in ints {
        printer.text(&format!(", {}", value as u32));
    }
    printer.text(">");
}
