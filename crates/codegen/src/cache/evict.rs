//! Keeping a folder of entries to its size.

use std::fs::{self, DirEntry};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::key::Key;

/// What names of files start with that are still being written.
pub(super) const TEMPORARY_PREFIX: &str = ".writing-";

/// After this time nobody writes to a temporary file any more: its process was killed.
const ABANDONED: Duration = Duration::from_secs(60 * 60);

/// Removes entries, those first that were not used for longest, until the rest takes three quarters of `max_bytes`; if
/// they take no more than `max_bytes`, nothing. Other processes may do the same at the same time, and may use what is
/// removed: they then compile anew.
pub(super) fn trim(folder: &Path, max_bytes: u64) -> io::Result<()> {
    let now = SystemTime::now();
    let mut entries: Vec<(SystemTime, u64, PathBuf)> = Vec::new();
    for file in fs::read_dir(folder)? {
        let Some((used, bytes, path)) = file.ok().and_then(|file| describe(&file)) else {
            continue;
        };
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if Key::parse(name).is_some() {
            entries.push((used, bytes, path));
        } else if name.starts_with(TEMPORARY_PREFIX) && now.duration_since(used).is_ok_and(|age| age > ABANDONED) {
            let _ = fs::remove_file(path);
        }
    }
    let mut total: u64 = entries.iter().map(|(_, bytes, _)| bytes).sum();
    if total <= max_bytes {
        return Ok(());
    }
    entries.sort_unstable();
    for (_, bytes, path) in entries {
        if total <= max_bytes / 4 * 3 {
            break;
        }
        // What another process has removed is gone as well.
        let _ = fs::remove_file(path);
        total -= bytes;
    }
    Ok(())
}

/// When a file was last used, how much room it takes, and where it is.
fn describe(file: &DirEntry) -> Option<(SystemTime, u64, PathBuf)> {
    let data = file.metadata().ok().filter(fs::Metadata::is_file)?;
    Some((data.modified().ok()?, data.len(), file.path()))
}
