//! Lists of definitions that stand in several files, as one.

use asyncir_ir::def::OpDef;

/// The lists one behind the other.
pub(crate) const fn concat<const N: usize>(lists: &[&[&'static OpDef]]) -> [&'static OpDef; N] {
    let mut all = [lists[0][0]; N];
    let (mut count, mut list) = (0, 0);
    while list < lists.len() {
        let mut item = 0;
        while item < lists[list].len() {
            all[count] = lists[list][item];
            count += 1;
            item += 1;
        }
        list += 1;
    }
    assert!(count == N);
    all
}

/// A static with all definitions of several lists.
macro_rules! all_ops {
    ($(#[$doc:meta])* $ALL:ident = [$($list:path),* $(,)?]) => {
        $(#[$doc])*
        static $ALL: &[&asyncir_ir::def::OpDef] = {
            static ALL: [&asyncir_ir::def::OpDef; 0 $(+ $list.len())*] = $crate::lists::concat(&[$($list),*]);
            &ALL
        };
    };
}

pub(crate) use all_ops;
