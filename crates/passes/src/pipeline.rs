//! The textual form of pipelines: `builtin.module(func.func(cse,canonicalize{top-down=false}),...)`.

use asyncir_ir::{Diagnostic, Fallible, Location};

/// A pass or a nested pipeline, as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Element<'t> {
    pub(crate) name: &'t str,
    pub(crate) options: &'t str,
    /// Where the name starts.
    pub(crate) offset: usize,
    /// What is between parentheses behind the name.
    pub(crate) inner: Option<Vec<Element<'t>>>,
}

/// Splits `anchor(elements)`.
///
/// # Errors
/// If there is no anchor.
pub(crate) fn split_anchor(text: &str) -> Fallible<(&str, &str)> {
    let trimmed = text.trim();
    let split = trimmed
        .split_once('(')
        .and_then(|(anchor, rest)| Some((anchor.trim(), rest.strip_suffix(')')?)));
    split.filter(|(anchor, _)| !anchor.is_empty()).ok_or_else(|| {
        let message = "expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'";
        Diagnostic::error(Location::UNKNOWN, message)
    })
}

/// The error at a place of a pipeline.
pub(crate) fn error_at(text: &str, offset: usize, message: &str) -> Diagnostic {
    let offset = offset.min(text.len());
    let start = text[..offset].rfind('\n').map_or(0, |at| at + 1);
    let line = text[..offset].matches('\n').count() + 1;
    let end = text[start..].find('\n').map_or(text.len(), |at| start + at);
    let column = offset - start;
    // Widths of `format!` end at 65,535.
    let message = format!(
        "MLIR Textual PassPipeline Parser:{line}:{}: error: {message}\n{}\n{}^\n",
        column + 1,
        &text[start..end],
        " ".repeat(column)
    );
    Diagnostic::error(Location::UNKNOWN, message)
}

/// Reads the elements of a pipeline, without its anchor.
///
/// # Errors
/// If parentheses or braces do not match.
pub(crate) fn parse_elements(text: &str) -> Fallible<Vec<Element<'_>>> {
    let mut parser = Parser { text, at: 0, depth: 0 };
    if text.trim().is_empty() {
        return Ok(Vec::new());
    }
    parser.list(false)
}

/// Pipelines that nest deeper than this are refused, because they are worked on recursively.
const DEEPEST: usize = 200;

struct Parser<'t> {
    text: &'t str,
    at: usize,
    /// The number of pipelines around this place.
    depth: usize,
}

impl<'t> Parser<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn skip_space(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn error<T>(&self, offset: usize, message: &str) -> Fallible<T> {
        Err(error_at(self.text, offset, message))
    }

    /// A list with commas; the closing parenthesis of a nested one is read, too.
    fn list(&mut self, nested: bool) -> Fallible<Vec<Element<'t>>> {
        let mut elements = Vec::new();
        loop {
            elements.push(self.element()?);
            self.skip_space();
            match self.rest().chars().next() {
                Some(',') => self.at += 1,
                Some(')') if nested => {
                    self.at += 1;
                    return Ok(elements);
                }
                Some(')') => {
                    return self.error(
                        self.at,
                        "encountered extra closing ')' creating unbalanced parentheses while parsing pipeline",
                    );
                }
                None if nested => {
                    return self.error(self.at, "expected ')' to close a nested pipeline");
                }
                None => return Ok(elements),
                Some(_) => return self.error(self.at, "expected ',' after parsing pipeline"),
            }
        }
    }

    fn nested_list(&mut self) -> Fallible<Vec<Element<'t>>> {
        if self.depth == DEEPEST {
            return self.error(self.at, "nesting too deep");
        }
        self.depth += 1;
        let elements = self.list(true);
        self.depth -= 1;
        elements
    }

    fn element(&mut self) -> Fallible<Element<'t>> {
        self.skip_space();
        let offset = self.at;
        let end = self.rest().find([',', '{', '(', ')']).unwrap_or(self.rest().len());
        let name = self.rest()[..end].trim();
        self.at += end;
        let options = if self.rest().starts_with('{') {
            self.options()?
        } else {
            ""
        };
        self.skip_space();
        let inner = if self.rest().starts_with('(') {
            self.at += 1;
            self.skip_space();
            Some(self.nested_list()?)
        } else {
            None
        };
        Ok(Element {
            name,
            options,
            offset,
            inner,
        })
    }

    /// What is between the braces here; braces inside must match.
    fn options(&mut self) -> Fallible<&'t str> {
        let start = self.at;
        let mut depth = 0usize;
        for (index, c) in self.rest().char_indices() {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                self.at = start + index + 1;
                return Ok(&self.text[start + 1..start + index]);
            }
        }
        self.error(start, "missing closing '}' while processing pass options")
    }
}

/// Splits pipelines at the commas between them.
pub(crate) fn split_top_level(text: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0usize, 0);
    for (at, c) in text.char_indices() {
        match c {
            '(' | '{' => depth += 1,
            ')' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts.retain(|part| !part.trim().is_empty());
    parts.into_iter().map(str::trim).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_pipelines_and_options_are_read() {
        let elements = parse_elements("a{x=1 y={b,c}}, func.func( b ,c)").expect("valid");
        assert_eq!((elements[0].name, elements[0].options), ("a", "x=1 y={b,c}"));
        let inner = elements[1].inner.as_ref().expect("nested");
        assert_eq!((inner[0].name, inner[1].name), ("b", "c"));
    }

    #[test]
    fn errors_point_at_their_place() {
        let message = |text| parse_elements(text).expect_err("invalid").message().to_owned();
        assert_eq!(
            message("cse)"),
            "MLIR Textual PassPipeline Parser:1:4: error: encountered extra closing ')' creating unbalanced \
             parentheses while parsing pipeline\ncse)\n   ^\n"
        );
        assert_eq!(
            message("cse{a "),
            "MLIR Textual PassPipeline Parser:1:4: error: missing closing '}' while processing pass options\ncse{a \n   ^\n"
        );
        assert!(split_anchor("cse").is_err());
        let far = format!("{}cse)", " ".repeat(70_000));
        assert!(message(&far).ends_with(&format!("\n{}^\n", " ".repeat(70_003))));
    }

    #[test]
    fn deep_nesting_is_refused() {
        let nested = |depth: usize| format!("{}cse{}", "any(".repeat(depth), ")".repeat(depth));
        assert!(parse_elements(&nested(DEEPEST)).is_ok());
        for depth in [DEEPEST + 1, 1_000_000] {
            let error = parse_elements(&nested(depth)).expect_err("too deep");
            assert!(
                error.message().contains("error: nesting too deep"),
                "{}",
                &error.message()[..100]
            );
        }
    }
}
