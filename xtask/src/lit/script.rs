//! The `RUN:` lines of a test, and running them.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Seconds after which a line has hung.
const LIMIT: &str = "120";

/// Runs tests with the tools of a folder.
pub struct Runner<'a> {
    tools: &'a Path,
    libraries: &'a str,
}

impl<'a> Runner<'a> {
    /// `libraries` is the folder of the libraries that tests load.
    pub fn new(tools: &'a Path, libraries: &'a str) -> Self {
        Self { tools, libraries }
    }

    /// Whether all `RUN:` lines of a test succeed. What it prints goes to a file beside the tools.
    pub fn passes(&self, test: &Path) -> bool {
        let Ok(text) = std::fs::read_to_string(test) else {
            return false;
        };
        // What one line exports holds for those after it.
        let mut exports = String::new();
        let mut lines = run_lines(&text).into_iter().peekable();
        lines.peek().is_some()
            && lines.all(|line| {
                let command = self.substitute(&line, test);
                if command.starts_with("export ") {
                    exports.push_str(&command);
                    exports.push('\n');
                    return true;
                }
                self.succeeds(&format!("{exports}{command}"))
            })
    }

    fn succeeds(&self, script: &str) -> bool {
        let path = format!("{}:/usr/bin:/bin", self.tools.display());
        let mut command = Command::new("/usr/bin/timeout");
        let command = command
            .args(["--kill-after=5", LIMIT, "/bin/bash", "-o", "pipefail", "-c", script])
            .env("PATH", path)
            .current_dir(self.tools)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    }

    /// Replaces lit's variables, longer names first.
    fn substitute(&self, line: &str, test: &Path) -> String {
        let library = |name: &str| format!("{}/lib{name}.so", self.libraries);
        let folder = test.parent().map(Path::to_path_buf).unwrap_or_default();
        let temporary: PathBuf = self.tools.join("output");
        let show = |path: &Path| path.display().to_string();
        let variables = [
            ("%mlir_c_runner_utils", library("mlir_c_runner_utils")),
            ("%mlir_runner_utils", library("mlir_runner_utils")),
            ("%mlir_async_runtime", library("mlir_async_runtime")),
            ("%mlir_lib_dir", self.libraries.to_owned()),
            ("%shlibext", ".so".to_owned()),
            ("%S", show(&folder)),
            ("%s", show(test)),
            ("%t", show(&temporary)),
        ];
        let replace = |text: String, (name, value): &(&str, String)| text.replace(name, value);
        variables.iter().fold(line.to_owned(), replace)
    }
}

/// The commands of a test; one that ends in a backslash goes on in the next line.
fn run_lines(text: &str) -> Vec<String> {
    let mut commands: Vec<String> = Vec::new();
    let mut goes_on = false;
    for line in text.lines().filter_map(|line| line.split_once("RUN:")) {
        let part = line.1.trim_end();
        let (part, continued) = match part.strip_suffix('\\') {
            Some(part) => (part, true),
            None => (part, false),
        };
        match commands.last_mut().filter(|_| goes_on) {
            Some(command) => command.push_str(part),
            None => commands.push(part.trim_start().to_owned()),
        }
        goes_on = continued;
    }
    commands
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_may_be_continued() {
        let text = "// RUN: mlir-opt %s \\\n// RUN:   -a='b  c' \\\n// RUN: | FileCheck %s\nfunc\n// RUN: export A=1\n";
        assert_eq!(
            run_lines(text),
            ["mlir-opt %s    -a='b  c'  | FileCheck %s", "export A=1"]
        );
    }

    #[test]
    fn variables_are_replaced() {
        let runner = Runner::new(Path::new("/tools"), "/lib");
        let line = "mlir-runner %s -shared-libs=%mlir_c_runner_utils > %t && cat %S/x";
        assert_eq!(
            runner.substitute(line, Path::new("/test/a.mlir")),
            "mlir-runner /test/a.mlir -shared-libs=/lib/libmlir_c_runner_utils.so > /tools/output && cat /test/x"
        );
    }
}
