//! Where the elements of memrefs are.

use std::fmt;
use std::str::FromStr;

use asyncir_dialects::memref::strides::{row_major_strides, strides_and_offset};
use asyncir_ir::{Context, DYNAMIC, Type};

/// The layout `strided<[…], offset: …>` of a memref. The element at the indices *i*, *j*, … is
/// `offset + i * strides[0] + j * strides[1] + …` elements behind the aligned pointer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StridedLayout {
    /// The stride of each dimension; `None` for a dynamic one.
    pub strides: Vec<Option<i64>>,
    /// Where the first element is; `None` for a dynamic offset.
    pub offset: Option<i64>,
}

impl StridedLayout {
    /// The layout of a memref type, if it is a strided one.
    pub(super) fn of(ctx: &Context, memref: Type) -> Option<Self> {
        let known = |number: i64| (number != DYNAMIC).then_some(number);
        let (strides, offset) = strides_and_offset(ctx, memref)?;
        Some(Self {
            strides: strides.into_iter().map(known).collect(),
            offset: known(offset),
        })
    }

    /// Reads a layout without spaces.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (strides, rest) = text.strip_prefix("strided<[")?.strip_suffix('>')?.split_once(']')?;
        let strides = strides.split(',').filter(|stride| !stride.is_empty());
        let offset = match rest {
            "" => Some(0),
            rest => parse_static(rest.strip_prefix(",offset:")?)?,
        };
        Some(Self {
            strides: strides.map(parse_static).collect::<Option<_>>()?,
            offset,
        })
    }

    fn accepts(&self, memory: &Memory<'_>) -> bool {
        let fits = |wanted: Option<i64>, given: i64| wanted.is_none_or(|wanted| wanted == given);
        let strides = memory.strides.iter().zip(&self.strides).zip(memory.sizes);
        // A dimension with one element is never walked along.
        fits(self.offset, memory.offset)
            && strides
                .into_iter()
                .all(|((&given, &wanted), &size)| size == 1 || fits(wanted, given))
    }
}

impl fmt::Display for StridedLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let show = |number: &Option<i64>| number.map_or_else(|| "?".to_owned(), |number| number.to_string());
        let strides: Vec<String> = self.strides.iter().map(show).collect();
        write!(f, "strided<[{}]", strides.join(", "))?;
        if self.offset != Some(0) {
            write!(f, ", offset: {}", show(&self.offset))?;
        }
        f.write_str(">")
    }
}

/// Reads a size, a stride or an offset: `Some(None)` if it is dynamic.
pub(super) fn parse_static<T: FromStr>(text: &str) -> Option<Option<T>> {
    match text {
        "?" => Some(None),
        text => text.parse().ok().map(Some),
    }
}

/// Memory that is passed as a memref: offset, sizes and strides, in elements.
pub(super) struct Memory<'a> {
    pub(super) offset: i64,
    pub(super) sizes: &'a [i64],
    pub(super) strides: &'a [i64],
}

impl Memory<'_> {
    /// Whether elements are contiguous from the aligned pointer on, in row-major order.
    pub(super) fn is_row_major(&self) -> bool {
        let row_major = StridedLayout {
            strides: row_major_strides(self.sizes).into_iter().map(Some).collect(),
            offset: Some(0),
        };
        self.sizes.contains(&0) || row_major.accepts(self)
    }

    /// What is wrong with the memory for a memref of a layout; without one, elements are in row-major order.
    pub(super) fn problem(&self, layout: Option<&StridedLayout>) -> Option<String> {
        // Nothing is there.
        if self.sizes.contains(&0) {
            return None;
        }
        match layout {
            Some(layout) if !layout.accepts(self) => Some(format!(
                "offset {} and strides {:?} (they must be those of {layout})",
                self.offset, self.strides
            )),
            None if self.offset != 0 => Some(format!(
                "offset {} (the first element must be at the aligned pointer)",
                self.offset
            )),
            None if !self.is_row_major() => Some(format!(
                "strides {:?} (elements must be contiguous, in row-major order)",
                self.strides
            )),
            _ => None,
        }
    }
}
