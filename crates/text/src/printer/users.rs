//! Comments that say who uses results and arguments.

use asyncir_ir::{BlockId, Body, OpId, OpRef, ValueId};
use smallvec::SmallVec;

use super::Printer;
use super::text::push_u64;

/// The ops that use a value, newest first, each once.
fn users(body: &Body, value: ValueId) -> SmallVec<[OpId; 4]> {
    let mut users = SmallVec::new();
    for user in body.users(value) {
        if !users.contains(&user) {
            users.push(user);
        }
    }
    users
}

impl Printer<'_> {
    /// Writes the comment behind an op: who uses its results, or what its users call it if it has none.
    pub(super) fn print_users(&mut self, op: OpRef<'_>) {
        let results: SmallVec<[ValueId; 2]> = op.body.results(op.op).collect();
        if results.is_empty() {
            if op.data().num_operands() > 0 {
                self.push(" // id: ");
                self.print_op_number(op.op);
            }
            return;
        }
        let mut all: SmallVec<[OpId; 4]> = SmallVec::new();
        for user in results.iter().flat_map(|&result| users(op.body, result)) {
            if !all.contains(&user) {
                all.push(user);
            }
        }
        let used_in: usize = all.iter().map(|&user| op.body.results(user).len()).sum();
        match all.len() {
            0 => return self.push(" // unused"),
            1 if used_in <= 1 && results.len() == 1 => self.push(" // user: "),
            _ => self.push(" // users: "),
        }
        if let &[result] = results.as_slice() {
            return self.print_users_of(op.body, result);
        }
        self.print_list(&results, |p, &result| {
            p.push("(");
            p.print_users_of(op.body, result);
            p.push(")");
        });
    }

    /// Writes a line for each argument of a block.
    pub(super) fn print_argument_users(&mut self, op: OpRef<'_>, body: &Body, block: BlockId) {
        debug_assert!(std::ptr::eq(op.ctx, self.ctx));
        for arg in body.block_args(block) {
            self.print_indent(self.indent);
            self.push("// ");
            self.print_value(arg);
            if body.users(arg).next().is_some() {
                self.push(" is used by ");
                self.print_users_of(body, arg);
            } else {
                self.push(" is unused");
            }
            self.push("\n");
        }
    }

    fn print_users_of(&mut self, body: &Body, value: ValueId) {
        let users = users(body, value);
        if users.is_empty() {
            return self.push("unused");
        }
        self.print_list(&users, |p, &user| {
            let results: SmallVec<[ValueId; 2]> = body.results(user).collect();
            if results.is_empty() {
                return p.print_op_number(user);
            }
            p.print_list(&results, |p, &result| p.print_value(result));
        });
    }

    fn print_op_number(&mut self, op: OpId) {
        match self.names.op_number(op) {
            Some(number) => {
                self.push("%");
                push_u64(&mut self.out, u64::from(number));
            }
            None => self.push("<<UNKNOWN OPERATION>>"),
        }
    }
}
