//! Locations: `loc(...)` behind ops and arguments, and as attributes.

use asyncir_ir::{AttrKind, Attribute, Fallible, Location, LocationKind};
use foldhash::fast::FixedState;
use hashbrown::HashMap;
use smallvec::SmallVec;

use super::Parser;
use super::aliases::Alias;
use crate::lexer::{Kind, Lexer};

/// What is known about aliases that are used before their definition.
#[derive(Default)]
pub(super) struct ForwardAliases<'a> {
    /// Where the values of all aliases start; found when the first one is needed.
    places: Option<HashMap<&'a str, u32, FixedState>>,
    values: HashMap<&'a str, Alias<Attribute>, FixedState>,
    /// Where the definition starts that is being read on the side: it may use those before it.
    pub(super) reading: Option<u32>,
    /// Has seen the whole text, so that it knows all lines.
    lexer: Option<Lexer<'a>>,
}

impl<'a> Parser<'a> {
    /// Reads `loc(...)` behind an op or argument if it is there.
    pub(super) fn parse_trailing_location(&mut self) -> Fallible<Option<Location>> {
        if !self.eat_keyword("loc") {
            return Ok(None);
        }
        self.expect(Kind::LParen, "expected '(' in location")?;
        let is_alias = self.at(Kind::Hash) && !self.spelling().contains('.');
        let location = if is_alias {
            self.parse_location_alias()?
        } else {
            self.parse_location()?
        };
        self.expect(Kind::RParen, "expected ')' in location")?;
        Ok(Some(location))
    }

    /// Reads `#alias`, which may be defined further down.
    fn parse_location_alias(&mut self) -> Fallible<Location> {
        let token = self.bump();
        let name = &self.spelling_of(token)[1..];
        let alias = match self.aliases.attrs.get(name) {
            Some(&alias) => Some(alias),
            None => self.forward_alias(name, u32::MAX)?,
        };
        let Some(alias) = alias else {
            return Err(self.error_at(token.start(), "operation location alias was never defined"));
        };
        let attr = self.use_alias(alias)?;
        match attr.kind(self.ctx) {
            AttrKind::Location(location) => Ok(*location),
            _ => {
                let shown = crate::printer::attribute_to_string(self.ctx, attr);
                Err(self.error_at(token.start(), format!("expected location, but found '{shown}'")))
            }
        }
    }

    /// What an alias stands for that is defined further down, but before `limit`.
    pub(super) fn forward_alias(&mut self, name: &'a str, limit: u32) -> Fallible<Option<Alias<Attribute>>> {
        // The aliases that an alias uses are read first, however many levels they have.
        let mut wanted = vec![(name, limit)];
        while let Some(&(name, limit)) = wanted.last() {
            let Some(place) = self.unread_definition(name, limit) else {
                wanted.pop();
                continue;
            };
            let uses = self.on_the_side(place, |p| p.aliases_in_location());
            let before = wanted.len();
            for used in uses {
                if self.unread_definition(used, place).is_some() {
                    wanted.push((used, place));
                }
            }
            if wanted.len() > before {
                continue;
            }
            let (value, extent) = self.on_the_side(place, |p| p.with_extent(|p| p.parse_attribute(None)))?;
            self.forward.values.insert(name, Alias { value, place, extent });
            wanted.pop();
        }
        let found = self.forward.values.get(name).copied();
        Ok(found.filter(|alias| alias.place < limit))
    }

    /// Where the value of an alias starts that was not read yet, if it is defined before `limit`.
    fn unread_definition(&mut self, name: &str, limit: u32) -> Option<u32> {
        if self.forward.values.contains_key(name) {
            return None;
        }
        if self.forward.places.is_none() {
            self.forward.places = Some(self.find_alias_definitions());
        }
        let place = *self.forward.places.as_ref()?.get(name)?;
        (place < limit).then_some(place)
    }

    /// Reads at another place. What is defined there is read once more when the parser gets there.
    fn on_the_side<T>(&mut self, place: u32, read: impl FnOnce(&mut Self) -> T) -> T {
        let mut lexer = self
            .forward
            .lexer
            .take()
            .unwrap_or_else(|| Lexer::new(self.text, (1, 1)));
        std::mem::swap(&mut self.lexer, &mut lexer);
        let (tok, around) = (self.tok, self.forward.reading.replace(place));
        self.relex(place);
        let result = read(self);
        (self.tok, self.forward.reading) = (tok, around);
        std::mem::swap(&mut self.lexer, &mut lexer);
        self.forward.lexer = Some(lexer);
        result
    }

