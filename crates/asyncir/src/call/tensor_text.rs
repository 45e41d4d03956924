//! Tensors as text: nested lists of elements, such as `[[1, 2], [3, 4]]`.

use std::fmt;

use super::number::Number;
use super::scalar::ScalarType;

/// Reads the elements of a tensor. Also gives its shape, whose dynamic sizes the text tells.
///
/// # Errors
/// What is wrong with the text.
pub(super) fn read(
    element: ScalarType,
    shape: &[Option<u64>],
    text: &str,
) -> Result<(Vec<usize>, Vec<Number>), String> {
    let mut reader = Reader {
        rest: text.trim(),
        element,
        shape: shape.to_vec(),
        elements: Vec::new(),
    };
    reader.part(0)?;
    if !reader.rest.is_empty() {
        return Err(format!("'{}' follows its end", reader.rest));
    }
    // Dimensions in lists without elements have no size elsewhere.
    let size = |size: Option<u64>| usize::try_from(size.unwrap_or(0)).map_err(|error| error.to_string());
    let shape: Result<_, _> = reader.shape.into_iter().map(size).collect();
    Ok((shape?, reader.elements))
}

struct Reader<'a> {
    rest: &'a str,
    element: ScalarType,
    /// The sizes, as far as they are known.
    shape: Vec<Option<u64>>,
    elements: Vec<Number>,
}

impl Reader<'_> {
    /// Reads a list for a dimension, or an element behind the last one.
    fn part(&mut self, dimension: usize) -> Result<(), String> {
        if dimension == self.shape.len() {
            return self.element();
        }
        if !self.takes('[') {
            return Err(format!("dimension {dimension} is a list in brackets, such as [1,2]"));
        }
        let mut count = 0;
        while !self.takes(']') {
            if count > 0 && !self.takes(',') {
                return Err(match self.rest {
                    "" => format!("a list in dimension {dimension} does not end"),
                    rest => format!("no comma or ']' is before '{rest}'"),
                });
            }
            self.part(dimension + 1)?;
            count += 1;
        }
        match self.shape[dimension].replace(count) {
            Some(size) if size != count => Err(format!("dimension {dimension} has a list of {count} and not {size}")),
            _ => Ok(()),
        }
    }

    /// Reads an element.
    fn element(&mut self) -> Result<(), String> {
        if self.rest.starts_with('[') {
            let rank = self.shape.len();
            return Err(format!(
                "there is a list where an element is expected: the rank is {rank}"
            ));
        }
        let has_parts = self.element.is_complex() && self.rest.starts_with('(');
        let end = if has_parts {
            self.rest.find(')').map(|last| last + 1)
        } else {
            self.rest.find([',', ']', '['])
        };
        let (text, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        let (text, element) = (text.trim(), self.element);
        let read = Number::parse(element, text);
        let read = read.map_err(|problem| format!("'{text}' is no {element}: {problem}"))?;
        self.elements.push(read);
        self.rest = rest.trim_start();
        Ok(())
    }

    fn takes(&mut self, character: char) -> bool {
        let rest = self.rest.strip_prefix(character);
        if let Some(rest) = rest {
            self.rest = rest.trim_start();
        }
        rest.is_some()
    }
}

/// Writes the elements of a tensor of this shape: lists of the last dimension on lines of their own.
pub(super) fn write(
    f: &mut fmt::Formatter<'_>,
    shape: &[usize],
    elements: &mut impl Iterator<Item = Number>,
) -> fmt::Result {
    write_part(f, shape, 0, elements)
}

fn write_part(
    f: &mut fmt::Formatter<'_>,
    shape: &[usize],
    dimension: usize,
    elements: &mut impl Iterator<Item = Number>,
) -> fmt::Result {
    let Some(&size) = shape.get(dimension) else {
        return elements.next().map_or(Ok(()), |element| fmt::Display::fmt(&element, f));
    };
    f.write_str("[")?;
    for number in 0..size {
        match (number, dimension + 1 == shape.len()) {
            (0, _) => {}
            (_, true) => f.write_str(", ")?,
            (_, false) => write!(f, ",\n{:1$}", "", dimension + 1)?,
        }
        write_part(f, shape, dimension + 1, elements)?;
    }
    f.write_str("]")
}
