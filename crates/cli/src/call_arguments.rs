//! The arguments of an entry point, as the command line names them.

use asyncir::CallValue;
use asyncir::call::{CallType, Signature};

use crate::failure::Failure;

/// The flag for arguments of the entry point.
pub const FLAG: &str = "args";

/// Reads the arguments of a function from the values of the flag.
pub fn read(signature: &Signature, values: &[String]) -> Result<Vec<CallValue>, Failure> {
    let text = values.join(",");
    let texts = parts(&text);
    let (wanted, given) = (signature.parameters.len(), texts.len());
    if given != wanted {
        let hint = match wanted {
            0 => String::new(),
            _ => format!(": name them as --{FLAG}=1,2.5 (or [1,2.5] for memory)"),
        };
        let plural = if wanted == 1 { "" } else { "s" };
        return Err(Failure::message(format!(
            "the entry point is {signature}, so it takes {wanted} argument{plural}, not {given}{hint}"
        )));
    }
    let read = |(ty, text): (&CallType, &&str)| {
        CallValue::parse(ty, text)
            .map_err(|problem| Failure::message(format!("argument '{text}' of the entry point is no {ty}: {problem}")))
    };
    signature.parameters.iter().zip(&texts).map(read).collect()
}

/// The parts of a text between commas outside of brackets and parentheses.
fn parts(text: &str) -> Vec<&str> {
    if text.trim().is_empty() {
        return Vec::new();
    }
    let mut depth = 0i64;
    let is_end = |character: char| {
        depth += i64::from(matches!(character, '[' | '(')) - i64::from(matches!(character, ']' | ')'));
        character == ',' && depth == 0
    };
    text.split(is_end).map(str::trim).collect()
}

/// What is printed after a call: the results. A function that gives none may have written to memrefs that it takes, so these are
/// printed then.
pub fn printed(signature: &Signature, arguments: &[CallValue], results: &[CallValue]) -> String {
    let is_memref = |ty: &CallType| matches!(ty, CallType::MemRef { .. });
    let memrefs = signature.parameters.iter().zip(arguments);
    let memrefs = memrefs.filter(|(ty, _)| signature.results.is_empty() && is_memref(ty));
    let values = results.iter().chain(memrefs.map(|(_, argument)| argument));
    values.map(|value| format!("{value}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_in_brackets_separate_no_arguments() {
        for (text, expected) in [
            ("", &[][..]),
            (" 7", &["7"]),
            ("1,2.5", &["1", "2.5"]),
            ("[[1, 2], [3, 4]], 5", &["[[1, 2], [3, 4]]", "5"]),
            ("(1,2),[(3,4)]", &["(1,2)", "[(3,4)]"]),
            ("1,", &["1", ""]),
        ] {
            assert_eq!(parts(text), expected, "{text}");
        }
    }
}
