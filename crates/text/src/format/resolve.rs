//! What follows from what was read of an op: its properties, its operands as values, the types of its results.

use asyncir_ir::asm::{AsmParser, OpParser, Position, different_counts};
use asyncir_ir::def::{Arity, InferCx, OpTrait};
use asyncir_ir::{AttrKind, Diagnostic, Fallible, OperationState, Type};
use smallvec::SmallVec;

use super::parse::{FormatParser, OperandSlot, Stretch};
use super::types::{Slot, TypeSource};

impl FormatParser<'_, '_> {
    pub(super) fn finish(&mut self, state: &mut OperationState) -> Fallible {
        if self.def.has(OpTrait::AttrSizedOperandSegments) {
            let sizes: SmallVec<[i32; 4]> = self.operands.iter().map(|slot| slot.values.len as i32).collect();
            let name = self.p.ctx.ident("operandSegmentSizes");
            let sizes = self.p.ctx.dense_i32_array(&sizes);
            self.properties.push((name, sizes));
        }
        if self.def.has(OpTrait::AttrSizedResultSegments) && !self.format.types.all_results {
            let sizes: SmallVec<[i32; 4]> = self.results.iter().map(|types| types.len as i32).collect();
            let name = self.p.ctx.ident("resultSegmentSizes");
            let sizes = self.p.ctx.dense_i32_array(&sizes);
            self.properties.push((name, sizes));
        }
        if !self.properties.is_empty() {
            state.properties = self.p.merge(state.properties, &self.properties);
        }
        if !self.dict.is_empty() {
            self.p.add_attributes(state, &self.dict);
        }
        if self.format.types.has_transformed {
            self.check_sources(state)?;
        }
        self.resolve_operands(state)?;
        self.add_results(state)
    }

    /// Types from which others are computed must be as their slots want them.
    fn check_sources(&self, state: &OperationState) -> Fallible {
        let types = &self.format.types;
        for source in types.operands.iter().chain(&types.results) {
            if let TypeSource::Transformed(_, from) = *source {
                self.check_source(from, state)?;
            }
        }
        Ok(())
    }

    fn check_source(&self, slot: Slot, state: &OperationState) -> Fallible {
        let value = match slot {
            Slot::Operand(index) => &self.def.operands[index],
            Slot::Result(index) => &self.def.results[index],
            Slot::Attribute(_) => return Ok(()),
        };
        let ctx = self.p.ctx;
        match self.type_of(slot, state) {
            Some(ty) if !(value.constraint.check)(ctx, ty) => Err(self.p.wrong_type(value, ty)),
            _ => Ok(()),
        }
    }

    /// The type that a slot has, of its first value.
    fn type_of(&self, slot: Slot, state: &OperationState) -> Option<Type> {
        let ctx = self.p.ctx;
        match slot {
            Slot::Operand(slot) => match self.format.types.operands[slot] {
                TypeSource::Written if self.format.types.all_operands => {
                    self.types[self.all.types.range()].get(slot).copied()
                }
                TypeSource::Written => self.types[self.operands[slot].types.range()].first().copied(),
                source => self.type_from(source, state),
            },
            Slot::Result(slot) => match self.format.types.results[slot] {
                TypeSource::Written if self.format.types.all_results => {
                    self.types[self.all_results.range()].get(slot).copied()
                }
                TypeSource::Written => self.types[self.results[slot].range()].first().copied(),
                source => self.type_from(source, state),
            },
            Slot::Attribute(slot) => {
                let name = self.def.attributes[slot].name;
                state.properties.get(ctx, name).map(|attr| match attr.kind(ctx) {
                    AttrKind::DenseArray { .. } => Type::NONE,
                    _ => attr.ty(ctx),
                })
            }
        }
    }

    fn type_from(&self, source: TypeSource, state: &OperationState) -> Option<Type> {
        match source {
            TypeSource::Built(constraint) => constraint.build.map(|build| build(self.p.ctx)),
            TypeSource::Same(slot) => self.type_of(slot, state),
            TypeSource::Transformed(transform, slot) => transform(self.p.ctx, self.type_of(slot, state)?),
            TypeSource::Written | TypeSource::Inferred => None,
        }
    }

