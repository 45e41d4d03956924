//! Options that conversions to the llvm dialect have in common.

use asyncir_ir::{Context, Type};

use crate::options::{OptionInfo, PassOptions};

/// The option `index-bitwidth` of passes that convert `index`.
pub const INDEX_BITWIDTH: OptionInfo = OptionInfo::uint(
    "index-bitwidth",
    "Bitwidth of the index type, 0 to use size of machine word",
    "0",
);

/// The bits of a machine word on the targets that code is made for.
const MACHINE_WORD: u32 = 64;

/// How types are converted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LowerToLlvmOptions {
    /// Bits of the integer that `index` becomes.
    pub index_bitwidth: u32,
    /// Whether functions take and return memrefs as pointers to their elements, for which all else must be in their types.
    pub bare_pointers: bool,
}

impl Default for LowerToLlvmOptions {
    fn default() -> Self {
        Self {
            index_bitwidth: MACHINE_WORD,
            bare_pointers: false,
        }
    }
}

impl LowerToLlvmOptions {
    /// Reads [`INDEX_BITWIDTH`].
    ///
    /// # Errors
    /// If the value is no number of bits.
    pub fn parse(options: &PassOptions) -> Result<Self, String> {
        let bits = options.int("index-bitwidth")?;
        match u32::try_from(bits) {
            Ok(0) => Ok(Self::default()),
            Ok(index_bitwidth) if index_bitwidth < 1 << 24 => Ok(Self {
                index_bitwidth,
                ..Self::default()
            }),
            _ => Err(format!("'{bits}' is no bitwidth of an integer type")),
        }
    }

    /// The integer type that `index` becomes.
    pub fn index_type(self, ctx: &Context) -> Type {
        ctx.int_type(self.index_bitwidth)
    }
}
