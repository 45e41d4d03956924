//! Initialiser regions of globals and aliases: straight-line code that is one constant to LLVM.

use std::collections::HashMap;

use asyncir_ir::{BlockId, Body, Diagnostic, Fallible, Location, OpRef, Type, ValueId};

use super::constants::{struct_constant, zero_text};
use super::instructions::gep_flags;
use super::state::{ModuleState, failed};
use super::text::{joined, put};
use crate::dialect::{DYNAMIC_INDEX, LlvmType, integers, type_attr};

/// The value of the op's initialiser region, without its type; `None` if the region is empty.
pub(super) fn of(state: &mut ModuleState<'_>, op: OpRef<'_>) -> Fallible<Option<String>> {
    Ok(evaluate(state, op)?.map(|(_, text)| text))
}

/// The same with its type in front.
pub(super) fn typed(state: &mut ModuleState<'_>, op: OpRef<'_>) -> Fallible<Option<String>> {
    let Some((ty, text)) = evaluate(state, op)? else {
        return Ok(None);
    };
    Ok(Some(format!("{} {text}", state.ty(ty, op.location())?)))
}

fn evaluate(state: &mut ModuleState<'_>, op: OpRef<'_>) -> Fallible<Option<(Type, String)>> {
    let (body, regions) = asyncir_ir::asm::regions_of(op.body, op.op);
    let Some(block) = regions.first().and_then(|&region| body.region(region).first()) else {
        return Ok(None);
    };
    let mut evaluator = Evaluator {
        state,
        body,
        values: HashMap::new(),
    };
    evaluator.block(block, op).map(Some)
}

/// A constant.
#[derive(Clone, Debug)]
enum Constant {
    /// Its text, without a type.
    Text(String),
    /// Its parts, as many as its type has.
    Parts(Vec<Constant>),
}

struct Evaluator<'m, 'a, 'b> {
    state: &'m mut ModuleState<'a>,
    body: &'b Body,
    values: HashMap<ValueId, Constant>,
}

