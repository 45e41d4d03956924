//! What patterns of a conversion can do beyond what all patterns can.

use super::super::{Rewriter, SignatureConversion, TypeConverter, ValueVec};
use super::state::BodySignature;
use crate::body::{BlockId, OpId, RegionId, ValueId};
use crate::diagnostics::Diagnostic;

impl Rewriter<'_> {
    /// Replaces each result of `op` by any number of values and erases it. A result without values is gone; should it
    /// still be used in the end, a cast from nothing stands for it.
    ///
    /// # Panics
    /// Outside of a conversion, if a result is replaced by other than one value; if the numbers of results and
    /// replacements differ.
    pub fn replace_many(&mut self, op: OpId, with: &[ValueVec]) {
        assert_eq!(
            self.body.op(op).num_results(),
            with.len(),
            "as many replacements as results"
        );
        if self.conversion.is_none() {
            let only = |values: &ValueVec| match values[..] {
                [value] => value,
                _ => panic!("outside of a conversion, one value stands for each result"),
            };
            let single: Vec<ValueId> = with.iter().map(only).collect();
            return self.replace(op, &single);
        }
        self.leave(op);
        let ctx = self.ctx;
        if let Some(state) = self.conversion.as_deref_mut() {
            state.replace_op(ctx, self.body, op, with);
        }
    }

    /// Lets any number of values stand for a value, in a conversion.
    ///
    /// # Panics
    /// Outside of a conversion, if it is not one value.
    pub fn replace_value_many(&mut self, from: ValueId, to: &[ValueId]) {
        match (self.conversion.as_deref_mut(), to) {
            (Some(state), _) => state.replace_value(from, to),
            (None, &[to]) => self.replace_value(from, to),
            (None, _) => panic!("outside of a conversion, one value stands for another"),
        }
    }

    /// The converted value that stands for `value` in a conversion; `None` if its type cannot be converted to one.
    pub fn remapped(&mut self, value: ValueId) -> Option<ValueId> {
        match self.remapped_n(value)?[..] {
            [single] => Some(single),
            _ => None,
        }
    }

    /// The converted values that stand for `value` in a conversion; `None` if its type cannot be converted.
    pub fn remapped_n(&mut self, value: ValueId) -> Option<ValueVec> {
        let location = self.body.value_location(value);
        match self.conversion.as_deref_mut() {
            Some(state) => state.remap(self.ctx, self.body, value, location),
            None => Some(ValueVec::from_slice(&[value])),
        }
    }

    /// The converted values that stand for `values`; `None` if a type cannot be converted to one.
    pub fn remapped_all(&mut self, values: &[ValueId]) -> Option<Vec<ValueId>> {
        values.iter().map(|&value| self.remapped(value)).collect()
    }

    /// Converts the arguments of all blocks of a region; gives the new entry block. `None` if a type cannot be
    /// converted (or there is no block).
    pub fn convert_region_types(&mut self, region: RegionId, converter: &TypeConverter) -> Option<BlockId> {
        let entry = self.body.region(region).first()?;
        let signature = converter.convert_block_signature(self.ctx, self.body, entry)?;
        self.convert_region_with(region, &signature, converter)
    }

    /// As [`convert_region_types`](Self::convert_region_types), with a given signature for the entry block.
    pub fn convert_region_with(
        &mut self,
        region: RegionId,
        entry_signature: &SignatureConversion,
        converter: &TypeConverter,
    ) -> Option<BlockId> {
        if let Some(state) = self.conversion.as_deref_mut() {
            state.set_region_converter(region, converter);
        }
        let blocks: Vec<BlockId> = self.body.region_blocks(region).collect();
        let (&entry, others) = blocks.split_first()?;
        for &block in others {
            let signature = converter.convert_block_signature(self.ctx, self.body, block)?;
            self.convert_block_signature(block, &signature, Some(converter));
        }
        Some(self.convert_block_signature(entry, entry_signature, Some(converter)))
    }

    /// Gives a block a new signature; gives the block that takes its place.
    ///
    /// # Panics
    /// Outside of a conversion.
    pub fn convert_block_signature(
        &mut self,
        block: BlockId,
        signature: &SignatureConversion,
        converter: Option<&TypeConverter>,
    ) -> BlockId {
        let state = self.conversion.as_deref_mut().expect("a conversion converts blocks");
        state.convert_block(self.ctx, self.body, block, signature, converter)
    }

    /// Converts the arguments of all blocks of the body of `op`, which is isolated from above, that of the entry block
    /// to the given signature: before the ops in it are converted, for bodies are worked on beside each other. `None` if
    /// a type cannot be converted.
    pub fn convert_body_signature(
        &mut self,
        op: OpId,
        entry_signature: &SignatureConversion,
        converter: &TypeConverter,
    ) -> Option<()> {
        let own = self.body.op(op).body()?;
        let blocks = own.root().into_iter().flat_map(|region| own.region_blocks(region));
        for block in blocks.skip(1).filter(|&block| !own.block(block).args().is_empty()) {
            converter.convert_block_signature(self.ctx, own, block)?;
        }
        self.put_off_signature(op, entry_signature, converter, true);
        Some(())
    }

    /// As [`convert_body_signature`](Self::convert_body_signature), but for the entry block alone: other blocks keep the
    /// types of their arguments.
    pub fn convert_entry_signature(
        &mut self,
        op: OpId,
        entry_signature: &SignatureConversion,
        converter: &TypeConverter,
    ) {
        self.put_off_signature(op, entry_signature, converter, false);
    }

    fn put_off_signature(
        &mut self,
        op: OpId,
        entry: &SignatureConversion,
        converter: &TypeConverter,
        all_blocks: bool,
    ) {
        if let Some(state) = self.conversion.as_deref_mut() {
            let (entry, converter) = (entry.clone(), converter.clone());
            state.convert_signature_of(
                op,
                BodySignature {
                    entry,
                    converter,
                    all_blocks,
                },
            );
        }
    }

    /// Reports an error, warning or remark from a pattern of a conversion.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        if let Some(state) = self.conversion.as_deref_mut() {
            state.diagnostics.push(diagnostic);
        }
    }

    /// Whether the rewriter works in a conversion.
    pub fn is_converting(&self) -> bool {
        self.conversion.is_some()
    }
}
