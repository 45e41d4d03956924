//! Lists in square brackets whose elements are integers or values: `[%i, 4]`. In the op, an array of integers holds
//! the former, [`DYNAMIC`] stands for the latter, and the values are operands.

use asyncir_ir::asm::{OpParser, OpPrinter, UnresolvedOperand};
use asyncir_ir::def::DirectiveArgs;
use asyncir_ir::{Attribute, Body, Context, DYNAMIC, Diagnostic, Fallible, OpRef, ValueId};

use crate::matchers::constant_int;

/// An element: an integer or a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entry {
    /// An integer.
    Static(i64),
    /// A value.
    Dynamic(ValueId),
}

impl Entry {
    /// The integer that the element is, if it is known.
    pub fn known(self, ctx: &Context, body: &Body) -> Option<i64> {
        match self {
            Entry::Static(value) => Some(value),
            Entry::Dynamic(value) => constant_int(ctx, body, value),
        }
    }
}

/// The integers in a dense array attribute.
pub fn ints(ctx: &Context, attr: Option<Attribute>) -> Vec<i64> {
    attr.and_then(|attr| attr.as_dense_ints(ctx)).unwrap_or_default()
}

/// Puts integers and values together.
pub fn join(statics: &[i64], values: &[ValueId]) -> Vec<Entry> {
    let mut values = values.iter();
    let entry = |&value: &i64| match value {
        DYNAMIC => values.next().map(|&value| Entry::Dynamic(value)),
        value => Some(Entry::Static(value)),
    };
    statics.iter().map_while(entry).collect()
}

/// Takes integers and values apart.
pub fn split(entries: &[Entry]) -> (Vec<i64>, Vec<ValueId>) {
    let mut values = Vec::new();
    let statics = entries.iter().map(|entry| match *entry {
        Entry::Static(value) => value,
        Entry::Dynamic(value) => {
            values.push(value);
            DYNAMIC
        }
    });
    (statics.collect(), values)
}

/// The elements with constants instead of the values that are known; says whether there were any. Constants that are not
/// `valid` stay values.
pub fn with_constants(ctx: &Context, body: &Body, entries: &[Entry], valid: fn(i64) -> bool) -> (Vec<Entry>, bool) {
    let mut changed = false;
    let fold = |&entry: &Entry| match (entry, entry.known(ctx, body)) {
        (Entry::Dynamic(_), Some(value)) if valid(value) && value != DYNAMIC => {
            changed = true;
            Entry::Static(value)
        }
        _ => entry,
    };
    (entries.iter().map(fold).collect(), changed)
}

/// Square brackets.
pub const SQUARE: [&str; 2] = ["[", "]"];
/// Parentheses.
pub const PAREN: [&str; 2] = ["(", ")"];

/// Reads such a list: the values, and the integers with [`DYNAMIC`] for each value.
pub fn parse(p: &mut dyn OpParser) -> Fallible<(Vec<UnresolvedOperand>, Vec<i64>)> {
    parse_in(p, SQUARE)
}

/// As [`parse`], between other brackets.
pub(crate) fn parse_in(p: &mut dyn OpParser, [open, close]: [&str; 2]) -> Fallible<(Vec<UnresolvedOperand>, Vec<i64>)> {
    let (mut values, mut statics) = (Vec::new(), Vec::new());
    let mut read = || {
        p.punct_of(open, "dynamic index list")?;
        if p.optional_punct(close) {
            return Ok(());
        }
        loop {
            parse_entry(p, &mut values, &mut statics)?;
            if !p.optional_punct(",") {
                break;
            }
        }
        Ok(p.punct_of(close, "dynamic index list")?)
    };
    let outcome: Result<(), Option<Diagnostic>> = read();
    outcome.map_err(|error| {
        let all = p.error(p.name_position(), "expected SSA value or integer");
        match error {
            Some(error) => error.followed_by(all),
            None => all,
        }
    })?;
    Ok((values, statics))
}

