//! Append-only interning: equal data get equal ids, and data never move or go away while the interner lives.
//!
//! The items stand in a lock-free vector; a sharded hash table finds the id of an item. Reading an item takes no
//! lock, so passes on several threads resolve ids at the price of a few loads.

use std::cell::Cell;
use std::hash::{BuildHasher, Hash};
use std::sync::atomic::{AtomicU64, Ordering};

use foldhash::fast::FixedState;
use hashbrown::HashTable;
use parking_lot::RwLock;

const SHARDS: usize = 16;
/// A fixed seed keeps hashes, and with them the layout of the tables, the same in every run.
const SEED: u64 = 0x5eed_a51c;

/// How many look-ups each thread remembers.
const RECENT: usize = 2048;

thread_local! {
    /// What this thread looked up last, by hash: the lock of a shard is not touched for it. Threads that look up the same
    /// few items all the time would spend more time on handing the lock's memory to each other than on anything else.
    static RECENTLY: [Cell<(u64, u32)>; RECENT] = const { [const { Cell::new((0, 0)) }; RECENT] };
    /// What this thread looked up last, by the place of what it looked for.
    static RECENT_PLACES: [Cell<(Place, u64, u32)>; PLACES] = const { [const { Cell::new(((0, 0), 0, 0)) }; PLACES] };
}

/// The address and the length of data that never change.
type Place = (usize, usize);

/// How many places each thread remembers.
const PLACES: usize = 512;

/// A set of `T` in which every member has a dense `u32` index, given in order of insertion.
pub struct Interner<T> {
    items: boxcar::Vec<T>,
    shards: [RwLock<HashTable<Entry>>; SHARDS],
    hasher: FixedState,
    /// Tells the items of this interner from those of others in what threads remember.
    salt: u64,
}

/// An item in a shard. Part of its hash is kept: tables grow without a look at the items.
#[derive(Clone, Copy)]
struct Entry {
    hash: u32,
    index: u32,
}

impl Entry {
    /// The hash that the table goes by, of the part that is kept.
    fn in_table(hash: u32) -> u64 {
        u64::from(hash).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

/// An odd number for each interner, its bits well mixed.
fn next_salt() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    (2 * NEXT.fetch_add(1, Ordering::Relaxed) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl<T: Hash + Eq> Interner<T> {
    /// An empty interner.
    pub fn new() -> Self {
        Self {
            items: boxcar::Vec::new(),
            shards: std::array::from_fn(|_| RwLock::new(HashTable::new())),
            hasher: FixedState::with_seed(SEED),
            salt: next_salt(),
        }
    }

    /// The index of `item`, which is added if it is new.
    pub fn intern(&self, item: T) -> u32 {
        let hash = self.hasher.hash_one(&item);
        match self.find(hash, |other| *other == item) {
            Some(index) => index,
            None => self.insert(hash, item),
        }
    }

    /// The index of the item that `key` denotes; `make` builds the item if it is new. `key` must hash as the item does.
    pub fn intern_ref<K: Hash + ?Sized>(&self, key: &K, eq: impl Fn(&T) -> bool, make: impl FnOnce() -> T) -> u32 {
        let hash = self.hasher.hash_one(key);
        match self.find(hash, eq) {
            Some(index) => index,
            None => self.insert(hash, make()),
        }
    }

    /// The index that `look_up` gives for what stands at `place`, which it gave before if it was asked for lately.
    pub fn index_at(&self, place: Place, look_up: impl FnOnce() -> u32) -> u32 {
        RECENT_PLACES.with(|places| {
            let slot = &places[(place.0 ^ (place.0 >> 9) ^ (place.1 << 3)) % PLACES];
            let (known, salt, index) = slot.get();
            if known == place && salt == self.salt {
                return index;
            }
            let index = look_up();
            slot.set((place, self.salt, index));
            index
        })
    }

    fn find(&self, hash: u64, eq: impl Fn(&T) -> bool) -> Option<u32> {
        let tag = hash ^ self.salt;
        RECENTLY.with(|recently| {
            let slot = &recently[tag as usize % RECENT];
            let (known, index) = slot.get();
            // Whatever the tag says: an item that is equal is the one.
            if known == tag && self.items.get(index as usize).is_some_and(&eq) {
                return Some(index);
            }
            let index = self.find_in(&self.shard(hash).read(), hash as u32, eq)?;
            slot.set((tag, index));
            Some(index)
        })
    }

    fn insert(&self, hash: u64, item: T) -> u32 {
        let mut shard = self.shard(hash).write();
        let hash = hash as u32;
        if let Some(index) = self.find_in(&shard, hash, |other| *other == item) {
            return index;
        }
        let index = u32::try_from(self.items.push(item)).expect("fewer than 2^32 interned items");
        let entry = Entry { hash, index };
        shard.insert_unique(Entry::in_table(hash), entry, |entry| Entry::in_table(entry.hash));
        index
    }

    fn find_in(&self, shard: &HashTable<Entry>, hash: u32, eq: impl Fn(&T) -> bool) -> Option<u32> {
        let is_it = |entry: &Entry| entry.hash == hash && eq(self.get(entry.index));
        shard.find(Entry::in_table(hash), is_it).map(|entry| entry.index)
    }

    fn shard(&self, hash: u64) -> &RwLock<HashTable<Entry>> {
        &self.shards[(hash >> 32) as usize % SHARDS]
    }

    /// The item at `index`.
    ///
    /// # Panics
    /// If `index` was not returned by this interner.
    #[inline]
    pub fn get(&self, index: u32) -> &T {
        &self.items[index as usize]
    }

    /// The indices of all items.
    pub fn indices(&self) -> impl Iterator<Item = u32> + '_ {
        self.items.iter().map(|(index, _)| index as u32)
    }

    /// The number of items.
    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.items.count()
    }
}

impl<T: Hash + Eq> Default for Interner<T> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_items_share_an_index_across_threads() {
        let interner = Interner::<String>::new();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for n in 0..1000 {
                        let index = interner.intern(n.to_string());
                        assert_eq!(interner.get(index), &n.to_string());
                    }
                });
            }
        });
        assert_eq!(interner.len(), 1000);
    }
}
