//! Tokens of MLIR's text. A token is a kind and a range of the text; nothing is copied.

use crate::text_pos::LineTable;

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Eof,
    /// The lexer could not make a token; its message is kept in the lexer.
    Error,
    /// A bare identifier or keyword, such as `func.func`.
    Ident,
    /// `i32`, `si8`, `ui1`.
    IntType,
    /// `42`, `0x2A`
    Integer,
    /// `1.5e-3`
    Float,
    /// A string literal with its quotes.
    Str,
    /// `@name` or `@"name"`
    At,
    /// `#name`
    Hash,
    /// `!name`
    Exclaim,
    /// `^name`
    Caret,
    /// `%name`
    Percent,
    LParen,
    RParen,
    LBrace,
    RBrace,
    LSquare,
    RSquare,
    Less,
    Greater,
    Comma,
    Colon,
    Equal,
    Question,
    Star,
    Plus,
    Minus,
    Bar,
    Slash,
    Arrow,
    Ellipsis,
    /// `{-#`
    MetadataBegin,
    /// `#-}`
    MetadataEnd,
}

/// A token: its kind and where it stands in the text.
///
/// Start and end are one number, so that a token is a pair of numbers, which travels in registers. Three fields are written
/// one by one and read together at once, for which the processor waits until they are in the cache.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    place: u64,
}

impl Token {
    #[inline]
    fn new(kind: Kind, start: usize, end: usize) -> Self {
        let place = (start as u64) << 32 | end as u64;
        Self { kind, place }
    }

    /// Where it starts, in bytes.
    #[inline]
    pub(crate) fn start(self) -> u32 {
        (self.place >> 32) as u32
    }

    /// Where it ends, in bytes.
    #[inline]
    pub(crate) fn end(self) -> u32 {
        self.place as u32
    }
}

/// Splits a text into tokens on demand.
pub(crate) struct Lexer<'t> {
    text: &'t str,
    pos: usize,
    /// Starts of the lines met so far.
    pub(crate) lines: LineTable,
    /// Where and why the last error token came about.
    error: (u32, &'static str),
}

const LETTER: u8 = 1;
const DIGIT: u8 = 2;
/// `$` and `.`, which continue a bare identifier.
const ID_PUNCT: u8 = 4;
const DASH: u8 = 8;
const UNDERSCORE: u8 = 16;

const ID_START: u8 = LETTER | UNDERSCORE;
const ID_REST: u8 = LETTER | UNDERSCORE | DIGIT | ID_PUNCT;
const SUFFIX_START: u8 = LETTER | UNDERSCORE | ID_PUNCT | DASH;
const SUFFIX_REST: u8 = SUFFIX_START | DIGIT;

static CLASS: [u8; 256] = classes();

const fn classes() -> [u8; 256] {
    let mut table = [0; 256];
    let mut c = 0;
    while c < 256 {
        table[c] = match c as u8 {
            b'a'..=b'z' | b'A'..=b'Z' => LETTER,
            b'0'..=b'9' => DIGIT,
            b'$' | b'.' => ID_PUNCT,
            b'-' => DASH,
            b'_' => UNDERSCORE,
            _ => 0,
        };
        c += 1;
    }
    table
}

/// What the first byte of a token tells.
#[derive(Clone, Copy, PartialEq, Eq)]
enum First {
    /// The byte is a token by itself, whatever follows.
    Punctuation(Kind),
    /// White space, or the start of a comment, or a slash.
    Blank,
    /// The start of a longer token.
    Longer,
}

static FIRST: [First; 256] = first();

const fn first() -> [First; 256] {
    let mut table = [First::Longer; 256];
    let mut c = 0;
    while c < 256 {
        table[c] = match c as u8 {
            b'(' => First::Punctuation(Kind::LParen),
            b')' => First::Punctuation(Kind::RParen),
            b',' => First::Punctuation(Kind::Comma),
            b':' => First::Punctuation(Kind::Colon),
            b'<' => First::Punctuation(Kind::Less),
            b'>' => First::Punctuation(Kind::Greater),
            b'=' => First::Punctuation(Kind::Equal),
            b'}' => First::Punctuation(Kind::RBrace),
            b'[' => First::Punctuation(Kind::LSquare),
            b']' => First::Punctuation(Kind::RSquare),
            b'?' => First::Punctuation(Kind::Question),
            b'*' => First::Punctuation(Kind::Star),
            b'+' => First::Punctuation(Kind::Plus),
            b'|' => First::Punctuation(Kind::Bar),
            b' ' | b'\n' | b'\t' | b'\r' | 0 | b'/' => First::Blank,
            _ => First::Longer,
        };
        c += 1;
    }
    table
}