/// Reads an entry; nothing is said of a bracket that is missing behind it.
fn parse_entry(
    p: &mut dyn OpParser,
    values: &mut Vec<UnresolvedOperand>,
    statics: &mut Vec<i64>,
) -> Result<(), Option<Diagnostic>> {
    if let Some(value) = p.optional_operand()? {
        values.push(value);
        statics.push(DYNAMIC);
        return Ok(());
    }
    // In MLIR, brackets around an integer stand for a scalable one. They mean nothing in most lists.
    let is_bracketed = p.optional_punct("[");
    let at = p.position();
    let value = p.integer()?;
    let value = i64::try_from(value).map_err(|_| p.error(at, "integer value too large"))?;
    statics.push(value);
    if is_bracketed && !p.optional_punct("]") {
        return Err(None);
    }
    Ok(())
}

/// Writes what [`parse`] reads.
pub fn print(p: &mut dyn OpPrinter, statics: &[i64], values: &[ValueId]) {
    print_in(p, SQUARE, statics, values);
}

/// Writes what `parse_in` reads between these brackets.
pub fn print_in(p: &mut dyn OpPrinter, [open, close]: [&str; 2], statics: &[i64], values: &[ValueId]) {
    p.text(open);
    for (index, entry) in join(statics, values).into_iter().enumerate() {
        p.text(if index == 0 { "" } else { ", " });
        match entry {
            Entry::Static(value) => p.text(&value.to_string()),
            Entry::Dynamic(value) => p.operand(value),
        }
    }
    p.text(close);
}

/// A size: it is not negative.
pub fn is_size(value: i64) -> bool {
    value >= 0
}

/// Reads such a list into the operands and the attribute of these names.
pub fn parse_slots(
    p: &mut dyn OpParser,
    args: &mut DirectiveArgs<'_>,
    brackets: [&str; 2],
    operands: &'static str,
    attribute: &str,
) -> Fallible {
    let (values, statics) = parse_in(p, brackets)?;
    args.operands.push((operands, values));
    let statics = p.ctx().dense_i64_array(&statics);
    args.state.properties = p.ctx().dict_with(args.state.properties, attribute, Some(statics));
    Ok(())
}

/// Checks that there are as many values as the integers leave open. The message is not one of an op's own.
pub fn verify_counts(op: OpRef<'_>, operands: &str, values: usize, attribute: &str, statics: &[i64]) -> Fallible {
    let open = statics.iter().filter(|&&value| value == DYNAMIC).count();
    if open == values {
        return Ok(());
    }
    let message = format!(
        "expected the number of '{operands}' to match the number of dynamic entries in '{attribute}' ({values} vs {open})"
    );
    Err(op.bare_error(message))
}

/// Declares the functions of a directive that stands for such a list: `parse, print: MyOp, dynamic, statics;`, with `in
/// PAREN` behind it if it is not in square brackets.
macro_rules! index_list_directive {
    (@brackets) => { $crate::index_list::SQUARE };
    (@brackets $brackets:ident) => { $crate::index_list::$brackets };
    ($($(#[$doc:meta])* $parse:ident, $print:ident: $Op:ident, $operands:ident, $attribute:ident
        $(in $brackets:ident)?;)*) => {$(
        $(#[$doc])*
        fn $parse(
            p: &mut dyn asyncir_ir::asm::OpParser,
            args: &mut asyncir_ir::def::DirectiveArgs<'_>,
        ) -> asyncir_ir::Fallible {
            let brackets = $crate::index_list::index_list_directive!(@brackets $($brackets)?);
            $crate::index_list::parse_slots(p, args, brackets, stringify!($operands), stringify!($attribute))
        }
        $(#[$doc])*
        fn $print(p: &mut dyn asyncir_ir::asm::OpPrinter, op: asyncir_ir::OpRef<'_>) {
            let view = $Op(op);
            let statics = $crate::index_list::ints(op.ctx, view.$attribute());
            let brackets = $crate::index_list::index_list_directive!(@brackets $($brackets)?);
            $crate::index_list::print_in(p, brackets, &statics, &view.$operands());
        }
    )*};
}

pub(crate) use index_list_directive;
