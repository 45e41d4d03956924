//! Tests that end their process.

use std::process::Command;

/// Runs a test of this program in a process of its own, which must die with a message of the runtime about its misuse.
pub fn dies(test: &str, message: &str, body: fn()) {
    dies_with(test, &format!("asyncir-runtime: {message}"), body);
}

/// Runs a test of this program in a process of its own, which must die with the message.
pub fn dies_with(test: &str, message: &str, body: fn()) {
    if std::env::var_os("ASYNCIR_TEST_MISUSE").is_some() {
        return body();
    }
    let output = Command::new(std::env::current_exe().expect("this test"))
        .args(["--exact", test, "--nocapture"])
        .env("ASYNCIR_TEST_MISUSE", "1")
        .output()
        .expect("it starts");
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success(), "it lives");
    assert!(text.contains(message), "it says: {text}");
}
