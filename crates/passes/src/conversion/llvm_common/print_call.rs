//! Printing of constant text through a function of the runtime.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::symbols::symbol_name;
use asyncir_ir::{Body, Context, Fallible, Ident, Location, OpId, Type, ValueId};

use super::functions::{self, Prototype};
use super::globals;
use super::ops::{self, GepIndex};
use super::types;

/// Names for the constants that text is kept in: one namer for a whole conversion, for its counter never goes back.
#[derive(Clone, Debug, Default)]
pub struct TextNamer {
    counter: u32,
    /// The symbols of the module from `start` on.
    taken: HashSet<Ident>,
    start: Option<OpId>,
}

impl TextNamer {
    fn unique(&mut self, ctx: &Context, module: &Body, name: &str) -> Ident {
        self.look(ctx, module);
        let mut candidate = ctx.ident(name);
        while self.taken.contains(&candidate) {
            candidate = ctx.ident(&format!("{name}_{}", self.counter));
            self.counter += 1;
        }
        candidate
    }

    /// Takes note of symbols in front of those seen before: conversions put new ones at the start of the module.
    fn look(&mut self, ctx: &Context, module: &Body) {
        let Some(block) = module.entry() else { return };
        let new = module.block_ops(block).take_while(|&op| Some(op) != self.start);
        self.taken.extend(new.filter_map(|op| symbol_name(ctx, module.op(op))));
        self.start = module.block(block).first_op();
    }
}

/// The text to print and how.
#[derive(Debug)]
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

/// A namer that the conversions of several functions share.
pub type SharedNamer = Arc<Mutex<TextNamer>>;

/// Adds the text as a constant to the start of the module and calls the printer with its address. Works inside a
/// function only; does nothing elsewhere. The constant gets its name when the function is done.
///
/// # Errors
/// If the module has a function of the printer's name and another type.
pub fn print_string(rw: &mut Rewriter<'_>, loc: Location, call: &PrintCall<'_>, namer: &SharedNamer) -> Fallible {
    let ctx = rw.ctx;
    if rw.symbols().is_none() {
        return Ok(());
    }
    let mut bytes = call.text.to_vec();
    if call.newline {
        bytes.push(b'\n');
    }
    bytes.push(0);
    let array = types::array(ctx, Type::I8, bytes.len() as u64);
    let ptr = types::ptr(ctx);
    let address = text_address(rw, loc, call.symbol, bytes, namer);
    let printer = functions::lookup_or_create(rw, &call.printer)?;
    let first = ops::gep(rw, loc, ptr, array, address, &[GepIndex::Constant(0)], None);
    if let Some(printer) = printer {
        ops::call(rw, loc, printer, &[first], None);
    }
    Ok(())
}

/// The address of a constant that holds `bytes`, which is put at the start of the module under a name like `symbol` when
/// the function is done.
pub fn text_address(
    rw: &mut Rewriter<'_>,
    loc: Location,
    symbol: &str,
    bytes: Vec<u8>,
    namer: &SharedNamer,
) -> ValueId {
    let ctx = rw.ctx;
    let address = ops::address_of(rw, loc, ctx.ident(symbol), types::ptr(ctx));
    let address_op = rw.body.defining_op(address);
    let (symbol, namer) = (symbol.to_owned(), Arc::clone(namer));
    rw.edit_symbols(move |edit| {
        let ctx = edit.ctx;
        let mut namer = namer.lock().unwrap_or_else(PoisonError::into_inner);
        let name = namer.unique(ctx, edit.table, &symbol);
        functions::insert_at_start(edit.table, globals::constant_array(ctx, loc, name, Type::I8, &bytes));
        if let Some(op) = address_op {
            let reference = ctx.symbol_of(name);
            edit.own.op_mut(op).set_property(ctx, "global_name", Some(reference));
        }
        Ok(())
    });
    address
}
