//! The numbers of values: each region numbers the values that its blocks and ops define, behind those of the regions
//! around it, up to the next op that is isolated from above.

use asyncir_ir::{Body, Type, ValueId};
use foldhash::fast::FixedState;
use hashbrown::HashMap;

use super::stream::{Read, Stream};

/// The values that can be named where the reader is.
#[derive(Default)]
pub(super) struct Values {
    slots: Vec<Option<ValueId>>,
    /// For each region that is being read, the number of the next value that is defined in it, and the end of its numbers.
    regions: Vec<(usize, usize)>,
    /// Values that are used before they are defined.
    awaited: HashMap<usize, ValueId, FixedState>,
}

impl Values {
    /// Starts the numbers of a region with so many values.
    pub(super) fn enter(&mut self, count: usize) {
        let start = self.slots.len();
        self.slots.resize(start + count, None);
        self.regions.push((start, start + count));
    }

    /// Ends the numbers of a region.
    pub(super) fn leave(&mut self, stream: &Stream<'_>) -> Read<()> {
        let Some((next, end)) = self.regions.pop() else {
            return Ok(());
        };
        if next != end {
            return stream.bad(format!("{} values of a region are not defined", end - next));
        }
        let start = self.regions.last().map_or(0, |&(_, end)| end);
        self.slots.truncate(start);
        Ok(())
    }

    /// Gives a value the next number of its region.
    pub(super) fn define(&mut self, stream: &Stream<'_>, body: &mut Body, value: ValueId) -> Read<()> {
        let Some((next, end)) = self.regions.last_mut() else {
            return Ok(());
        };
        if next == end {
            return stream.bad("more values than announced");
        }
        self.slots[*next] = Some(value);
        if let Some(placeholder) = self.awaited.remove(next) {
            body.replace_all_uses(placeholder, value);
        }
        *next += 1;
        Ok(())
    }

    /// The value of a number, a placeholder if it is not defined yet.
    pub(super) fn get(&mut self, stream: &Stream<'_>, body: &mut Body, number: u64) -> Read<ValueId> {
        match self.slots.get(number as usize) {
            Some(Some(value)) => Ok(*value),
            Some(None) => {
                let placeholder = || body.create_placeholder(Type::NONE);
                Ok(*self.awaited.entry(number as usize).or_insert_with(placeholder))
            }
            None => stream.bad(format!("there is no value {number}")),
        }
    }
}
