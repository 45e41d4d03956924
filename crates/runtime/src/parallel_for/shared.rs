//! A loop that several threads work on.
//!
//! # Safety argument
//!
//! The loop's context lives as long as its caller waits, or as long as what is awaited is not complete. It is used
//! by participants only, between joining and leaving the team; the caller goes on, and what is awaited is
//! completed, when none is left (see `team`). An invitation that comes late holds the `SharedLoop` itself, finds
//! the team closed, and uses nothing else.

use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crossbeam_utils::CachePadded;

use super::leapfrog::Meeting;
use super::nesting::{Inside, Outer};
use super::pace::{Hints, Idle, Pace};
use super::range::{SharedRange, Units, even_shares};
use super::team::{Left, Team};
use super::{Body, LoopCompletion};
use crate::clock;
use crate::local::{self, Key, Local};
use crate::scheduler::{Scheduler, Task};
use crate::trace::{self, Event};

pub(super) struct SharedLoop {
    body: Body,
    /// The first iteration that is shared; those before it are done.
    base: u64,
    trip: u64,
    /// How many iterations a unit is.
    unit: u64,
    hints: Hints,
    pace: Pace,
    places: Box<[CachePadded<Place>]>,
    team: Team,
    /// Whether somebody was invited and has not come yet.
    invited: AtomicBool,
    stopped: AtomicBool,
    /// Whether iterations queued tasks on another thread than the caller's.
    queued: AtomicBool,
    /// The failed chunk with the lowest first iteration, and its code.
    failure: Mutex<Option<(u64, i64)>>,
    awaited: AtomicPtr<LoopCompletion>,
    /// The loop that cannot end before this one.
    outer: Option<Arc<Self>>,
    /// Where the waiting caller is offered loops that are inside this one.
    meeting: Meeting<Self>,
    /// By which invitations are known.
    key: Key,
    scheduler: Arc<Scheduler>,
}

#[derive(Debug)]
struct Place {
    taken: AtomicBool,
    range: SharedRange,
}

/// What a loop is when it begins to be shared.
pub(super) struct Beginning<'a> {
    pub(super) scheduler: &'a Arc<Scheduler>,
    pub(super) body: Body,
    pub(super) base: u64,
    pub(super) trip: u64,
    pub(super) grain: u64,
    pub(super) hints: Hints,
    pub(super) pace: Pace,
    pub(super) places: usize,
    pub(super) outer: Outer<'a>,
}

impl SharedLoop {
    /// Shares the iterations from `base` on. The caller has place 0. Workers that look for tasks will be there soon: their
    /// shares lie ready in places of their own, where others find them if nobody comes.
    pub(super) fn new(beginning: &Beginning<'_>) -> Arc<Self> {
        let &Beginning { base, trip, places, .. } = beginning;
        let left = trip - base;
        let unit = beginning.grain.max(left.div_ceil(u64::from(u32::MAX))).max(1);
        // By the choice of `unit`, at most `u32::MAX`.
        let end = left.div_ceil(unit) as u32;
        let free = || Place {
            taken: AtomicBool::new(false),
            range: SharedRange::empty(),
        };
        let places: Box<[_]> = (0..places).map(|_| CachePadded::new(free())).collect();
        places[0].taken.store(true, Ordering::Relaxed);
        let shares = (1 + beginning.outer.num_searching(beginning.scheduler)).min(places.len());
        let ahead = u32::try_from(beginning.pace.before_others_join() / unit).unwrap_or(u32::MAX);
        for (place, share) in places.iter().zip(even_shares(end, ahead, shares)) {
            place.range.refill(share);
        }
        Arc::new(Self {
            body: beginning.body,
            base,
            trip,
            unit,
            hints: beginning.hints,
            pace: beginning.pace.shared(),
            team: Team::new(places.len()),
            places,
            invited: AtomicBool::new(false),
            stopped: AtomicBool::new(false),
            queued: AtomicBool::new(false),
            failure: Mutex::new(None),
            awaited: AtomicPtr::new(ptr::null_mut()),
            outer: beginning.outer.cloned(),
            meeting: Meeting::new(),
            key: local::with(Local::fresh_key),
            scheduler: beginning.scheduler.clone(),
        })
    }

    /// The caller works until no unit is left that nobody has begun, and closes the loop.
    pub(super) fn work_as_caller(self: &Arc<Self>) {
        let mut caller = self.participant(0);
        caller.invite();
        caller.work();
        self.team.close();
    }

    pub(super) fn scheduler(&self) -> &Arc<Scheduler> {
        &self.scheduler
    }

