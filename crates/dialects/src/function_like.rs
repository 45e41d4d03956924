//! What ops that are functions share: their text, and what their verifiers check.
//!
//! ```text
//! visibility? @name(arguments) (-> results)? (attributes {...})? region?
//! ```
//! Names and types live in the inherent attributes `sym_name`, `function_type`, `sym_visibility`, `arg_attrs` and
//! `res_attrs`.

use asyncir_ir::asm::{Argument, OpParser, OpPrinter};
use asyncir_ir::def::OpTrait;
use asyncir_ir::{Attribute, Body, Context, Fallible, OpId, OpRef, OperationState, Type, ValueId};

use crate::llvm::parameters;
use crate::symbol::{NO_SYMBOL_TABLE, verify_symbol};

/// The inherent attributes that the text of a function says by other means than its dictionary.
pub const SIGNATURE_ATTRS: [&str; 5] = ["sym_name", "function_type", "sym_visibility", "arg_attrs", "res_attrs"];

/// The signature of a function as its text says it.
#[derive(Clone, Debug, Default)]
pub struct Signature {
    /// Arguments; named ones if the function has a body.
    pub arguments: Vec<Argument>,
    /// Whether `...` ends the arguments.
    pub variadic: bool,
    /// Types of the results.
    pub results: Vec<Type>,
    /// Attributes of the results, a dictionary each.
    pub result_attrs: Vec<Attribute>,
}

impl Signature {
    /// The types of the arguments.
    pub fn inputs(&self) -> Vec<Type> {
        self.arguments.iter().map(|arg| arg.ty).collect()
    }

    /// The arguments that have names: those of the entry block.
    pub fn named(&self) -> Option<&[Argument]> {
        self.arguments
            .iter()
            .all(|arg| arg.name.is_some())
            .then_some(&self.arguments)
    }

    /// Puts the attributes of arguments and results into the op, where there are any.
    pub fn set_attrs(&self, ctx: &Context, state: &mut OperationState) {
        let arguments: Vec<Attribute> = self.arguments.iter().map(|arg| arg.attrs).collect();
        for (name, attrs) in [("arg_attrs", &arguments), ("res_attrs", &self.result_attrs)] {
            if attrs.iter().any(|&attrs| attrs != Attribute::EMPTY_DICT) {
                state.properties = ctx.dict_with(state.properties, name, Some(ctx.array_attr(attrs)));
            }
        }
    }
}

/// Reads `public`, `private` or `nested` into `sym_visibility`, if there is one of them.
pub fn parse_visibility(p: &mut dyn OpParser, state: &mut OperationState) {
    let found = ["public", "private", "nested"]
        .into_iter()
        .find(|visibility| p.optional_keyword(visibility));
    if let Some(visibility) = found {
        let value = p.ctx().str_attr(visibility);
        state.properties = p.ctx().dict_with(state.properties, "sym_visibility", Some(value));
    }
}

/// Reads `@name` into `sym_name`.
pub fn parse_symbol_name(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    let name = p.symbol_name()?;
    let value = p.ctx().str_attr(&name);
    state.properties = p.ctx().dict_with(state.properties, "sym_name", Some(value));
    Ok(())
}

/// Reads `(arguments) -> results`.
pub fn parse_signature(p: &mut dyn OpParser, allow_variadic: bool) -> Fallible<Signature> {
    let mut signature = Signature::default();
    p.punct("(")?;
    if !p.optional_punct(")") {
        loop {
            if allow_variadic && p.optional_punct("...") {
                signature.variadic = true;
                break;
            }
            let argument = parse_argument(p, &signature.arguments)?;
            signature.arguments.push(argument);
            if !p.optional_punct(",") {
                break;
            }
        }
        p.punct(")")?;
    }
    if p.optional_punct("->") {
        parse_results(p, &mut signature)?;
    }
    Ok(signature)
}

/// Reads `%name: type {attributes}`, or `type {attributes}`: what the arguments before it were.
fn parse_argument(p: &mut dyn OpParser, before: &[Argument]) -> Fallible<Argument> {
    let at = p.position();
    // All of those before are of the kind of the first one.
    if let Some(argument) = p.optional_argument(true, true)? {
        if before.first().is_some_and(|arg| arg.name.is_none()) {
            return Err(p.error(at, "expected type instead of SSA identifier"));
        }
        return Ok(argument);
    }
    if before.first().is_some_and(|arg| arg.name.is_some()) {
        return Err(p.error(at, "expected SSA identifier"));
    }
    let ty = p.ty()?;
    let attrs = p.optional_dict()?;
    Ok(Argument {
        name: None,
        ty,
        attrs,
        location: None,
    })
}

