//! Lines and columns of places in a text.

/// The starts of the lines of a text, as far as it was read.
#[derive(Clone)]
pub(crate) struct LineTable {
    starts: Vec<u32>,
    /// Where lines are left out: the index of the first one behind, and how many are missing up to there.
    gaps: Vec<(u32, u32)>,
    /// The number of the first line in the table.
    first_line: u32,
    /// Line and column that the text starts at.
    start: (u32, u32),
}

impl LineTable {
    pub(crate) fn new(start: (u32, u32)) -> Self {
        Self {
            starts: vec![0],
            gaps: Vec::new(),
            first_line: start.0,
            start,
        }
    }

    /// Line and column that the text starts at.
    pub(crate) fn start(&self) -> (u32, u32) {
        self.start
    }

    /// The lines from that of a place on.
    pub(crate) fn since(&self, pos: u32) -> Self {
        let line = self.starts.partition_point(|&start| start <= pos).saturating_sub(1);
        // A file of many functions has many gaps.
        let (before, later) = self
            .gaps
            .split_at(self.gaps.partition_point(|&(at, _)| at as usize <= line));
        let missing = before.last().map_or(0, |&(_, missing)| missing);
        Self {
            starts: self.starts[line..].to_vec(),
            gaps: later
                .iter()
                .map(|&(at, all)| (at - line as u32, all - missing))
                .collect(),
            first_line: self.first_line + line as u32 + missing,
            start: self.start,
        }
    }

    /// Takes the line of `to`. Of those between it and `from`, which is in the last line known, nobody will ask for places:
    /// they are only counted.
    pub(crate) fn skip_to(&mut self, text: &[u8], from: u32, to: u32) {
        let between = &text[from as usize..to as usize];
        let Some(last) = memchr::memrchr(b'\n', between) else {
            return;
        };
        let start = from + last as u32 + 1;
        if self.starts.last().is_some_and(|&known| known >= start) {
            return;
        }
        let skipped = memchr::memchr_iter(b'\n', &between[..last]).count() as u32;
        let missing = self.gaps.last().map_or(0, |&(_, missing)| missing);
        self.gaps.push((self.starts.len() as u32, missing + skipped));
        self.starts.push(start);
    }

    /// Takes the start of the next line; a line that is known already is ignored.
    #[inline]
    pub(crate) fn push(&mut self, start: u32) {
        if self.starts.last().is_none_or(|&last| start > last) {
            self.starts.push(start);
        }
    }

    /// Line and column of a place, both from 1, but from where the text starts if that is within a file.
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
        let behind = self.gaps.iter().rev().find(|(at, _)| *at as usize <= line);
        let missing = behind.map_or(0, |&(_, missing)| missing);
        let start = self.starts[line];
        let first_column = if start == 0 { self.start.1 } else { 1 };
        (self.first_line + line as u32 + missing, pos - start + first_column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_near_and_far() {
        let mut lines = LineTable::new((5, 4));
        for line in 1..100 {
            lines.push(line * 10);
        }
        assert_eq!(lines.line_col(995), (104, 6));
        assert_eq!(lines.line_col(980), (103, 1));
        assert_eq!(lines.line_col(7), (5, 11));
        assert_eq!(lines.line_col(10), (6, 1));
        assert_eq!(lines.since(985).line_col(985), (103, 6));
    }

    #[test]
    fn lines_that_are_left_out_count() {
        let text = b"a\n{\n1\n2\n}\nb\n{\n3\n}\nc\n";
        let mut lines = LineTable::new((1, 1));
        lines.push(2);
        lines.skip_to(text, 2, 8);
        assert_eq!(lines.line_col(8), (5, 1));
        lines.push(10);
        lines.push(12);
        lines.skip_to(text, 12, 16);
        lines.push(18);
        assert_eq!(lines.line_col(18), (10, 1));
        assert_eq!(lines.line_col(10), (6, 1));
        assert_eq!(lines.line_col(0), (1, 1));
        let later = lines.since(12);
        assert_eq!((later.line_col(12), later.line_col(18)), ((7, 1), (10, 1)));
        assert_eq!(lines.since(2).line_col(16), (9, 1));
    }
}
