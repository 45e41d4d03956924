//! Types of the dialect and the constraints that name them.

use asyncir_ir::asm::{AsmParser, AsmPrinter};
use asyncir_ir::def::{ParamFormat, TypeConstraint, TypeDef};
use asyncir_ir::{Attribute, Context, Fallible, Type};

/// All types of the dialect.
pub static TYPES: &[&TypeDef] = &[&CORO_HANDLE, &CORO_ID, &CORO_STATE, &GROUP, &TOKEN, &VALUE];

const fn without_params(name: &'static str, summary: &'static str, description: &'static str) -> TypeDef {
    TypeDef {
        name,
        summary,
        description,
        params: &[],
        format: ParamFormat::None,
        verify: None,
        unreadable: None,
    }
}

/// `!async.coro.handle`
pub static CORO_HANDLE: TypeDef = without_params(
    "async.coro.handle",
    "coroutine handle",
    "A pointer to the frame of a coroutine, for resuming or destroying it.",
);
/// `!async.coro.id`
pub static CORO_ID: TypeDef = without_params(
    "async.coro.id",
    "switched-resume coroutine identifier",
    "Tells the coroutine of a function whose frame `async.coro.begin` makes.",
);
/// `!async.coro.state`
pub static CORO_STATE: TypeDef = without_params(
    "async.coro.state",
    "saved coroutine state",
    "Where a coroutine goes on when it is resumed; `async.coro.suspend` takes it.",
);
/// `!async.group`
pub static GROUP: TypeDef = without_params(
    "async.group",
    "async group type",
    "A set of tokens and values, of a size that is known when the set is made, that can be awaited together.",
);
/// `!async.token`
pub static TOKEN: TypeDef = without_params(
    "async.token",
    "async token type",
    "Becomes available when the asynchronous operation that made it has completed. It carries no value.",
);
/// `!async.value<T>`
pub static VALUE: TypeDef = TypeDef {
    name: "async.value",
    summary: "async value type",
    description: "A value of type `T` that becomes available when the asynchronous operation that makes it has \
                  completed.",
    params: &[("valueType", "Type")],
    format: ParamFormat::Custom(parse_value, print_value),
    verify: None,
    unreadable: Some("failed to parse async value type"),
};

fn parse_value(p: &mut dyn AsmParser) -> Fallible<Vec<Attribute>> {
    p.punct("<")?;
    let ty = p.ty()?;
    p.punct(">")?;
    Ok(vec![p.ctx().type_attr(ty)])
}

fn print_value(p: &mut dyn AsmPrinter, params: &[Attribute]) {
    p.text("<");
    if let Some(ty) = params.first().and_then(|param| param.as_type(p.ctx())) {
        p.ty(ty);
    }
    p.text(">");
}

/// `!async.token`
pub fn token(ctx: &Context) -> Type {
    ctx.dialect_type(&TOKEN, &[])
}

/// `!async.group`
pub fn group(ctx: &Context) -> Type {
    ctx.dialect_type(&GROUP, &[])
}

/// `!async.value<ty>`
pub fn value(ctx: &Context, ty: Type) -> Type {
    ctx.dialect_type(&VALUE, &[ctx.type_attr(ty)])
}

/// `!async.coro.handle`
pub fn coro_handle(ctx: &Context) -> Type {
    ctx.dialect_type(&CORO_HANDLE, &[])
}

/// `!async.coro.id`
pub fn coro_id(ctx: &Context) -> Type {
    ctx.dialect_type(&CORO_ID, &[])
}

/// `!async.coro.state`
pub fn coro_state(ctx: &Context) -> Type {
    ctx.dialect_type(&CORO_STATE, &[])
}

/// The `T` of `!async.value<T>`.
pub fn value_type(ctx: &Context, ty: Type) -> Option<Type> {
    ty.params_of(ctx, &VALUE)?.first()?.as_type(ctx)
}

/// Whether this is `!async.token`.
pub fn is_token(ctx: &Context, ty: Type) -> bool {
    ty.is_a(ctx, &TOKEN)
}

/// Whether this is `!async.value<...>`.
pub fn is_value(ctx: &Context, ty: Type) -> bool {
    ty.is_a(ctx, &VALUE)
}

/// Whether this is `!async.group`.
pub fn is_group(ctx: &Context, ty: Type) -> bool {
    ty.is_a(ctx, &GROUP)
}

/// `!async.token`
pub static TOKEN_TYPE: TypeConstraint = TypeConstraint::new("async token type", is_token)
    .buildable(token)
    .of_kind("async.token");
/// `!async.value<...>`
pub static VALUE_TYPE: TypeConstraint = TypeConstraint::new("async value type", is_value)
    .of_kind("async.value")
    .stripped();
/// `!async.group`
pub static GROUP_TYPE: TypeConstraint = TypeConstraint::new("async group type", is_group)
    .buildable(group)
    .of_kind("async.group");
/// A value or a token.
pub static VALUE_OR_TOKEN: TypeConstraint = TypeConstraint::new("async value type or async token type", |c, t| {
    is_value(c, t) || is_token(c, t)
});
/// A value, a token or a group.
pub static ANY_ASYNC: TypeConstraint =
    TypeConstraint::new("async value type or async token type or async group type", |c, t| {
        is_value(c, t) || is_token(c, t) || is_group(c, t)
    });
/// `!async.coro.id`
pub static CORO_ID_TYPE: TypeConstraint =
    TypeConstraint::new("switched-resume coroutine identifier", |c, t| t.is_a(c, &CORO_ID))
        .buildable(coro_id)
        .of_kind("async.coro.id");
/// `!async.coro.handle`
pub static CORO_HANDLE_TYPE: TypeConstraint = TypeConstraint::new("coroutine handle", |c, t| t.is_a(c, &CORO_HANDLE))
    .buildable(coro_handle)
    .of_kind("async.coro.handle");
/// `!async.coro.state`
pub static CORO_STATE_TYPE: TypeConstraint =
    TypeConstraint::new("saved coroutine state", |c, t| t.is_a(c, &CORO_STATE))
        .buildable(coro_state)
        .of_kind("async.coro.state");