/// Whether what follows a piece of text without strings is in a comment.
fn ends_in_comment(piece: &[u8]) -> bool {
    let line = memchr::memrchr(b'\n', piece).map_or(piece, |end| &piece[end..]);
    line.windows(2).any(|pair| pair == b"//")
}

/// The place of the quote that ends the string which starts at a place.
fn end_of_string(bytes: &[u8], start: usize) -> Option<usize> {
    let mut pos = start + 1;
    loop {
        match *bytes.get(pos)? {
            b'"' => return Some(pos),
            b'\\' => pos += 1,
            b'\n' => return None,
            _ => {}
        }
        pos += 1;
    }
}

impl<'t> Lexer<'t> {
    pub(crate) fn new(text: &'t str, start: (u32, u32)) -> Self {
        Self {
            text,
            pos: 0,
            lines: LineTable::new(start),
            error: (0, ""),
        }
    }

    /// Continues at another place of the text.
    pub(crate) fn reset(&mut self, pos: u32) {
        self.pos = pos as usize;
    }

    /// Takes the lines of a stretch of text that is skipped without being split into tokens.
    pub(crate) fn note_lines(&mut self, from: u32, to: u32) {
        for (offset, &byte) in self.text.as_bytes()[from as usize..to as usize].iter().enumerate() {
            if byte == b'\n' {
                self.lines.push(from + offset as u32 + 1);
            }
        }
    }

    /// The place behind the `}` that belongs to the `{` at a place, counting the lines between. Only braces,
    /// strings and comments are told apart, so that text which is no program may give any place.
    pub(crate) fn closing_brace(&mut self, open: u32) -> Option<u32> {
        let bytes = self.text.as_bytes();
        let (mut pos, mut depth) = (open as usize, 0u32);
        loop {
            let found = pos + memchr::memchr3(b'{', b'}', b'"', &bytes[pos..])?;
            if ends_in_comment(&bytes[pos..found]) {
                pos = found + memchr::memchr(b'\n', &bytes[found..])?;
                continue;
            }
            pos = found + 1;
            match bytes[found] {
                b'{' => depth += 1,
                b'}' if depth == 1 => {
                    self.lines.skip_to(bytes, open, found as u32);
                    return Some(found as u32 + 1);
                }
                b'}' => depth -= 1,
                _ => pos = end_of_string(bytes, found)? + 1,
            }
        }
    }

    /// Where and why the last error token came about.
    pub(crate) fn error(&self) -> (u32, &'static str) {
        self.error
    }

    fn byte(&self, at: usize) -> u8 {
        self.text.as_bytes().get(at).copied().unwrap_or(0)
    }

    fn fail(&mut self, at: usize, message: &'static str) -> Kind {
        self.error = (at as u32, message);
        Kind::Error
    }

    #[inline]
    fn skip_class(&mut self, class: u8) {
        let rest = &self.text.as_bytes()[self.pos..];
        let length = rest.iter().position(|&byte| CLASS[usize::from(byte)] & class == 0);
        self.pos += length.unwrap_or(rest.len());
    }

    /// Skips white space and comments.
    fn skip_blank(&mut self) {
        let bytes = self.text.as_bytes();
        let mut pos = self.pos;
        while let Some(&byte) = bytes.get(pos) {
            if byte == b' ' {
                pos += 1;
            } else if byte > b'/' {
                break;
            } else if byte == b'\n' {
                pos += 1;
                self.lines.push(pos as u32);
            } else if matches!(byte, b'\t' | b'\r' | 0) {
                pos += 1;
            } else if byte == b'/' && bytes.get(pos + 1) == Some(&b'/') {
                let rest = &bytes[pos..];
                pos += rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
            } else {
                break;
            }
        }
        self.pos = pos;
    }

    /// What stands at a place; nothing is the end of the text.
    fn first(&self, at: usize) -> First {
        let byte = self.text.as_bytes().get(at);
        byte.map_or(First::Longer, |&byte| FIRST[usize::from(byte)])
    }

    /// The next token.
    pub(crate) fn next(&mut self) -> Token {
        // Most tokens stand right behind the one before, or a space further.
        let is_behind_space = self.text.as_bytes().get(self.pos) == Some(&b' ');
        let mut start = self.pos + usize::from(is_behind_space);
        let mut first = self.first(start);
        if first == First::Blank {
            self.pos = start;
            self.skip_blank();
            start = self.pos;
            first = self.first(start);
        }
        self.pos = start + 1;
        let kind = match first {
            First::Punctuation(kind) => kind,
            // What is left of these is a slash that starts no comment.
            First::Blank => Kind::Slash,
            First::Longer => self.lex(start),
        };
        Token::new(kind, start, self.pos)
    }

