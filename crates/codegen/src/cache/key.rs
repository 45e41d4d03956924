//! Names of entries.

use std::fmt;

/// The hash of all that determines an entry's contents.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Key(blake3::Hash);

impl Key {
    /// The key that [`fmt::Display`] wrote.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        blake3::Hash::from_hex(text).ok().map(Self)
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.to_hex())
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Key({self})")
    }
}

/// Makes a key out of parts. Each part counts with its name and length, so that parts cannot run into each other.
#[derive(Clone)]
pub struct KeyBuilder(blake3::Hasher);

impl KeyBuilder {
    /// Starts a key; `purpose` tells kinds of entries apart.
    #[must_use]
    pub fn new(purpose: &str) -> Self {
        Self(blake3::Hasher::new()).with("purpose", purpose.as_bytes())
    }

    /// Adds a part.
    #[must_use]
    pub fn with(mut self, name: &str, part: &[u8]) -> Self {
        for bytes in [name.as_bytes(), part] {
            self.0.update(&(bytes.len() as u64).to_le_bytes());
            self.0.update(bytes);
        }
        self
    }

    /// The key.
    #[must_use]
    pub fn finish(&self) -> Key {
        Key(self.0.finalize())
    }
}

impl fmt::Debug for KeyBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "KeyBuilder({})", self.finish())
    }
}
