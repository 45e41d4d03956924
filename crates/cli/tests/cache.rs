//! Compiled programs are kept between runs, and the cache never shows but in the time that it saves.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn scratch(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cache").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Runs asyncir with a cache in that folder.
fn asyncir(cache: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_asyncir"));
    let command = command.args(args).env("ASYNCIR_CACHE_DIR", cache);
    command
        .env("ASYNCIR_CACHE_SIZE", "100")
        .output()
        .expect("asyncir starts")
}

#[track_caller]
fn prints(cache: &Path, args: &[&str], wanted: &str) {
    let output = asyncir(cache, args);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {errors}");
    assert_eq!((&*String::from_utf8_lossy(&output.stdout), &*errors), (wanted, ""));
}

/// A file that returns a number.
fn program(folder: &Path, number: i32) -> String {
    let path = folder.join("program.mlir");
    let text = format!(
        "func.func @main() -> i32 {{
  %token, %value = async.execute -> !async.value<i32> {{
    %c = arith.constant {number} : i32
    async.yield %c : i32
  }}
  %result = async.await %value : !async.value<i32>
  return %result : i32
}}
func.func @other() -> i32 {{ %c = arith.constant 5 : i32  return %c : i32 }}
"
    );
    fs::write(&path, text).expect("a file");
    path.to_string_lossy().into_owned()
}

fn entries(cache: &Path) -> Vec<PathBuf> {
    let Ok(files) = fs::read_dir(cache) else {
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    paths.sort();
    paths
}

#[test]
fn a_program_is_compiled_once_for_each_way_to_compile_it() {
    let folder = scratch("once");
    let cache = folder.join("cache");
    let path = program(&folder, 42);
    let mut count = 0;
    // Each of these needs code of its own, the first time.
    let ways: [(&[&str], &str); 3] = [
        (&["run"], "42\n"),
        (&["run", "-O0"], "42\n"),
        (&["run", "-e", "other"], "5\n"),
    ];
    for (way, wanted) in ways {
        let args = [way, &[&path]].concat();
        prints(&cache, &args, wanted);
        let stored = entries(&cache).len();
        assert!(stored > count, "{way:?}");
        count = stored;
        prints(&cache, &args, wanted);
        assert_eq!(entries(&cache).len(), count, "{way:?}: found");
    }
    program(&folder, 43);
    prints(&cache, &["run", &path], "43\n");
    assert!(entries(&cache).len() > count, "another text");
}

/// What is in the cache is used: an entry is replaced by the one of another program.
#[test]
fn a_hit_runs_what_was_stored() {
    let folder = scratch("hit");
    let (one, two) = (folder.join("one"), folder.join("two"));
    let path = program(&folder, 1);
    prints(&one, &["run", &path], "1\n");
    program(&folder, 2);
    prints(&two, &["run", &path], "2\n");
    // The larger file is the object, the smaller one names it.
    let object = |cache: &Path| {
        let size = |path: &PathBuf| fs::metadata(path).expect("an entry").len();
        entries(cache).into_iter().max_by_key(size).expect("an object")
    };
    fs::copy(object(&one), object(&two)).expect("a copy");
    prints(&two, &["run", &path], "1\n");
    prints(&two, &["run", &path, "--no-cache"], "2\n");
}

#[test]
fn damaged_entries_are_made_anew() {
    let folder = scratch("damaged");
    let cache = folder.join("cache");
    let path = program(&folder, 42);
    prints(&cache, &["run", &path], "42\n");
    let whole: Vec<(PathBuf, Vec<u8>)> = entries(&cache)
        .into_iter()
        .map(|path| (path.clone(), fs::read(path).expect("an entry")))
        .collect();
    assert!(whole.len() >= 2, "a list and an object");
    for (entry, bytes) in &whole {
        for damaged in [
            &bytes[..bytes.len() / 2],
            &[],
            &[&bytes[..bytes.len() - 1], b"?"].concat(),
        ] {
            fs::write(entry, damaged).expect("an entry");
            prints(&cache, &["run", &path], "42\n");
            assert_eq!(&fs::read(entry).expect("made anew"), bytes);
        }
        fs::remove_file(entry).expect("an entry");
        prints(&cache, &["run", &path], "42\n");
        assert_eq!(&fs::read(entry).expect("made anew"), bytes);
    }
}

#[test]
fn without_room_programs_run_all_the_same() {
    let folder = scratch("room");
    let path = program(&folder, 42);
    let file = folder.join("file");
    fs::write(&file, "").expect("a file");
    for no_folder in [&*file, Path::new("/dev/full")] {
        let output = asyncir(no_folder, &["run", &path]);
        let name = no_folder.display();
        let note = format!("note: no compiled program is kept: ASYNCIR_CACHE_DIR={name}: it is no folder\n");
        assert_eq!(String::from_utf8_lossy(&output.stdout), "42\n");
        assert_eq!(String::from_utf8_lossy(&output.stderr), note);
    }
    prints(&file.join("below"), &["run", &path], "42\n");
    prints(Path::new("/proc/asyncir"), &["run", &path], "42\n");
}

#[test]
fn no_cache_means_none() {
    let folder = scratch("none");
    let cache = folder.join("cache");
    let path = program(&folder, 42);
    prints(&cache, &["run", "--no-cache", &path], "42\n");
    let object = folder.join("x.o").to_string_lossy().into_owned();
    prints(&cache, &["build", "--no-cache", &path, "-o", &object], "");
    assert!(!cache.exists());
    prints(&cache, &["build", &path, "-o", &object], "");
    assert_eq!(entries(&cache).len(), 1, "the object");
}

#[test]
fn programs_that_start_together_share_a_cache() {
    let folder = scratch("together");
    let cache = folder.join("cache");
    let path = program(&folder, 42);
    std::thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| {
                for _ in 0..5 {
                    prints(&cache, &["run", &path], "42\n");
                }
            });
        }
    });
    assert_eq!(entries(&cache).len(), 2, "a list and an object");
}

/// Errors of a task hold the place in the source where they arose.
#[test]
fn the_same_text_in_another_file_is_another_program() {
    let folder = scratch("names");
    let cache = folder.join("cache");
    let text = "func.func @main() {
  %t = async.execute { %f = arith.constant true  cf.assert %f, \"wrong\"  async.yield }
  async.await %t : !async.token
  return
}
";
    let mut count = 0;
    for name in ["one.mlir", "two.mlir"] {
        let path = folder.join(name);
        fs::write(&path, text).expect("a file");
        prints(&cache, &["run", &path.to_string_lossy()], "");
        let stored = entries(&cache).len();
        assert!(stored > count, "{name}");
        count = stored;
    }
}
