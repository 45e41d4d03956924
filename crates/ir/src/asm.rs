//! What hand-written forms of ops, types and attributes are written against: a parser and a printer of MLIR's text,
//! as traits. The text crate implements them; definitions only name functions that take them.

use crate::affine::AffineExpr;
use crate::attributes::Attribute;
use crate::body::{BlockId, Body, OpId, OpRef, OperationState, RegionId, ValueId};
use crate::context::Context;
use crate::def::ValueSlot;
use crate::diagnostics::{Diagnostic, Fallible};
use crate::location::Location;
use crate::types::Type;

/// A place in the text, in bytes from its start.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Position(pub u32);

/// A mention of a value, `%name#index`, whose type is not known yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnresolvedOperand {
    /// Start of the name in the text.
    pub position: Position,
    /// Length of the name, `%` included.
    pub len: u32,
    /// Which result of an op with several, 0 if not written.
    pub index: u32,
}

/// An argument of a region as it is written in front of it: `%name: type {attributes} loc(...)`.
#[derive(Clone, Debug)]
pub struct Argument {
    /// The name; `None` for an argument that is not named in the text.
    pub name: Option<UnresolvedOperand>,
    /// The type of the argument.
    pub ty: Type,
    /// The attributes of the argument, a dictionary.
    pub attrs: Attribute,
    /// The location of the argument, if written; else that of its name.
    pub location: Option<Location>,
}

/// What surrounds a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Delimiter {
    /// Nothing.
    None,
    /// `( )`
    Paren,
    /// `[ ]`
    Square,
    /// `< >`
    Less,
    /// `{ }`
    Brace,
    /// `( )`, or no list at all.
    OptionalParen,
    /// `[ ]`, or no list at all.
    OptionalSquare,
    /// `< >`, or no list at all.
    OptionalLess,
    /// `{ }`, or no list at all.
    OptionalBrace,
}

/// What a value stands for in an affine expression, where it is marked as a symbol or not.
pub type AffineValue<'a> = dyn FnMut(&mut dyn OpParser, UnresolvedOperand, bool) -> Fallible<AffineExpr> + Send + 'a;

/// Reads the parts of MLIR's text that occur in types and attributes.
///
/// Punctuation is one of `( ) [ ] { } < > , : :: = -> ? * + - | @ # / ...` as a string.
pub trait AsmParser {
    /// The context.
    fn ctx(&self) -> &Context;
    /// Where the next token starts.
    fn position(&self) -> Position;
    /// The location of a place in the text.
    fn location(&self, at: Position) -> Location;
    /// An error at a place in the text.
    fn error(&self, at: Position, message: &str) -> Diagnostic;

    /// The error for a type that is not of the kind that the text must have there, such as `builtin.memref`.
    fn wrong_kind(&self, at: Position, expected: &str, found: Type) -> Diagnostic {
        let found = self.ctx().show_type(found);
        let message = format!("invalid kind of type specified: expected {expected}, but found '{found}'");
        self.error(at, &message)
    }

    /// Reads `token`, which must be there.
    fn punct(&mut self, token: &str) -> Fallible {
        self.punct_of(token, "")
    }
    /// Reads `token`, which must be there; an error says in which kind of list it is missing.
    fn punct_of(&mut self, token: &str, list: &str) -> Fallible;
    /// Reads `token` behind the elements of a list; an error says that a comma could stand there, too.
    fn end_of_list(&mut self, token: &str) -> Fallible;
    /// Reads `token` if it is there.
    fn optional_punct(&mut self, token: &str) -> bool;
    /// Whether `token` comes next; `#` is one in front of the name of an attribute.
    fn is_at(&self, token: &str) -> bool;
    /// Reads the bare identifier `keyword`, which must be there.
    fn keyword(&mut self, keyword: &str) -> Fallible;
    /// Reads the bare identifier `keyword` if it is there.
    fn optional_keyword(&mut self, keyword: &str) -> bool;
    /// Reads any bare identifier if there is one (dots included).
    fn any_keyword(&mut self) -> Option<String>;
    /// Reads a string literal if there is one; its bytes, unescaped.
    fn optional_string(&mut self) -> Option<Vec<u8>>;
    /// Reads an integer literal with an optional minus sign if there is one.
    fn optional_integer(&mut self) -> Fallible<Option<i128>>;
    /// Reads `@name` if it is there; the name without `@`, unescaped.
    fn optional_symbol_name(&mut self) -> Fallible<Option<String>>;
    /// Reads the sizes of a shape, `4x?x` up to where no size follows; `dynamic` allows `?`, `trailing_x` wants an `x`
    /// behind the last size.
    fn dimensions(&mut self, dynamic: bool, trailing_x: bool) -> Fallible<Vec<i64>>;

