//! Lists of definitions that stand in several files, as one.

/// The lists one behind the other.
pub(crate) const fn concat<D, const N: usize>(lists: &[&[&'static D]]) -> [&'static D; N] {
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
macro_rules! all_defs {
    ($(#[$doc:meta])* $ALL:ident: $Def:ty = [$($list:path),* $(,)?]) => {
        $(#[$doc])*
        static $ALL: &[&$Def] = {
            static ALL: [&$Def; 0 $(+ $list.len())*] = $crate::lists::concat(&[$($list),*]);
            &ALL
        };
    };
}

/// A static with all ops of several lists.
macro_rules! all_ops {
    ($(#[$doc:meta])* $ALL:ident = $lists:tt) => {
        $crate::lists::all_defs! { $(#[$doc])* $ALL: asyncir_ir::def::OpDef = $lists }
    };
}

pub(crate) use {all_defs, all_ops};