    fn resolve_operands(&mut self, state: &mut OperationState) -> Fallible {
        if self.format.types.all_operands {
            return self.resolve_together(state);
        }
        if self.all.values.len > 0 {
            self.distribute_operands()?;
        }
        for slot in 0..self.operands.len() {
            let OperandSlot { values, types, at } = self.operands[slot];
            let source = self.format.types.operands[slot];
            if let TypeSource::Written = source {
                if values.len != types.len {
                    return Err(self.count_mismatch(values.len as usize, types.len as usize, at));
                }
                for (value, ty) in values.range().zip(types.range()) {
                    state.operands.push(self.p.resolve(self.values[value], self.types[ty])?);
                }
                continue;
            }
            if values.len == 0 {
                continue;
            }
            let Some(ty) = self.type_from(source, state) else {
                let name = self.def.operands[slot].name;
                let message = format!("failed to infer the type of operand '{name}'");
                return Err(self.p.error(Position(at), &message));
            };
            for value in values.range() {
                state.operands.push(self.p.resolve(self.values[value], ty)?);
            }
        }
        Ok(())
    }

    #[cold]
    fn count_mismatch(&self, operands: usize, types: usize, at: u32) -> Diagnostic {
        self.p.error(Position(at), &different_counts(operands, types as u64))
    }

    /// Resolves all operands with the types that were written for all of them.
    fn resolve_together(&mut self, state: &mut OperationState) -> Fallible {
        let types = self.all.types.range();
        // Operands that were written one by one stand in the op's order, whatever their order in the text.
        let (values, at): (SmallVec<[usize; 6]>, u32) = if self.all.values.len > 0 {
            (self.all.values.range().collect(), self.all.at)
        } else {
            let in_order = self.operands.iter().flat_map(|slot| slot.values.range());
            (in_order.collect(), OpParser::name_position(self.p).0)
        };
        if values.len() != types.len() {
            return Err(self.count_mismatch(values.len(), types.len(), at));
        }
        for (value, ty) in values.into_iter().zip(types) {
            state.operands.push(self.p.resolve(self.values[value], self.types[ty])?);
        }
        Ok(())
    }

    /// Gives operands that were written as one list to their slots.
    fn distribute_operands(&mut self) -> Fallible {
        let (mut start, given, at) = (self.all.values.start, self.all.values.len as usize, self.all.at);
        let fixed = self.def.operands.iter().filter(|slot| slot.arity == Arity::One).count();
        if given < fixed || (fixed == self.def.operands.len() && given != fixed) {
            return Err(self.count_mismatch(given, fixed, at));
        }
        for (slot, target) in self.def.operands.iter().zip(&mut *self.operands) {
            let len = if slot.arity == Arity::One {
                1
            } else {
                (given - fixed) as u32
            };
            *target = OperandSlot {
                values: Stretch { start, len },
                at,
                ..*target
            };
            start += len;
        }
        Ok(())
    }

    fn add_results(&mut self, state: &mut OperationState) -> Fallible {
        if self.format.types.all_results {
            state.results.extend_from_slice(&self.types[self.all_results.range()]);
            return Ok(());
        }
        for slot in 0..self.results.len() {
            match self.format.types.results[slot] {
                TypeSource::Written => state
                    .results
                    .extend(self.types[self.results[slot].range()].iter().copied()),
                TypeSource::Inferred => return self.infer_results(state),
                source => match self.type_from(source, state) {
                    Some(ty) => state.results.push(ty),
                    None => return self.infer_results(state),
                },
            }
        }
        Ok(())
    }

    fn infer_results(&mut self, state: &mut OperationState) -> Fallible {
        let body = &self.p.body;
        let operands: SmallVec<[Type; 4]> = state.operands.iter().map(|&v| body.value_type(v)).collect();
        let inferred = self.def.infer_results(&InferCx {
            ctx: self.p.ctx,
            location: state.location,
            operands: &operands,
            properties: state.properties,
            body,
            regions: &state.regions,
        })?;
        state.results = inferred;
        Ok(())
    }
}