    /// Reads a type.
    fn ty(&mut self) -> Fallible<Type>;
    /// Reads a type if there is one.
    fn optional_type(&mut self) -> Fallible<Option<Type>>;
    /// Reads an attribute; `ty` is the type it has if none is written.
    fn attribute(&mut self, ty: Option<Type>) -> Fallible<Attribute>;
    /// Reads an attribute if there is one.
    fn optional_attribute(&mut self, ty: Option<Type>) -> Fallible<Option<Attribute>>;
    /// Reads the parameters of a dialect's attribute without `#dialect.name` in front.
    fn dialect_attribute(&mut self, def: &'static crate::def::AttrDef) -> Fallible<Attribute>;
    /// Reads the parameters of a dialect's type without `!dialect.name` in front.
    fn dialect_type(&mut self, def: &'static crate::def::TypeDef) -> Fallible<Type>;

    /// Whether all that stands before was read. If it was not, the file is read again in order, and what is read now
    /// does not count.
    fn is_in_order(&mut self) -> bool;
    /// The body of a type that is known by its name is read, up to [`AsmParser::leave`].
    fn enter(&mut self, ty: Type);
    /// The body of the innermost such type was read.
    fn leave(&mut self);
    /// Whether the body of a type is being read.
    fn is_within(&self, ty: Type) -> bool;

    /// Reads a list whose elements `element` reads.
    fn comma_separated(
        &mut self,
        delimiter: Delimiter,
        element: &mut dyn FnMut(&mut dyn AsmParser) -> Fallible,
    ) -> Fallible;

    /// Reads `(a, b)`-less types separated by commas, one at least.
    fn type_list(&mut self) -> Fallible<Vec<Type>> {
        let mut types = vec![self.ty()?];
        while self.optional_punct(",") {
            types.push(self.ty()?);
        }
        Ok(types)
    }

    /// Reads a string literal, which must be there.
    fn string(&mut self) -> Fallible<Vec<u8>> {
        let at = self.position();
        self.optional_string().ok_or_else(|| self.error(at, "expected string"))
    }

    /// Reads `@name`, which must be there.
    fn symbol_name(&mut self) -> Fallible<String> {
        let at = self.position();
        let name = self.optional_symbol_name()?;
        name.ok_or_else(|| self.error(at, "expected valid '@'-identifier for symbol name"))
    }

    /// Reads an integer, which must be there.
    fn integer(&mut self) -> Fallible<i128> {
        let at = self.position();
        let value = self.optional_integer()?;
        value.ok_or_else(|| self.error(at, "expected integer value"))
    }
}

/// Reads the parts of MLIR's text that occur in ops.
pub trait OpParser: AsmParser {
    /// This parser as one of types and attributes.
    fn as_asm(&mut self) -> &mut dyn AsmParser;
    /// Where the name of the op starts.
    fn name_position(&self) -> Position;

    /// The error for a type that an operand or result cannot have.
    fn wrong_type(&self, slot: &ValueSlot, found: Type) -> Diagnostic {
        let (name, summary, found) = (slot.name, slot.constraint.summary, self.ctx().show_type(found));
        let message = format!("'{name}' must be {summary}, but got '{found}'");
        self.error(self.name_position(), &message)
    }
    /// How many results the text in front of the op names, if it names any (`%a, %b:2 =` is 3).
    fn num_named_results(&self) -> usize;
    /// The body that the op is being made in. Parsers rarely need it.
    fn body(&mut self) -> &mut Body;
    /// The context and the body at once, for making the ops of a region that is not written.
    fn ctx_and_body(&mut self) -> (&Context, &mut Body);

    /// Reads `%name`.
    fn operand(&mut self) -> Fallible<UnresolvedOperand>;
    /// Reads `%name` if it is there.
    fn optional_operand(&mut self) -> Fallible<Option<UnresolvedOperand>>;
    /// Reads operands separated by commas, none at all included.
    fn operand_list(&mut self, delimiter: Delimiter) -> Fallible<Vec<UnresolvedOperand>>;
    /// The value that a mention means, given its type.
    fn resolve(&mut self, operand: UnresolvedOperand, ty: Type) -> Fallible<ValueId>;

    /// Reads an affine expression over values, `%i * 2 + symbol(%n)`; `value` says what each of them stands for.
    fn affine_expr(&mut self, value: &mut AffineValue<'_>) -> Fallible<AffineExpr>;

    /// Reads `{name = attribute, ...}` if it is there, into discardable and inherent attributes of the op.
    fn attr_dict(&mut self, state: &mut OperationState) -> Fallible;
    /// As [`OpParser::attr_dict`], and checks the constraints of inherent attributes.
    fn checked_attr_dict(&mut self, state: &mut OperationState) -> Fallible;
    /// Reads the keyword `attributes` and a dictionary behind it, as [`OpParser::attr_dict`] does, if the keyword is
    /// there.
    fn attr_dict_with_keyword(&mut self, state: &mut OperationState) -> Fallible;
    /// Reads `{...}` as a dictionary attribute if it is there.
    fn optional_dict(&mut self) -> Fallible<Attribute>;

    /// Reads `%name: type {attributes}` as far as it is there; `typed` asks for the type.
    fn argument(&mut self, typed: bool, attrs: bool) -> Fallible<Argument>;
    /// Reads an argument as [`OpParser::argument`] does, if a name is there.
    fn optional_argument(&mut self, typed: bool, attrs: bool) -> Fallible<Option<Argument>>;
    /// Reads a region `{...}` and adds it to the op; its entry block gets the arguments. For an op that is isolated
    /// from above, the region is the root of a body of its own.
    fn region(&mut self, state: &mut OperationState, arguments: &[Argument]) -> Fallible;
    /// Reads a region as [`OpParser::region`] does, if a `{` follows; says whether it did.
    fn optional_region(&mut self, state: &mut OperationState, arguments: &[Argument]) -> Fallible<bool>;
    /// Adds a region without blocks to the op.
    fn empty_region(&mut self, state: &mut OperationState);
    /// Gives the last region of the op a block if it has none and the implicit terminator of the op's definition if
    /// a block has no terminator, as `ensureTerminator` does.
    fn ensure_terminator(&mut self, state: &mut OperationState) -> Fallible;

    /// Reads `^name`.
    fn successor(&mut self) -> Fallible<BlockId>;
    /// Reads `^name(%operand, ... : type, ...)`.
    fn successor_and_operands(&mut self) -> Fallible<(BlockId, Vec<ValueId>)>;

    /// Reads `->` and one type or types in parentheses; nothing there gives no types.
    fn optional_arrow_types(&mut self) -> Fallible<Vec<Type>> {
        if !self.optional_punct("->") {
            return Ok(Vec::new());
        }
        if !self.optional_punct("(") {
            return Ok(vec![self.ty()?]);
        }
        if self.optional_punct(")") {
            return Ok(Vec::new());
        }
        let types = self.type_list()?;
        self.punct(")")?;
        Ok(types)
    }

    /// Reads `:` and a type.
    fn colon_type(&mut self) -> Fallible<Type> {
        self.punct(":")?;
        self.ty()
    }

    /// The values that mentions mean, given their types.
    ///
    /// # Errors
    /// If the numbers differ: MLIR's message, at `at`.
    fn resolve_all(&mut self, operands: &[UnresolvedOperand], types: &[Type], at: Position) -> Fallible<Vec<ValueId>> {
        if operands.len() != types.len() {
            let message = different_counts(operands.len(), types.len() as u64);
            return Err(self.error(at, &message));
        }
        operands
            .iter()
            .zip(types)
            .map(|(&operand, &ty)| self.resolve(operand, ty))
            .collect()
    }
}

/// Writes the parts of MLIR's text that occur in types and attributes.
pub trait AsmPrinter {
    /// The context.
    fn ctx(&self) -> &Context;
    /// Writes text as it is.
    fn text(&mut self, text: &str);
    /// Writes a type, as an alias if it has one.
    fn ty(&mut self, ty: Type);
    /// Writes an attribute with its type.
    fn attribute(&mut self, attr: Attribute);
    /// Writes an attribute without its type.
    fn attribute_without_type(&mut self, attr: Attribute);
    /// Writes the parameters of a dialect's attribute without `#dialect.name`.
    fn stripped_attribute(&mut self, attr: Attribute);
    /// Writes the parameters of a dialect's type without `!dialect.name`.
    fn stripped_type(&mut self, ty: Type);
    /// Writes a keyword, quoted if it is not a bare identifier.
    fn keyword_or_string(&mut self, text: &str);
    /// Writes a string literal.
    fn string(&mut self, bytes: &[u8]);
    /// Writes `@name`, quoted if it is not a bare identifier.
    fn symbol_name(&mut self, name: &str);
    /// Whether the body of a type that is known by its name is to be written: it is not being written already. It is,
    /// up to [`AsmPrinter::leave`].
    fn enter(&mut self, ty: Type) -> bool;
    /// The body of the innermost such type was written.
    fn leave(&mut self);

    /// Writes types separated by commas.
    fn types(&mut self, types: &[Type]) {
        for (index, &ty) in types.iter().enumerate() {
            if index > 0 {
                self.text(", ");
            }
            self.ty(ty);
        }
    }
}

/// Writes the parts of MLIR's text that occur in ops.
pub trait OpPrinter: AsmPrinter {
    /// This printer as one of types and attributes.
    fn as_asm(&mut self) -> &mut dyn AsmPrinter;
    /// Writes `%name`.
    fn operand(&mut self, value: ValueId);
    /// Writes values separated by commas.
    fn operands(&mut self, values: &[ValueId]) {
        for (index, &value) in values.iter().enumerate() {
            if index > 0 {
                self.text(", ");
            }
            self.operand(value);
        }
    }
    /// Ends the line and indents the next one as the op itself is indented.
    fn new_line(&mut self);
    /// Indents the following lines by one level more, or again by one less.
    fn change_indent(&mut self, deeper: bool);
    /// Writes `^name`.
    fn successor(&mut self, block: BlockId);
    /// Writes `^name(%operand, ... : type, ...)`.
    fn successor_and_operands(&mut self, block: BlockId, operands: &[ValueId]);
    /// Writes ` {...}` with the discardable and inherent attributes but those in `elided`, nothing if none is left.
    /// Inherent attributes that have their default value are left out as well.
    fn attr_dict(&mut self, op: OpRef<'_>, elided: &[&str]);
    /// As [`OpPrinter::attr_dict`], with the keyword `attributes` in front of the dictionary.
    fn attr_dict_with_keyword(&mut self, op: OpRef<'_>, elided: &[&str]);
    /// As [`OpPrinter::attr_dict`], but also writes the inherent attributes that have their default value.
    fn attr_dict_in_full(&mut self, op: OpRef<'_>, elided: &[&str]);
    /// Writes the region of the op by its index: `{`, blocks, `}`. The entry block's arguments are left out unless
    /// `entry_args`, the terminator is left out unless `terminators`.
    fn region(&mut self, op: OpRef<'_>, index: usize, entry_args: bool, terminators: bool);
    /// Writes the name that the argument of a region's entry block has, with `: type` if `typed`, and its attributes
    /// (a dictionary) if there are any.
    fn argument(&mut self, body: &Body, arg: ValueId, attrs: Attribute, typed: bool);
    /// Writes ` -> type`, ` -> (types)` or nothing.
    fn optional_arrow_types(&mut self, types: &[Type]) {
        match types {
            [] => {}
            // A function type alone would read as the whole list.
            [ty] if ty.function(self.ctx()).is_none() => {
                self.text(" -> ");
                self.ty(*ty);
            }
            _ => {
                self.text(" -> (");
                self.types(types);
                self.text(")");
            }
        }
    }
    /// Writes the types of operands and results as `(types) -> types`.
    fn functional_type(&mut self, op: OpRef<'_>);
    /// An op from its name on, in its custom form if it has one.
    fn nested_op(&mut self, op: OpRef<'_>);
    /// Writes `op` in generic form, without its results.
    fn generic_op(&mut self, op: OpRef<'_>);
}

/// The error for operands and types of which there are not equally many.
pub fn different_counts(operands: usize, types: u64) -> String {
    format!("number of operands and types do not match: got {operands} operands and {types} types")
}

/// All regions of an op, with the body that they are in: the op's own body if it is isolated from above, `body` itself
/// otherwise, as for [`Body::op_regions`].
#[inline]
pub fn regions_of(body: &Body, op: OpId) -> (&Body, &[RegionId]) {
    match body.op(op).body() {
        Some(own) => (own, own.root_regions()),
        None => (body, body.op_regions(op)),
    }
}

/// The ops that stand directly in the regions of an op, in their order.
pub fn inner_ops(op: OpRef<'_>) -> impl Iterator<Item = OpRef<'_>> {
    let (body, regions) = regions_of(op.body, op.op);
    let blocks = regions.iter().flat_map(|&region| body.region_blocks(region));
    blocks
        .flat_map(|block| body.block_ops(block))
        .map(move |inner| body.op_ref(op.ctx, inner))
}
