//! Where a loop is: in a function, a task, or an async function.

use std::fmt::Write;

/// Appends a line.
macro_rules! line {
    ($text:expr, $($format:tt)*) => {
        writeln!($text, $($format)*).expect("text")
    };
}
pub(super) use line;

#[derive(Clone, Copy, PartialEq)]
pub enum Place {
    Function,
    Task,
    AsyncFunction,
}

impl Place {
    /// Most loops are in functions.
    pub const ALL: [Place; 4] = [Place::Function, Place::Function, Place::Task, Place::AsyncFunction];

    /// Opens what is around the loop.
    pub fn open(self, text: &mut String, name: &str) {
        match self {
            Place::Function => line!(text, "func.func @{name}() -> i64 {{"),
            Place::Task => line!(
                text,
                "func.func @{name}() -> i64 {{\n  %token, %value = async.execute -> !async.value<i64> {{"
            ),
            Place::AsyncFunction => line!(text, "async.func @{name}_async() -> !async.value<i64> {{"),
        }
    }

    /// Closes what [`open`](Self::open) opened; `%result` is what it gives.
    pub fn close(self, text: &mut String, name: &str) {
        let awaited = "  %out = async.await %value : !async.value<i64>\n  return %out : i64\n}";
        match self {
            Place::Function => line!(text, "  return %result : i64\n}}"),
            Place::Task => line!(text, "  async.yield %result : i64\n  }}\n{awaited}"),
            Place::AsyncFunction => {
                line!(text, "  return %result : i64\n}}\nfunc.func @{name}() -> i64 {{");
                line!(text, "  %value = async.call @{name}_async() : () -> !async.value<i64>");
                line!(text, "{awaited}");
            }
        }
    }
}
