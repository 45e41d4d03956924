//! Which build of this program runs.

use std::fs::{self, Metadata};
use std::io;
use std::process;
use std::sync::OnceLock;
use std::time::SystemTime;

/// Tells builds of this program apart, also those of one version: its passes are part of it.
pub(crate) fn of_this_build() -> &'static str {
    static IDENTITY: OnceLock<String> = OnceLock::new();
    IDENTITY.get_or_init(|| {
        let file = running_file().map(|data| of_file(&data));
        // Other processes do not find what is stored under such a name.
        let file = file.unwrap_or_else(|_| format!("process {} {:?}", process::id(), SystemTime::now()));
        format!("{} {file}", env!("CARGO_PKG_VERSION"))
    })
}

/// The file that this process runs. Another one may have taken its place since; on Linux this name leads to the one that runs.
fn running_file() -> io::Result<Metadata> {
    if cfg!(target_os = "linux") {
        return fs::metadata("/proc/self/exe");
    }
    std::env::current_exe().and_then(fs::metadata)
}

/// Times of modification may be equal: some packages set them to a fixed date.
fn of_file(data: &Metadata) -> String {
    #[cfg(unix)]
    let place = {
        use std::os::unix::fs::MetadataExt;
        (data.ino(), data.ctime(), data.ctime_nsec())
    };
    #[cfg(not(unix))]
    let place = ();
    format!("{:?}", (data.len(), data.modified().ok(), place))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn files_of_the_same_size_and_date_are_told_apart() {
        let folder = tempfile::tempdir().unwrap();
        let data = ["old", "new"].map(|name| {
            let path = folder.path().join(name);
            fs::write(&path, name).unwrap();
            let file = fs::File::options().write(true).open(&path).unwrap();
            file.set_modified(SystemTime::UNIX_EPOCH).unwrap();
            fs::metadata(&path).unwrap()
        });
        let [old, new] = data.map(|data| of_file(&data));
        assert_ne!(old, new);
    }

    #[test]
    fn the_running_file_is_known() {
        let path = std::env::current_exe().unwrap();
        assert_eq!(running_file().unwrap().len(), fs::metadata(path).unwrap().len());
        assert_eq!(of_this_build(), of_this_build());
    }
}
