//! Lanes of vectors: `extractelement`, `insertelement` and `shufflevector`.

use asyncir_ir::{ApInt, Type};

use super::Folder;
use crate::translate::constant::{Constant, MAX_SIZE, Operation, Value, lanes};

impl Folder<'_, '_> {
    /// The lane of that index.
    pub(super) fn lane(self, vector: &Constant, index: usize) -> Option<Constant> {
        let index = ApInt::from_u128(32, index as u128);
        self.extract_element(vector, &Constant::new(Type::I32, Value::Integer(index)))
    }

    pub(super) fn extract_element(self, vector: &Constant, index: &Constant) -> Option<Constant> {
        self.known_lane(vector, index).or_else(|| {
            let element = vector.ty.element_or_self(self.ctx);
            let operands = vec![vector.clone(), index.clone()];
            Constant::expression(element, Operation::ExtractElement, operands)
        })
    }

    fn known_lane(self, vector: &Constant, index: &Constant) -> Option<Constant> {
        let element = vector.ty.element_or_self(self.ctx);
        if vector.is_poison() || index.is_undefined() {
            return Some(Constant::poison(element));
        }
        if vector.is_undefined() {
            return Some(Constant::undef(element));
        }
        let at = index.as_integer()?;
        let (count, is_scalable) = lanes(self.ctx, vector.ty)?;
        let place = at.to_u128().and_then(|at| usize::try_from(at).ok());
        let place = place.filter(|&place| place < count);
        if !is_scalable && place.is_none() {
            return Some(Constant::poison(element));
        }
        if let Some(expression) = vector.as_expression() {
            let operands = &expression.operands[..];
            return match (&expression.operation, operands) {
                (Operation::Address { element: inner, flags }, _) => {
                    let scalar = |operand: &Constant| {
                        if operand.is_vector(self.ctx) {
                            self.extract_element(operand, index)
                        } else {
                            Some(operand.clone())
                        }
                    };
                    let operands = operands.iter().map(scalar).collect::<Option<_>>()?;
                    self.address(*inner, *flags, operands, element)
                }
                (Operation::InsertElement, [rest, inserted, position]) => {
                    let position = position.as_integer()?.to_u128();
                    if position == at.to_u128() {
                        Some(inserted.clone())
                    } else {
                        self.extract_element(rest, index)
                    }
                }
                _ => None,
            };
        }
        match place {
            Some(place) if !is_scalable => vector.part(self.ctx, place),
            Some(_) => vector.splat_value(self.ctx),
            None => None,
        }
    }

    pub(super) fn insert_element(self, vector: &Constant, lane: Constant, index: &Constant) -> Option<Constant> {
        if index.is_undefined() {
            return Some(Constant::poison(vector.ty));
        }
        if vector.value == Value::Zero && lane.is_zero() {
            return Some(vector.clone());
        }
        match (index.as_integer(), lanes(self.ctx, vector.ty)?) {
            (Some(index), (count, false)) => {
                let place = index.to_u128().and_then(|index| usize::try_from(index).ok());
                let Some(place) = place.filter(|&place| place < count) else {
                    return Some(Constant::poison(vector.ty));
                };
                (count <= MAX_SIZE).then_some(())?;
                let mut parts = (0..count)
                    .map(|index| self.lane(vector, index))
                    .collect::<Option<Vec<_>>>()?;
                parts[place] = lane;
                Some(Constant::of_parts(self.ctx, vector.ty, parts))
            }
            _ => {
                let operands = vec![vector.clone(), lane, index.clone()];
                Constant::expression(vector.ty, Operation::InsertElement, operands)
            }
        }
    }

    pub(super) fn shuffle(self, one: &Constant, other: &Constant, mask: &[i64], ty: Type) -> Option<Constant> {
        let (count, is_scalable) = lanes(self.ctx, one.ty)?;
        if mask.iter().all(|&lane| lane < 0) {
            return Some(Constant::poison(ty));
        }
        if mask.iter().all(|&lane| lane == 0) {
            let lane = self.lane(one, 0)?;
            if lane.is_zero() || !is_scalable {
                return Some(Constant::splat(self.ctx, ty, lane));
            }
        }
        if is_scalable {
            return self.scalable_shuffle(one, other, mask, ty);
        }
        let element = ty.element_or_self(self.ctx);
        let lane = |&lane: &i64| match usize::try_from(lane) {
            Err(_) => Some(Constant::undef(element)),
            Ok(lane) if lane < count => self.lane(one, lane),
            Ok(lane) if lane < 2 * count => self.lane(other, lane - count),
            Ok(_) => Some(Constant::undef(element)),
        };
        let parts = mask.iter().map(lane).collect::<Option<_>>()?;
        Some(Constant::of_parts(self.ctx, ty, parts))
    }

    /// The first lane in all lanes, however many there are.
    fn scalable_shuffle(self, one: &Constant, other: &Constant, mask: &[i64], ty: Type) -> Option<Constant> {
        if let (Some(expression), true) = (one.as_expression(), other.is_undefined())
            && let (Operation::InsertElement, [rest, lane, index]) = (&expression.operation, &expression.operands[..])
            && rest.is_undefined()
            && index.is_zero()
            && mask.iter().all(|&lane| lane == 0)
        {
            return Some(Constant::splat(self.ctx, ty, lane.clone()));
        }
        let operands = vec![one.clone(), other.clone()];
        Constant::expression(ty, Operation::Shuffle(mask.to_vec()), operands)
    }
}