    pub(super) fn outer(&self) -> Outer<'_> {
        Outer::new(self.outer.as_ref())
    }

    pub(super) fn meeting(&self) -> &Meeting<Self> {
        &self.meeting
    }

    /// Whether all units of a closed loop are done.
    pub(super) fn is_done(&self) -> bool {
        self.team.is_alone()
    }

    /// Waits for the end of a closed loop as long as `look` says so, and takes part in loops inside it meanwhile. `look` is told
    /// how many ticks the thread has had nothing to do. Returns whether the loop is done.
    pub(super) fn is_done_while(&self, look: impl Fn(u64) -> bool) -> bool {
        let _waiting = Inside::of_none();
        loop {
            self.meeting.look();
            let begin = clock::now();
            while !self.is_done() && !self.meeting.has_offer() && look(clock::now().saturating_sub(begin)) {}
            match self.meeting.stop() {
                // An inner loop that has ended meanwhile is no reason to stop looking.
                Some(inner) => {
                    if let Some(inner) = inner.upgrade() {
                        inner.help();
                    }
                }
                None => return self.is_done(),
            }
        }
    }

    /// Leaves a closed loop. What is awaited is completed when it is done, perhaps in this call.
    pub(super) fn leave_to(&self, awaited: LoopCompletion) {
        // What awaits the loop is left behind as a task is.
        local::with(Local::note_queued);
        self.awaited.store(Box::into_raw(Box::new(awaited)), Ordering::Release);
        if self.team.leave_awaited() == Left::Last {
            self.complete();
        }
    }

    /// Notes tasks that iterations queued elsewhere for the thread that called the loop. To be called by it when all chunks
    /// are done.
    pub(super) fn note_queued(&self) {
        if self.queued.load(Ordering::Relaxed) {
            local::with(Local::note_queued);
        }
    }

    /// The code of the failed chunk with the lowest first iteration, or zero. To be called when all chunks are done.
    pub(super) fn code(&self) -> i64 {
        if !self.stopped.load(Ordering::Relaxed) {
            return 0;
        }
        let failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        failure.map_or(0, |(_, code)| code)
    }

    fn complete(&self) {
        let awaited = self.awaited.swap(ptr::null_mut(), Ordering::AcqRel);
        if !awaited.is_null() {
            // SAFETY: made by `Box::into_raw` in `leave_to`, and taken out once.
            unsafe { Box::from_raw(awaited) }.complete(self.body.codes, self.code());
        }
    }

    fn participant(self: &Arc<Self>, place: usize) -> Participant<'_> {
        Participant {
            shared: self,
            place,
            pace: self.pace,
            time: 0,
            invited: false,
        }
    }

    /// Runs an invited participant.
    fn help(self: &Arc<Self>) {
        if !self.team.join() {
            return;
        }
        self.invited.store(false, Ordering::Relaxed);
        if let Some(place) = self.take_place() {
            let before = local::with(|local| local.queued.get());
            self.participant(place).work();
            if local::with(|local| local.queued.get()) != before {
                // Leaving the team shows it to the caller.
                self.queued.store(true, Ordering::Relaxed);
            }
            self.places[place].taken.store(false, Ordering::Release);
        }
        if self.team.leave() == Left::Last {
            self.complete();
        }
    }

    /// A place for a participant that has joined.
    fn take_place(&self) -> Option<usize> {
        // A participant gives its place back before it is counted out, so there is one. The first is the caller's.
        let free = |place: &CachePadded<Place>| !place.taken.swap(true, Ordering::Acquire);
        self.places.iter().skip(1).position(free).map(|index| index + 1)
    }

    /// Steals from the participant with most units left.
    fn steal(&self, least: u64) -> Option<Units> {
        let least = u32::try_from(least / self.unit).unwrap_or(u32::MAX);
        loop {
            let richest = self.places.iter().max_by_key(|place| place.range.left())?;
            if richest.range.left() == 0 {
                return None;
            }
            if let Some(units) = richest.range.steal(least) {
                self.scheduler.count_split();
                return Some(units);
            }
        }
    }

    /// How many iterations nobody has begun, at some moment.
    fn left(&self) -> u64 {
        let units: u64 = self.places.iter().map(|place| u64::from(place.range.left())).sum();
        units.saturating_mul(self.unit)
    }

    fn iterations(&self, units: Units) -> (u64, u64) {
        let begin = self.base + u64::from(units.begin) * self.unit;
        let end = self.base.saturating_add(u64::from(units.end).saturating_mul(self.unit));
        (begin, end.min(self.trip))
    }

    fn fail(&self, begin: u64, code: i64) {
        self.stopped.store(true, Ordering::Relaxed);
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        let unused = match *failure {
            Some((first, _)) if first < begin => Some(code),
            _ => failure.replace((begin, code)).map(|(_, code)| code),
        };
        // What a task panicked with may be dropped with the failure: code of the user.
        drop(failure);
        if let Some(code) = unused {
            // SAFETY: the body returned the code, and nobody else has it.
            drop(unsafe { self.body.codes.take(code) });
        }
    }
}

