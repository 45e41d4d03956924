//! Options of passes: `key=value` pairs, checked against what a pass declares.

use crate::manager::PassManager;
use crate::pipeline::split_top_level;
use crate::registry::Registry;

/// What an option is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// `true` or `false`; the mere name means `true`.
    Bool,
    /// An integer; the word is how messages call its type (`integer`, `uint`, `ulong`, `long`).
    Int(&'static str),
    /// Any text.
    Text,
    /// One of several words.
    Enum(&'static [&'static str]),
    /// Any number of texts with commas in between.
    List,
    /// Any number of pipelines with commas in between, which are shown with all options of their passes.
    Pipelines,
}

/// An option of a pass.
#[derive(Clone, Copy, Debug)]
pub struct OptionInfo {
    /// Name.
    pub name: &'static str,
    /// What it is.
    pub kind: OptionKind,
    /// Value from the start.
    pub default: &'static str,
    /// What it is for.
    pub description: &'static str,
    /// Whether a pass of MLIR has it here alone. Pipelines are shown as MLIR shows them, so without it while it is not set.
    pub is_own: bool,
}

impl OptionInfo {
    /// A 32-bit signed integer.
    pub const fn int(name: &'static str, description: &'static str, default: &'static str) -> Self {
        Self {
            name,
            kind: OptionKind::Int("integer"),
            default,
            description,
            is_own: false,
        }
    }

    /// A 32-bit unsigned integer.
    pub const fn uint(name: &'static str, description: &'static str, default: &'static str) -> Self {
        Self {
            name,
            kind: OptionKind::Int("uint"),
            default,
            description,
            is_own: false,
        }
    }

    /// An integer that is not negative.
    pub const fn ulong(name: &'static str, description: &'static str, default: &'static str) -> Self {
        Self {
            name,
            kind: OptionKind::Int("ulong"),
            default,
            description,
            is_own: false,
        }
    }

    /// A 64-bit signed integer.
    pub const fn long(name: &'static str, description: &'static str, default: &'static str) -> Self {
        Self {
            name,
            kind: OptionKind::Int("long"),
            default,
            description,
            is_own: false,
        }
    }

    /// A truth value.
    pub const fn flag(name: &'static str, description: &'static str, default: &'static str) -> Self {
        Self {
            name,
            kind: OptionKind::Bool,
            default,
            description,
            is_own: false,
        }
    }

    /// A text.
    pub const fn text(name: &'static str, description: &'static str, default: &'static str) -> Self {
        Self {
            name,
            kind: OptionKind::Text,
            default,
            description,
            is_own: false,
        }
    }

    /// A list of texts, empty from the start.
    pub const fn list(name: &'static str, description: &'static str) -> Self {
        Self {
            name,
            kind: OptionKind::List,
            default: "",
            description,
            is_own: false,
        }
    }

    /// A list of pipelines, empty from the start.
    pub const fn pipelines(name: &'static str, description: &'static str) -> Self {
        Self {
            name,
            kind: OptionKind::Pipelines,
            default: "",
            description,
            is_own: false,
        }
    }

    /// One of several words.
    pub const fn choice(
        name: &'static str,
        description: &'static str,
        cases: &'static [&'static str],
        default: &'static str,
    ) -> Self {
        Self {
            name,
            kind: OptionKind::Enum(cases),
            default,
            description,
            is_own: false,
        }
    }

    /// An option that MLIR's pass does not have.
    #[must_use]
    pub const fn of_asyncir(mut self) -> Self {
        self.is_own = true;
        self
    }

    fn check(&self, value: &str) -> Result<(), String> {
        let wrong = |what: String| Err(format!("for the --{} option: {what}", self.name));
        match self.kind {
            OptionKind::Bool if parse_bool(value).is_none() => {
                wrong(format!("'{value}' is invalid value for boolean argument! Try 0 or 1"))
            }
            OptionKind::Int(word) if parse_int(value, word).is_none() => {
                wrong(format!("'{value}' value invalid for {word} argument!"))
            }
            OptionKind::Enum(cases) if !cases.contains(&value) => wrong(format!("Cannot find option named '{value}'!")),
            _ => Ok(()),
        }
    }
}

fn parse_bool(value: &str) -> Option<bool> {
    match value {
        "" | "true" | "TRUE" | "True" | "1" => Some(true),
        "false" | "FALSE" | "False" | "0" => Some(false),
        _ => None,
    }
}

