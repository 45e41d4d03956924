//! Operations in generic and custom form.

use asyncir_ir::asm::{OpParser, Position, UnresolvedOperand};
use asyncir_ir::def::{Format, OpDef, OpTrait};
use asyncir_ir::{
    AttrKind, Attribute, Diagnostic, Fallible, InsertPoint, NamedAttribute, OpId, OpName, OperationState,
    dialect_namespace,
};
use smallvec::SmallVec;

use super::word::Word;
use super::{CurrentOp, Entries, Parser, properties};
use crate::lexer::{Kind, Token, unescape};

pub(super) type Operands = SmallVec<[UnresolvedOperand; 4]>;
/// Names in front of an op with how many results each stands for.
type ResultNames = SmallVec<[(Token, usize); 2]>;

impl<'a> Parser<'a> {
    /// Reads an op and adds it to the current block.
    pub(super) fn parse_operation(&mut self) -> Fallible {
        let at = self.tok.start();
        let mut names = ResultNames::new();
        if self.at(Kind::Percent) {
            self.parse_result_names(&mut names)?;
        }
        let num_named = names.iter().map(|(_, count)| count).sum();
        let op = match self.tok.kind {
            Kind::Ident => self.parse_custom_operation(num_named)?,
            Kind::Str => self.parse_generic_operation()?,
            _ => return Err(self.wrong_token("expected operation name in quotes")),
        };
        if names.is_empty() {
            Ok(())
        } else {
            self.name_results(at, &names, num_named, op)
        }
    }

    fn parse_result_names(&mut self, names: &mut ResultNames) -> Fallible {
        loop {
            let token = self.expect(Kind::Percent, "expected valid ssa identifier")?;
            let mut count = 1;
            if self.eat(Kind::Colon) {
                if !self.at(Kind::Integer) {
                    return Err(self.wrong_token("expected integer number of results"));
                }
                count = match self.spelling().parse::<u32>() {
                    Ok(count) if count > 0 => count as usize,
                    _ => return Err(self.error_here("expected named operation to have at least 1 result")),
                };
                self.bump();
            }
            names.push((token, count));
            if !self.eat(Kind::Comma) {
                break;
            }
        }
        self.expect(Kind::Equal, "expected '=' after SSA name")?;
        Ok(())
    }

    fn name_results(&mut self, at: u32, names: &ResultNames, num_named: usize, op: OpId) -> Fallible {
        let num_results = self.body.op(op).num_results();
        if num_results == 0 {
            return Err(self.error_at(at, "cannot name an operation with no results"));
        }
        if num_results != num_named {
            let message = format!("operation defines {num_results} results but was provided {num_named} to bind");
            return Err(self.error_at(at, message));
        }
        let mut result = 0;
        for &(token, count) in names {
            for index in 0..count {
                let name = UnresolvedOperand {
                    position: Position(token.start()),
                    len: token.end() - token.start(),
                    index: index as u32,
                };
                let value = self.body.result(op, result);
                self.define(name, value)?;
                result += 1;
            }
        }
        Ok(())
    }

    /// Makes the op, reads the location behind it, and puts it at the end of the current block.
    #[inline]
    fn finish_operation(&mut self, mut state: OperationState) -> Fallible<OpId> {
        if self.at_keyword("loc")
            && let Some(location) = self.parse_trailing_location()?
        {
            state.location = location;
        }
        let isolated = state.name.def().is_some_and(|def| def.has(OpTrait::IsolatedFromAbove));
        if isolated && state.body.is_none() {
            state.body = Some(Box::default());
        }
        let op = self.body.create_op(state);
        self.body.insert_op(op, InsertPoint::End(self.block));
        Ok(op)
    }

    // Generic form.

    fn parse_generic_operation(&mut self) -> Fallible<OpId> {
        let at = self.tok.start();
        let name = unescape(self.spelling());
        let name = match std::str::from_utf8(&name) {
            Ok("") => return Err(self.error_here("empty operation name is invalid")),
            Ok(name) if name.contains('\0') => {
                return Err(self.error_here("null character not allowed in operation name"));
            }
            Ok(name) => name,
            Err(_) => return Err(self.error_here("expected operation name in valid UTF-8")),
        };
        let op_name = self.ctx.op_name(name);
        self.bump();
        let is_unknown = || self.ctx.dialect(dialect_namespace(name)).is_none();
        if op_name.def().is_none() && !self.ctx.allow_unregistered && is_unknown() {
            let message = "operation being parsed with an unregistered dialect. If this is intended, please use \
                           -allow-unregistered-dialect with the MLIR tool used";
            return Err(self.error_here(message));
        }
        let mut state = self.new_state(op_name, self.location_at(at));
        self.parse_generic_tail(&mut state)?;
        self.finish_operation(state)
    }

