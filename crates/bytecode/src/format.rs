//! Numbers that the format gives to things.

/// What a file begins with.
pub(crate) const MAGIC: &[u8] = b"ML\xefR";
/// The newest version of the format, which is that of MLIR 22.
pub(crate) const NEWEST: u64 = 6;
/// What fills the space in front of data that must be aligned.
pub(crate) const PADDING: u8 = 0xcb;

/// Since which version something is so.
pub(crate) mod since {
    /// Dialects may have versions.
    pub(crate) const DIALECT_VERSIONS: u64 = 1;
    /// Regions of ops that are isolated from above are sections, which a reader may skip.
    pub(crate) const SECTIONS_OF_REGIONS: u64 = 2;
    /// The order of the uses of a value may be there.
    pub(crate) const USE_ORDERS: u64 = 3;
    /// Unknown locations of block arguments are left out, and the names of ops are counted.
    pub(crate) const NO_UNKNOWN_LOCATIONS: u64 = 4;
    /// Properties have a section of their own.
    pub(crate) const PROPERTIES: u64 = 5;
    /// Sizes of segments are no attributes.
    pub(crate) const PLAIN_SEGMENTS: u64 = 6;
}

/// Sections of a file.
pub(crate) mod section {
    pub(crate) const STRINGS: u8 = 0;
    pub(crate) const DIALECTS: u8 = 1;
    pub(crate) const ATTRIBUTES: u8 = 2;
    pub(crate) const ATTRIBUTE_OFFSETS: u8 = 3;
    pub(crate) const IR: u8 = 4;
    pub(crate) const RESOURCES: u8 = 5;
    pub(crate) const RESOURCE_OFFSETS: u8 = 6;
    pub(crate) const DIALECT_VERSION: u8 = 7;
    pub(crate) const PROPERTIES: u8 = 8;
    pub(crate) const COUNT: usize = 9;
}

/// Which parts of an op are there.
pub(crate) mod part {
    pub(crate) const ATTRIBUTES: u8 = 1;
    pub(crate) const RESULTS: u8 = 2;
    pub(crate) const OPERANDS: u8 = 4;
    pub(crate) const SUCCESSORS: u8 = 8;
    pub(crate) const REGIONS: u8 = 16;
    pub(crate) const USE_ORDERS: u8 = 32;
    pub(crate) const PROPERTIES: u8 = 64;
    pub(crate) const ALL: u8 = 127;
}

/// Kinds of values of resources.
pub(crate) mod resource {
    pub(crate) const BLOB: u8 = 0;
    pub(crate) const BOOL: u8 = 1;
    pub(crate) const STRING: u8 = 2;
}

/// Attributes of the builtin dialect.
pub(crate) mod attribute {
    pub(crate) const ARRAY: u64 = 0;
    pub(crate) const DICTIONARY: u64 = 1;
    pub(crate) const STRING: u64 = 2;
    pub(crate) const TYPED_STRING: u64 = 3;
    pub(crate) const FLAT_SYMBOL: u64 = 4;
    pub(crate) const SYMBOL: u64 = 5;
    pub(crate) const TYPE: u64 = 6;
    pub(crate) const UNIT: u64 = 7;
    pub(crate) const INTEGER: u64 = 8;
    pub(crate) const FLOAT: u64 = 9;
    pub(crate) const CALL_SITE: u64 = 10;
    pub(crate) const FILE_LINE_COL: u64 = 11;
    pub(crate) const FUSED: u64 = 12;
    pub(crate) const FUSED_WITH_METADATA: u64 = 13;
    pub(crate) const NAME: u64 = 14;
    pub(crate) const UNKNOWN: u64 = 15;
    pub(crate) const DENSE_RESOURCE: u64 = 16;
    pub(crate) const DENSE_ARRAY: u64 = 17;
    pub(crate) const DENSE_ELEMENTS: u64 = 18;
    pub(crate) const DENSE_STRINGS: u64 = 19;
    pub(crate) const SPARSE_ELEMENTS: u64 = 20;
    pub(crate) const DISTINCT: u64 = 21;
    pub(crate) const FILE_RANGE: u64 = 22;
}

/// Types of the builtin dialect.
pub(crate) mod ty {
    pub(crate) const INTEGER: u64 = 0;
    pub(crate) const INDEX: u64 = 1;
    pub(crate) const FUNCTION: u64 = 2;
    pub(crate) const BF16: u64 = 3;
    pub(crate) const F16: u64 = 4;
    pub(crate) const F32: u64 = 5;
    pub(crate) const F64: u64 = 6;
    pub(crate) const F80: u64 = 7;
    pub(crate) const F128: u64 = 8;
    pub(crate) const COMPLEX: u64 = 9;
    pub(crate) const MEMREF: u64 = 10;
    pub(crate) const MEMREF_IN_SPACE: u64 = 11;
    pub(crate) const NONE: u64 = 12;
    pub(crate) const TENSOR: u64 = 13;
    pub(crate) const ENCODED_TENSOR: u64 = 14;
    pub(crate) const TUPLE: u64 = 15;
    pub(crate) const UNRANKED_MEMREF: u64 = 16;
    pub(crate) const UNRANKED_MEMREF_IN_SPACE: u64 = 17;
    pub(crate) const UNRANKED_TENSOR: u64 = 18;
    pub(crate) const VECTOR: u64 = 19;
    pub(crate) const SCALABLE_VECTOR: u64 = 20;
}
