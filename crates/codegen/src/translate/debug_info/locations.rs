//! Locations of instructions.

use asyncir_dialects::llvm::debug_info as di;
use asyncir_ir::{AttrKind, Attribute, Context, Ident, Location, LocationKind, OpRef};

use super::super::metadata::param;
use super::super::state::ModuleState;
use super::{Home, Subprogram, file_node, keeps_attributes, makes_token, nodes};

/// The node of an instruction's location in a function; `None` for instructions that make tokens.
///
/// An instruction whose place is not known is on line 0 where locations are made: LLVM asks calls for one. The program's
/// own debug information has the locations that it has.
pub(in crate::translate) fn location(
    state: &mut ModuleState<'_>,
    op: OpRef<'_>,
    subprogram: Subprogram,
) -> Option<usize> {
    if makes_token(state, op) {
        return None;
    }
    match subprogram.home {
        Home::Attribute(_) => place(state, op.location(), subprogram),
        Home::File(home) => Some(in_file(state, op, subprogram.node, home)),
    }
}

/// The node of a location in a function that brings its own debug information.
pub(in crate::translate) fn place(
    state: &mut ModuleState<'_>,
    location: Location,
    subprogram: Subprogram,
) -> Option<usize> {
    let Home::Attribute(home) = subprogram.home else {
        return None;
    };
    Writer { state, home }.node(location, Some(home), None)
}

/// The node of a location that is an attribute and says its scope itself.
pub(in crate::translate) fn place_of(state: &mut ModuleState<'_>, location: Attribute) -> Option<usize> {
    let AttrKind::Location(location) = *location.kind(state.ctx) else {
        return None;
    };
    let LocationKind::Fused { metadata, .. } = location.kind(state.ctx) else {
        return None;
    };
    let scope = metadata.filter(|&scope| keeps_attributes(state) && di::is_local_scope(state.ctx, scope))?;
    let home = subprogram_around(state.ctx, scope)?;
    Writer { state, home }.node(location, None, None)
}

fn in_file(state: &mut ModuleState<'_>, op: OpRef<'_>, subprogram: usize, home: asyncir_ir::Ident) -> usize {
    let position = op.location().file_position(op.ctx);
    let scope = match position {
        Some((file, _, _)) if file != home => {
            let file = file_node(state, file);
            let block = format!("DILexicalBlockFile(scope: !{subprogram}, file: !{file}, discriminator: 0)");
            state.metadata.number(&block)
        }
        _ => subprogram,
    };
    let (line, column) = position.map_or((0, 0), |(_, line, column)| (line, column));
    self::line(state, line, column, scope, None)
}

/// A line and column in a scope, perhaps where a function was inlined. LLVM has sixteen bits for columns.
fn line(state: &mut ModuleState<'_>, line: u32, column: u32, scope: usize, inlined_at: Option<usize>) -> usize {
    let column = match u16::try_from(column).unwrap_or(0) {
        0 => String::new(),
        column => format!(", column: {column}"),
    };
    let inlined = inlined_at.map_or_else(String::new, |at| format!(", inlinedAt: !{at}"));
    state
        .metadata
        .number(&format!("DILocation(line: {line}{column}, scope: !{scope}{inlined})"))
}

/// Writes locations of a function whose subprogram is an attribute.
struct Writer<'s, 'a> {
    state: &'s mut ModuleState<'a>,
    home: Attribute,
}

