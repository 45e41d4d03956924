//! Ops with their regions and blocks.

use asyncir_ir::def::{OpDef, OpTrait};
use asyncir_ir::{
    Attribute, BlockId, Body, InsertPoint, Location, OpName, OperationState, OwnedOp, RegionId, dialect_namespace,
};

use asyncir_text::ParseOptions;

use super::Reader;
use super::stream::{Read, Stream};
use super::values::Values;
use crate::format::{part, section, since};

/// A name in the table of ops.
#[derive(Clone, Copy)]
pub(super) struct OpNameEntry {
    pub(super) name: OpName,
    /// Whether the writer knew the op; in old files it is not said.
    pub(super) was_registered: bool,
}

/// Where ops are read into.
struct Place<'p> {
    body: &'p mut Body,
    block: BlockId,
    /// The blocks of the region, which successors name.
    blocks: &'p [BlockId],
}

impl<'b> Reader<'b> {
    pub(super) fn read_op_names(&mut self, stream: &mut Stream<'b>) -> Read<()> {
        if self.version >= since::NO_UNKNOWN_LOCATIONS {
            stream.count()?;
        }
        while !stream.is_empty() {
            let dialect = self.dialect(stream)?;
            for _ in 0..stream.count()? {
                let (name, was_registered) = if self.version < since::PROPERTIES {
                    (stream.number()?, true)
                } else {
                    stream.flagged()?
                };
                let full = match self.text_at(stream, name)? {
                    "" => dialect.to_owned(),
                    name => format!("{dialect}.{name}"),
                };
                self.op_names.push(OpNameEntry {
                    name: self.ctx.op_name(&full),
                    was_registered,
                });
            }
        }
        Ok(())
    }

    /// Reads the only op of the file. Unless that is a module, or may be any op, a module is put around it.
    pub(super) fn read_ir(&mut self, name: &str, options: &ParseOptions) -> Read<OwnedOp> {
        let mut stream = self.section(section::IR, "ops")?;
        let mut holder = Body::new();
        let region = holder.add_root_region();
        let block = holder.append_block(region);
        let mut values = Values::default();
        values.enter(0);
        let (count, has_arguments) = stream.flagged()?;
        if count != 1 || has_arguments {
            return stream.bad(format!("{name} should hold a single op"));
        }
        let place = Place {
            body: &mut holder,
            block,
            blocks: &[],
        };
        self.read_op(&mut stream, place, &mut values)?;
        stream.end("the ops")?;
        let module = self.ctx.op_name("builtin.module");
        match holder.block(block).first_op() {
            Some(op) if options.no_implicit_module || holder.op(op).name() == module => {
                holder.unlink_op(op);
                Ok(OwnedOp::from_parts(holder, op))
            }
            _ => {
                let place = Location::file_line_col(self.ctx, self.ctx.ident(name), 0, 0);
                let mut state = OperationState::new(module, place);
                state.body = Some(Box::new(holder));
                Ok(OwnedOp::new(state))
            }
        }
    }

    fn read_op(&mut self, stream: &mut Stream<'b>, place: Place<'_>, values: &mut Values) -> Read<()> {
        let Place { body, block, blocks } = place;
        let start = *stream;
        let entry = self.op_name(stream)?;
        let parts = stream.byte()?;
        if parts & !part::ALL != 0 {
            return start.bad("an op has unknown parts");
        }
        let location = self.location(stream)?;
        let mut state = OperationState::new(entry.name, location);
        self.read_attributes(stream, parts, entry, &mut state)?;
        if parts & part::RESULTS != 0 {
            state.results = self.types(stream)?.into();
        }
        if parts & part::OPERANDS != 0 {
            let operands = stream.list(|stream| {
                let number = stream.number()?;
                values.get(stream, body, number)
            });
            state.operands = operands?.into();
        }
        if parts & part::SUCCESSORS != 0 {
            state.successors = stream.list(|stream| successor(stream, blocks))?.into();
            let is_no_terminator = |def: &&OpDef| !def.has(OpTrait::Terminator);
            if let Some(def) = entry.name.def().filter(is_no_terminator) {
                return start.bad(format!("'{}' has successors, but it is no terminator", def.name));
            }
        }
        if parts & part::USE_ORDERS != 0 {
            skip_use_orders(stream, state.results.len())?;
        }
        let own_body = entry.name.def().is_some_and(|def| def.has(OpTrait::IsolatedFromAbove));
        if own_body {
            state.body = Some(Box::default());
        }
        if parts & part::REGIONS != 0 {
            self.read_regions(stream, &mut state, body, values)?;
        }
        let op = body.create_op(state);
        body.insert_op(op, InsertPoint::End(block));
        for result in body.results(op) {
            values.define(stream, body, result)?;
        }
        Ok(())
    }