    /// A token that is no punctuation of one byte, or might be the start of something else. It stays a function of its own,
    /// so that punctuation needs none of its registers.
    #[inline(never)]
    fn lex(&mut self, start: usize) -> Kind {
        let Some(&byte) = self.text.as_bytes().get(start) else {
            self.pos = start;
            return Kind::Eof;
        };
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => self.identifier(start),
            b'%' => self.suffix_id(Kind::Percent, "invalid SSA name"),
            b'{' => self.brace(),
            b'0'..=b'9' => self.number(start),
            b'"' => self.string(),
            b'-' if self.byte(self.pos) == b'>' => self.advance(1, Kind::Arrow),
            b'-' => Kind::Minus,
            b'^' => self.suffix_id(Kind::Caret, "invalid block name"),
            b'#' if self.text.as_bytes()[self.pos..].starts_with(b"-}") => self.advance(2, Kind::MetadataEnd),
            b'#' => self.suffix_id(Kind::Hash, "invalid attribute name"),
            b'!' => self.suffix_id(Kind::Exclaim, "invalid type identifier"),
            b'@' => self.at_identifier(),
            b'.' if self.text.as_bytes()[self.pos..].starts_with(b"..") => self.advance(2, Kind::Ellipsis),
            b'.' => self.fail(start + 1, "expected three consecutive dots for an ellipsis"),
            _ => self.unexpected(start),
        }
    }

    #[inline]
    fn advance(&mut self, bytes: usize, kind: Kind) -> Kind {
        self.pos += bytes;
        kind
    }

    /// Steps over a whole character, so that ranges of tokens stay at character boundaries.
    fn unexpected(&mut self, start: usize) -> Kind {
        let length = self.text[start..].chars().next().map_or(1, char::len_utf8);
        self.pos = start + length;
        let message = if self.text[start..].starts_with('\u{feff}') {
            "unexpected character: a byte order mark, which cannot be seen"
        } else {
            "unexpected character"
        };
        self.fail(start, message)
    }

    fn brace(&mut self) -> Kind {
        if self.text.as_bytes()[self.pos..].starts_with(b"-#") {
            return self.advance(2, Kind::MetadataBegin);
        }
        Kind::LBrace
    }

    fn identifier(&mut self, start: usize) -> Kind {
        self.skip_class(ID_REST);
        let spelling = &self.text.as_bytes()[start..self.pos];
        let digits = match spelling {
            [b'i', digits @ ..] | [b's' | b'u', b'i', digits @ ..] => digits,
            _ => return Kind::Ident,
        };
        let is_int = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
        if is_int { Kind::IntType } else { Kind::Ident }
    }

    fn suffix_id(&mut self, kind: Kind, message: &'static str) -> Kind {
        let first = CLASS[self.byte(self.pos) as usize];
        if first & DIGIT != 0 {
            self.skip_class(DIGIT);
        } else if first & SUFFIX_START != 0 {
            self.skip_class(SUFFIX_REST);
        } else {
            return self.fail(self.pos - 1, message);
        }
        kind
    }

    fn at_identifier(&mut self) -> Kind {
        let start = self.pos - 1;
        let next = self.byte(self.pos);
        if next == b'"' {
            self.pos += 1;
            return match self.string() {
                Kind::Str => Kind::At,
                other => other,
            };
        }
        if CLASS[next as usize] & ID_START == 0 {
            return self.fail(start + 1, "@ identifier expected to start with letter or '_'");
        }
        self.skip_class(ID_REST);
        Kind::At
    }

    fn number(&mut self, start: usize) -> Kind {
        let hex = self.byte(start) == b'0' && self.byte(self.pos) == b'x';
        if hex && self.byte(self.pos + 1).is_ascii_hexdigit() {
            self.pos += 1;
            while self.byte(self.pos).is_ascii_hexdigit() {
                self.pos += 1;
            }
            return Kind::Integer;
        }
        self.skip_class(DIGIT);
        if self.byte(self.pos) != b'.' {
            return Kind::Integer;
        }
        self.pos += 1;
        self.skip_class(DIGIT);
        if matches!(self.byte(self.pos), b'e' | b'E') {
            let sign = usize::from(matches!(self.byte(self.pos + 1), b'+' | b'-'));
            if self.byte(self.pos + 1 + sign).is_ascii_digit() {
                self.pos += 1 + sign;
                self.skip_class(DIGIT);
            }
        }
        Kind::Float
    }

    /// The rest of a string literal behind its first quote.
    fn string(&mut self) -> Kind {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.pos) {
            match byte {
                b'"' => return self.advance(1, Kind::Str),
                b'\n' | 0x0B | 0x0C => return self.fail(self.pos, "expected '\"' in string literal"),
                b'\\' => {
                    let (first, second) = (self.byte(self.pos + 1), self.byte(self.pos + 2));
                    if matches!(first, b'"' | b'\\' | b'n' | b't') {
                        self.pos += 2;
                    } else if first.is_ascii_hexdigit() && second.is_ascii_hexdigit() {
                        self.pos += 3;
                    } else {
                        return self.fail(self.pos, "unknown escape in string literal");
                    }
                }
                _ => self.pos += 1,
            }
        }
        self.fail(self.pos, "expected '\"' in string literal")
    }
}