fn parse_results(p: &mut dyn OpParser, signature: &mut Signature) -> Fallible {
    if !p.optional_punct("(") {
        signature.results.push(p.ty()?);
        signature.result_attrs.push(Attribute::EMPTY_DICT);
        return Ok(());
    }
    if p.optional_punct(")") {
        return Ok(());
    }
    loop {
        signature.results.push(p.ty()?);
        let attrs = p.optional_dict()?;
        signature.result_attrs.push(attrs);
        if !p.optional_punct(",") {
            break;
        }
    }
    p.punct(")")
}

/// Reads `attributes {...}`, in which nothing may stand that the signature says.
pub fn parse_attributes(p: &mut dyn OpParser, state: &mut OperationState, signature_attrs: &[&str]) -> Fallible {
    let at = p.position();
    let before = state.properties;
    p.attr_dict_with_keyword(state)?;
    let ctx = p.ctx();
    for name in signature_attrs {
        let given = state.attrs.get(ctx, name).is_some() || state.properties.get(ctx, name) != before.get(ctx, name);
        if given {
            let message = format!(
                "'{name}' is an inferred attribute and should not be specified in the explicit attribute dictionary"
            );
            return Err(p.error(at, &message));
        }
    }
    Ok(())
}

/// Reads the body, if there is one; an op without has a region without blocks.
pub fn parse_body(p: &mut dyn OpParser, state: &mut OperationState, arguments: &[Argument]) -> Fallible {
    let at = p.position();
    if !p.optional_region(state, arguments)? {
        p.empty_region(state);
        return Ok(());
    }
    let is_empty = state.body.as_ref().is_none_or(|body| body.entry().is_none());
    if is_empty {
        Err(p.error(at, "expected non-empty function body"))
    } else {
        Ok(())
    }
}

/// Reads a function whose type is a builtin function type.
pub fn parse(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    parse_visibility(p, state);
    parse_symbol_name(p, state)?;
    let signature = parse_signature(p, false)?;
    let ty = p.ctx().function_type(&signature.inputs(), &signature.results);
    let ty = p.ctx().type_attr(ty);
    state.properties = p.ctx().dict_with(state.properties, "function_type", Some(ty));
    parse_attributes(p, state, &["sym_visibility", "sym_name", "function_type"])?;
    signature.set_attrs(p.ctx(), state);
    let arguments = signature.named().unwrap_or_default();
    parse_body(p, state, arguments)
}

/// Prints ` visibility @name`.
pub fn print_name(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    p.text(" ");
    if let Some(visibility) = op.property("sym_visibility").and_then(|attr| attr.as_str(op.ctx)) {
        p.text(visibility);
        p.text(" ");
    }
    let name = op
        .property("sym_name")
        .and_then(|attr| attr.as_str(op.ctx))
        .unwrap_or_default();
    p.symbol_name(name);
}

/// Prints `(arguments) -> results`.
pub fn print_signature(p: &mut dyn OpPrinter, op: OpRef<'_>, inputs: &[Type], results: &[Type], variadic: bool) {
    p.text("(");
    let entry = op.data().body().and_then(|body| Some((body, body.entry()?)));
    for (index, &ty) in inputs.iter().enumerate() {
        p.text(if index == 0 { "" } else { ", " });
        let attrs = attrs_at(op, "arg_attrs", index);
        match entry.and_then(|(body, block)| Some((body, body.block(block).args().get(index)?.value))) {
            Some((body, arg)) => p.argument(body, arg, attrs, true),
            None => {
                p.ty(ty);
                print_attrs(p, attrs);
            }
        }
    }
    if variadic {
        p.text(if inputs.is_empty() { "..." } else { ", ..." });
    }
    p.text(")");
    print_results(p, op, results);
}

fn print_results(p: &mut dyn OpPrinter, op: OpRef<'_>, results: &[Type]) {
    let Some(&first) = results.first() else {
        return;
    };
    let parens =
        results.len() > 1 || first.function(op.ctx).is_some() || attrs_at(op, "res_attrs", 0) != Attribute::EMPTY_DICT;
    p.text(if parens { " -> (" } else { " -> " });
    for (index, &ty) in results.iter().enumerate() {
        p.text(if index == 0 { "" } else { ", " });
        p.ty(ty);
        print_attrs(p, attrs_at(op, "res_attrs", index));
    }
    p.text(if parens { ")" } else { "" });
}

fn print_attrs(p: &mut dyn OpPrinter, attrs: Attribute) {
    if attrs != Attribute::EMPTY_DICT {
        p.text(" ");
        p.attribute_without_type(attrs);
    }
}

/// The attributes of an argument or result, a dictionary.
pub fn attrs_at(op: OpRef<'_>, list: &'static str, index: usize) -> Attribute {
    let attrs = op
        .property(list)
        .and_then(|attr| attr.as_array(op.ctx))
        .and_then(|attrs| attrs.get(index));
    attrs.copied().unwrap_or(Attribute::EMPTY_DICT)
}