impl Writer<'_, '_> {
    /// The node of a location in a scope. `None` if it has no place in the source, or its scope is in another function:
    /// LLVM would refuse it.
    fn node(&mut self, location: Location, scope: Option<Attribute>, inlined_at: Option<usize>) -> Option<usize> {
        let ctx = self.state.ctx;
        match location.kind(ctx) {
            LocationKind::FileLineCol { line, col, .. } | LocationKind::FileRange { start: (line, col), .. } => {
                let scope = scope.filter(|&scope| inlined_at.is_some() || self.is_at_home(scope))?;
                let scope = nodes::node(self.state, scope)?;
                Some(self::line(self.state, line, col, scope, inlined_at))
            }
            LocationKind::Name { child, .. } => self.node(child, scope, inlined_at),
            LocationKind::CallSite { callee, caller } => {
                let caller = self.node(caller, scope, inlined_at)?;
                // Code that was inlined without its scope is taken for that of the caller.
                self.node(callee, None, Some(caller)).or(Some(caller))
            }
            LocationKind::Fused { locations, metadata } => {
                let inner = metadata.filter(|&metadata| di::is_local_scope(ctx, metadata));
                let scope = inner.or(scope);
                if let Some(merged) = merged(ctx, &locations) {
                    return self.node(merged, scope, inlined_at);
                }
                let mut nodes = locations
                    .iter()
                    .filter_map(|&location| self.node(location, scope, inlined_at));
                nodes.next()
            }
            _ => None,
        }
    }

    /// Whether a scope is in the function.
    fn is_at_home(&self, scope: Attribute) -> bool {
        let ctx = self.state.ctx;
        subprogram_around(ctx, scope).is_some_and(|subprogram| are_same(ctx, subprogram, self.home))
    }
}

/// The location that stands for several in one scope: what they have in common, as LLVM merges them. `None` if there is a single
/// one, or some say more than line and column.
fn merged(ctx: &Context, locations: &[Location]) -> Option<Location> {
    let places: Option<Vec<_>> = locations.iter().map(|&location| position(ctx, location)).collect();
    let places = places.filter(|places| places.len() > 1)?;
    let (&(file, line, col), others) = places.split_first()?;
    let has_line = others.iter().all(|other| other.1 == line);
    let has_col = has_line && others.iter().all(|other| other.2 == col);
    let (line, col) = (if has_line { line } else { 0 }, if has_col { col } else { 0 });
    Some(Location::file_line_col(ctx, file, line, col))
}

/// File, line and column of a location that has no scope of its own.
fn position(ctx: &Context, location: Location) -> Option<(Ident, u32, u32)> {
    match location.kind(ctx) {
        LocationKind::FileLineCol { .. } | LocationKind::FileRange { .. } => location.file_position(ctx),
        LocationKind::Name { child, .. } => position(ctx, child),
        _ => None,
    }
}

/// Whether two attributes are the same subprogram, or one of them is its mention inside the other.
fn are_same(ctx: &Context, a: Attribute, b: Attribute) -> bool {
    let id = |attr| param(ctx, attr, "recId");
    a == b || id(a).is_some() && id(a) == id(b)
}

/// Whether a variable or label belongs to the function that a location is in, which may have been inlined here.
pub(super) fn is_in_function_of(
    state: &ModuleState<'_>,
    location: Location,
    subprogram: Subprogram,
    variable: Attribute,
) -> bool {
    let Home::Attribute(home) = subprogram.home else {
        return false;
    };
    let ctx = state.ctx;
    let around = subprogram_around(ctx, innermost_scope(ctx, location).unwrap_or(home));
    let of_variable = subprogram_around(ctx, variable);
    around.is_some_and(|around| of_variable.is_some_and(|variable| are_same(ctx, around, variable)))
}

/// The scope that a location says, without those where it was inlined.
fn innermost_scope(ctx: &Context, location: Location) -> Option<Attribute> {
    match location.kind(ctx) {
        LocationKind::Name { child, .. } => innermost_scope(ctx, child),
        LocationKind::CallSite { callee, .. } => innermost_scope(ctx, callee),
        LocationKind::Fused { locations, metadata } => {
            let inner = locations.first().and_then(|&location| innermost_scope(ctx, location));
            inner.or(metadata.filter(|&metadata| di::is_local_scope(ctx, metadata)))
        }
        _ => None,
    }
}

/// The subprogram that a scope is in.
fn subprogram_around(ctx: &Context, scope: Attribute) -> Option<Attribute> {
    let mut scope = scope;
    while scope.params_of(ctx, &di::SUBPROGRAM_DEF).is_none() {
        scope = param(ctx, scope, "scope")?;
    }
    Some(scope)
}