impl Evaluator<'_, '_, '_> {
    fn block(&mut self, block: BlockId, parent: OpRef<'_>) -> Fallible<(Type, String)> {
        for op in self.body.block_ops(block) {
            let op = OpRef {
                ctx: self.state.ctx,
                body: self.body,
                op,
            };
            if op.name() == "llvm.return" {
                let value = self.operand_id(op, 0)?;
                let ty = self.body.value_type(value);
                let constant = self.take(op, value)?;
                return Ok((ty, self.render(ty, &constant, op.location())?));
            }
            let constant = self.op(op)?;
            let result = op.body.results(op.op).next().ok_or_else(|| failed(op))?;
            self.values.insert(result, constant);
        }
        Err(failed(parent))
    }

    fn op(&mut self, op: OpRef<'_>) -> Fallible<Constant> {
        if let Some(text) = self.state.constant_op(op)? {
            return Ok(Constant::Text(text));
        }
        match op.name().strip_prefix("llvm.") {
            Some("insertvalue") => self.insert(op),
            Some("extractvalue") => self.extract(op),
            Some("getelementptr") => self.getelementptr(op).map(Constant::Text),
            Some(cast @ ("ptrtoint" | "inttoptr" | "bitcast" | "addrspacecast" | "trunc")) => {
                let (operand, ty) = (self.typed(op, 0)?, self.result_type(op)?);
                let ty = self.state.ty(ty, op.location())?;
                Ok(Constant::Text(format!("{cast} ({operand} to {ty})")))
            }
            Some(binary @ ("add" | "sub" | "xor")) => Ok(Constant::Text(format!(
                "{binary} ({}, {})",
                self.typed(op, 0)?,
                self.typed(op, 1)?
            ))),
            Some(_) => Err(Diagnostic::error(op.location(), "unemittable constant value")),
            None => Err(failed(op)),
        }
    }

    fn operand_id(&self, op: OpRef<'_>, index: usize) -> Fallible<ValueId> {
        if index < op.data().num_operands() {
            Ok(op.operand(index))
        } else {
            Err(failed(op))
        }
    }

    fn result_type(&self, op: OpRef<'_>) -> Fallible<Type> {
        op.result_types().first().copied().ok_or_else(|| failed(op))
    }

    /// The constant of a value: itself if this is its only use, so that building up a large array does not copy it
    /// at every step.
    fn take(&mut self, op: OpRef<'_>, value: ValueId) -> Fallible<Constant> {
        let found = if self.body.has_one_use(value) {
            self.values.remove(&value)
        } else {
            self.values.get(&value).cloned()
        };
        found.ok_or_else(|| failed(op))
    }

    /// The operand by its index, with its type.
    fn typed(&mut self, op: OpRef<'_>, index: usize) -> Fallible<String> {
        let value = self.operand_id(op, index)?;
        let ty = self.body.value_type(value);
        let constant = self.values.get(&value).cloned().ok_or_else(|| failed(op))?;
        let text = self.render(ty, &constant, op.location())?;
        Ok(format!("{} {text}", self.state.ty(ty, op.location())?))
    }

    fn getelementptr(&mut self, op: OpRef<'_>) -> Fallible<String> {
        let element = type_attr(op, "elem_type").ok_or_else(|| failed(op))?;
        let element = self.state.ty(element, op.location())?;
        let mut text = format!("getelementptr {}({element}, {}", gep_flags(op), self.typed(op, 0)?);
        let mut dynamic = 1..;
        for index in integers(op, "rawConstantIndices") {
            if index == DYNAMIC_INDEX {
                let operand = dynamic.next().unwrap_or(usize::MAX);
                put!(text, ", {}", self.typed(op, operand)?);
            } else {
                put!(text, ", i32 {index}");
            }
        }
        text.push(')');
        Ok(text)
    }

    fn insert(&mut self, op: OpRef<'_>) -> Fallible<Constant> {
        let (container, value) = (self.operand_id(op, 0)?, self.operand_id(op, 1)?);
        let ty = self.body.value_type(container);
        let path = self.path(op)?;
        let value = self.take(op, value)?;
        let mut whole = self.take(op, container)?;
        *self.part(&mut whole, ty, &path, op)? = value;
        Ok(whole)
    }

    fn extract(&mut self, op: OpRef<'_>) -> Fallible<Constant> {
        let container = self.operand_id(op, 0)?;
        let ty = self.body.value_type(container);
        let path = self.path(op)?;
        let mut whole = self.take(op, container)?;
        self.part(&mut whole, ty, &path, op).cloned()
    }

    fn path(&self, op: OpRef<'_>) -> Fallible<Vec<usize>> {
        let path = integers(op, "position").into_iter().map(usize::try_from);
        path.collect::<Result<_, _>>().map_err(|_| failed(op))
    }

    /// The part of a constant at the end of `path`.
    fn part<'c>(&self, whole: &'c mut Constant, ty: Type, path: &[usize], op: OpRef<'_>) -> Fallible<&'c mut Constant> {
        let (mut current, mut ty) = (whole, ty);
        for &index in path {
            let parts = self.part_types(ty, op)?;
            if let Constant::Text(text) = current {
                *current = Constant::Parts(self.explode(text, &parts, op)?);
            }
            let Constant::Parts(constants) = current else {
                return Err(failed(op));
            };
            current = constants.get_mut(index).ok_or_else(|| failed(op))?;
            ty = parts.get(index).ok_or_else(|| failed(op))?;
        }
        Ok(current)
    }

    /// The parts of a constant that is the same in all of them.
    fn explode(&self, text: &str, parts: &PartTypes, op: OpRef<'_>) -> Fallible<Vec<Constant>> {
        match text {
            "undef" | "poison" => Ok(vec![Constant::Text(text.to_owned()); parts.len()]),
            "zeroinitializer" => (0..parts.len())
                .map(|index| {
                    let ty = parts.get(index).ok_or_else(|| failed(op))?;
                    zero_text(&self.state.types, ty, op.location()).map(Constant::Text)
                })
                .collect(),
            _ => Err(Diagnostic::error(op.location(), "unemittable constant value")),
        }
    }

    fn part_types(&self, ty: Type, op: OpRef<'_>) -> Fallible<PartTypes> {
        match self.state.types.kind(ty, op.location())? {
            LlvmType::Struct(fields) => Ok(PartTypes::Fields(fields.body.unwrap_or_default())),
            LlvmType::Array(size, element) => usize::try_from(size)
                .map(|size| PartTypes::Elements(size, element))
                .map_err(|_| failed(op)),
            _ => Err(failed(op)),
        }
    }

    fn render(&mut self, ty: Type, constant: &Constant, location: Location) -> Fallible<String> {
        let constants = match constant {
            Constant::Text(text) => return Ok(text.clone()),
            Constant::Parts(constants) => constants,
        };
        let (types, packed) = match self.state.types.kind(ty, location)? {
            LlvmType::Struct(fields) => (PartTypes::Fields(fields.body.unwrap_or_default()), Some(fields.packed)),
            LlvmType::Array(_, element) => (PartTypes::Elements(constants.len(), element), None),
            _ => return Err(Diagnostic::error(location, "unemittable constant value")),
        };
        let mut texts = Vec::with_capacity(constants.len());
        for (index, part) in constants.iter().enumerate() {
            let part_type = types.get(index).unwrap_or(ty);
            let text = self.render(part_type, part, location)?;
            texts.push(format!("{} {text}", self.state.ty(part_type, location)?));
        }
        Ok(match packed {
            Some(packed) => struct_constant(packed, &texts),
            None => format!("[{}]", joined(texts, ", ")),
        })
    }
}

/// The types of the parts of an aggregate.
enum PartTypes {
    Fields(Vec<Type>),
    Elements(usize, Type),
}

impl PartTypes {
    fn len(&self) -> usize {
        match self {
            Self::Fields(types) => types.len(),
            Self::Elements(size, _) => *size,
        }
    }

    fn get(&self, index: usize) -> Option<Type> {
        match self {
            Self::Fields(types) => types.get(index).copied(),
            Self::Elements(size, ty) => (index < *size).then_some(*ty),
        }
    }
}
