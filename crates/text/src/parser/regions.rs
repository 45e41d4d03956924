//! Regions and blocks.

use asyncir_ir::asm::Argument;
use asyncir_ir::def::OpTrait;
use asyncir_ir::{BlockId, Body, Fallible, OperationState, RegionId};
use foldhash::fast::FixedState;
use hashbrown::HashMap;

use super::Parser;
use crate::lexer::Kind;

/// A block that a name stands for.
#[derive(Clone, Copy)]
struct NamedBlock {
    block: BlockId,
    /// Where it was defined, or first named.
    position: u32,
    defined: bool,
}

/// The names of the blocks of one region.
#[derive(Default)]
pub(super) struct BlockNames<'a> {
    names: HashMap<&'a str, NamedBlock, FixedState>,
    undefined: usize,
}

impl<'a> Parser<'a> {
    /// Reads a region and adds it to the op: as the root of a body of its own if the op is isolated from above.
    pub(super) fn parse_region(&mut self, state: &mut OperationState, arguments: &[Argument]) -> Fallible {
        let dialect = state.name.def().and_then(|def| def.hooks.default_dialect);
        self.parse_region_in(state, arguments, dialect.unwrap_or(""))
    }

    /// As `parse_region`, with the dialect whose prefix may be left out inside.
    pub(super) fn parse_region_in(
        &mut self,
        state: &mut OperationState,
        arguments: &[Argument],
        dialect: &'static str,
    ) -> Fallible {
        self.default_dialects.push(dialect);
        let isolated = state.name.def().is_some_and(|def| def.has(OpTrait::IsolatedFromAbove));
        let current = self.current;
        let result = self.nested(|p| {
            if isolated {
                p.parse_isolated_region(state, arguments)
            } else {
                p.parse_inner_region(state, arguments)
            }
        });
        self.current = current;
        self.default_dialects.pop();
        result
    }

    fn parse_isolated_region(&mut self, state: &mut OperationState, arguments: &[Argument]) -> Fallible {
        // A function in a function, mostly because a brace is missing. The names around it are not seen in it.
        self.check_argument_names(arguments)?;
        if self.defer(state, arguments) {
            return Ok(());
        }
        let spare = || self.spare_bodies.pop().map(Box::new);
        let own = state.body.take().or_else(spare).unwrap_or_default();
        let outer = std::mem::replace(&mut self.body, own);
        let result = self.read_isolated(arguments);
        let mut own = std::mem::replace(&mut self.body, outer);
        // How much is in it is known only now: the arenas that it was read into are kept for the next one.
        state.body = Some(Box::new(own.drain_exact()));
        self.spare_bodies.push(*own);
        result
    }

    /// Reads `{...}` into a root region of the current body.
    pub(super) fn read_isolated(&mut self, arguments: &[Argument]) -> Fallible {
        self.enter_body_names();
        let region = self.body.add_root_region();
        let result = self.parse_region_text(region, arguments);
        self.leave_body_names();
        result
    }

    fn parse_inner_region(&mut self, state: &mut OperationState, arguments: &[Argument]) -> Fallible {
        let region = self.body.create_region();
        state.regions.push(region);
        self.parse_region_text(region, arguments)
    }

    /// Reads `{...}` into a region.
    fn parse_region_text(&mut self, region: RegionId, arguments: &[Argument]) -> Fallible {
        self.expect(Kind::LBrace, "expected '{' to begin a region")?;
        if arguments.is_empty() && self.eat(Kind::RBrace) {
            return Ok(());
        }
        let outer_block = self.block;
        self.enter_region_names();
        self.blocks.push(BlockNames::default());
        let result = self.parse_region_body(region, arguments);
        self.leave_region_names();
        let names = self.blocks.pop();
        self.block = outer_block;
        result?;
        if let Some(names) = names {
            self.check_blocks(&names)?;
        }
        self.bump();
        Ok(())
    }

    /// Checks that all blocks of a region that were named are there.
    pub(super) fn check_blocks(&mut self, names: &BlockNames<'a>) -> Fallible {
        if names.undefined == 0 {
            return Ok(());
        }
        let mut places: Vec<u32> = names
            .names
            .values()
            .filter(|named| !named.defined)
            .map(|named| named.position)
            .collect();
        places.sort_unstable();
        let errors = places
            .iter()
            .map(|&place| self.error_at(place, "reference to an undefined block"));
        // Each comes behind the one before it: a chain is made from its end.
        let all = errors.rev().reduce(|later, error| error.followed_by(later));
        all.map_or(Ok(()), Err)
    }

    fn parse_region_body(&mut self, region: RegionId, arguments: &[Argument]) -> Fallible {
        let named = arguments.first().is_some_and(|argument| argument.name.is_some());
        if named && self.at(Kind::Caret) {
            return Err(self.error_here("invalid block name in region with named arguments"));
        }
        let entry = self.body.append_block(region);
        if named {
            self.define_arguments(entry, arguments)?;
        }
        if self.at(Kind::Caret) {
            self.parse_labelled_block(region, Some(entry))?
        } else {
            self.parse_block_ops(entry)?
        }
        if !arguments.is_empty() && self.body.block(entry).args().len() > arguments.len() {
            return Err(self.error_here("entry block arguments were already defined"));
        }
        while !self.at(Kind::RBrace) {
            self.parse_labelled_block(region, None)?;
        }
        Ok(())
    }

    fn define_arguments(&mut self, entry: BlockId, arguments: &[Argument]) -> Fallible {
        for argument in arguments {
            let Some(name) = argument.name else { continue };
            self.check_argument_names(std::slice::from_ref(argument))?;
            let location = argument.location.unwrap_or_else(|| self.location_at(name.position.0));
            let value = self.body.add_block_arg(entry, argument.ty, location);
            self.define(name, value)?;
        }
        Ok(())
    }

