//! Locations: where in the source an op comes from.

use crate::attributes::Attribute;
use crate::context::{Context, Ident};

/// A source location in eight bytes. A file, line and column are packed in; every other form is interned.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Location(u64);

/// What a location says.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum LocationKind {
    /// `loc(unknown)`
    Unknown,
    /// `loc("file":line:column)`; lines and columns count from 1.
    FileLineCol {
        /// File name.
        file: Ident,
        /// Line, from 1.
        line: u32,
        /// Column in bytes, from 1.
        col: u32,
    },
    /// `loc("file":line:column to line:column)`
    FileRange {
        /// File name.
        file: Ident,
        /// First line and column.
        start: (u32, u32),
        /// Last line and column.
        end: (u32, u32),
    },
    /// `loc(callsite(callee at caller))`
    CallSite {
        /// Where the inlined code stands.
        callee: Location,
        /// Where it was called.
        caller: Location,
    },
    /// `loc("name"(child))`
    Name {
        /// The name.
        name: Ident,
        /// Where the named thing is.
        child: Location,
    },
    /// `loc(fused<metadata>[a, b])`
    Fused {
        /// The parts.
        locations: Box<[Location]>,
        /// What fused them.
        metadata: Option<Attribute>,
    },
}

const INTERNED: u64 = 1 << 63;
const LINE_BITS: u32 = 28;
const COL_BITS: u32 = 20;
const FILE_BITS: u32 = 15;

impl Location {
    /// `loc(unknown)`
    pub const UNKNOWN: Location = Location(0);

    /// A place in a file.
    pub fn file_line_col(ctx: &Context, file: Ident, line: u32, col: u32) -> Location {
        let fits = file.0 < (1 << FILE_BITS) - 1 && line < 1 << LINE_BITS && col < 1 << COL_BITS;
        if fits {
            // The file is stored plus one, so that no place equals UNKNOWN.
            let file = u64::from(file.0 + 1) << (LINE_BITS + COL_BITS);
            return Location(file | u64::from(line) << COL_BITS | u64::from(col));
        }
        Self::interned(ctx, LocationKind::FileLineCol { file, line, col })
    }

    /// The location that `kind` describes.
    pub fn new(ctx: &Context, kind: LocationKind) -> Location {
        match kind {
            LocationKind::Unknown => Location::UNKNOWN,
            LocationKind::FileLineCol { file, line, col } => Self::file_line_col(ctx, file, line, col),
            kind => Self::interned(ctx, kind),
        }
    }

    /// The place of what was made of several things: each known one once, those that are fused with the same metadata
    /// taken apart.
    pub fn fused(ctx: &Context, locations: &[Location], metadata: Option<Attribute>) -> Location {
        let mut parts: Vec<Location> = Vec::new();
        let mut add = |part: Location| {
            if part != Location::UNKNOWN && !parts.contains(&part) {
                parts.push(part);
            }
        };
        for &location in locations {
            match location.kind(ctx) {
                LocationKind::Fused {
                    locations: inner,
                    metadata: other,
                } if other == metadata => inner.iter().copied().for_each(&mut add),
                _ => add(location),
            }
        }
        match (&parts[..], metadata) {
            ([], None) => return Location::UNKNOWN,
            (&[only], None) => return only,
            ([], Some(_)) => parts.push(Location::UNKNOWN),
            _ => {}
        }
        let locations = parts.into();
        Self::new(ctx, LocationKind::Fused { locations, metadata })
    }

    fn interned(ctx: &Context, kind: LocationKind) -> Location {
        Location(INTERNED | u64::from(ctx.locations.intern(kind)))
    }

    /// What the location says.
    pub fn kind(self, ctx: &Context) -> LocationKind {
        if self == Location::UNKNOWN {
            return LocationKind::Unknown;
        }
        if self.0 & INTERNED != 0 {
            return ctx.locations.get(self.0 as u32).clone();
        }
        LocationKind::FileLineCol {
            file: Ident((self.0 >> (LINE_BITS + COL_BITS)) as u32 - 1),
            line: (self.0 >> COL_BITS) as u32 & ((1 << LINE_BITS) - 1),
            col: self.0 as u32 & ((1 << COL_BITS) - 1),
        }
    }

    /// The first place in a file that this location leads to, for showing the source line.
    pub fn file_position(self, ctx: &Context) -> Option<(Ident, u32, u32)> {
        match self.kind(ctx) {
            LocationKind::Unknown => None,
            LocationKind::FileLineCol { file, line, col } => Some((file, line, col)),
            LocationKind::FileRange { file, start, .. } => Some((file, start.0, start.1)),
            LocationKind::CallSite { callee, .. } => callee.file_position(ctx),
            LocationKind::Name { child, .. } => child.file_position(ctx),
            LocationKind::Fused { locations, .. } => locations.iter().find_map(|l| l.file_position(ctx)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_and_interned_places_read_back() {
        let ctx = Context::new();
        let file = ctx.ident("a.mlir");
        for (line, col) in [
            (1, 1),
            (77, 3),
            ((1 << 28) - 1, (1 << 20) - 1),
            (1 << 28, 5),
            (7, 1 << 20),
        ] {
            let kind = LocationKind::FileLineCol { file, line, col };
            assert_eq!(Location::new(&ctx, kind.clone()).kind(&ctx), kind);
        }
        assert_eq!(Location::default(), Location::UNKNOWN);
    }

    #[test]
    fn fused_places_are_different_known_ones() {
        let ctx = Context::new();
        let file = ctx.ident("a.mlir");
        let [a, b, c] = [1, 2, 3].map(|line| Location::file_line_col(&ctx, file, line, 1));
        let unknown = Location::UNKNOWN;
        assert_eq!(Location::fused(&ctx, &[], None), unknown);
        assert_eq!(Location::fused(&ctx, &[unknown, a, a], None), a);
        let two = Location::fused(&ctx, &[a, unknown, b, a], None);
        let parts = |location: Location| match location.kind(&ctx) {
            LocationKind::Fused { locations, .. } => locations.to_vec(),
            kind => panic!("{kind:?}"),
        };
        assert_eq!(parts(two), [a, b]);
        assert_eq!(parts(Location::fused(&ctx, &[c, two], None)), [c, a, b]);
    }
}
