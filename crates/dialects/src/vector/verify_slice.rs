//! Verifiers of parts of vectors.

use asyncir_ir::{Fallible, OpRef, TypeKind};

use super::shape_and_scalable_dims;

/// A list of integers from an attribute, with the name that messages give it.
struct List {
    name: &'static str,
    values: Vec<i64>,
}

impl List {
    fn of(op: OpRef<'_>, name: &'static str) -> Self {
        let elements = op.property(name).and_then(|attr| attr.as_array(op.ctx)).unwrap_or(&[]);
        let values = elements.iter().filter_map(|attr| attr.as_i64(op.ctx)).collect();
        Self { name, values }
    }

    fn at_most_rank(&self, op: OpRef<'_>, rank: usize) -> Fallible {
        if self.values.len() <= rank {
            return Ok(());
        }
        let name = self.name;
        Err(op.error(format_args!(
            "expected {name} attribute of rank no greater than vector rank"
        )))
    }

    /// Each number is at least `min` and below its bound.
    fn within(&self, op: OpRef<'_>, min: i64, ends: impl IntoIterator<Item = i64>) -> Fallible {
        for (dimension, (&value, end)) in self.values.iter().zip(ends).enumerate() {
            if !(min..end).contains(&value) {
                let name = self.name;
                return Err(op.error(format_args!(
                    "expected {name} dimension {dimension} to be confined to [{min}, {end})"
                )));
            }
        }
        Ok(())
    }

    /// No other strides are lowered.
    fn all_ones(&self, op: OpRef<'_>) -> Fallible {
        if self.values.iter().all(|&value| value == 1) {
            return Ok(());
        }
        Err(op.error(format_args!("expected {} to be confined to [1, 2)", self.name)))
    }

    /// The sum with another list stays within a shape.
    fn sum_within(&self, op: OpRef<'_>, other: &List, shape: &[i64]) -> Fallible {
        let sums = self.values.iter().zip(&other.values).map(|(a, b)| a.saturating_add(*b));
        for (dimension, (sum, &size)) in sums.zip(shape).enumerate() {
            if !(0..=size).contains(&sum) {
                let end = size.saturating_add(1);
                return Err(op.error(format_args!(
                    "expected sum({}, {}) dimension {dimension} to be confined to [1, {end})",
                    self.name, other.name
                )));
            }
        }
        Ok(())
    }
}

fn is_scalable(scalable: &[bool], dimension: usize) -> bool {
    scalable.get(dimension).copied().unwrap_or(false)
}

fn scalable_size(op: OpRef<'_>, dimension: usize, found: i64, wanted: i64) -> Fallible {
    if found == wanted {
        return Ok(());
    }
    Err(op.error(format_args!(
        "expected size at idx={dimension} to match the corresponding base size from the input vector ({found} vs {wanted})"
    )))
}

/// The part lies in the vector, and the result has its shape.
pub fn extract_strided_slice(op: OpRef<'_>) -> Fallible {
    let [offsets, sizes, strides] = ["offsets", "sizes", "strides"].map(|name| List::of(op, name));
    let count = offsets.values.len();
    if sizes.values.len() != count || strides.values.len() != count {
        return Err(op.error("expected offsets, sizes and strides attributes of same size"));
    }
    let source = op.operand_type(0);
    let (shape, scalable) = shape_and_scalable_dims(op.ctx, source);
    for list in [&offsets, &sizes, &strides] {
        list.at_most_rank(op, shape.len())?;
    }
    offsets.within(op, 0, shape.iter().copied())?;
    sizes.within(op, 1, shape.iter().map(|size| size.saturating_add(1)))?;
    strides.all_ones(op)?;
    offsets.sum_within(op, &sizes, shape)?;
    let mut result_shape = shape.to_vec();
    result_shape[..count].copy_from_slice(&sizes.values);
    let wanted = op.ctx.ty(TypeKind::Vector {
        shape: result_shape.into(),
        scalable: scalable.into(),
        element: source.element_or_self(op.ctx),
    });
    if op.result_type(0) != wanted {
        let wanted = op.ctx.show_type(wanted);
        return Err(op.error(format_args!("expected result type to be '{wanted}'")));
    }
    for (dimension, (&found, &wanted)) in sizes.values.iter().zip(shape).enumerate() {
        if is_scalable(scalable, dimension) {
            scalable_size(op, dimension, found, wanted)?;
        }
    }
    Ok(())
}

/// What is stored has its place in the vector.
pub fn insert_strided_slice(op: OpRef<'_>) -> Fallible {
    let [offsets, strides] = ["offsets", "strides"].map(|name| List::of(op, name));
    let (stored, stored_scalable) = shape_and_scalable_dims(op.ctx, op.operand_type(0));
    let (shape, scalable) = shape_and_scalable_dims(op.ctx, op.operand_type(1));
    if offsets.values.len() != shape.len() {
        return Err(op.error("expected offsets of same size as destination vector rank"));
    }
    if strides.values.len() != stored.len() {
        return Err(op.error("expected strides of same size as source vector rank"));
    }
    let Some(leading) = shape.len().checked_sub(stored.len()) else {
        return Err(op.error("expected source rank to be no greater than destination rank"));
    };
    offsets.within(op, 0, shape.iter().copied())?;
    strides.all_ones(op)?;
    let sizes = List {
        name: "source vector shape",
        values: [vec![0; leading], stored.to_vec()].concat(),
    };
    offsets.sum_within(op, &sizes, shape)?;
    for (dimension, (&found, &wanted)) in stored.iter().zip(&shape[leading..]).enumerate() {
        let is_stored_scalable = is_scalable(stored_scalable, dimension);
        if is_stored_scalable != is_scalable(scalable, dimension + leading) {
            return Err(op.error(format_args!(
                "mismatching scalable flags (at source vector idx={dimension})"
            )));
        }
        if is_stored_scalable {
            scalable_size(op, dimension, found, wanted)?;
        }
    }
    Ok(())
}
