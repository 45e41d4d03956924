//! Constants that ops name and that are defined outside of their body, as global variables are.

use std::sync::Arc;

use foldhash::fast::FixedState;
use hashbrown::HashMap;

use super::Body;
use crate::attributes::Attribute;

/// The values of symbols that nothing changes, by the references that name them.
pub type ConstantSymbols = HashMap<Attribute, Attribute, FixedState>;

impl Body {
    /// The value of a constant that is defined around the body.
    pub fn constant_symbol(&self, name: Attribute) -> Option<Attribute> {
        self.constants.as_ref()?.get(&name).copied()
    }

    /// The constants that are defined around the body, if a pass was told of any.
    pub fn constant_symbols(&self) -> Option<&Arc<ConstantSymbols>> {
        self.constants.as_ref()
    }

    /// Whether the body was told of exactly these constants.
    pub fn knows_constant_symbols(&self, constants: Option<&Arc<ConstantSymbols>>) -> bool {
        match (&self.constants, constants) {
            (None, None) => true,
            (Some(own), Some(given)) => Arc::ptr_eq(own, given),
            _ => false,
        }
    }

    /// Tells which constants are defined around the body. Folding sees nothing else of what is there.
    pub fn set_constant_symbols(&mut self, constants: Option<&Arc<ConstantSymbols>>) {
        if self.knows_constant_symbols(constants) {
            return;
        }
        self.constants = constants.cloned();
        // There may be more to fold now.
        self.settled = false;
    }
}
