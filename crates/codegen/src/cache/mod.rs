//! Results of compiling, kept on disk between runs.
//!
//! An entry is a file named by the hash of all that determines its contents ([`KeyBuilder`]). It is written under
//! another name and renamed, so that readers see all of it or nothing, whoever else writes. Its first bytes hold a hash
//! of the rest: an entry that is damaged is removed and counts as missing. When entries take more room than they may,
//! those that were not used for longest are removed.
//!
//! The cache never makes a compilation fail: where it cannot be read or written, it is as if it were empty.

mod evict;
mod key;

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::SystemTime;

use etcetera::{BaseStrategy, choose_base_strategy};

pub use key::{Key, KeyBuilder};

/// Names the folder of the cache.
const FOLDER_VARIABLE: &str = "ASYNCIR_CACHE_DIR";
/// Says how many megabytes (of 10^6 bytes) the cache may take.
const SIZE_VARIABLE: &str = "ASYNCIR_CACHE_SIZE";
/// How many bytes the cache may take if nothing is said.
const DEFAULT_BYTES: u64 = 1_000_000_000;

/// What every entry starts with. A change of the format changes it.
const MAGIC: &[u8; 16] = b"asyncir cache 1\n";
const HASH_BYTES: usize = blake3::OUT_LEN;

/// A folder with entries.
#[derive(Debug)]
pub struct Cache {
    folder: PathBuf,
    max_bytes: u64,
    /// Whether this process has written to it since the last time its size was looked at.
    written: AtomicBool,
}

impl Cache {
    /// The cache in a folder, which is made when something is first stored. It keeps to `max_bytes`, but for what one
    /// process stores before it ends.
    #[must_use]
    pub fn new(folder: impl Into<PathBuf>, max_bytes: u64) -> Self {
        Self {
            folder: folder.into(),
            max_bytes,
            written: AtomicBool::new(false),
        }
    }

    /// The cache of the user: in the folder that `ASYNCIR_CACHE_DIR` names, by default `asyncir` in the system's folder
    /// for caches, such as `~/.cache`. `ASYNCIR_CACHE_SIZE` is its size in megabytes, by default 1000. `None` if there
    /// is no such folder, or the size is zero.
    ///
    /// # Errors
    /// The size is not a number.
    pub fn of_user() -> Result<Option<Self>, String> {
        let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        let folder = match set(FOLDER_VARIABLE) {
            Some(folder) => PathBuf::from(folder),
            None => match choose_base_strategy() {
                Ok(strategy) => strategy.cache_dir().join("asyncir"),
                Err(_) => return Ok(None),
            },
        };
        let max_bytes = match set(SIZE_VARIABLE) {
            None => DEFAULT_BYTES,
            Some(size) => {
                let shown = size.display().to_string();
                let wrong = || format!("{SIZE_VARIABLE}={shown} is not a number of megabytes");
                megabytes(size).ok_or_else(wrong)?
            }
        };
        Ok((max_bytes > 0).then(|| Self::new(folder, max_bytes)))
    }

    /// The contents of an entry, if it is there and whole.
    #[must_use]
    pub fn load(&self, key: &Key) -> Option<Vec<u8>> {
        let path = self.path(key);
        let mut file = File::open(&path).ok()?;
        let mut bytes = Vec::new();
        let read = file.read_to_end(&mut bytes);
        if read.is_err() || !is_whole(&bytes) {
            // If it stays, it is found out again.
            let _ = fs::remove_file(&path);
            return None;
        }
        // Entries that are used are kept; in a folder that cannot be written nothing is removed either.
        let _ = file.set_modified(SystemTime::now());
        bytes.drain(..MAGIC.len() + HASH_BYTES);
        Some(bytes)
    }

    /// Keeps contents under a key.
    ///
    /// # Errors
    /// If the folder cannot be made or written, or the disk is full. Callers go on without.
    pub fn store(&self, key: &Key, contents: &[u8]) -> io::Result<()> {
        make_private(&self.folder)?;
        let mut file = tempfile::Builder::new()
            .prefix(evict::TEMPORARY_PREFIX)
            .tempfile_in(&self.folder)?;
        let hash = blake3::hash(contents);
        file.write_all(MAGIC)?;
        file.write_all(hash.as_bytes())?;
        file.write_all(contents)?;
        file.persist(self.path(key)).map_err(|error| error.error)?;
        self.written.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// Removes what was not used for longest if the cache has grown too large. To be called once, when all is stored.
    pub fn trim(&self) {
        if self.written.swap(false, Ordering::Relaxed) {
            // A folder that cannot be listed cannot be trimmed; the next process tries again.
            let _ = evict::trim(&self.folder, self.max_bytes);
        }
    }

    fn path(&self, key: &Key) -> PathBuf {
        self.folder.join(key.to_string())
    }
}

impl Drop for Cache {
    fn drop(&mut self) {
        self.trim();
    }
}

fn is_whole(bytes: &[u8]) -> bool {
    let Some(rest) = bytes.strip_prefix(MAGIC) else {
        return false;
    };
    let Some((hash, contents)) = rest.split_first_chunk::<HASH_BYTES>() else {
        return false;
    };
    blake3::hash(contents) == *hash
}

fn megabytes(text: OsString) -> Option<u64> {
    text.to_str()?.trim().parse::<u64>().ok()?.checked_mul(1_000_000)
}

/// Makes a folder that no other user can put code into.
fn make_private(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

#[cfg(test)]
mod tests;
