//! Lines of a program, with tasks and in order.

use std::fmt::Write;

/// Writes both forms.
pub struct Writer {
    pub tasks: String,
    pub in_order: String,
    pub next_name: usize,
}

impl Writer {
    pub fn tasks(&mut self, line: &str) {
        // Writing to a string succeeds.
        let _ = writeln!(self.tasks, "  {line}");
    }

    pub fn in_order(&mut self, line: &str) {
        let _ = writeln!(self.in_order, "  {line}");
    }

    pub fn both(&mut self, line: &str) {
        self.tasks(line);
        self.in_order(line);
    }

    pub fn fresh(&mut self) -> String {
        self.next_name += 1;
        format!("%v{}", self.next_name)
    }

    /// An op with a result, the same in both forms.
    pub fn op(&mut self, op: &str) -> String {
        let name = self.fresh();
        self.both(&format!("{name} = {op}"));
        name
    }

    pub fn constant(&mut self, value: i64) -> String {
        self.op(&format!("arith.constant {value} : i64"))
    }

    /// Another number that depends on one.
    pub fn changed(&mut self, from: &str) -> String {
        let product = self.op(&format!("arith.muli {from}, %factor : i64"));
        self.op(&format!("arith.addi {product}, %summand : i64"))
    }

    /// A number that depends on all of these and on their order.
    pub fn all_of(&mut self, parts: Vec<String>) -> String {
        let mut parts = parts.into_iter();
        let mut all = parts.next().unwrap_or_else(|| "%zero".to_owned());
        for part in parts {
            let before = self.changed(&all);
            all = self.op(&format!("arith.xori {before}, {part} : i64"));
        }
        all
    }
}

/// What each function starts with.
pub const START: &str = "%zero = arith.constant 0 : i64\n  %no = arith.constant false\n  %yes = arith.constant true\n  \
                     %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n  \
                     %c3 = arith.constant 3 : index\n  %factor = arith.constant 2654435769 : i64\n  \
                     %summand = arith.constant 2135587861 : i64";
