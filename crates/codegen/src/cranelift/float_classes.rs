//! `llvm.intr.is.fpclass`: whether a float is of one of some classes. Each class is a range of the float's bits without its
//! sign, of one sign or of both.

use asyncir_ir::{Fallible, OpRef};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstBuilder, MemFlagsData, types};

use super::function::Translator;
use crate::dialect::attr;

/// A float's format, as an integer.
struct Format {
    bits: ir::Type,
    /// The bits of infinity; NaNs are above.
    infinity: u64,
    /// The smallest number that is normal.
    normal: u64,
    /// The bit that quiet NaNs have and signalling ones lack.
    quiet: u64,
    /// All bits but the sign.
    magnitude: u64,
}

fn format(ty: ir::Type) -> Option<Format> {
    let (bits, width, fraction) = match ty {
        types::F32 => (types::I32, 32, 23),
        types::F64 => (types::I64, 64, 52),
        _ => return None,
    };
    let magnitude = u64::MAX >> (65 - width);
    Some(Format {
        bits,
        infinity: magnitude >> fraction << fraction,
        normal: 1 << fraction,
        quiet: 1 << (fraction - 1),
        magnitude,
    })
}

impl Format {
    /// The classes: the bits of the mask for negative and positive numbers, and the first and the last of them.
    fn classes(&self) -> [(i64, i64, u64, u64); 6] {
        let quiet = self.infinity | self.quiet;
        // The sign of a NaN does not count.
        [
            (1 << 0, 1 << 0, self.infinity + 1, quiet - 1),
            (1 << 1, 1 << 1, quiet, self.magnitude),
            (1 << 2, 1 << 9, self.infinity, self.infinity),
            (1 << 3, 1 << 8, self.normal, self.infinity - 1),
            (1 << 4, 1 << 7, 1, self.normal - 1),
            (1 << 5, 1 << 6, 0, 0),
        ]
    }
}

/// Translates one lane.
pub(super) fn translate<'m>(to: &mut Translator<'_, '_, 'm>, op: OpRef<'m>, value: ir::Value) -> Fallible<ir::Value> {
    let Some(format) = format(to.builder.func.dfg.value_type(value)) else {
        return Err(to.refused_type(op));
    };
    let mask = attr(op, "bit").and_then(|mask| mask.as_i64(op.ctx)).unwrap_or_default();
    let bits = to.builder.ins().bitcast(format.bits, MemFlagsData::new(), value);
    let is_negative = to.builder.ins().icmp_imm_s(IntCC::SignedLessThan, bits, 0);
    let all = to.builder.ins().iconst(format.bits, format.magnitude as i64);
    let magnitude = to.builder.ins().band(bits, all);
    let mut found = to.builder.ins().iconst(types::I8, 0);
    for (negative, positive, first, last) in format.classes() {
        let signs = (mask & negative != 0, mask & positive != 0);
        if signs == (false, false) {
            continue;
        }
        let first_of = to.builder.ins().iconst(format.bits, first as i64);
        let offset = to.builder.ins().isub(magnitude, first_of);
        let length = to.builder.ins().iconst(format.bits, (last - first) as i64);
        let mut is_in = to.builder.ins().icmp(IntCC::UnsignedLessThanOrEqual, offset, length);
        is_in = match signs {
            (true, true) => is_in,
            (true, false) => to.builder.ins().band(is_in, is_negative),
            _ => to.builder.ins().band_not(is_in, is_negative),
        };
        found = to.builder.ins().bor(found, is_in);
    }
    Ok(found)
}