fn parse_int(value: &str, word: &str) -> Option<i64> {
    let number = parse_number(value)?;
    match word {
        "integer" => i32::try_from(number).map(i64::from).ok(),
        "uint" => u32::try_from(number).map(i64::from).ok(),
        "ulong" => (number >= 0).then_some(number),
        _ => Some(number),
    }
}

/// Reads a number as flags of LLVM's tools are read: decimal, or in the base that `0x`, `0b`, `0o` or `0` in front of it says.
pub fn parse_number(value: &str) -> Option<i64> {
    let (sign, digits) = match value.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", value),
    };
    let based = |prefix: &str, base: u32| Some((digits.strip_prefix(prefix)?, base));
    let octal = || based("0", 8).filter(|(rest, _)| !rest.is_empty());
    let found = based("0x", 16)
        .or_else(|| based("0X", 16))
        .or_else(|| based("0b", 2))
        .or_else(|| based("0B", 2))
        .or_else(|| based("0o", 8))
        .or_else(octal);
    let (digits, base) = found.unwrap_or((digits, 10));
    if !digits.starts_with(|c: char| c.is_ascii_alphanumeric()) {
        return None;
    }
    i64::from_str_radix(&format!("{sign}{digits}"), base).ok()
}

/// The options of one pass, each with a value.
#[derive(Clone, Debug)]
pub struct PassOptions {
    values: Vec<(&'static OptionInfo, String)>,
    /// Names of those that were given.
    given: Vec<&'static str>,
}

impl PassOptions {
    /// Reads options as pipelines write them between braces.
    ///
    /// # Errors
    /// If there is no such option, or a value is not what it should be.
    pub fn parse(infos: &'static [OptionInfo], text: &str) -> Result<Self, String> {
        let mut options = Self {
            values: infos.iter().map(|info| (info, info.default.to_owned())).collect(),
            given: Vec::new(),
        };
        let mut rest = text.trim();
        while !rest.is_empty() {
            let (key, value, tail) = next_option(rest)?;
            let slot = options.values.iter_mut().find(|(info, _)| info.name == key);
            let (info, slot) = slot.ok_or_else(|| format!("<Pass-Options-Parser>: no such option {key}\n"))?;
            info.check(value)?;
            *slot = value.to_owned();
            options.given.push(info.name);
            rest = tail.trim_start();
        }
        Ok(options)
    }

    fn get(&self, name: &str) -> Result<&str, String> {
        let found = self.values.iter().find(|(info, _)| info.name == name);
        found
            .map(|(_, value)| value.as_str())
            .ok_or_else(|| format!("no option '{name}' is declared"))
    }

    /// Whether a value was given, which may be the default one.
    pub fn is_given(&self, name: &str) -> bool {
        self.given.contains(&name)
    }

    /// The value of an integer.
    ///
    /// # Errors
    /// If the option is not declared.
    pub fn int(&self, name: &str) -> Result<i64, String> {
        let value = self.get(name)?;
        parse_int(value, "long").ok_or_else(|| format!("'{value}' value invalid for long argument!"))
    }

    /// A truth value.
    ///
    /// # Errors
    /// If the option is not declared.
    pub fn flag(&self, name: &str) -> Result<bool, String> {
        Ok(parse_bool(self.get(name)?).unwrap_or(false))
    }

    /// A text or word.
    ///
    /// # Errors
    /// If the option is not declared.
    pub fn text(&self, name: &str) -> Result<&str, String> {
        self.get(name)
    }

    /// A list of texts.
    ///
    /// # Errors
    /// If the option is not declared.
    pub fn list(&self, name: &str) -> Result<Vec<String>, String> {
        Ok(self
            .get(name)?
            .split(',')
            .filter(|item| !item.is_empty())
            .map(str::to_owned)
            .collect())
    }

