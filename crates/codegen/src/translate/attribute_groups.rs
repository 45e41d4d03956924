//! Attribute groups: function attributes as LLVM itself writes them, each set once at the end of the module.

use std::collections::HashMap;

use super::text::{joined, put};

/// The sets of function attributes that a module uses, in the order of their first use.
#[derive(Clone, Debug, Default)]
pub(super) struct AttributeGroups {
    groups: Vec<Vec<String>>,
    numbers: HashMap<Vec<String>, usize>,
}

impl AttributeGroups {
    /// The name of the group of these attributes, `#0`; `None` if there are none.
    pub(super) fn name(&mut self, words: &[String]) -> Option<String> {
        if words.is_empty() {
            return None;
        }
        let words = in_order(words);
        let new = self.groups.len();
        let number = *self.numbers.entry(words).or_insert_with_key(|words| {
            self.groups.push(words.clone());
            new
        });
        Some(format!("#{number}"))
    }

    /// The definitions of all groups, a line each.
    pub(super) fn definitions(&self) -> String {
        let mut out = String::new();
        for (number, words) in self.groups.iter().enumerate() {
            let words: Vec<String> = words.iter().map(|word| in_group(word)).collect();
            put!(out, "attributes #{number} = {{ {} }}\n", joined(&words, " "));
        }
        out
    }
}

/// An attribute as it is written in a group, where LLVM's grammar has another form for the alignment of the stack.
fn in_group(word: &str) -> String {
    match word.strip_prefix("alignstack(").and_then(|rest| rest.strip_suffix(')')) {
        Some(bytes) => format!("alignstack={bytes}"),
        None => word.to_owned(),
    }
}

/// LLVM's order: words, those with values, strings; each by name.
fn in_order(words: &[String]) -> Vec<String> {
    let rank = |word: &str| match word {
        _ if word.starts_with('"') => 2,
        _ if word.contains('(') || word == "uwtable" => 1,
        _ => 0,
    };
    let mut words = words.to_vec();
    words.sort_by(|a, b| (rank(a), a).cmp(&(rank(b), b)));
    words
}

/// The line that LLVM puts above a function: its attributes but for strings. Nothing if there are none.
pub(super) fn comment(words: &[String]) -> String {
    let words = in_order(words);
    let shown = words.iter().filter(|word| !word.starts_with('"'));
    let shown = joined(shown, " ");
    if shown.is_empty() {
        shown
    } else {
        format!("; Function Attrs: {shown}\n")
    }
}

#[cfg(test)]
mod tests {
    use super::{AttributeGroups, comment};

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn equal_sets_are_one_group_and_sorted() {
        let mut groups = AttributeGroups::default();
        assert_eq!(groups.name(&[]), None);
        assert_eq!(groups.name(&words("nounwind memory(none) cold")).as_deref(), Some("#0"));
        assert_eq!(groups.name(&words("\"b\" noinline")).as_deref(), Some("#1"));
        assert_eq!(groups.name(&words("cold memory(none) nounwind")).as_deref(), Some("#0"));
        assert_eq!(
            groups.definitions(),
            "attributes #0 = { cold nounwind memory(none) }\nattributes #1 = { noinline \"b\" }\n"
        );
    }

    #[test]
    fn comments_leave_strings_out() {
        assert_eq!(comment(&words("\"a\"")), "");
        assert_eq!(comment(&words("\"a\" noinline")), "; Function Attrs: noinline\n");
    }
}