    /// The aliases in the `loc(...)` that starts here; none if it is something else.
    fn aliases_in_location(&mut self) -> Vec<&'a str> {
        let mut used = Vec::new();
        let mut open = 0u32;
        if !self.eat_keyword("loc") {
            return used;
        }
        loop {
            match self.tok.kind {
                Kind::LParen => open += 1,
                Kind::RParen => open = open.saturating_sub(1),
                Kind::Hash => used.push(&self.spelling()[1..]),
                Kind::Eof | Kind::Error => return used,
                _ => {}
            }
            if open == 0 {
                return used;
            }
            self.bump();
        }
    }

    /// Where the values of all attribute aliases of the text start.
    fn find_alias_definitions(&mut self) -> HashMap<&'a str, u32, FixedState> {
        let mut lexer = Lexer::new(self.text, self.lexer.lines.start());
        let mut places = HashMap::default();
        let mut previous = lexer.next();
        while !matches!(previous.kind, Kind::Eof | Kind::Error) {
            let token = lexer.next();
            if previous.kind == Kind::Hash && token.kind == Kind::Equal {
                places.entry(&self.spelling_of(previous)[1..]).or_insert(token.end());
            }
            previous = token;
        }
        self.forward.lexer = Some(lexer);
        places
    }

    /// Reads what stands inside `loc(...)`.
    pub(super) fn parse_location(&mut self) -> Fallible<Location> {
        if self.at(Kind::Hash) {
            return self.parse_location_reference();
        }
        self.nested(|p| match (p.tok.kind, p.spelling()) {
            (Kind::Str, _) => p.parse_name_or_file(),
            (Kind::Ident, "callsite") => p.parse_call_site(),
            (Kind::Ident, "fused") => p.parse_fused(),
            (Kind::Ident, "unknown") => {
                p.bump();
                Ok(Location::UNKNOWN)
            }
            _ => Err(p.wrong_token("expected location instance")),
        })
    }

    fn parse_location_reference(&mut self) -> Fallible<Location> {
        let attr = self.parse_extended_attribute(None)?;
        match attr.kind(self.ctx) {
            AttrKind::Location(location) => Ok(*location),
            _ => {
                let shown = crate::printer::attribute_to_string(self.ctx, attr);
                Err(self.error_here(format!("expected location attribute, but got{shown}")))
            }
        }
    }

    fn parse_name_or_file(&mut self) -> Fallible<Location> {
        let text = self.name_text(&self.string_value())?;
        self.bump();
        let text = self.ctx.ident(&text);
        if !self.eat(Kind::Colon) {
            let mut child = Location::UNKNOWN;
            if self.eat(Kind::LParen) {
                child = self.parse_location()?;
                self.expect(Kind::RParen, "expected ')' after child location of NameLoc")?;
            }
            return Ok(Location::new(self.ctx, LocationKind::Name { name: text, child }));
        }
        let line = self.parse_location_number("expected integer line number in FileLineColRange")?;
        if !self.eat(Kind::Colon) {
            return Ok(Location::file_line_col(self.ctx, text, line, 0));
        }
        const COLUMN: &str = "expected integer column number in FileLineColRange";
        let col = self.parse_location_number(COLUMN)?;
        if !self.eat_keyword("to") {
            return Ok(Location::file_line_col(self.ctx, text, line, col));
        }
        let mut end_line = line;
        if self.at(Kind::Integer) {
            end_line = self.parse_location_number(COLUMN)?;
        }
        if !self.eat(Kind::Colon) {
            return Err(self.wrong_token("expected either integer or `:` post `to` in FileLineColRange"));
        }
        let end_col = self.parse_location_number(COLUMN)?;
        if (line, col) == (end_line, end_col) {
            return Ok(Location::file_line_col(self.ctx, text, line, col));
        }
        let kind = LocationKind::FileRange {
            file: text,
            start: (line, col),
            end: (end_line, end_col),
        };
        Ok(Location::new(self.ctx, kind))
    }

    fn parse_location_number(&mut self, message: &str) -> Fallible<u32> {
        let number = self
            .at(Kind::Integer)
            .then(|| self.spelling().parse::<u32>().ok())
            .flatten();
        match number {
            Some(number) => {
                self.bump();
                Ok(number)
            }
            None => Err(self.wrong_token(message)),
        }
    }

    fn parse_call_site(&mut self) -> Fallible<Location> {
        self.bump();
        self.expect(Kind::LParen, "expected '(' in callsite location")?;
        let callee = self.parse_location()?;
        self.expect_keyword("at", "expected 'at' in callsite location")?;
        let caller = self.parse_location()?;
        self.expect(Kind::RParen, "expected ')' in callsite location")?;
        Ok(Location::new(self.ctx, LocationKind::CallSite { callee, caller }))
    }

    fn parse_fused(&mut self) -> Fallible<Location> {
        self.bump();
        let mut metadata = None;
        if self.eat(Kind::Less) {
            metadata = Some(self.parse_attribute(None)?);
            self.expect(Kind::Greater, "expected '>' after fused location metadata")?;
        }
        self.expect(Kind::LSquare, "expected '[' in fused location")?;
        let mut parts: SmallVec<[Location; 4]> = SmallVec::new();
        self.list_until(Kind::RSquare, "expected ']' in fused location", |p| {
            parts.push(p.parse_location()?);
            Ok(())
        })?;
        Ok(Location::fused(self.ctx, &parts, metadata))
    }
}
