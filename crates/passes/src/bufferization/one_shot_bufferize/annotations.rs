//! What the analysis has found, as attributes of the ops, for tests.

use asyncir_ir::{Attribute, Body, Context, OpId, ValueDef, ValueId, WalkOrder};

use super::conflicts::{Conflict, Obstacle};
use super::decisions::Use;
use super::view::View;

/// Attributes that ops and the owner of the body get.
#[derive(Default)]
pub(super) struct Annotations {
    of_ops: Vec<(OpId, String, Attribute)>,
    /// The attributes that the owner of the body gets.
    pub of_owner: Vec<(String, Attribute)>,
    conflicts: usize,
    read_only: usize,
}

impl Annotations {
    fn add(&mut self, owner: Option<OpId>, name: String, value: Attribute) {
        match owner {
            Some(op) => self.of_ops.push((op, name, value)),
            None => self.of_owner.push((name, value)),
        }
    }

    /// Says why an operand is not used where it is.
    pub(super) fn add_obstacle(&mut self, v: View<'_>, obstacle: &Obstacle) {
        match obstacle {
            Obstacle::Conflict(conflict) => self.add_conflict(v, conflict),
            Obstacle::ReadOnly(values) => values.iter().for_each(|&value| self.add_read_only(v, value)),
            Obstacle::Parallel => {}
        }
    }

    fn add_conflict(&mut self, v: View<'_>, conflict: &Conflict) {
        let number = self.conflicts;
        self.conflicts += 1;
        let of_use = |what: &str, operand: Use| (Some(operand.op), format!("C_{number}[{what}: {}]", operand.index));
        let definition = conflict.definition;
        let notes = [
            of_use("CONFL-WRITE", conflict.write),
            of_use("READ", conflict.read),
            (
                v.owner(definition),
                format!("C_{number}[DEF: {}]", describe(v, definition)),
            ),
        ];
        for (owner, name) in notes {
            self.add(owner, name, Attribute::UNIT);
        }
    }

    fn add_read_only(&mut self, v: View<'_>, value: ValueId) {
        let number = self.read_only;
        self.read_only += 1;
        let name = format!("W_{number}[NOT-WRITABLE: {}]", describe(v, value));
        self.add(v.owner(value), name, Attribute::UNIT);
    }

    /// Says of each operand whether it is used where it is.
    pub(super) fn add_decisions(&mut self, v: View<'_>) {
        for op in v.body.walk_all(WalkOrder::Post) {
            if v.tensor_operands(op).next().is_none() {
                continue;
            }
            let word = |(index, value): (usize, ValueId)| match v.is_tensor(value) {
                false => "none",
                true if v.is_in_place(Use { op, index }) => "true",
                true => "false",
            };
            let words = v.body.operands(op).enumerate().map(word);
            let words: Vec<Attribute> = words.map(|word| v.ctx.str_attr(word)).collect();
            self.add(
                Some(op),
                "__inplace_operands_attr__".to_owned(),
                v.ctx.array_attr(&words),
            );
        }
    }

    /// Says of the operands of a return which arguments of the function are the same memory.
    pub(super) fn add_returned(&mut self, v: View<'_>, op: OpId, arguments: &[Option<usize>]) {
        if arguments.iter().all(Option::is_none) {
            return;
        }
        let numbers = arguments
            .iter()
            .map(|argument| argument.map_or(-1, |index| index as i64));
        let numbers: Vec<Attribute> = numbers.map(|number| v.ctx.i64_attr(number)).collect();
        self.add(
            Some(op),
            "__equivalent_func_args__".to_owned(),
            v.ctx.array_attr(&numbers),
        );
    }

    /// Sets the attributes of the ops in the body.
    pub(super) fn set(&mut self, ctx: &Context, body: &mut Body) {
        for (op, name, value) in self.of_ops.drain(..) {
            body.op_mut(op).set_attr(ctx, &name, Some(value));
        }
    }
}

fn describe(v: View<'_>, value: ValueId) -> String {
    match v.body.value_def(value) {
        ValueDef::Result { index, .. } => format!("result {index}"),
        ValueDef::Argument { index, .. } => format!("bbArg {index}"),
        ValueDef::Placeholder => String::new(),
    }
}
