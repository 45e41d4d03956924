//! The cache, which keeps compiled code on disk between runs.
//!
//! An entry is a file. Its name is the hash of everything that its contents depend on ([`KeyBuilder`]). An entry is written
//! under another name and then renamed, so that readers see a complete entry or none, even if several processes write.
//! The first bytes of an entry are a hash of the rest. A damaged entry is removed and counts as missing. When the cache is
//! larger than its limit, the entries that were unused for the longest time are removed.
//!
//! An entry is code that this process runs. So a folder that another user owns or can write to is not used, and neither is such
//! an entry.
//!
//! An error of the cache never makes a compilation fail: a cache that cannot be read or written counts as empty.

mod evict;
mod key;
mod owner;

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

/// A cache in a folder.
#[derive(Debug)]
pub struct Cache {
    folder: PathBuf,
    max_bytes: u64,
    /// Whether this process has written to it since the last time its size was looked at.
    written: AtomicBool,
}

impl Cache {
    /// A cache in this folder, which is created when the first entry is stored. A folder that other users own or can write to
    /// is not used: nothing is found there, and nothing can be stored. `max_bytes` limits the size of the cache.
    /// The limit may be exceeded until [`Cache::trim`] is called or the cache is dropped.
    #[must_use]
    pub fn new(folder: impl Into<PathBuf>, max_bytes: u64) -> Self {
        Self {
            folder: folder.into(),
            max_bytes,
            written: AtomicBool::new(false),
        }
    }

    /// The user's cache. `ASYNCIR_CACHE_DIR` names its folder, which is by default `asyncir` in the user's folder for
    /// caches, such as `~/.cache`. `ASYNCIR_CACHE_SIZE` is its size in megabytes, by default 1000. The result is `None` if
    /// there is no folder for caches, or the size is zero.
    ///
    /// # Errors
    /// If the size is not a whole number.
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
                let wrong = || format!("{SIZE_VARIABLE}={shown} is not a whole number of megabytes");
                megabytes(size).ok_or_else(wrong)?
            }
        };
        Ok((max_bytes > 0).then(|| Self::new(folder, max_bytes)))
    }

    /// Why nothing is kept in the folder that `ASYNCIR_CACHE_DIR` names, if that is known before something is stored.
    #[must_use]
    pub fn problem_of_user() -> Option<String> {
        let folder = std::env::var_os(FOLDER_VARIABLE).filter(|folder| !folder.is_empty())?;
        let problem = match fs::metadata(&folder) {
            Ok(data) if !data.is_dir() => "it is no folder",
            Ok(data) if !owner::is_private(&data) => "other users own it or can write to it",
            _ => return None,
        };
        Some(format!("{FOLDER_VARIABLE}={}: {problem}", folder.display()))
    }

    /// Reads the contents of an entry, if it exists and is not damaged.
    #[must_use]
    pub fn load(&self, key: &Key) -> Option<Vec<u8>> {
        let path = self.path(key);
        let mut file = File::open(&path).ok()?;
        if !owner::is_private(&fs::metadata(&self.folder).ok()?) || !owner::is_private(&file.metadata().ok()?) {
            return None;
        }
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

    /// Stores an entry.
    ///
    /// # Errors
    /// If the folder cannot be created or written, other users own it or can write to it, or the disk is full. Callers should
    /// ignore the error.
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

    /// Removes the entries that were unused for the longest time if the cache is larger than its limit. Call it once, when
    /// all entries are stored.
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

/// Makes a folder that no other user can put code into, unless there is one.
fn make_private(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)?;
    if owner::is_private(&fs::metadata(folder)?) {
        return Ok(());
    }
    let reason = "other users own the folder of the cache, or can write to it";
    Err(io::Error::new(io::ErrorKind::PermissionDenied, reason))
}

#[cfg(test)]
mod tests;