    /// All options as pipelines write them, sorted by name, but for those of asyncir that are not set; empty if there are none.
    pub fn show(&self) -> String {
        let is_shown = |(info, value): &&(&OptionInfo, String)| !info.is_own || value != info.default;
        let mut sorted: Vec<_> = self.values.iter().filter(is_shown).collect();
        sorted.sort_by_key(|(info, _)| info.name);
        let shown: Vec<String> = sorted
            .into_iter()
            .map(|(info, value)| show_option(info, value))
            .collect();
        if shown.is_empty() {
            String::new()
        } else {
            format!("{{{}}}", shown.join(" "))
        }
    }
}

fn show_option(info: &OptionInfo, value: &str) -> String {
    match info.kind {
        OptionKind::List | OptionKind::Pipelines if value.is_empty() => String::new(),
        OptionKind::Pipelines => format!("{}={{{}}}", info.name, show_pipelines(value)),
        OptionKind::List => format!("{}={{{value}}}", info.name),
        OptionKind::Bool => format!("{}={}", info.name, parse_bool(value).unwrap_or(false)),
        OptionKind::Int(word) => match parse_int(value, word) {
            Some(number) => format!("{}={number}", info.name),
            None => format!("{}={value}", info.name),
        },
        _ if value.contains(' ') => format!("{}={{{value}}}", info.name),
        _ => format!("{}={value}", info.name),
    }
}

/// Pipelines as the pass manager writes them.
fn show_pipelines(value: &str) -> String {
    let registry = Registry::new();
    let show = |text: &str| PassManager::parse(&registry, text).map_or_else(|_| text.to_owned(), |one| one.to_text());
    let shown: Vec<String> = split_top_level(value).into_iter().map(show).collect();
    shown.join(",")
}

/// Splits the first `key` or `key=value` off. Values may hold spaces between quotes, braces, brackets or parentheses.
fn next_option(text: &str) -> Result<(&str, &str, &str), String> {
    let end = text.find([' ', '=', '\n', '\t']).unwrap_or(text.len());
    let (key, rest) = text.split_at(end);
    let Some(rest) = rest.strip_prefix('=') else {
        return Ok((key, "", rest));
    };
    let mut closers = Vec::new();
    let mut quote = None;
    let mut end = rest.len();
    for (index, c) in rest.char_indices() {
        match (quote, c) {
            (Some(q), c) if c == q => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '{') => closers.push('}'),
            (None, '[') => closers.push(']'),
            (None, '(') => closers.push(')'),
            (None, c) if closers.last() == Some(&c) => {
                closers.pop();
            }
            (None, c) if c.is_whitespace() && closers.is_empty() => {
                end = index;
                break;
            }
            _ => {}
        }
    }
    if quote.is_some() || !closers.is_empty() {
        return Err(format!("<Pass-Options-Parser>: unbalanced value of option {key}\n"));
    }
    let (value, tail) = rest.split_at(end);
    let strip = |open, close| value.strip_prefix(open).and_then(|v| v.strip_suffix(close));
    let bare = strip('{', '}')
        .or_else(|| strip('"', '"'))
        .or_else(|| strip('\'', '\''))
        .unwrap_or(value);
    Ok((key, bare, tail))
}

#[cfg(test)]
mod tests {
    use super::*;

    static OPTIONS: &[OptionInfo] = &[
        OptionInfo::list("names", "names"),
        OptionInfo::int("count", "how many", "8"),
        OptionInfo::flag("fast", "whether", "false"),
        OptionInfo::text("layout", "text", ""),
    ];

    #[test]
    fn options_are_read_and_shown_sorted() {
        let options = PassOptions::parse(OPTIONS, "fast layout={a b} count=-0x3 names=a,b").expect("valid");
        assert_eq!((options.int("count"), options.flag("fast")), (Ok(-3), Ok(true)));
        assert_eq!(options.text("layout"), Ok("a b"));
        assert_eq!(options.show(), "{count=-3 fast=true layout={a b} names={a,b}}");
    }

    #[test]
    fn errors_name_the_option() {
        let error = |text| PassOptions::parse(OPTIONS, text).expect_err("invalid");
        assert_eq!(error("bad=1"), "<Pass-Options-Parser>: no such option bad\n");
        assert_eq!(
            error("count=x"),
            "for the --count option: 'x' value invalid for integer argument!"
        );
        for text in ["count=08", "count=0x-2", "count=-+2", "count=-"] {
            assert!(error(text).ends_with("value invalid for integer argument!"), "{text}");
        }
        assert_eq!(
            error("fast=x"),
            "for the --fast option: 'x' is invalid value for boolean argument! Try 0 or 1"
        );
        assert_eq!(
            error("count=9999999999"),
            "for the --count option: '9999999999' value invalid for integer argument!"
        );
    }
}
