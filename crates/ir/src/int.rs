//! placeholder
/// i
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ApInt(u32, i128);
impl ApInt {
    /// f
    pub fn from_i128(w: u32, v: i128) -> Self { Self(w, v) }
    /// t
    pub fn to_i64(&self) -> Option<i64> { i64::try_from(self.1).ok() }
}