    /// Reads what stands behind the name of an op in generic form.
    fn parse_generic_tail(&mut self, state: &mut OperationState) -> Fallible {
        let mut operands = Operands::new();
        self.expect(Kind::LParen, "expected '(' to start operand list")?;
        if self.at(Kind::Percent) {
            self.parse_operands(&mut operands)?;
        }
        self.expect(Kind::RParen, "expected ')' to end operand list")?;
        if self.at(Kind::LSquare) {
            self.parse_generic_successors(state)?;
        }
        let written = if self.eat(Kind::Less) {
            Some(self.parse_generic_properties()?)
        } else {
            None
        };
        if self.eat(Kind::LParen) {
            loop {
                let dialect = self.default_dialects.last().copied().unwrap_or("");
                self.parse_region_in(state, &[], dialect)?;
                if !self.eat(Kind::Comma) {
                    break;
                }
            }
            self.expect(Kind::RParen, "expected ')' to end region list")?;
        }
        let mut entries = Entries::new();
        if self.at(Kind::LBrace) {
            self.parse_dict_entries(&mut entries)?;
        }
        self.parse_generic_signature(state, &operands)?;
        let Some(def) = state.name.def() else {
            state.attrs = self.merge(state.attrs, &entries);
            if let Some(written) = written {
                let is_empty = written == Attribute::EMPTY_DICT;
                state.properties = if is_empty { Attribute::NO_PROPERTIES } else { written };
            }
            return Ok(());
        };
        self.add_generic_attributes(state, def, written, entries)
    }

    /// Sets what is written as the properties of a registered op and between braces. Properties win over attributes of
    /// the same names. What is wrong with them is told behind all that is wrong with the rest of the op.
    fn add_generic_attributes(
        &self,
        state: &mut OperationState,
        def: &OpDef,
        properties: Option<Attribute>,
        mut entries: Entries,
    ) -> Fallible {
        let ctx = self.ctx;
        let wrong = match properties {
            Some(written) => properties::error(ctx, def, written),
            None => properties::constraint_error(ctx, def, &entries),
        };
        if let Some(message) = wrong {
            return Err(Diagnostic::error(state.location, message));
        }
        // Between braces, what cannot be a property is read and forgotten.
        if properties.is_some() || properties::has_segments(def) {
            entries.retain(|entry| properties::fits(ctx, def, *entry));
        }
        if !entries.is_empty() {
            self.add_attributes(state, &entries);
        }
        if let Some(entries) = properties.and_then(|written| written.as_dict(ctx)) {
            let is_known = |entry: &&NamedAttribute| def.is_inherent(ctx.str(entry.0));
            let known: Entries = entries.iter().filter(is_known).copied().collect();
            state.properties = self.merge(state.properties, &known);
        }
        if properties::has_segments(def) {
            state.properties = self.merge(
                state.properties,
                &properties::missing_segments(ctx, def, state.properties),
            );
        }
        Ok(())
    }

    fn parse_generic_signature(&mut self, state: &mut OperationState, operands: &Operands) -> Fallible {
        self.expect(Kind::Colon, "expected ':' followed by operation type")?;
        let at = self.tok.start();
        if !self.at(Kind::LParen) {
            let ty = self.parse_type()?;
            let Some((inputs, results)) = ty.function(self.ctx) else {
                return Err(self.error_at(at, "expected function type"));
            };
            state.results.extend_from_slice(results);
            return self.resolve_generic(state, operands, inputs, at);
        }
        let (inputs, results) = self.nested(Self::parse_function_parts)?;
        state.results.extend_from_slice(&results);
        self.resolve_generic(state, operands, &inputs, at)
    }

    fn resolve_generic(
        &mut self,
        state: &mut OperationState,
        operands: &Operands,
        types: &[asyncir_ir::Type],
        at: u32,
    ) -> Fallible {
        if operands.len() != types.len() {
            // MLIR writes `"s"[n == 1]`, which is the zero byte behind the letter.
            let plural = if operands.len() == 1 { "\0" } else { "s" };
            let message = format!(
                "expected {} operand type{plural} but had {}",
                operands.len(),
                types.len()
            );
            return Err(self.error_at(at, message));
        }
        for (&operand, &ty) in operands.iter().zip(types) {
            let value = self.resolve_operand(operand, ty)?;
            state.operands.push(value);
        }
        Ok(())
    }

    /// Reads `%a, %b`, one at least.
    pub(super) fn parse_operands(&mut self, operands: &mut Operands) -> Fallible {
        loop {
            operands.push(self.parse_operand(true)?);
            if !self.eat(Kind::Comma) {
                return Ok(());
            }
        }
    }

