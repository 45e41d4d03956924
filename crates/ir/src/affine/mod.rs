//! placeholder
/// m
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AffineMap;
/// s
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct IntegerSet;
