//! Lines and columns of places in a text.

/// The starts of the lines of a text, as far as it was read.
#[derive(Clone)]
pub(crate) struct LineTable {
    starts: Vec<u32>,
    /// The number of the first line in the table.
    first_line: u32,
    /// The number of the first line of the file.
    file_first_line: u32,
}

impl LineTable {
    pub(crate) fn new(first_line: u32) -> Self {
        Self {
            starts: vec![0],
            first_line,
            file_first_line: first_line,
        }
    }

    /// The number of the first line of the file.
    pub(crate) fn file_first_line(&self) -> u32 {
        self.file_first_line
    }

    /// The lines from that of a place on.
    pub(crate) fn since(&self, pos: u32) -> Self {
        let line = self.starts.partition_point(|&start| start <= pos).saturating_sub(1);
        Self {
            starts: self.starts[line..].to_vec(),
            first_line: self.first_line + line as u32,
            file_first_line: self.file_first_line,
        }
    }

    /// Takes the start of the next line; a line that is known already is ignored.
    #[inline]
    pub(crate) fn push(&mut self, start: u32) {
        if self.starts.last().is_none_or(|&last| start > last) {
            self.starts.push(start);
        }
    }

    /// Line and column of a place, both from 1 (the line from the number of the first line).
    #[inline]
    pub(crate) fn line_col(&self, pos: u32) -> (u32, u32) {
        // Places are asked for as the text is read: the line is almost always among the last.
        let last = self.starts.len() - 1;
        let mut line = last;
        while line > 0 && self.starts[line] > pos {
            if last - line > 8 {
                line = self.starts.partition_point(|&start| start <= pos) - 1;
                break;
            }
            line -= 1;
        }
        (self.first_line + line as u32, pos - self.starts[line] + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_near_and_far() {
        let mut lines = LineTable::new(5);
        for line in 1..100 {
            lines.push(line * 10);
        }
        assert_eq!(lines.line_col(995), (104, 6));
        assert_eq!(lines.line_col(980), (103, 1));
        assert_eq!(lines.line_col(7), (5, 8));
        assert_eq!(lines.line_col(10), (6, 1));
        assert_eq!(lines.since(985).line_col(985), (103, 6));
    }
}