/// The bytes that a string literal (with its quotes) stands for.
pub(crate) fn unescape(literal: &str) -> std::borrow::Cow<'_, [u8]> {
    let inner = literal.as_bytes();
    let inner = inner.get(1..inner.len().saturating_sub(1)).unwrap_or(&[]);
    if !inner.contains(&b'\\') {
        return inner.into();
    }
    let hex = |byte: u8| char::from(byte).to_digit(16).unwrap_or(0) as u8;
    let mut bytes = Vec::with_capacity(inner.len());
    let mut at = 0;
    while at < inner.len() {
        if inner[at] != b'\\' || at + 1 >= inner.len() {
            bytes.push(inner[at]);
            at += 1;
            continue;
        }
        let (byte, length) = match inner[at + 1] {
            b'n' => (b'\n', 2),
            b't' => (b'\t', 2),
            first if first.is_ascii_hexdigit() && at + 2 < inner.len() => (hex(first) << 4 | hex(inner[at + 2]), 3),
            other => (other, 2),
        };
        bytes.push(byte);
        at += length;
    }
    bytes.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(Kind, &str)> {
        let mut lexer = Lexer::new(text, (1, 1));
        let mut tokens = Vec::new();
        loop {
            let token = lexer.next();
            tokens.push((token.kind, &text[token.start() as usize..token.end() as usize]));
            if matches!(token.kind, Kind::Eof | Kind::Error) {
                return tokens;
            }
        }
    }

    #[test]
    fn identifiers_numbers_and_punctuation() {
        let tokens = kinds("%0#1 = \"a.b\"(%x) -> i32 si8 ix 0x1F 0xg 1.5e-3 2. // c\n ... {-# #-} @\"q\" @a.b");
        let expected = [
            (Kind::Percent, "%0"),
            (Kind::Hash, "#1"),
            (Kind::Equal, "="),
            (Kind::Str, "\"a.b\""),
            (Kind::LParen, "("),
            (Kind::Percent, "%x"),
            (Kind::RParen, ")"),
            (Kind::Arrow, "->"),
            (Kind::IntType, "i32"),
            (Kind::IntType, "si8"),
            (Kind::Ident, "ix"),
            (Kind::Integer, "0x1F"),
            (Kind::Integer, "0"),
            (Kind::Ident, "xg"),
            (Kind::Float, "1.5e-3"),
            (Kind::Float, "2."),
            (Kind::Ellipsis, "..."),
            (Kind::MetadataBegin, "{-#"),
            (Kind::MetadataEnd, "#-}"),
            (Kind::At, "@\"q\""),
            (Kind::At, "@a.b"),
            (Kind::Eof, ""),
        ];
        assert_eq!(tokens, expected);
    }

    #[test]
    fn blank_and_comments_between_tokens() {
        let tokens = kinds("a  b\t\r\nc // d\n//\n /e/ / f//");
        let spellings: Vec<&str> = tokens.iter().map(|(_, text)| *text).collect();
        assert_eq!(spellings, ["a", "b", "c", "/", "e", "/", "/", "f", ""]);
    }

    #[test]
    fn errors_step_over_whole_characters() {
        assert_eq!(kinds("é").last(), Some(&(Kind::Error, "é")));
        assert_eq!(kinds("\"abc\n").last().map(|t| t.0), Some(Kind::Error));
        assert_eq!(kinds("%").last().map(|t| t.0), Some(Kind::Error));
    }

    #[test]
    fn string_escapes() {
        assert_eq!(&*unescape(r#""a\n\22\\""#), b"a\n\"\\");
        assert_eq!(&*unescape(r#""plain""#), b"plain");
    }
}