/// Prints the body, if there is one.
pub fn print_body(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    if op.data().body().is_some_and(|body| body.entry().is_some()) {
        p.text(" ");
        p.region(op, 0, false, true);
    }
}

/// Prints a function whose type is a builtin function type.
pub fn print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    print_name(p, op);
    let (inputs, results) = function_type(op).unwrap_or_default();
    print_signature(p, op, inputs, results, false);
    p.attr_dict_with_keyword(op, &SIGNATURE_ATTRS);
    print_body(p, op);
}

/// Inputs and results of a function whose type is a builtin function type.
pub fn function_type<'a>(op: OpRef<'a>) -> Option<(&'a [Type], &'a [Type])> {
    op.property("function_type")
        .and_then(|attr| attr.as_type(op.ctx))
        .and_then(|ty| ty.function(op.ctx))
}

/// Whether the function is only declared.
pub fn is_declaration(op: OpRef<'_>) -> bool {
    op.data().body().is_none_or(|body| body.entry().is_none())
}

/// Whether an op is a function that is only declared.
pub fn declares_function(op: OpRef<'_>) -> bool {
    op.data().has_trait(OpTrait::FunctionLike) && is_declaration(op)
}

/// Checks what holds of every function: its symbol, the attributes of arguments and results, its entry block.
pub fn verify(op: OpRef<'_>) -> Fallible {
    let (inputs, results) = function_type(op).unwrap_or_default();
    verify_symbol(op, is_declaration(op))?;
    verify_parts(op, inputs, results)
}

/// As [`verify`], but without the symbol, for a function whose types of arguments and results are given.
pub fn verify_parts(op: OpRef<'_>, inputs: &[Type], results: &[Type]) -> Fallible {
    verify_attrs(op, inputs, results)?;
    let Some((body, entry)) = op.data().body().and_then(|body| Some((body, body.entry()?))) else {
        return Ok(());
    };
    verify_entry(op, body, inputs, &body.block_args(entry).collect::<Vec<_>>())
}

/// Checks that no op at the top of the body defines a symbol: a function is no symbol table.
pub fn verify_no_symbols(op: OpRef<'_>) -> Fallible {
    let Some(body) = op.data().body() else {
        return Ok(());
    };
    let blocks = body
        .root_regions()
        .iter()
        .flat_map(|&region| body.region_blocks(region));
    let mut ops = blocks.flat_map(|block| body.block_ops(block));
    let is_symbol = |&inner: &OpId| {
        let data = body.op(inner);
        data.has_trait(OpTrait::Symbol) && data.property(op.ctx, "sym_name").is_some()
    };
    match ops.find(is_symbol) {
        Some(inner) => Err(body.op_ref(op.ctx, inner).error(NO_SYMBOL_TABLE)),
        None => Ok(()),
    }
}

/// Checks the attributes of arguments and results.
pub fn verify_attrs(op: OpRef<'_>, inputs: &[Type], results: &[Type]) -> Fallible {
    verify_attr_list(op, "arg_attrs", "argument", inputs)?;
    verify_attr_list(op, "res_attrs", "result", results)
}

fn verify_attr_list(op: OpRef<'_>, list: &'static str, what: &str, types: &[Type]) -> Fallible {
    let count = types.len();
    let Some(dicts) = op.property(list).and_then(|attr| attr.as_array(op.ctx)) else {
        return Ok(());
    };
    if dicts.len() != count {
        let got = dicts.len();
        return Err(op.error(format_args!(
            "expects {what} attribute array to have the same number of elements as the number of function {what}s, \
             got {got}, but expected {count}"
        )));
    }
    for (&dict, &ty) in dicts.iter().zip(types) {
        for (name, value) in dict.as_dict(op.ctx).unwrap_or_default() {
            let name = op.ctx.str(*name);
            let Some((dialect, _)) = name.split_once('.') else {
                return Err(op.error(format_args!("{what}s may only have dialect attributes")));
            };
            if let Some(verify) = op.ctx.dialect(dialect).and_then(|dialect| dialect.verify_attr) {
                verify(op, name, *value)?;
            }
            if dialect == "llvm" {
                parameters::verify(op, name, *value, ty, list == "res_attrs")?;
            }
        }
    }
    Ok(())
}

fn verify_entry(op: OpRef<'_>, body: &Body, inputs: &[Type], args: &[ValueId]) -> Fallible {
    if args.len() != inputs.len() {
        let count = inputs.len();
        return Err(op.error(format_args!(
            "entry block must have {count} arguments to match function signature"
        )));
    }
    for (index, (&arg, &want)) in args.iter().zip(inputs).enumerate() {
        let ty = body.value_type(arg);
        if ty != want {
            let (got, want) = (op.ctx.show_type(ty), op.ctx.show_type(want));
            return Err(op.error(format_args!(
                "type of entry block argument #{index}('{got}') must match the type of the corresponding argument in \
                 function signature('{want}')"
            )));
        }
    }
    Ok(())
}