/// Resumes the task that is an invitation.
unsafe extern "C" fn accept(handle: *mut c_void) {
    // SAFETY: `invite` made the handle from a reference, and a task runs once.
    let shared = unsafe { Arc::from_raw(handle.cast_const().cast::<SharedLoop>()) };
    shared.help();
    local::with(|local| local.looped.set(clock::now()));
}

struct Participant<'a> {
    shared: &'a Arc<SharedLoop>,
    place: usize,
    pace: Pace,
    /// When the last chunk ended.
    time: u64,
    /// Whether an invitation of its own may be in the thread's queue.
    invited: bool,
}

impl Participant<'_> {
    /// Works until no unit is left that nobody has begun, or an iteration failed.
    fn work(&mut self) {
        trace::note(Event::LoopBegin(self.shared.body.function as usize));
        self.work_off();
        trace::note(Event::LoopEnd);
        if self.invited && self.shared.invited.load(Ordering::Relaxed) {
            self.retract();
        }
    }

    fn work_off(&mut self) {
        let _inside = Inside::of(self.shared);
        self.time = clock::now();
        while let Some(units) = self.next() {
            if self.shared.stopped.load(Ordering::Relaxed) {
                return;
            }
            self.invite_another();
            self.run(units);
        }
    }

    /// The next chunk: of the own range, or of what is stolen from another. Of that, the first chunk is never shown to
    /// others, so that thieves cannot pass a unit around without running it.
    fn next(&mut self) -> Option<Units> {
        let range = &self.shared.places[self.place].range;
        range.take(|left| self.chunk(left)).or_else(|| {
            let stolen = self.shared.steal(self.pace.least())?;
            self.time = clock::now();
            let middle = stolen.begin + self.chunk(stolen.len()).clamp(1, stolen.len());
            if middle < stolen.end {
                range.refill(Units {
                    begin: middle,
                    ..stolen
                });
            }
            Some(Units { end: middle, ..stolen })
        })
    }

    /// How many of the units that are left to take at a time.
    fn chunk(&self, left: u32) -> u32 {
        let unit = self.shared.unit;
        let chunk = self.pace.next(u64::from(left).saturating_mul(unit));
        u32::try_from(chunk / unit).unwrap_or(u32::MAX)
    }

    fn run(&mut self, units: Units) {
        let (begin, end) = self.shared.iterations(units);
        trace::note(Event::ChunkBegin(begin, end));
        let code = self.shared.body.run(begin, end);
        trace::note(Event::ChunkEnd);
        if code != 0 {
            self.shared.fail(begin, code);
        }
        let now = clock::now();
        self.pace.ran(end - begin, now.saturating_sub(self.time));
        self.time = now;
    }

    fn invite_another(&mut self) {
        let shared = self.shared;
        let is_invited = shared.invited.load(Ordering::Relaxed);
        if (is_invited && !self.invited) || !shared.team.is_open() {
            return;
        }
        let idle = shared.outer().idle(&shared.scheduler);
        if is_invited && (idle == Idle::Nobody || !self.retract()) {
            return;
        }
        let unshared = local::with(|local| local.unshared.get());
        if self.pace.may_want_help(idle, shared.hints.heavy)
            && self.pace.wants_help(shared.left(), idle, shared.hints, unshared)
        {
            self.invite();
        }
    }

    /// Asks for one more participant, unless one was asked already.
    ///
    /// Callers of outer loops that wait come first: their processors are free, and would be used by workers that have to be
    /// woken. Else the invitation goes to the shared queue if somebody is idle, who then finds it soon. Otherwise it goes to
    /// this thread's own, from which it can be taken back; a thread without one asks nobody.
    fn invite(&mut self) {
        let shared = self.shared;
        if shared.invited.swap(true, Ordering::Relaxed) {
            return;
        }
        if shared.outer().offer(shared) {
            return;
        }
        local::with(|local| local.unshared.set(0));
        let handle = Arc::into_raw(shared.clone()).cast_mut().cast();
        // SAFETY: `accept` takes over the reference that the handle stands for.
        let invitation = unsafe { Task::new(accept, handle) }.with_key(shared.key);
        if shared.scheduler.idle() != Idle::Nobody {
            shared.scheduler.inject(invitation);
        } else if shared.scheduler.spawn_quietly(invitation) {
            self.invited = true;
        } else {
            self.withdraw(invitation);
        }
    }

    /// Drops an invitation that nobody has.
    fn withdraw(&mut self, invitation: Task) {
        // SAFETY: made from a reference in `invite`, and this task will not run.
        drop(unsafe { Arc::from_raw(invitation.handle().cast_const().cast::<SharedLoop>()) });
        self.shared.invited.store(false, Ordering::Relaxed);
    }

    /// Takes the invitation back, if it is still among the newest tasks of this thread's queue. Returns whether it was.
    fn retract(&mut self) -> bool {
        self.invited = false;
        let Some(invitation) = self.shared.scheduler.take_back(self.shared.key) else {
            return false;
        };
        self.withdraw(invitation);
        true
    }
}
