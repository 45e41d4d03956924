//! Which build of this program runs, and of libLLVM.

use std::fs::{self, Metadata};
use std::io;
use std::path::Path;
use std::process;
use std::sync::OnceLock;
use std::time::SystemTime;

/// Tells builds of this program apart, also those of one version: its passes are part of it.
pub(crate) fn of_this_build() -> &'static str {
    static IDENTITY: OnceLock<String> = OnceLock::new();
    IDENTITY.get_or_init(|| {
        let own: fn() -> &'static str = of_this_build;
        format!("{} {}", env!("CARGO_PKG_VERSION"), of_code(own as usize))
    })
}

/// Tells files apart that code in this process comes from, by the address of one of its functions. This program may be a
/// library of another one, such as Python.
pub(crate) fn of_code(address: usize) -> String {
    // Other processes do not find what is stored under such a name.
    let unknown = |_| format!("process {} {:?}", process::id(), SystemTime::now());
    file_with(address).map_or_else(unknown, |data| of_file(&data))
}

/// The file that code in this process comes from. Another one may have taken its place since.
fn file_with(address: usize) -> io::Result<Metadata> {
    if !cfg!(target_os = "linux") {
        return std::env::current_exe().and_then(fs::metadata);
    }
    let maps = fs::read_to_string("/proc/self/maps")?;
    let line = maps.lines().find(|line| covers(line, address));
    let path = line.and_then(path_of).ok_or(io::ErrorKind::NotFound)?;
    // This link leads to the file that runs, whatever stands in its place.
    let running = Path::new("/proc/self/exe");
    if fs::read_link(running)? == Path::new(path) {
        return fs::metadata(running);
    }
    // The name of a file that is gone ends with a word that says so.
    fs::metadata(path)
}

/// Whether the memory of a line such as `7f00-8f00 r-xp 00000000 08:01 42   /usr/lib/libc.so.6` holds an address.
fn covers(line: &str, address: usize) -> bool {
    let range = line.split(' ').next().and_then(|range| range.split_once('-'));
    let number = |text| usize::from_str_radix(text, 16).ok();
    let covered = range.and_then(|(begin, end)| Some((number(begin)?..number(end)?).contains(&address)));
    covered.unwrap_or(false)
}

/// The path at the end of such a line.
fn path_of(line: &str) -> Option<&str> {
    line.find('/').map(|start| &line[start..])
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
    fn the_files_that_code_comes_from_are_known() {
        let path = std::env::current_exe().unwrap();
        let own = file_with(covers as fn(&str, usize) -> bool as usize).unwrap();
        assert_eq!(own.len(), fs::metadata(path).unwrap().len());
        assert_eq!(of_this_build(), of_this_build());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_library_is_not_the_program() {
        let of_library = of_code(libc::getpid as *const () as usize);
        assert_eq!(of_library, of_code(libc::malloc as *const () as usize));
        assert!(!of_this_build().ends_with(&of_library) && !of_library.contains("process"));
    }

    #[test]
    fn code_without_a_file_is_that_of_this_process() {
        assert_ne!(of_code(1), of_code(1));
    }
}
