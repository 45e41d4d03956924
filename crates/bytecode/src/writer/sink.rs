//! Where encodings of attributes, types and properties go: to a file, or to those who number what is in them.

use asyncir_ir::{Attribute, Ident, Location, Type};

/// What takes an encoding, piece by piece.
pub(super) trait Sink {
    fn number(&mut self, value: u64);
    fn signed(&mut self, value: i64);
    fn byte(&mut self, value: u8);
    fn blob(&mut self, data: &[u8]);
    fn string(&mut self, text: &[u8]);
    fn attribute(&mut self, attribute: Attribute);
    fn optional_attribute(&mut self, attribute: Option<Attribute>);
    fn ty(&mut self, ty: Type);
    fn location(&mut self, location: Location);
    fn name(&mut self, name: Ident);
    fn resource(&mut self, key: Ident);

    fn attributes(&mut self, attributes: &[Attribute]) {
        self.number(attributes.len() as u64);
        attributes.iter().for_each(|&attribute| self.attribute(attribute));
    }

    fn types(&mut self, types: &[Type]) {
        self.number(types.len() as u64);
        types.iter().for_each(|&ty| self.ty(ty));
    }
}
