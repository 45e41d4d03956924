//! Affine maps and integer sets, and affine expressions over values.

use asyncir_ir::affine::{AffineExpr, AffineKind, AffineMap, IntegerSet};
use asyncir_ir::asm::AffineValue;
use asyncir_ir::{AttrKind, Attribute, Diagnostic, Fallible};
use foldhash::fast::FixedState;
use hashbrown::HashMap;

use super::Parser;
use crate::lexer::Kind;

/// Names of dimensions and symbols with what they stand for.
type Names<'a> = HashMap<&'a str, AffineExpr, FixedState>;

/// What an expression may be over: names, or values.
struct Leaves<'l, 'a> {
    names: &'l Names<'a>,
    value: Option<&'l mut AffineValue<'l>>,
}

/// What is said where a constraint is not compared with anything.
const CONSTRAINT_END: &str = "expected '== affine-expr' or '>= affine-expr' at end of affine constraint";

enum MapOrSet {
    Map(AffineMap),
    Set(IntegerSet),
}

impl<'a> Parser<'a> {
    /// Reads `affine_map<(dims)[symbols] -> (results)>`.
    pub(super) fn parse_affine_map_attribute(&mut self) -> Fallible<Attribute> {
        self.bump();
        self.expect(Kind::Less, "expected '<' in affine map")?;
        let at = self.tok.start();
        let map = match self.parse_map_or_set()? {
            MapOrSet::Map(map) => map,
            MapOrSet::Set(_) => return Err(self.error_at(at, "expected AffineMap, but got IntegerSet")),
        };
        self.expect(Kind::Greater, "expected '>' in affine map")?;
        Ok(self.ctx.attr(AttrKind::AffineMap(map)))
    }

    /// Reads `affine_set<(dims)[symbols] : (constraints)>`.
    pub(super) fn parse_affine_set_attribute(&mut self) -> Fallible<Attribute> {
        self.bump();
        self.expect(Kind::Less, "expected '<' in integer set")?;
        let at = self.tok.start();
        let set = match self.parse_map_or_set()? {
            MapOrSet::Set(set) => set,
            MapOrSet::Map(_) => return Err(self.error_at(at, "expected IntegerSet, but got AffineMap")),
        };
        self.expect(Kind::Greater, "expected '>' in integer set")?;
        Ok(self.ctx.attr(AttrKind::IntegerSet(set)))
    }

    fn parse_map_or_set(&mut self) -> Fallible<MapOrSet> {
        let mut names = Names::default();
        self.expect(Kind::LParen, "expected '(' in dimensional identifier list")?;
        self.list_until(Kind::RParen, "expected ')' in dimensional identifier list", |p| {
            let dim = AffineExpr::Dim(names.len() as u32);
            p.parse_affine_name(&mut names, dim)
        })?;
        let num_dims = names.len();
        if self.eat(Kind::LSquare) {
            self.list_until(Kind::RSquare, "expected ']' in symbol list", |p| {
                let symbol = AffineExpr::Symbol((names.len() - num_dims) as u32);
                p.parse_affine_name(&mut names, symbol)
            })?;
        }
        let (dims, symbols) = (num_dims as u32, (names.len() - num_dims) as u32);
        let at = self.tok.start();
        if self.eat(Kind::Arrow) {
            let results = self.parse_affine_results(&names)?;
            let map = AffineMap::new(dims, symbols, results);
            return map
                .map(MapOrSet::Map)
                .ok_or_else(|| self.error_at(at, "invalid affine map"));
        }
        self.expect(Kind::Colon, "expected '->' or ':'")?;
        let constraints = self.parse_affine_constraints(&names)?;
        let set = IntegerSet::new(dims, symbols, constraints);
        set.map(MapOrSet::Set)
            .ok_or_else(|| self.error_at(at, "invalid integer set"))
    }

    fn parse_affine_name(&mut self, names: &mut Names<'a>, expr: AffineExpr) -> Fallible {
        let name = self.spelling();
        if !matches!(self.tok.kind, Kind::Ident | Kind::IntType) {
            return Err(self.wrong_token("expected bare identifier"));
        }
        if names.contains_key(name) {
            return Err(self.error_here(format!("redefinition of identifier '{name}'")));
        }
        self.bump();
        names.insert(name, expr);
        Ok(())
    }

    fn parse_affine_results(&mut self, names: &Names<'a>) -> Fallible<Vec<AffineExpr>> {
        let mut results = Vec::new();
        self.expect(Kind::LParen, "expected '(' in affine map range")?;
        self.list_until(Kind::RParen, "expected ')' in affine map range", |p| {
            results.push(p.parse_expr_of_names(names)?);
            Ok(())
        })?;
        Ok(results)
    }

    fn parse_affine_constraints(&mut self, names: &Names<'a>) -> Fallible<Vec<(AffineExpr, bool)>> {
        let mut constraints = Vec::new();
        self.expect(Kind::LParen, "expected '(' in integer set constraint list")?;
        self.list_until(Kind::RParen, "expected ')' in integer set constraint list", |p| {
            constraints.push(p.parse_affine_constraint(names)?);
            Ok(())
        })?;
        if constraints.is_empty() {
            constraints.push((AffineExpr::Constant(0), true));
        }
        Ok(constraints)
    }

    fn parse_affine_constraint(&mut self, names: &Names<'a>) -> Fallible<(AffineExpr, bool)> {
        let lhs = self.parse_expr_of_names(names)?;
        let relation = self.tok.kind;
        if !matches!(relation, Kind::Greater | Kind::Less | Kind::Equal) {
            return Err(self.error_here(CONSTRAINT_END));
        }
        self.bump();
        if !self.eat(Kind::Equal) {
            return Err(self.error_here(CONSTRAINT_END));
        }
        let rhs = self.parse_expr_of_names(names)?;
        Ok(match relation {
            Kind::Less => (rhs - lhs, false),
            Kind::Greater => (lhs - rhs, false),
            _ => (lhs - rhs, true),
        })
    }

