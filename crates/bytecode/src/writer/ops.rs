//! Ops with their regions and blocks.

use asyncir_ir::stack::at_depth;
use asyncir_ir::{Attribute, BlockId, Body, Location, OpId, OpRef, RegionId, ValueId};
use foldhash::fast::FixedState;
use hashbrown::HashMap;

use super::buffer::Buffer;
use super::properties;
use super::{Encoder, Writer};
use crate::format::{part, section, since};

/// The numbers of the values of a body, by their ids.
#[derive(Default)]
struct Values {
    numbers: Vec<u64>,
    next: u64,
}

impl Values {
    /// The number of a value. All values of a region have theirs before the first op of it is written.
    fn number(&self, value: ValueId) -> u64 {
        self.numbers[value.as_u32() as usize]
    }
}

/// The numbers of the blocks of a region.
type Blocks = HashMap<BlockId, u64, FixedState>;

impl Writer<'_> {
    /// The section with the op.
    pub(super) fn ir(&mut self, op: OpRef<'_>) -> Buffer {
        let mut section = Buffer::default();
        section.flagged(1, false);
        self.op(&mut section, op.body, op.op, &mut Values::default(), &Blocks::default());
        section
    }

    fn op(&mut self, to: &mut Buffer, body: &Body, op: OpId, values: &mut Values, blocks: &Blocks) {
        let data = body.op(op);
        to.number(self.numbering.op_names.get(&data.name()));
        let mask_at = to.bytes.len();
        to.byte(0);
        to.number(self.numbering.op_locations[self.ops]);
        self.ops += 1;
        let mut parts = 0;
        let mut has = |part: u8, there: bool| {
            parts |= if there { part } else { 0 };
            there
        };
        let attributes = properties::attributes(self.ctx, data, self.version);
        if has(part::ATTRIBUTES, attributes != Attribute::EMPTY_DICT) {
            to.number(self.numbering.attribute_number(attributes));
        }
        let properties = self.properties_number(data);
        if has(part::PROPERTIES, properties.is_some()) {
            to.number(properties.unwrap_or_default());
        }
        if has(part::RESULTS, data.num_results() > 0) {
            to.number(data.num_results() as u64);
            for result in body.results(op) {
                to.number(self.numbering.types.get(&body.value_type(result)));
            }
        }
        if has(part::OPERANDS, data.num_operands() > 0) {
            to.number(data.num_operands() as u64);
            for operand in body.operands(op) {
                to.number(values.number(operand));
            }
        }
        if has(part::SUCCESSORS, data.num_successors() > 0) {
            to.number(data.num_successors() as u64);
            for successor in body.successors(op) {
                to.number(blocks[&successor]);
            }
        }
        let (inner, regions) = match data.body() {
            Some(own) => (own, own.root_regions()),
            None => (body, body.op_regions(op)),
        };
        let has_regions = has(part::REGIONS, !regions.is_empty());
        to.bytes[mask_at] = parts;
        if !has_regions {
            return;
        }
        let is_isolated = data.body().is_some();
        to.flagged(regions.len() as u64, is_isolated);
        if !is_isolated {
            return regions
                .iter()
                .for_each(|&region| self.region(to, inner, region, values));
        }
        let values = &mut Values::default();
        if self.version < since::SECTIONS_OF_REGIONS {
            return regions
                .iter()
                .for_each(|&region| self.region(to, inner, region, values));
        }
        let mut own = Buffer::default();
        regions
            .iter()
            .for_each(|&region| self.region(&mut own, inner, region, values));
        to.section(section::IR, &own);
    }

    /// The number of the properties of an op, if it has any.
    fn properties_number(&mut self, op: &asyncir_ir::Operation) -> Option<u64> {
        if self.version < since::PROPERTIES {
            return None;
        }
        let key = properties::key(op);
        if let Some(&known) = self.known_properties.get(&key) {
            return known;
        }
        let (ctx, version) = (self.ctx, self.version);
        let mut encoding = Buffer::default();
        let has_any = properties::encode(ctx, op, version, &mut Encoder::new(self, &mut encoding));
        let number = has_any.then(|| self.properties.number(encoding.bytes));
        self.known_properties.insert(key, number);
        number
    }

    /// Values are numbered behind those of the regions around this one; the numbers are used again behind it.
    fn region(&mut self, to: &mut Buffer, body: &Body, region: RegionId, values: &mut Values) {
        let blocks: Blocks = body.region_blocks(region).zip(0..).collect();
        to.number(blocks.len() as u64);
        if blocks.is_empty() {
            return;
        }
        let start = values.next;
        for block in body.region_blocks(region) {
            let arguments = body.block_args(block);
            let results = body.block_ops(block).flat_map(|op| body.results(op));
            for value in arguments.chain(results) {
                let at = value.as_u32() as usize;
                if at >= values.numbers.len() {
                    values.numbers.resize(at + 1, 0);
                }
                values.numbers[at] = values.next;
                values.next += 1;
            }
        }
        to.number(values.next - start);
        self.depth += 1;
        at_depth(self.depth, || {
            for block in body.region_blocks(region) {
                self.block(to, body, block, values, &blocks);
            }
        });
        self.depth -= 1;
        values.next = start;
    }

    fn block(&mut self, to: &mut Buffer, body: &Body, block: BlockId, values: &mut Values, blocks: &Blocks) {
        let arguments = body.block(block).args();
        to.flagged(body.block_ops(block).count() as u64, !arguments.is_empty());
        if !arguments.is_empty() {
            to.number(arguments.len() as u64);
            for argument in arguments {
                let ty = self.numbering.types.get(&body.value_type(argument.value));
                let location = argument.location;
                if self.version < since::NO_UNKNOWN_LOCATIONS {
                    to.number(ty);
                    to.number(self.numbering.location_number(location));
                    continue;
                }
                let is_known = location != Location::UNKNOWN;
                to.flagged(ty, is_known);
                if is_known {
                    to.number(self.numbering.location_number(location));
                }
            }
            if self.version >= since::USE_ORDERS {
                to.byte(0);
            }
        }
        for op in body.block_ops(block) {
            self.op(to, body, op, values, blocks);
        }
    }
}
