use super::*;
use std::thread;
use std::time::Duration;

fn key(number: u32) -> Key {
    KeyBuilder::new("test").with("number", &number.to_le_bytes()).finish()
}

fn files(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = names
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn keys_depend_on_every_part_and_where_it_ends() {
    let key = |parts: &[(&str, &str)]| {
        let start = KeyBuilder::new("test");
        parts
            .iter()
            .fold(start, |key, (name, part)| key.with(name, part.as_bytes()))
            .finish()
    };
    let keys = [
        key(&[]),
        key(&[("a", "bc")]),
        key(&[("ab", "c")]),
        key(&[("a", "b"), ("", "c")]),
        KeyBuilder::new("other").finish(),
    ];
    for (index, one) in keys.iter().enumerate() {
        assert!(!keys[..index].contains(one), "{index}");
        assert_eq!(Key::parse(&one.to_string()), Some(*one));
    }
    assert_eq!(Key::parse("0123"), None);
}

#[test]
fn what_is_stored_is_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::new(folder.path().join("made/when/needed"), 1000);
    assert_eq!(cache.load(&key(1)), None);
    cache.store(&key(1), b"one").unwrap();
    cache.store(&key(2), b"").unwrap();
    assert_eq!(cache.load(&key(1)).as_deref(), Some(&b"one"[..]));
    assert_eq!(cache.load(&key(2)).as_deref(), Some(&b""[..]));
    assert_eq!(cache.load(&key(3)), None);
}

#[test]
fn a_damaged_entry_is_missing_and_removed() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::new(folder.path(), 1000);
    let path = folder.path().join(key(1).to_string());
    type Damage = fn(&mut Vec<u8>);
    let damages: [Damage; 5] = [
        |bytes| *bytes.last_mut().unwrap() ^= 1,
        |bytes| bytes[0] ^= 1,
        |bytes| bytes[MAGIC.len()] ^= 1,
        |bytes| bytes.truncate(20),
        Vec::clear,
    ];
    for (index, damage) in damages.into_iter().enumerate() {
        cache.store(&key(1), b"contents").unwrap();
        let mut bytes = fs::read(&path).unwrap();
        damage(&mut bytes);
        fs::write(&path, bytes).unwrap();
        assert_eq!(cache.load(&key(1)), None, "damage {index}");
        assert!(!path.exists(), "damage {index}");
    }
}

#[cfg(unix)]
#[test]
fn what_others_can_write_is_not_used() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let set = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    let cache = Cache::new(folder.path(), 1000);
    cache.store(&key(1), b"one").unwrap();
    let entry = folder.path().join(key(1).to_string());
    for mode in [0o770, 0o777, 0o1777] {
        set(folder.path(), mode);
        assert_eq!(cache.load(&key(1)), None, "{mode:o}");
        let error = cache.store(&key(2), b"two").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::PermissionDenied, "{mode:o}");
    }
    set(folder.path(), 0o755);
    set(&entry, 0o666);
    assert_eq!(cache.load(&key(1)), None);
    set(&entry, 0o644);
    assert_eq!(cache.load(&key(1)).as_deref(), Some(&b"one"[..]));
}

#[test]
fn the_least_recently_used_entries_go_first() {
    let folder = tempfile::tempdir().unwrap();
    let entry = (MAGIC.len() + HASH_BYTES + 100) as u64;
    let cache = Cache::new(folder.path(), 4 * entry);
    let age = |number: u32, seconds: u64| {
        let file = File::options()
            .write(true)
            .open(folder.path().join(key(number).to_string()))
            .unwrap();
        file.set_modified(SystemTime::now() - Duration::from_secs(seconds))
            .unwrap();
    };
    for number in 0..4 {
        cache.store(&key(number), &[0; 100]).unwrap();
        age(number, 1000 - u64::from(number));
    }
    cache.trim();
    assert_eq!(files(folder.path()).len(), 4, "they fit");
    assert!(cache.load(&key(0)).is_some(), "used now");
    cache.store(&key(4), &[0; 100]).unwrap();
    drop(cache);
    let mut left = [key(0), key(3), key(4)].map(|key| key.to_string());
    left.sort();
    assert_eq!(files(folder.path()), left);
}

#[test]
fn abandoned_files_are_removed_and_foreign_ones_are_not() {
    let folder = tempfile::tempdir().unwrap();
    for name in [".writing-old", ".writing-new", "README"] {
        let file = File::create(folder.path().join(name)).unwrap();
        let age = Duration::from_secs(if name.ends_with("new") { 0 } else { 1_000_000 });
        file.set_modified(SystemTime::now() - age).unwrap();
    }
    let cache = Cache::new(folder.path(), 1);
    cache.store(&key(1), b"too large").unwrap();
    cache.trim();
    assert_eq!(files(folder.path()), [".writing-new", "README"]);
}

#[test]
fn concurrent_writers_and_readers_see_whole_entries() {
    let folder = tempfile::tempdir().unwrap();
    let contents = |number: u32| vec![number as u8; 10_000];
    thread::scope(|scope| {
        for start in 0..4 {
            let folder = folder.path();
            scope.spawn(move || {
                let cache = Cache::new(folder, 100_000);
                for step in 0..60 {
                    let number = (start + step) % 8;
                    cache.store(&key(number), &contents(number)).unwrap();
                    for number in 0..8 {
                        let found = cache.load(&key(number));
                        assert!(found.is_none_or(|found| found == contents(number)), "{number}");
                    }
                }
            });
        }
    });
    assert_eq!(files(folder.path()).len(), 8, "no temporary file is left");
}

/// A file in the place of the folder cannot be written by anybody, unlike a read-only folder, which root can.
#[test]
fn a_folder_that_cannot_be_made_is_an_error_of_store_alone() {
    let folder = tempfile::tempdir().unwrap();
    let blocked = folder.path().join("file");
    fs::write(&blocked, "").unwrap();
    let cache = Cache::new(blocked.join("cache"), 1000);
    assert_eq!(cache.load(&key(1)), None);
    cache.store(&key(1), b"one").unwrap_err();
    cache.trim();
}