    fn op_name(&mut self, stream: &mut Stream<'b>) -> Read<OpNameEntry> {
        let start = *stream;
        let index = stream.number()?;
        let Some(&entry) = self.op_names.get(index as usize) else {
            return start.bad(format!("there is no name {index} of an op"));
        };
        if entry.name.def().is_some() || self.ctx.allow_unregistered {
            return Ok(entry);
        }
        let name = entry.name.as_str(self.ctx);
        let dialect = dialect_namespace(name);
        match self.ctx.dialect(dialect) {
            Some(_) => Ok(entry),
            None => start.bad(format!(
                "the dialect '{dialect}' of the op '{name}' is unknown; -allow-unregistered-dialect reads such ops"
            )),
        }
    }

    fn read_attributes(
        &mut self,
        stream: &mut Stream<'b>,
        parts: u8,
        entry: OpNameEntry,
        state: &mut OperationState,
    ) -> Read<()> {
        if let Some(def) = entry.name.def() {
            state.properties = self.ctx.default_properties(def);
        }
        if parts & part::ATTRIBUTES != 0 {
            let attributes = self.attribute(stream)?;
            let Some(entries) = attributes.as_dict(self.ctx) else {
                return stream.bad("the attribute should be a dictionary");
            };
            // Old files do not tell properties from other attributes.
            let is_property = |name: &asyncir_ir::Ident| {
                let def = entry.name.def().filter(|_| self.version < since::PROPERTIES);
                def.is_some_and(|def| def.is_inherent(self.ctx.str(*name)))
            };
            let (own, other): (Vec<_>, Vec<_>) = entries.iter().partition(|(name, _)| is_property(name));
            state.properties = self.ctx.dict_with_all(state.properties, &own);
            state.attrs = self.ctx.dict_attr(&other);
        }
        if parts & part::PROPERTIES != 0 {
            let index = stream.number()?;
            let key = entry.name.def().map(|def| (index, def.number.get()));
            if let Some(&known) = key.and_then(|key| self.known_properties.get(&key)) {
                state.properties = known;
                return Ok(());
            }
            let Some(&encoding) = self.properties.get(index as usize) else {
                return stream.bad(format!("there are no properties {index}"));
            };
            self.read_properties_of(encoding, entry, state)?;
            self.known_properties.extend(key.map(|key| (key, state.properties)));
        }
        Ok(())
    }

    fn read_regions(
        &mut self,
        stream: &mut Stream<'b>,
        state: &mut OperationState,
        body: &mut Body,
        values: &mut Values,
    ) -> Read<()> {
        let start = *stream;
        let (count, is_isolated) = stream.flagged()?;
        let count = stream.checked_count(count)?;
        let mut own_stream;
        let stream = if is_isolated && self.version >= since::SECTIONS_OF_REGIONS {
            let (number, data) = stream.section()?;
            if number != section::IR {
                return start.bad("the regions of an isolated op are no section of ops");
            }
            own_stream = data;
            &mut own_stream
        } else {
            stream
        };
        let mut own_values = Values::default();
        let values = if is_isolated { &mut own_values } else { values };
        if state.body.is_some() && !is_isolated {
            return start.bad("an op is not isolated from above here, which it must be");
        }
        for _ in 0..count {
            match &mut state.body {
                Some(own) => {
                    let region = own.add_root_region();
                    self.nested(&start, |reader| reader.read_region(stream, own, region, values))?;
                }
                None => {
                    let region = body.create_region();
                    state.regions.push(region);
                    self.nested(&start, |reader| reader.read_region(stream, body, region, values))?;
                }
            }
        }
        if is_isolated && self.version >= since::SECTIONS_OF_REGIONS {
            stream.end("the regions of an op")?;
        }
        Ok(())
    }

