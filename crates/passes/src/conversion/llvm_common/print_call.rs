//! Printing of constant text through a function of the runtime.

use asyncir_dialects::llvm;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{AttrKind, Body, Context, Fallible, Ident, Location, OperationState, Type};

use super::functions::{self, Prototype};
use super::ops::{self, GepIndex};
use super::types;

/// Names for the constants that text is kept in: one namer for a whole conversion, for its counter never goes back.
#[derive(Clone, Copy, Debug, Default)]
pub struct TextNamer {
    counter: u32,
}

impl TextNamer {
    fn unique(&mut self, ctx: &Context, module: &Body, name: &str) -> Ident {
        let mut candidate = name.to_owned();
        while functions::lookup_symbol(ctx, module, &candidate).is_some() {
            candidate = format!("{name}_{}", self.counter);
            self.counter += 1;
        }
        ctx.ident(&candidate)
    }
}

/// The text to print and how.
pub struct PrintCall<'a> {
    /// Name of the constant that holds the text.
    pub symbol: &'a str,
    /// The text.
    pub text: &'a [u8],
    /// Whether the text is followed by the end of a line.
    pub newline: bool,
    /// The function that prints it.
    pub printer: Prototype,
}

/// Adds the text as a constant to the start of the module and calls the printer with its address. Works inside a
/// function only; does nothing elsewhere.
///
/// # Errors
/// If the module has a function of the printer's name and another type.
pub fn print_string(rw: &mut Rewriter<'_>, loc: Location, call: &PrintCall<'_>, namer: &mut TextNamer) -> Fallible {
    let ctx = rw.ctx;
    let Some(module) = rw.symbols() else {
        return Ok(());
    };
    let name = namer.unique(ctx, module, call.symbol);
    let mut bytes = call.text.to_vec();
    if call.newline {
        bytes.push(b'\n');
    }
    bytes.push(0);
    let array = types::array(ctx, Type::I8, bytes.len() as u64);
    functions::insert_at_start(module, global_text(ctx, loc, name, array, bytes));
    let printer = functions::lookup_or_create(ctx, module, loc, &call.printer)?;
    let ptr = types::ptr(ctx);
    let address = ops::address_of(rw, loc, name, ptr);
    let first = ops::gep(rw, loc, ptr, array, address, &[GepIndex::Constant(0)], None);
    ops::call(rw, loc, printer, &[first], None);
    Ok(())
}

/// `llvm.mlir.global private constant @name(dense<...>)`
fn global_text(ctx: &Context, loc: Location, name: Ident, array: Type, bytes: Vec<u8>) -> OperationState {
    let ty = ctx.tensor_type(&[bytes.len() as i64], Type::I8);
    let splat = bytes.iter().all(|byte| *byte == bytes[0]);
    let data = if splat { bytes[..1].into() } else { bytes.into() };
    let value = ctx.attr(AttrKind::DenseElements { ty, splat, data });
    let mut state = OperationState::of(llvm::GlobalOp::DEF, loc);
    let given = [
        ("global_type", Some(ctx.type_attr(array))),
        ("constant", Some(asyncir_ir::Attribute::UNIT)),
        ("sym_name", Some(ctx.str_attr(ctx.str(name)))),
        ("linkage", Some(types::linkage(ctx, "private"))),
        ("value", Some(value)),
    ];
    state.set_properties(ctx, &given, &[]);
    let mut body = Body::new();
    body.add_root_region();
    state.body = Some(Box::new(body));
    state
}
