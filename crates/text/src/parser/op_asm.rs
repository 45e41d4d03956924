//! The interface that hand-written forms of ops are read through.

use asyncir_ir::affine::AffineExpr;
use asyncir_ir::asm::{AffineValue, Argument, AsmParser, Delimiter, OpParser, Position, UnresolvedOperand};
use asyncir_ir::{Attribute, BlockId, Body, Context, Fallible, OperationState, Type, ValueId};

use super::operations::Operands;
use super::types::Types;
use super::{Entries, Parser, properties};
use crate::lexer::Kind;
use smallvec::SmallVec;

impl Parser<'_> {
    /// Reads `{...}` into the op if it is there.
    pub(crate) fn parse_attr_dict(&mut self, state: &mut OperationState) -> Fallible {
        if self.at(Kind::LBrace) {
            let mut entries = Entries::new();
            self.parse_dict_entries(&mut entries)?;
            self.add_attributes(state, &entries);
        }
        Ok(())
    }

    /// Reads `%a, %b`, none at all included.
    pub(crate) fn read_operands<const N: usize>(&mut self, operands: &mut SmallVec<[UnresolvedOperand; N]>) -> Fallible
    where
        [UnresolvedOperand; N]: smallvec::Array<Item = UnresolvedOperand>,
    {
        if !self.at_operand() {
            return Ok(());
        }
        loop {
            operands.push(self.parse_operand(true)?);
            if !self.eat(Kind::Comma) {
                return Ok(());
            }
        }
    }

    /// Reads `(types) -> types`.
    pub(crate) fn read_function_type(&mut self) -> Fallible<(Types, Types)> {
        self.nested(Self::parse_function_parts)
    }

    /// Reads `(%operand, ... : type, ...)` if it is there.
    pub(crate) fn parse_successor_operands(&mut self) -> Fallible<Vec<ValueId>> {
        if !self.eat(Kind::LParen) {
            return Ok(Vec::new());
        }
        let mut operands = Operands::new();
        self.parse_operands(&mut operands)?;
        self.expect(Kind::Colon, "expected ':'")?;
        let at = self.tok.start();
        let types = self.parse_type_list()?;
        self.expect(Kind::RParen, "expected ')'")?;
        self.resolve_all(&operands, &types, Position(at))
    }
}

impl OpParser for Parser<'_> {
    fn as_asm(&mut self) -> &mut dyn AsmParser {
        self
    }

    fn name_position(&self) -> Position {
        self.current_op().0
    }

    fn num_named_results(&self) -> usize {
        self.current_op().1
    }

    fn body(&mut self) -> &mut Body {
        &mut self.body
    }

    fn ctx_and_body(&mut self) -> (&Context, &mut Body) {
        (self.ctx, &mut self.body)
    }

    fn operand(&mut self) -> Fallible<UnresolvedOperand> {
        self.parse_operand(true)
    }

    fn optional_operand(&mut self) -> Fallible<Option<UnresolvedOperand>> {
        if self.at_operand() {
            self.parse_operand(true).map(Some)
        } else {
            Ok(None)
        }
    }

    fn affine_expr(&mut self, value: &mut AffineValue<'_>) -> Fallible<AffineExpr> {
        self.parse_expr_of_values(value)
    }

    fn operand_list(&mut self, delimiter: Delimiter) -> Fallible<Vec<UnresolvedOperand>> {
        let mut operands = Vec::new();
        if delimiter == Delimiter::None && !self.at_operand() {
            return Ok(operands);
        }
        self.parse_delimited(delimiter, "operand list", &mut |p| {
            operands.push(p.parse_operand(true)?);
            Ok(())
        })?;
        Ok(operands)
    }

    fn resolve(&mut self, operand: UnresolvedOperand, ty: Type) -> Fallible<ValueId> {
        self.resolve_operand(operand, ty)
    }

    fn attr_dict(&mut self, state: &mut OperationState) -> Fallible {
        self.parse_attr_dict(state)
    }

    fn checked_attr_dict(&mut self, state: &mut OperationState) -> Fallible {
        if !self.at(Kind::LBrace) {
            return Ok(());
        }
        let at = self.position();
        let mut entries = Entries::new();
        self.parse_dict_entries(&mut entries)?;
        let def = state.name.def();
        if let Some(message) = def.and_then(|def| properties::constraint_error(self.ctx, def, &entries)) {
            return Err(self.error(at, &message));
        }
        self.add_attributes(state, &entries);
        Ok(())
    }

    fn attr_dict_with_keyword(&mut self, state: &mut OperationState) -> Fallible {
        if !self.eat_keyword("attributes") {
            return Ok(());
        }
        let mut entries = Entries::new();
        self.parse_dict_entries(&mut entries)?;
        self.add_attributes(state, &entries);
        Ok(())
    }

    fn optional_dict(&mut self) -> Fallible<Attribute> {
        let mut entries = Entries::new();
        if self.at(Kind::LBrace) {
            self.parse_dict_entries(&mut entries)?;
        }
        Ok(self.ctx.dict_attr(&entries))
    }

    fn argument(&mut self, typed: bool, attrs: bool) -> Fallible<Argument> {
        let name = self.parse_operand(false)?;
        let mut ty = Type::NONE;
        if typed {
            self.expect(Kind::Colon, "expected ':'")?;
            ty = self.parse_type()?;
        }
        let attrs = if attrs {
            self.optional_dict()?
        } else {
            Attribute::EMPTY_DICT
        };
        let location = self.parse_trailing_location()?;
        Ok(Argument {
            name: Some(name),
            ty,
            attrs,
            location,
        })
    }

    fn optional_argument(&mut self, typed: bool, attrs: bool) -> Fallible<Option<Argument>> {
        if self.at(Kind::Percent) {
            self.argument(typed, attrs).map(Some)
        } else {
            Ok(None)
        }
    }

    fn region(&mut self, state: &mut OperationState, arguments: &[Argument]) -> Fallible {
        self.parse_region(state, arguments)
    }

    fn optional_region(&mut self, state: &mut OperationState, arguments: &[Argument]) -> Fallible<bool> {
        let found = self.at(Kind::LBrace);
        if found {
            self.parse_region(state, arguments)?;
        }
        Ok(found)
    }

    fn empty_region(&mut self, state: &mut OperationState) {
        self.add_empty_region(state);
    }

    fn ensure_terminator(&mut self, state: &mut OperationState) -> Fallible {
        let terminator = state.name.def().and_then(|def| def.implicit_terminator);
        self.add_terminator(state, terminator);
        Ok(())
    }

    fn successor(&mut self) -> Fallible<BlockId> {
        self.parse_successor()
    }

    fn successor_and_operands(&mut self) -> Fallible<(BlockId, Vec<ValueId>)> {
        let block = self.parse_successor()?;
        Ok((block, self.parse_successor_operands()?))
    }
}