    fn parse_expr_of_names(&mut self, names: &Names<'a>) -> Fallible<AffineExpr> {
        self.parse_affine_expr(&mut Leaves { names, value: None })
    }

    /// Reads an expression over values, each of which `value` gives the meaning of.
    pub(super) fn parse_expr_of_values(&mut self, value: &mut AffineValue<'_>) -> Fallible<AffineExpr> {
        self.parse_affine_expr(&mut Leaves {
            names: &Names::default(),
            value: Some(value),
        })
    }

    /// Reads sums of products.
    fn parse_affine_expr(&mut self, leaves: &mut Leaves<'_, 'a>) -> Fallible<AffineExpr> {
        let (mut sum, mut depth) = self.with_depth(|p| p.parse_affine_product(leaves, false))?;
        loop {
            let minus = self.at(Kind::Minus);
            if !minus && !self.at(Kind::Plus) {
                return Ok(sum);
            }
            self.bump();
            let (term, term_depth) = self.with_depth(|p| p.parse_affine_product(leaves, true))?;
            depth = depth.max(term_depth) + 1;
            self.reaches(depth)?;
            sum = if minus { sum - term } else { sum + term };
        }
    }

    fn parse_affine_product(&mut self, leaves: &mut Leaves<'_, 'a>, is_rhs: bool) -> Fallible<AffineExpr> {
        let (mut product, mut depth) = self.with_depth(|p| p.parse_affine_operand(leaves, is_rhs))?;
        loop {
            let kind = match (self.tok.kind, self.spelling()) {
                (Kind::Star, _) => AffineKind::Mul,
                (Kind::Ident, "floordiv") => AffineKind::FloorDiv,
                (Kind::Ident, "ceildiv") => AffineKind::CeilDiv,
                (Kind::Ident, "mod") => AffineKind::Mod,
                _ => return Ok(product),
            };
            let at = self.tok.start();
            self.bump();
            let (operand, operand_depth) = self.with_depth(|p| p.parse_affine_operand(leaves, true))?;
            depth = depth.max(operand_depth) + 1;
            self.reaches(depth)?;
            product = AffineExpr::checked_binary(kind, product, operand)
                .map_err(|error| self.error_at(at, error.to_string()))?;
        }
    }

    fn parse_affine_operand(&mut self, leaves: &mut Leaves<'_, 'a>, is_rhs: bool) -> Fallible<AffineExpr> {
        let spelling = self.spelling();
        match self.tok.kind {
            Kind::Integer => {
                let parsed = match spelling.strip_prefix("0x") {
                    Some(digits) => i64::from_str_radix(digits, 16),
                    None => spelling.parse(),
                };
                let value = parsed.map_err(|_| self.error_here("constant too large for index"))?;
                self.bump();
                Ok(AffineExpr::Constant(value))
            }
            Kind::Ident if spelling == "symbol" => self.parse_affine_symbol(leaves),
            Kind::Percent => self.parse_affine_value(leaves, false),
            Kind::Ident | Kind::IntType => match leaves.names.get(spelling) {
                Some(expr) => {
                    self.bump();
                    Ok(expr.clone())
                }
                None => Err(self.wrong_token("use of undeclared identifier")),
            },
            Kind::Minus => self.nested(|p| p.parse_affine_negation(leaves, is_rhs)),
            Kind::LParen => self.nested(|p| {
                p.bump();
                if p.at(Kind::RParen) {
                    return Err(p.error_here("no expression inside parentheses"));
                }
                let expr = p.parse_affine_expr(leaves)?;
                p.expect(Kind::RParen, "expected ')'")?;
                Ok(expr)
            }),
            _ => Err(self.no_affine_operand(is_rhs)),
        }
    }

    /// What is said where an expression should start, but something else stands.
    fn no_affine_operand(&self, is_rhs: bool) -> Diagnostic {
        self.error_here(match self.tok.kind {
            _ if is_rhs => "missing right operand of binary operator",
            Kind::Plus | Kind::Star => "missing left operand of binary operator",
            _ => "expected affine expression",
        })
    }

    /// Reads `-expression`. What is wrong with the expression leaves nothing to negate, which is said, too.
    fn parse_affine_negation(&mut self, leaves: &mut Leaves<'_, 'a>, is_rhs: bool) -> Fallible<AffineExpr> {
        self.bump();
        match self.parse_affine_operand(leaves, is_rhs) {
            Ok(operand) => Ok(-operand),
            Err(error) => Err(error.followed_by(self.error_here("missing operand of negation"))),
        }
    }

    /// Reads `symbol(%value)`.
    fn parse_affine_symbol(&mut self, leaves: &mut Leaves<'_, 'a>) -> Fallible<AffineExpr> {
        self.bump();
        self.expect(Kind::LParen, "expected '(' at start of SSA symbol")?;
        let symbol = self.parse_affine_value(leaves, true)?;
        self.expect(Kind::RParen, "expected ')' at end of SSA symbol")?;
        Ok(symbol)
    }

    fn parse_affine_value(&mut self, leaves: &mut Leaves<'_, 'a>, is_symbol: bool) -> Fallible<AffineExpr> {
        let Some(value) = &mut leaves.value else {
            return Err(self.wrong_token("unexpected ssa identifier"));
        };
        if !self.at(Kind::Percent) {
            return Err(self.wrong_token("expected ssa identifier"));
        }
        let operand = self.parse_operand(true)?;
        value(self, operand, is_symbol)
    }
}
