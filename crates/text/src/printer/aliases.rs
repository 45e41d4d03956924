//! Aliases of attributes, types and locations: `#map = affine_map<...>` before or behind the ops of a file.

use asyncir_ir::{AttrKind, Attribute, Context, Location, Type};
use foldhash::fast::FixedState;
use hashbrown::HashMap;

use super::Printer;
use super::attributes::Elide;
use super::text::push_u64;

/// What an alias stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Symbol {
    Attribute(Attribute),
    Location(Location),
    Type(Type),
}

impl Symbol {
    /// An attribute as a symbol: a location attribute is its location.
    pub(super) fn of(ctx: &Context, attr: Attribute) -> Self {
        match attr.kind(ctx) {
            AttrKind::Location(location) => Symbol::Location(*location),
            _ => Symbol::Attribute(attr),
        }
    }
}

/// An alias.
pub(super) struct Alias {
    pub(super) symbol: Symbol,
    pub(super) name: &'static str,
    /// Which of the aliases of that name.
    pub(super) number: u32,
    /// Whether it may be defined behind the ops.
    pub(super) deferred: bool,
}

/// All aliases of a file, in the order they are written.
#[derive(Default)]
pub(super) struct Aliases {
    list: Vec<Alias>,
    by_symbol: HashMap<Symbol, usize, FixedState>,
}

impl Aliases {
    pub(super) fn new(list: Vec<Alias>) -> Self {
        let by_symbol = list
            .iter()
            .enumerate()
            .map(|(index, alias)| (alias.symbol, index))
            .collect();
        Self { list, by_symbol }
    }

    fn print(&self, symbol: Symbol, out: &mut String) -> bool {
        let Some(&index) = self.by_symbol.get(&symbol) else {
            return false;
        };
        self.list[index].print(out);
        true
    }

    /// Writes the alias of an attribute if it has one.
    #[inline]
    pub(super) fn print_attribute(&self, ctx: &Context, attr: Attribute, out: &mut String) -> bool {
        !self.list.is_empty() && self.print(Symbol::of(ctx, attr), out)
    }

    /// Writes the alias of a location if it has one.
    pub(super) fn print_location(&self, location: Location, out: &mut String) -> bool {
        !self.list.is_empty() && self.print(Symbol::Location(location), out)
    }

    /// Writes the alias of a type if it has one.
    pub(super) fn print_type(&self, ty: Type, out: &mut String) -> bool {
        !self.list.is_empty() && self.print(Symbol::Type(ty), out)
    }
}

impl Alias {
    fn print(&self, out: &mut String) {
        out.push(if matches!(self.symbol, Symbol::Type(_)) {
            '!'
        } else {
            '#'
        });
        out.push_str(self.name);
        if self.number > 0 {
            push_u64(out, u64::from(self.number));
        }
    }
}

impl Printer<'_> {
    /// Writes the definitions that stand before the ops, or those that stand behind them.
    pub(super) fn print_aliases(&mut self, deferred: bool) {
        for index in 0..self.aliases.list.len() {
            let alias = &self.aliases.list[index];
            if alias.deferred != deferred {
                continue;
            }
            alias.print(&mut self.out);
            let symbol = alias.symbol;
            self.push(" = ");
            match symbol {
                Symbol::Type(ty) => self.print_type_body(ty),
                Symbol::Attribute(attr) => self.print_attribute_body(attr, Elide::Never),
                Symbol::Location(location) => self.print_location(location, false),
            }
            self.push("\n");
        }
    }
}
