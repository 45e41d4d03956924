//! What the data layout of the module says: the alignments that LLVM gives to accesses and to stack memory which say none,
//! and where the parts of types are in memory.

mod sizes;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use asyncir_ir::{Context, Type};

use crate::dialect::{LlvmType, StructType, llvm_type};

/// How deep aggregates may be nested.
const MAX_DEPTH: usize = 200;

/// Alignments in bytes: what addresses must be multiples of, and what they had better be.
#[derive(Clone, Copy)]
struct Pair {
    abi: u64,
    preferred: u64,
}

/// Which of the two is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    /// Of loads and stores.
    Abi,
    /// Of stack memory.
    Preferred,
}

impl Pair {
    /// From bits, as a data layout says them.
    fn of_bits(abi: u64, preferred: u64) -> Self {
        let bytes = |bits: u64| (bits / 8).max(1);
        Self {
            abi: bytes(abi),
            preferred: bytes(preferred),
        }
    }

    fn get(self, kind: Kind) -> u64 {
        match kind {
            Kind::Abi => self.abi,
            Kind::Preferred => self.preferred,
        }
    }
}

/// The pointers of an address space.
#[derive(Clone, Copy)]
struct Pointers {
    bits: u64,
    /// The width of offsets.
    index_bits: u64,
    alignment: Pair,
}

impl Pointers {
    fn of_bits(bits: u64) -> Self {
        Self {
            bits,
            index_bits: bits,
            alignment: Pair::of_bits(bits, bits),
        }
    }
}

/// A data layout: alignments by size in bits, and pointers by address space.
pub(super) struct Layout {
    integers: BTreeMap<u32, Pair>,
    floats: BTreeMap<u32, Pair>,
    vectors: BTreeMap<u64, Pair>,
    pointers: BTreeMap<u32, Pointers>,
    /// The address spaces whose pointers are no numbers.
    non_integral: BTreeSet<u32>,
    aggregates: Pair,
    is_big_endian: bool,
    /// The bytes that addresses of functions are multiples of, if it is said.
    functions: Option<u64>,
    /// What was found out about structs, which may contain each other many times.
    structs: RefCell<HashMap<(Type, Kind), Option<u64>>>,
    sizes: RefCell<HashMap<Type, Option<u64>>>,
}

impl Layout {
    /// The layout that a data layout string describes; without one, the layout that LLVM assumes.
    pub(super) fn of(layout: Option<&str>) -> Self {
        let same = |bits: u32| (bits, Pair::of_bits(bits.into(), bits.into()));
        let mut all = Self {
            integers: [1, 8, 16, 32].map(same).into(),
            floats: [16, 32, 64, 128].map(same).into(),
            vectors: [64, 128].map(|bits| (bits, Pair::of_bits(bits, bits))).into(),
            pointers: [(0, Pointers::of_bits(64))].into(),
            non_integral: BTreeSet::new(),
            aggregates: Pair::of_bits(0, 64),
            is_big_endian: false,
            functions: None,
            structs: RefCell::default(),
            sizes: RefCell::default(),
        };
        all.integers.insert(64, Pair::of_bits(32, 64));
        for part in layout.unwrap_or_default().split('-') {
            all.read(part);
        }
        all
    }

    /// Reads a part of a data layout: `i64:64:128`, or `p1:32:32`. Parts about something else are skipped.
    fn read(&mut self, part: &str) -> Option<()> {
        if let Some(spaces) = part.strip_prefix("ni:") {
            let spaces = spaces.split(':').filter_map(|space| space.parse::<u32>().ok());
            self.non_integral.extend(spaces);
            return None;
        }
        if let Some(bits) = part.strip_prefix("Fi").or(part.strip_prefix("Fn")) {
            self.functions = Some((bits.parse::<u64>().ok()? / 8).max(1));
            return None;
        }
        let letter = part.chars().next()?;
        let mut numbers = part[letter.len_utf8()..].split(':');
        let key: u32 = match numbers.next()? {
            "" => 0,
            number => number.parse().ok()?,
        };
        let mut next = || numbers.next()?.parse::<u64>().ok();
        let size = if letter == 'p' { next()? } else { 0 };
        if matches!(part, "e" | "E") {
            self.is_big_endian = part == "E";
            return None;
        }
        let abi = next()?;
        let pair = Pair::of_bits(abi, next().unwrap_or(abi));
        match letter {
            'i' => drop(self.integers.insert(key, pair)),
            'f' => drop(self.floats.insert(key, pair)),
            'v' => drop(self.vectors.insert(key.into(), pair)),
            'p' => {
                let index_bits = next().unwrap_or(size);
                let pointers = Pointers {
                    bits: size,
                    index_bits,
                    alignment: pair,
                };
                self.pointers.insert(key, pointers);
            }
            'a' => self.aggregates = pair,
            _ => {}
        }
        Some(())
    }

