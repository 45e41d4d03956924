//! The `asyncir` command.
fn main() {}
