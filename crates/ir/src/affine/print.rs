//! Printing as MLIR does: subtraction for negative addends, parentheses only where an operand
//! binds less tightly than the operation around it.

use std::fmt::{self, Display, Formatter};

use super::expr::{AffineExpr, AffineKind};
use super::{AffineMap, IntegerSet};

/// How an identifier is written; affine operations print the operand in its place.
type Identifier<'a> = dyn Fn(&mut Formatter<'_>, u32, bool) -> fmt::Result + 'a;

impl Display for AffineExpr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        print(self, false, f, &|f, position, is_symbol| {
            write!(f, "{}{position}", if is_symbol { 's' } else { 'd' })
        })
    }
}

impl AffineExpr {
    /// Displays the expression with `identifier(f, position, is_symbol)` writing its leaves.
    pub fn display_with<'a>(
        &'a self,
        identifier: impl Fn(&mut Formatter<'_>, u32, bool) -> fmt::Result + 'a,
    ) -> impl Display + 'a {
        FromFn(move |f: &mut Formatter<'_>| print(self, false, f, &identifier))
    }
}

/// Displays by calling a function.
struct FromFn<F>(F);

impl<F: Fn(&mut Formatter<'_>) -> fmt::Result> Display for FromFn<F> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        (self.0)(f)
    }
}

/// `tight`: the expression is an operand of something that binds more tightly than a sum.
fn print(expr: &AffineExpr, tight: bool, f: &mut Formatter<'_>, identifier: &Identifier<'_>) -> fmt::Result {
    let binary = match expr {
        AffineExpr::Dim(position) => return identifier(f, *position, false),
        AffineExpr::Symbol(position) => return identifier(f, *position, true),
        AffineExpr::Constant(value) => return write!(f, "{value}"),
        AffineExpr::Binary(binary) => binary,
    };
    if tight {
        f.write_str("(")?;
    }
    let (lhs, rhs) = (binary.lhs(), binary.rhs());
    match (binary.kind(), rhs) {
        (AffineKind::Add, _) => print_sum(lhs, rhs, f, identifier)?,
        (AffineKind::Mul, AffineExpr::Constant(-1)) => {
            f.write_str("-")?;
            print(lhs, true, f, identifier)?;
        }
        (kind, _) => {
            print(lhs, true, f, identifier)?;
            f.write_str(spelling(kind))?;
            print(rhs, true, f, identifier)?;
        }
    }
    if tight { f.write_str(")") } else { Ok(()) }
}

fn spelling(kind: AffineKind) -> &'static str {
    match kind {
        AffineKind::Add => " + ",
        AffineKind::Mul => " * ",
        AffineKind::FloorDiv => " floordiv ",
        AffineKind::CeilDiv => " ceildiv ",
        AffineKind::Mod => " mod ",
    }
}

fn print_sum(lhs: &AffineExpr, rhs: &AffineExpr, f: &mut Formatter<'_>, identifier: &Identifier<'_>) -> fmt::Result {
    print(lhs, false, f, identifier)?;
    if let AffineExpr::Constant(value) = rhs
        && *value < 0
    {
        return write!(f, " - {}", value.wrapping_neg());
    }
    match rhs.operands_of(AffineKind::Mul) {
        Some((factor, AffineExpr::Constant(-1))) => {
            f.write_str(" - ")?;
            print(factor, factor.operands_of(AffineKind::Add).is_some(), f, identifier)
        }
        Some((factor, AffineExpr::Constant(value))) if *value < -1 => {
            f.write_str(" - ")?;
            print(factor, true, f, identifier)?;
            write!(f, " * {}", value.wrapping_neg())
        }
        _ => {
            f.write_str(" + ")?;
            print(rhs, false, f, identifier)
        }
    }
}

/// `(d0, d1)[s0]`
fn print_space(num_dims: u32, num_symbols: u32, f: &mut Formatter<'_>) -> fmt::Result {
    f.write_str("(")?;
    print_list((0..num_dims).map(AffineExpr::Dim), f)?;
    f.write_str(")")?;
    if num_symbols > 0 {
        f.write_str("[")?;
        print_list((0..num_symbols).map(AffineExpr::Symbol), f)?;
        f.write_str("]")?;
    }
    Ok(())
}

fn print_list<T: Display>(items: impl Iterator<Item = T>, f: &mut Formatter<'_>) -> fmt::Result {
    for (index, item) in items.enumerate() {
        let separator = if index == 0 { "" } else { ", " };
        write!(f, "{separator}{item}")?;
    }
    Ok(())
}

impl Display for AffineMap {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        print_space(self.num_dims(), self.num_symbols(), f)?;
        f.write_str(" -> (")?;
        print_list(self.results().iter(), f)?;
        f.write_str(")")
    }
}

impl Display for IntegerSet {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        print_space(self.num_dims(), self.num_symbols(), f)?;
        f.write_str(" : (")?;
        let constraints = self.constraints().iter().map(|(expr, is_eq)| {
            let relation = if *is_eq { "==" } else { ">=" };
            FromFn(move |f: &mut Formatter<'_>| write!(f, "{expr} {relation} 0"))
        });
        print_list(constraints, f)?;
        f.write_str(")")
    }
}
