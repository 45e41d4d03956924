//! Aggregates and vectors, and the parts of them.

use std::rc::Rc;

use asyncir_ir::{Context, Type};

use super::{Constant, Parts, Value};
use crate::dialect::{LlvmType, llvm_type};

/// How many constants an aggregate may be taken apart into.
pub(in crate::translate) const MAX_SIZE: usize = 1 << 20;

impl Parts {
    fn new(list: Vec<Constant>) -> Self {
        let size = list
            .iter()
            .fold(0, |size: usize, part| size.saturating_add(part.size()));
        Self { list, size }
    }

    pub(in crate::translate) fn iter(&self) -> std::slice::Iter<'_, Constant> {
        self.list.iter()
    }
}

impl Constant {
    /// The aggregate or vector of these parts, as many as its type has.
    pub(in crate::translate) fn of_parts(ctx: &Context, ty: Type, parts: Vec<Self>) -> Self {
        Self::uniform(ctx, ty, &parts).unwrap_or_else(|| Self::new(ty, Value::Parts(Rc::new(Parts::new(parts)))))
    }

    /// The form of an aggregate or vector that does not list its parts, if it has one.
    fn uniform(ctx: &Context, ty: Type, parts: &[Self]) -> Option<Self> {
        let Some(first) = parts.first() else {
            return Some(Self::new(ty, Value::Zero));
        };
        // The ends are looked at first, because parts are usually set one after the other.
        let all_are = |is_one: &dyn Fn(&Self) -> bool| parts.last().is_some_and(is_one) && parts.iter().all(is_one);
        let all = |value: &Value| all_are(&|part| part.value == *value);
        if all_are(&Self::is_zero) {
            return Some(Self::new(ty, Value::Zero));
        }
        if all(&Value::Poison) {
            return Some(Self::poison(ty));
        }
        if all(&Value::Undef) {
            return Some(Self::undef(ty));
        }
        let is_vector = matches!(llvm_type(ctx, ty), Some(LlvmType::Vector { .. }));
        (is_vector && all_are(&|part| part == first)).then(|| Self::splat(ctx, ty, first.clone()))
    }

    /// The part of that index; `None` if there is none, or if it is not a constant.
    pub(in crate::translate) fn part(&self, ctx: &Context, index: usize) -> Option<Self> {
        match &self.value {
            Value::Parts(parts) => parts.list.get(index).cloned(),
            Value::Dense(dense) => dense.part(ctx, self.ty, index),
            Value::Splat(element) => (index < part_count(ctx, self.ty)?).then(|| (**element).clone()),
            Value::Zero => Some(Self::zero(ctx, part_type(ctx, self.ty, index)?)),
            Value::Undef => Some(Self::undef(part_type(ctx, self.ty, index)?)),
            Value::Poison => Some(Self::poison(part_type(ctx, self.ty, index)?)),
            _ => None,
        }
    }

    /// All parts, if they are constants and not too many.
    pub(in crate::translate) fn parts(&self, ctx: &Context) -> Option<Vec<Self>> {
        let count = part_count(ctx, self.ty)?;
        (count <= MAX_SIZE).then_some(())?;
        (0..count).map(|index| self.part(ctx, index)).collect()
    }

    /// Whether the part at the end of `path` can be replaced: if there is one, and not too many others.
    pub(in crate::translate) fn can_set(&self, ctx: &Context, path: &[i64], part: &Self) -> bool {
        let mut size = self.size().saturating_add(part.size());
        let mut current = self.clone();
        for &index in path {
            if !matches!(current.value, Value::Parts(_)) {
                size = size.saturating_add(part_count(ctx, current.ty).unwrap_or(usize::MAX));
            }
            let part = usize::try_from(index).ok().and_then(|index| current.part(ctx, index));
            match part {
                Some(part) => current = part,
                None => return false,
            }
        }
        size <= MAX_SIZE
    }

    /// The aggregate with another part at the end of `path`, which it has. What nothing else uses is changed in its place.
    pub(in crate::translate) fn with_part(mut self, ctx: &Context, path: &[i64], part: Self) -> Self {
        let Some((&index, rest)) = path.split_first() else {
            return part;
        };
        let ty = self.ty;
        let mut parts = match std::mem::replace(&mut self.value, Value::Poison) {
            Value::Parts(parts) => Rc::try_unwrap(parts).unwrap_or_else(|parts| (*parts).clone()),
            value => {
                self.value = value;
                Parts::new(self.parts(ctx).unwrap_or_default())
            }
        };
        let Some(place) = usize::try_from(index).ok().and_then(|index| parts.list.get_mut(index)) else {
            return Self::new(ty, Value::Parts(Rc::new(parts)));
        };
        let old = std::mem::replace(place, Self::poison(ty));
        let others = parts.size.saturating_sub(old.size());
        let new = old.with_part(ctx, rest, part);
        parts.size = others.saturating_add(new.size());
        // One that is neither zero nor undefined rules out that all are.
        let is_plain = !new.is_zero() && !new.is_undefined();
        *place = new;
        let uniform = if is_plain {
            None
        } else {
            Self::uniform(ctx, ty, &parts.list)
        };
        uniform.unwrap_or_else(|| Self::new(ty, Value::Parts(Rc::new(parts))))
    }
}

/// How many parts constants of a type have.
pub(super) fn part_count(ctx: &Context, ty: Type) -> Option<usize> {
    match llvm_type(ctx, ty)? {
        LlvmType::Struct(fields) => Some(fields.body?.len()),
        LlvmType::Array(size, _) => usize::try_from(size).ok(),
        LlvmType::Vector {
            size, scalable: false, ..
        } => usize::try_from(size).ok(),
        _ => None,
    }
}

/// The type of a part of constants of a type.
pub(in crate::translate) fn part_type(ctx: &Context, ty: Type, index: usize) -> Option<Type> {
    match llvm_type(ctx, ty)? {
        LlvmType::Struct(fields) => fields.body?.get(index).copied(),
        LlvmType::Array(size, element) | LlvmType::Vector { size, element, .. } => {
            ((index as u64) < size).then_some(element)
        }
        _ => None,
    }
}
