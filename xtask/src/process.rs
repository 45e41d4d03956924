//! Running other programs.

use std::process::Command;

/// What a task ends with; the error is for the person who started it.
pub type Outcome = Result<(), String>;

/// Runs a program to its end.
///
/// # Errors
/// If it cannot be started or fails.
pub fn run(program: &str, args: &[&str]) -> Outcome {
    run_command(Command::new(program).args(args), program, args)
}

/// Runs cargo in the workspace.
///
/// # Errors
/// If it fails.
pub fn cargo(args: &[&str]) -> Outcome {
    cargo_with(args, &[])
}

/// Runs cargo in the workspace with further environment variables. What it builds is in the folder `target`, where tasks look
/// for it, whatever `CARGO_TARGET_DIR` says.
///
/// # Errors
/// If it fails.
pub fn cargo_with(args: &[&str], env: &[(&str, &str)]) -> Outcome {
    let program = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    println!("$ cargo {}", args.join(" "));
    run_command(
        Command::new(program)
            .args(args)
            .env("CARGO_TARGET_DIR", "target")
            .envs(env.iter().copied()),
        "cargo",
        args,
    )
}

/// Runs a command that `program` and `args` stand for in messages.
///
/// # Errors
/// If it cannot be started or fails.
pub fn run_command(command: &mut Command, program: &str, args: &[&str]) -> Outcome {
    let line = format!("{program} {}", args.join(" "));
    match command.status() {
        Err(error) => Err(format!("cannot start `{line}`: {error}")),
        Ok(status) if !status.success() => Err(format!("`{line}` failed: {status}")),
        Ok(_) => Ok(()),
    }
}