    fn parse_generic_successors(&mut self, state: &mut OperationState) -> Fallible {
        if state.name.def().is_some_and(|def| !def.has(OpTrait::Terminator)) {
            return Err(self.error_here("successors in non-terminator"));
        }
        self.bump();
        if self.at(Kind::RSquare) {
            return Err(self.wrong_token("expected list element"));
        }
        loop {
            let block = self.parse_successor()?;
            state.successors.push(block);
            if !self.eat(Kind::Comma) {
                break;
            }
        }
        self.expect(Kind::RSquare, "expected ']'")?;
        Ok(())
    }

    /// Reads the rest of `<properties>`.
    fn parse_generic_properties(&mut self) -> Fallible<Attribute> {
        let properties = self.parse_attribute(None)?;
        self.expect(Kind::Greater, "expected '>' to close properties")?;
        Ok(properties)
    }

    /// A dictionary with further entries; later ones win.
    pub(crate) fn merge(&self, dict: Attribute, entries: &[NamedAttribute]) -> Attribute {
        if entries.is_empty() {
            return dict;
        }
        match dict.kind(self.ctx) {
            AttrKind::Dictionary(old) if !old.is_empty() => self.ctx.dict_with_all(dict, entries),
            _ => self.ctx.dict_attr(entries),
        }
    }

    /// Sorts attributes from `{...}` into inherent and discardable ones.
    pub(crate) fn add_attributes(&self, state: &mut OperationState, entries: &[NamedAttribute]) {
        let Some(def) = state.name.def() else {
            state.attrs = self.merge(state.attrs, entries);
            return;
        };
        let (mut inherent, mut discardable) = (Entries::new(), Entries::new());
        for &entry in entries {
            let list = if def.is_inherent(self.ctx.str(entry.0)) {
                &mut inherent
            } else {
                &mut discardable
            };
            list.push(entry);
        }
        state.properties = self.merge(state.properties, &inherent);
        state.attrs = self.merge(state.attrs, &discardable);
    }

    // Custom form.

    fn parse_custom_operation(&mut self, num_named: usize) -> Fallible<OpId> {
        let token = self.tok;
        let (def, properties) = self.custom_definition()?;
        self.bump();
        let mut state = OperationState::new(OpName::Registered(def), self.location_at(token.start()));
        state.properties = properties;
        let outer = self.current;
        self.current = CurrentOp {
            name: def.name,
            name_position: token.start(),
            named_results: num_named,
        };
        match def.format {
            Format::Custom(parse, _) => parse(self as &mut dyn OpParser, &mut state)?,
            Format::Assembly(_) => crate::format::parse_with_format(self, def, &mut state)?,
            Format::Generic => {
                return Err(self.error_at(
                    token.start(),
                    format!("custom op '{}' has no custom assembly form", def.name),
                ));
            }
        }
        self.current = outer;
        self.finish_operation(state)
    }

    /// The op whose custom form starts at the current token: its definition and its properties from the start.
    #[inline]
    fn custom_definition(&mut self) -> Fallible<(&'static OpDef, Attribute)> {
        let written = self.spelling();
        let dialect = self.default_dialects.last().copied().unwrap_or("");
        let key = (Word::new(dialect), Word::new(written));
        if let Some(&known) = self.custom_ops.get(&key) {
            return Ok(known);
        }
        let def = self.look_up_custom_op(written, dialect)?;
        let known = (def, self.ctx.default_properties(def));
        self.custom_ops.insert(key, known);
        Ok(known)
    }

    fn look_up_custom_op(&self, written: &str, dialect: &str) -> Fallible<&'static OpDef> {
        if written.contains('.') {
            let def = self.ctx.op_def(written);
            return def.ok_or_else(|| self.unknown_custom_op(written, written, dialect_namespace(written)));
        }
        let full = format!("{dialect}.{written}");
        self.ctx
            .op_def(&full)
            .ok_or_else(|| self.unknown_custom_op(written, &full, dialect))
    }

    #[cold]
    fn unknown_custom_op(&self, written: &str, full: &str, dialect: &str) -> Diagnostic {
        let at = self.tok.start();
        let tried = if written == full {
            String::new()
        } else {
            format!(" (tried '{full}' as well)")
        };
        if self.ctx.dialect(dialect).is_some() {
            return self.error_at(at, format!("custom op '{written}' is unknown{tried}"));
        }
        let message = format!("Dialect `{dialect}' not found for custom op '{written}' {tried}");
        let known = self.ctx.dialect_names().join(", ");
        let note = format!(
            "Available dialects: {known} ; for more info on dialect registration see \
             https://mlir.llvm.org/getting_started/Faq/#registered-loaded-dependent-whats-up-with-dialects-management"
        );
        self.error_at(at, message).with_note(self.location_at(at), note)
    }

    pub(super) fn current_op(&self) -> (Position, usize) {
        (Position(self.current.name_position), self.current.named_results)
    }
}