    fn check_argument_names(&self, arguments: &[Argument]) -> Fallible {
        for name in arguments.iter().filter_map(|argument| argument.name) {
            if let Some(first) = self.first_mention(name) {
                let text = self.operand_name(name);
                let message = format!("region entry argument '{text}' is already in use");
                let note = self.location_at(first);
                let error = self.error_at(name.position.0, message);
                return Err(error.with_note(note, "previously referenced here"));
            }
        }
        Ok(())
    }

    /// Reads `^name(arguments):` and the ops behind it.
    fn parse_labelled_block(&mut self, region: RegionId, entry: Option<BlockId>) -> Fallible {
        let token = self.expect(Kind::Caret, "expected block name")?;
        let block = self.define_block(self.spelling_of(token), token.start(), entry)?;
        if entry.is_none() {
            self.body.insert_block(block, region, None);
        }
        if self.at(Kind::LParen) {
            self.parse_block_arguments(block)?;
        }
        self.expect(Kind::Colon, "expected ':' after block name")?;
        self.parse_block_ops(block)
    }

    fn define_block(&mut self, name: &'a str, position: u32, entry: Option<BlockId>) -> Fallible<BlockId> {
        let names = self.blocks.last_mut().expect("a scope of blocks");
        if let Some(known) = names.names.get_mut(name) {
            if known.defined {
                return Err(self.error_at(position, format!("redefinition of block '{name}'")));
            }
            known.defined = true;
            known.position = position;
            names.undefined -= 1;
            return Ok(known.block);
        }
        let block = entry.unwrap_or_else(|| self.body.create_block());
        names.names.insert(
            name,
            NamedBlock {
                block,
                position,
                defined: true,
            },
        );
        Ok(block)
    }

    /// Reads `^name` as a successor.
    pub(super) fn parse_successor(&mut self) -> Fallible<BlockId> {
        let token = self.expect(Kind::Caret, "expected block name")?;
        let name = self.spelling_of(token);
        let names = self.blocks.last_mut().expect("a scope of blocks");
        if let Some(known) = names.names.get(name) {
            return Ok(known.block);
        }
        let block = self.body.create_block();
        names.names.insert(
            name,
            NamedBlock {
                block,
                position: token.start(),
                defined: false,
            },
        );
        names.undefined += 1;
        Ok(block)
    }

    fn parse_block_arguments(&mut self, block: BlockId) -> Fallible {
        self.bump();
        let existing = self.body.block(block).args().len();
        let mut next = 0;
        self.list_until(Kind::RParen, "expected ')'", |p| {
            let name = p.parse_operand(false)?;
            p.expect(Kind::Colon, "expected ':' and type for SSA operand")?;
            let ty = p.parse_type()?;
            if existing > 0 {
                return p.check_argument(block, existing, &mut next, ty);
            }
            let location = p.parse_trailing_location()?;
            let location = location.unwrap_or_else(|| p.location_at(name.position.0));
            let value = p.body.add_block_arg(block, ty, location);
            p.define(name, value)
        })
    }

    fn check_argument(&mut self, block: BlockId, existing: usize, next: &mut usize, ty: asyncir_ir::Type) -> Fallible {
        if *next >= existing {
            return Err(self.error_here("too many arguments specified in argument list"));
        }
        let arg = self.body.block_arg(block, *next);
        *next += 1;
        if self.body.value_type(arg) != ty {
            return Err(self.error_here("argument and block argument type mismatch"));
        }
        Ok(())
    }

    fn parse_block_ops(&mut self, block: BlockId) -> Fallible {
        self.block = block;
        while !matches!(self.tok.kind, Kind::Caret | Kind::RBrace) {
            self.parse_operation()?;
        }
        Ok(())
    }

    /// Adds a region without blocks to the op.
    pub(crate) fn add_empty_region(&mut self, state: &mut OperationState) {
        if state.name.def().is_some_and(|def| def.has(OpTrait::IsolatedFromAbove)) {
            state.body.get_or_insert_default().add_root_region();
        } else {
            let region = self.body.create_region();
            state.regions.push(region);
        }
    }

    /// Runs `edit` on the last region of the op with the body it is in.
    pub(super) fn with_last_region(&mut self, state: &mut OperationState, edit: impl FnOnce(&mut Body, RegionId)) {
        let body = match state.body.as_deref_mut() {
            Some(own) => own,
            None => &mut *self.body,
        };
        let region = state
            .regions
            .last()
            .copied()
            .or_else(|| body.root_regions().last().copied());
        if let Some(region) = region {
            edit(body, region);
        }
    }

    /// Gives the last region a block if it has none, and `terminator` to its last block if that has none.
    pub(crate) fn add_terminator(&mut self, state: &mut OperationState, terminator: Option<&'static str>) {
        let (ctx, location) = (self.ctx, state.location);
        self.with_last_region(state, |body, region| {
            let block = body.region(region).last().unwrap_or_else(|| body.append_block(region));
            let ended = body
                .block(block)
                .last_op()
                .is_some_and(|op| body.op(op).has_trait(OpTrait::Terminator));
            if let (Some(name), false) = (terminator, ended) {
                let name = ctx.op_name(name);
                let mut state = OperationState::new(name, location);
                if let Some(def) = name.def() {
                    state.properties = ctx.default_properties(def);
                }
                let op = body.create_op(state);
                body.insert_op(op, asyncir_ir::InsertPoint::End(block));
            }
        });
    }
}
