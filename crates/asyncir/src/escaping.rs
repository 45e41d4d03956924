//! Texts as words without spaces, in files that asyncir writes and reads.

/// A text, which may hold anything, as a word.
pub(crate) fn escaped(text: &str) -> String {
    text.escape_default().to_string().replace(' ', "\\u{20}")
}

/// A text from its [`escaped`] form.
pub(crate) fn unescaped(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(character) = rest.next() {
        if character != '\\' {
            out.push(character);
            continue;
        }
        out.push(match rest.next()? {
            't' => '\t',
            'r' => '\r',
            'n' => '\n',
            'u' => {
                let (code, behind) = rest.as_str().strip_prefix('{')?.split_once('}')?;
                rest = behind.chars();
                char::from_u32(u32::from_str_radix(code, 16).ok()?)?
            }
            other => other,
        });
    }
    Some(out)
}
