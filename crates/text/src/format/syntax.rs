//! Reading the text of an assembly format.

/// A format as it is written, with names not looked up yet.
#[derive(Debug, PartialEq)]
pub(super) enum Node<'f> {
    /// A keyword or punctuation in backticks.
    Literal(&'f str),
    /// `` ` ` `` (true) or ` `` ` (false).
    Space(bool),
    /// `` `\n` ``
    NewLine,
    /// `$name`
    Variable(&'f str),
    /// A directive: name, `<parameter>`, arguments.
    Directive(&'f str, Option<&'f str>, Vec<Node<'f>>),
    /// `(then)?` or `(then) : (otherwise)?` with the place of the anchor.
    Optional {
        then: Vec<Node<'f>>,
        otherwise: Vec<Node<'f>>,
        anchor: Anchor,
    },
    /// `oilist(...)`: clauses, each starting with a literal.
    OiList(Vec<Vec<Node<'f>>>),
}

/// Which element decides whether an optional group is there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Anchor {
    /// The index of the element among the elements of its half of the group.
    pub(super) index: usize,
    /// Whether it stands in the other half, so that it decides the other way round.
    pub(super) inverted: bool,
}

struct Reader<'f> {
    text: &'f str,
    at: usize,
}

/// Reads a format.
pub(super) fn read(text: &str) -> Result<Vec<Node<'_>>, String> {
    let mut reader = Reader { text, at: 0 };
    let (nodes, anchor) = reader.nodes()?;
    match (reader.peek(), anchor) {
        (None, None) => Ok(nodes),
        (None, Some(_)) => Err("an anchor outside of an optional group".into()),
        (Some(other), _) => Err(format!("unexpected '{other}'")),
    }
}

impl<'f> Reader<'f> {
    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        let trimmed = rest.trim_start();
        self.at += rest.len() - trimmed.len();
        trimmed.chars().next()
    }

    fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    fn expect(&mut self, wanted: char) -> Result<(), String> {
        if self.eat(wanted) {
            Ok(())
        } else {
            Err(format!("expected '{wanted}' at '{}'", &self.text[self.at..]))
        }
    }

    fn word(&mut self) -> Result<&'f str, String> {
        let rest = &self.text[self.at..];
        let end = rest
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '-')
            .unwrap_or(rest.len());
        if end == 0 {
            return Err(format!("expected a name at '{rest}'"));
        }
        self.at += end;
        Ok(&rest[..end])
    }

    /// Reads elements up to the end or a closing parenthesis, with the index of the anchor.
    fn nodes(&mut self) -> Result<(Vec<Node<'f>>, Option<usize>), String> {
        let mut nodes = Vec::new();
        let mut anchor = None;
        while let Some(next) = self.peek() {
            let node = match next {
                ')' | '|' | ',' => break,
                '`' => self.literal()?,
                '$' => {
                    self.at += 1;
                    Node::Variable(self.word()?)
                }
                '(' => self.optional()?,
                _ => self.directive()?,
            };
            nodes.push(node);
            if self.eat('^') && anchor.replace(nodes.len() - 1).is_some() {
                return Err("more than one anchor in an optional group".into());
            }
        }
        Ok((nodes, anchor))
    }

    fn literal(&mut self) -> Result<Node<'f>, String> {
        self.at += 1;
        let rest = &self.text[self.at..];
        let end = rest.find('`').ok_or("a literal without an end")?;
        self.at += end + 1;
        Ok(match &rest[..end] {
            "" => Node::Space(false),
            " " => Node::Space(true),
            "\\n" | "\n" => Node::NewLine,
            literal => Node::Literal(literal),
        })
    }

    fn optional(&mut self) -> Result<Node<'f>, String> {
        self.expect('(')?;
        let (then, mut anchor) = self.nodes()?;
        self.expect(')')?;
        let mut otherwise = Vec::new();
        let mut inverted = false;
        if self.eat(':') {
            self.expect('(')?;
            let (nodes, other) = self.nodes()?;
            self.expect(')')?;
            otherwise = nodes;
            if anchor.is_none() {
                (anchor, inverted) = (other, true);
            }
        }
        self.expect('?')?;
        let index = anchor.ok_or("an optional group without an anchor")?;
        if then.is_empty() {
            return Err("an empty optional group".into());
        }
        Ok(Node::Optional {
            then,
            otherwise,
            anchor: Anchor { index, inverted },
        })
    }

    fn directive(&mut self) -> Result<Node<'f>, String> {
        let name = self.word()?;
        if name == "oilist" {
            return self.oilist();
        }
        let mut parameter = None;
        if self.eat('<') {
            self.peek();
            parameter = Some(self.word()?);
            self.expect('>')?;
        }
        let takes_arguments = matches!(name, "type" | "functional-type" | "qualified" | "ref" | "custom");
        let mut arguments = Vec::new();
        if takes_arguments && self.eat('(') {
            while self.peek() != Some(')') {
                let (mut argument, _) = self.nodes()?;
                arguments.append(&mut argument);
                if !self.eat(',') {
                    break;
                }
            }
            self.expect(')')?;
        }
        Ok(Node::Directive(name, parameter, arguments))
    }

    fn oilist(&mut self) -> Result<Node<'f>, String> {
        self.expect('(')?;
        let mut clauses = Vec::new();
        loop {
            let (clause, _) = self.nodes()?;
            if !matches!(clause.first(), Some(Node::Literal(_))) {
                return Err("a clause of an oilist starts with a literal".into());
            }
            clauses.push(clause);
            if !self.eat('|') {
                break;
            }
        }
        self.expect(')')?;
        Ok(Node::OiList(clauses))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_directives_and_literals() {
        let nodes = read("$a (`,` $b^ `:` type($b))? functional-type($a, results) custom<D>($x, ref($y)) attr-dict");
        let nodes = nodes.expect("a well-formed format");
        assert_eq!(nodes.len(), 5);
        let Node::Optional { then, anchor, .. } = &nodes[1] else {
            panic!("a group")
        };
        assert_eq!(then.len(), 4);
        assert_eq!(
            *anchor,
            Anchor {
                index: 1,
                inverted: false
            }
        );
        assert!(matches!(&nodes[3], Node::Directive("custom", Some("D"), arguments) if arguments.len() == 2));
    }

    #[test]
    fn mistakes_are_told() {
        assert!(read("($a)?").is_err());
        assert!(read("($a^").is_err());
        assert!(read("`x").is_err());
    }
}
