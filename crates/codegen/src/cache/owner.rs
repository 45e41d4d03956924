//! Who may have written a file.

#![allow(unsafe_code, reason = "only the system knows for whom the process runs")]

use std::fs::Metadata;

/// Whether only the user for whom this process runs, and the administrator, can have written a file or a folder.
#[cfg(unix)]
pub(super) fn is_private(data: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    // SAFETY: it only asks, and cannot fail.
    let user = unsafe { libc::geteuid() };
    is_private_to(user, data.uid(), data.mode())
}

/// Folders for caches are the user's own where nothing is known of owners.
#[cfg(not(unix))]
pub(super) fn is_private(_data: &Metadata) -> bool {
    true
}

/// Whether `owner` and the mode let nobody write but `user` and the administrator.
#[cfg(unix)]
fn is_private_to(user: u32, owner: u32, mode: u32) -> bool {
    const ADMINISTRATOR: u32 = 0;
    const OTHERS_WRITE: u32 = 0o022;
    [user, ADMINISTRATOR].contains(&owner) && mode & OTHERS_WRITE == 0
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn others_are_not_trusted() {
        assert!(is_private_to(1000, 1000, 0o40700));
        assert!(is_private_to(1000, 1000, 0o100_644));
        assert!(is_private_to(1000, 0, 0o40755));
        assert!(is_private_to(0, 0, 0o40755));
        assert!(!is_private_to(0, 1000, 0o40700));
        assert!(!is_private_to(1000, 1001, 0o40700));
        assert!(!is_private_to(1000, 1000, 0o40770));
        assert!(!is_private_to(1000, 0, 0o41777));
    }
}
