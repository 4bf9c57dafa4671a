package explore

import (
	"context"
	"encoding/json"
	"slices"
	"sync"

	"breadboard/chains"
	"breadboard/experiments"
)

// A page asks ten kinds of answers about one setting, and asks again when T or the schedule changes. What does not
// depend on these two is found out once: the lengths of the bridge, and the searches for the best schedules, which
// remember where they have been. A best-j at T = 300 takes a second, and ten kinds of answers want it.

// mostRecent is the number of settings whose chains are kept: of two sides, and of some strokes of the brush before.
const mostRecent = 8

// A recent is the chain of a setting that was asked about, with what it has found out.
type recent struct {
	setting string // as setting writes it
	chain   experiments.Chain
	mu      sync.Mutex
	turns   map[string]chan struct{} // by schedule: who searches for it has put a token in
}

// recents are the newest first. Answers do not depend on what is here: no search depends on what it was asked before.
var recents struct {
	sync.Mutex
	all []*recent
}

// chained is a run of the question, whose annealing is not made yet.
func (q Question) chained() (run, error) {
	space, err := q.checked()
	if err != nil {
		return run{}, err
	}
	setting := q.setting()
	known := find(setting)
	if known == nil {
		c, err := q.made(space)
		if err != nil {
			return run{}, err
		}
		known = keep(setting, c)
	}
	r := run{recent: known}
	if r.chain, err = known.chain.WithSchedule(space.Schedule); err == nil {
		r.chain.T = space.T
	}
	return r, err
}

// setting is a text of all that the question names but its schedule and its T.
func (q Question) setting() string {
	q.Schedule = ""
	q.T = 0
	text, err := json.Marshal(q)
	if err != nil {
		panic(err) // a bug: a question came as JSON
	}
	return string(text)
}

// find is what is kept of a setting, which is the newest from now on; nil if nothing is.
func find(setting string) *recent {
	recents.Lock()
	defer recents.Unlock()
	i := slices.IndexFunc(recents.all, func(r *recent) bool { return r.setting == setting })
	if i < 0 {
		return nil
	}
	known := recents.all[i]
	recents.all = slices.Insert(slices.Delete(recents.all, i, i+1), 0, known)
	return known
}

// keep keeps a chain in the place of the oldest. If somebody else has kept one of this setting, both do.
func keep(setting string, c experiments.Chain) *recent {
	recents.Lock()
	defer recents.Unlock()
	made := &recent{setting: setting, chain: c, turns: map[string]chan struct{}{}}
	recents.all = slices.Insert(recents.all, 0, made)
	if len(recents.all) > mostRecent {
		recents.all = slices.Delete(recents.all, mostRecent, len(recents.all))
	}
	return made
}

// at is the chain's annealing of T levels. Of several who want a schedule that has to be searched for, one searches,
// and the others wait for what it finds.
func (r run) at(ctx context.Context, T int) (chains.Annealing, *chains.Chosen, error) {
	if experiments.ChoosingPasses(r.chain.Schedule) > 0 {
		turn := r.recent.turn(r.chain.Schedule)
		select {
		case turn <- struct{}{}:
			defer func() { <-turn }()
		case <-ctx.Done():
			return chains.Annealing{}, nil, context.Cause(ctx)
		}
	}
	return r.chain.At(ctx, T)
}

// turn is the channel of a schedule, which has room for one.
func (k *recent) turn(schedule string) chan struct{} {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.turns[schedule] == nil {
		k.turns[schedule] = make(chan struct{}, 1)
	}
	return k.turns[schedule]
}