    fn read_region(
        &mut self,
        stream: &mut Stream<'b>,
        body: &mut Body,
        region: RegionId,
        values: &mut Values,
    ) -> Read<()> {
        let num_blocks = stream.count()?;
        if num_blocks == 0 {
            return Ok(());
        }
        let num_values = stream.count()?;
        let Some(budget) = self.budget.checked_sub(num_blocks + num_values) else {
            return stream.bad("more blocks and values than the file has bytes");
        };
        self.budget = budget;
        values.enter(num_values);
        let blocks: Vec<BlockId> = (0..num_blocks).map(|_| body.append_block(region)).collect();
        for &block in &blocks {
            let place = Place {
                body: &mut *body,
                block,
                blocks: &blocks,
            };
            self.read_block(stream, place, values)?;
        }
        values.leave(stream)
    }

    fn read_block(&mut self, stream: &mut Stream<'b>, place: Place<'_>, values: &mut Values) -> Read<()> {
        let (num_ops, has_arguments) = stream.flagged()?;
        if has_arguments {
            let count = stream.count()?;
            for _ in 0..count {
                let (ty, location) = self.read_argument(stream)?;
                let argument = place.body.add_block_arg(place.block, ty, location);
                values.define(stream, place.body, argument)?;
            }
            if self.version >= since::USE_ORDERS && stream.byte()? != 0 {
                skip_use_orders(stream, count)?;
            }
        }
        for _ in 0..num_ops {
            let place = Place {
                body: &mut *place.body,
                ..place
            };
            self.read_op(stream, place, values)?;
        }
        Ok(())
    }

    fn read_argument(&mut self, stream: &mut Stream<'b>) -> Read<(asyncir_ir::Type, Location)> {
        if self.version < since::NO_UNKNOWN_LOCATIONS {
            return Ok((self.ty(stream)?, self.location(stream)?));
        }
        let (ty, has_location) = stream.flagged()?;
        let ty = self.type_at(stream, ty)?;
        let location = if has_location {
            self.location(stream)?
        } else {
            Location::UNKNOWN
        };
        Ok((ty, location))
    }

    /// Sets what the writer of an op that it did not know took for its properties.
    pub(super) fn set_unknown_properties(
        &self,
        stream: &Stream<'b>,
        properties: Attribute,
        state: &mut OperationState,
    ) -> Read<()> {
        match properties.as_dict(self.ctx) {
            Some([]) if state.name.def().is_none() => state.properties = Attribute::NO_PROPERTIES,
            _ if state.name.def().is_none() => state.properties = properties,
            Some(entries) => state.properties = self.ctx.dict_with_all(state.properties, entries),
            None => return stream.bad("the properties of an op should be a dictionary"),
        }
        Ok(())
    }
}

fn successor(stream: &mut Stream<'_>, blocks: &[BlockId]) -> Read<BlockId> {
    let number = stream.number()?;
    match blocks.get(number as usize) {
        Some(&block) => Ok(block),
        None => stream.bad(format!("there is no block {number}")),
    }
}

/// Steps over the order of the uses of some of `values` values. Uses are in the order in which they are read.
fn skip_use_orders(stream: &mut Stream<'_>, values: usize) -> Read<()> {
    let count = if values == 1 { 1 } else { stream.count()? };
    for _ in 0..count {
        if values != 1 {
            stream.number()?;
        }
        let (length, _) = stream.flagged()?;
        for _ in 0..stream.checked_count(length)? {
            stream.number()?;
        }
    }
    Ok(())
}
