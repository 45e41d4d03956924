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

    /// Whether any constants are known to be defined around the body.
    pub fn has_constant_symbols(&self) -> bool {
        self.constants.is_some()
    }

    /// Tells which constants are defined around the body. Folding sees nothing else of what is there.
    pub fn set_constant_symbols(&mut self, constants: Option<&Arc<ConstantSymbols>>) {
        if self.constants.as_ref() == constants {
            return;
        }
        self.constants = constants.cloned();
        // There may be more to fold now.
        self.settled = false;
    }
}