    /// The alignment of a type; `None` for those without a known size.
    pub(super) fn of_type(&self, ctx: &Context, ty: Type, kind: Kind) -> Option<u64> {
        self.within(ctx, ty, kind, MAX_DEPTH)
    }

    fn within(&self, ctx: &Context, ty: Type, kind: Kind, depth: usize) -> Option<u64> {
        let depth = depth.checked_sub(1)?;
        Some(match llvm_type(ctx, ty)? {
            LlvmType::Integer(width) => self.of_integer(width).get(kind),
            LlvmType::Float(keyword) => {
                let bits = float_bits(keyword);
                let known = self.floats.get(&bits);
                known.map_or_else(
                    || u64::from(bits.div_ceil(8)).next_power_of_two(),
                    |pair| pair.get(kind),
                )
            }
            LlvmType::Pointer(space) => self.pointer(space)?.alignment.get(kind),
            LlvmType::Array(_, element) => self.within(ctx, element, kind, depth)?,
            LlvmType::Vector { .. } => {
                let bits = self.bits(ctx, ty)?;
                let known = self.vectors.get(&bits);
                known.map_or_else(|| bits.div_ceil(8).next_power_of_two(), |pair| pair.get(kind))
            }
            LlvmType::Struct(parts) if parts.packed && kind == Kind::Abi => 1,
            LlvmType::Struct(parts) => {
                if let Some(known) = self.structs.borrow().get(&(ty, kind)) {
                    return *known;
                }
                let found = self.of_struct(ctx, &parts, kind, depth);
                self.structs.borrow_mut().insert((ty, kind), found);
                return found;
            }
            _ => return None,
        })
    }

    fn of_struct(&self, ctx: &Context, parts: &StructType<'_>, kind: Kind, depth: usize) -> Option<u64> {
        let mut most = self.aggregates.get(kind);
        for &field in parts.body.as_ref()?.iter().filter(|_| !parts.packed) {
            most = most.max(self.within(ctx, field, Kind::Abi, depth)?);
        }
        Some(most)
    }

    /// The bytes that an atomic access of a type is aligned to: as many as it touches.
    pub(super) fn of_atomic(&self, ctx: &Context, ty: Type) -> Option<u64> {
        Some(self.bits(ctx, ty)?.div_ceil(8))
    }

    /// Of integers of other widths, that of the next wider one, or that of the widest.
    fn of_integer(&self, width: u32) -> Pair {
        let wider = self.integers.range(width..).next();
        let found = wider.or_else(|| self.integers.last_key_value());
        found.map_or(Pair::of_bits(8, 8), |(_, pair)| *pair)
    }

    fn pointer(&self, space: u32) -> Option<&Pointers> {
        self.pointers.get(&space).or_else(|| self.pointers.get(&0))
    }

    /// The size of a scalar, or of a vector of them.
    fn bits(&self, ctx: &Context, ty: Type) -> Option<u64> {
        match llvm_type(ctx, ty)? {
            LlvmType::Integer(width) => Some(width.into()),
            LlvmType::Float(keyword) => Some(float_bits(keyword).into()),
            LlvmType::Pointer(space) => Some(self.pointer(space)?.bits),
            LlvmType::Vector { size, element, .. } => self.bits(ctx, element)?.checked_mul(size),
            _ => None,
        }
    }
}

fn float_bits(keyword: &str) -> u32 {
    match keyword {
        "half" | "bfloat" => 16,
        "float" => 32,
        "double" => 64,
        "x86_fp80" => 80,
        _ => 128,
    }
}

#[cfg(test)]
mod tests {
    use asyncir_ir::Type;

    use super::*;

    #[test]
    fn alignments_follow_from_the_data_layout() {
        let ctx = Context::new();
        let wide = ctx.vector_type(&[4], Type::F64);
        let of = |layout: Option<&str>, ty: Type| {
            let layout = Layout::of(layout);
            let both = [Kind::Abi, Kind::Preferred].map(|kind| layout.of_type(&ctx, ty, kind));
            both.map(|alignment| alignment.expect("a type with a size"))
        };
        assert_eq!(of(None, Type::I64), [4, 8]);
        assert_eq!(of(None, ctx.int_type(24)), [4, 4]);
        assert_eq!(of(None, ctx.int_type(128)), [4, 8]);
        assert_eq!(of(None, wide), [32, 32]);
        assert_eq!(of(Some("e-i64:64-i128:128"), Type::I64), [8, 8]);
        assert_eq!(of(Some("e-i64:64-i128:128"), ctx.int_type(128)), [16, 16]);
        assert_eq!(of(Some("E-f64:32:64-v256:64"), Type::F64), [4, 8]);
        assert_eq!(of(Some("E-f64:32:64-v256:64"), wide), [8, 8]);
        assert_eq!(Layout::of(None).of_atomic(&ctx, Type::I64), Some(8));
    }
}
