package leaderboard

import (
	"breadboard/experiments"
	"breadboard/experiments/studies/run"
	"breadboard/toys"
)

// A subject is a target, of a family and a set. The targets of the tried set are of other seeds, couplings and sizes
// than those of the found one.
type subject struct {
	set, family, toy string
	seed             int // of a random toy whose name has none, or 0
}

// The families. Of counted spins a state is how many of them are up, so that there may be many; on these a kernel needs
// a form of its own, which few have.
const (
	spins      = "spins"
	glasses    = "glasses"
	machines   = "rbm"
	labels     = "labels"
	posteriors = "posteriors"
	counted    = "counted"
)

// A list is targets of a set and a family: some toys, or one with its seeds. Where a name has SEED it is put in there.
type list struct {
	set, family string
	toys        string
	first, last int  // seeds; 0 of toys that are not drawn
	quick       bool // whether the first is in the short form
}

var lists = []list{
	{run.FoundOn, spins, "potts:2x2:3:1 ising:2x4:0.2 ising:2x4:0.4 ising:2x4:1 ising:3x3:0.4", 0, 0, true},
	{run.FoundOn, glasses, "spin-glass:2x4:SEED", 1, 3, false},
	{run.FoundOn, machines, "rbm:6:3:SEED", 1, 3, true},
	{run.FoundOn, machines, "rbm:8:4:SEED", 1, 1, false},
	{run.FoundOn, labels, "clustering:6:2", 1, 3, true},
	{run.FoundOn, labels, "attributes:3:2", 1, 2, false},
	{run.FoundOn, posteriors, "logistic:6:1:5", 1, 3, true},
	{run.FoundOn, posteriors, "regression:9:20", 1, 1, false},
	{run.FoundOn, counted, "curie-weiss:24:1 curie-weiss:24:1.5 curie-weiss:24:2", 0, 0, true},
	{run.FoundOn, counted, "hopfield:20:2:SEED", 1, 2, false},

	{run.TriedOn, spins, "ising:2x3:0.5 ising:2x3:1.2 ising:2x4:0.3 ising:2x4:0.7 ising:3x3:0.25 potts:2x2:3:0.5 " +
		"potts:2x2:3:2 potts:2x2:4:1", 0, 0, false},
	{run.TriedOn, glasses, "spin-glass:2x3:SEED", 301, 303, false},
	{run.TriedOn, glasses, "spin-glass:2x4:SEED", 301, 304, false},
	{run.TriedOn, glasses, "spin-glass:3x3:SEED", 301, 301, false},
	{run.TriedOn, machines, "rbm:6:3:SEED", 301, 304, false},
	{run.TriedOn, machines, "rbm:7:5:SEED", 301, 302, false},
	{run.TriedOn, machines, "rbm:8:4:SEED", 301, 303, false},
	{run.TriedOn, labels, "clustering:6:2", 301, 304, false},
	{run.TriedOn, labels, "clustering:4:3", 301, 302, false},
	{run.TriedOn, labels, "attributes:3:2", 301, 304, false},
	{run.TriedOn, posteriors, "logistic:6:1:5", 301, 304, false},
	{run.TriedOn, posteriors, "ar1:9:20", 301, 302, false},
	{run.TriedOn, counted, "curie-weiss:20:0.8 curie-weiss:20:2.5 curie-weiss:30:1 curie-weiss:30:1.25 " +
		"curie-weiss:30:1.5 curie-weiss:30:1.75 curie-weiss:40:1.4", 0, 0, false},
	{run.TriedOn, counted, "hopfield:24:2:SEED", 301, 304, false},
}

// subjects are all targets. With another seed of the setting they are those that are drawn, drawn anew.
func subjects(setting run.Setting) (all []subject) {
	for _, l := range lists {
		if setting.Quick && !l.quick || setting.Seed > 0 && l.last == 0 {
			continue
		}
		some := setting.Draws(l.toys, l.first, l.last)
		if setting.Quick {
			some = some[:1]
		}
		for _, d := range some {
			all = append(all, subject{l.set, l.family, d.Name, d.Seed})
		}
	}
	return all
}

// setting names the target.
func (s subject) setting() experiments.Setting {
	named := experiments.Setting{Toy: s.toy}
	if s.seed > 0 {
		seed := uint64(s.seed)
		named.Seed = &seed
	}
	return named
}

// work is about how long the target takes: as its cells, or half as long again.
func (s subject) work() int {
	found, err := s.setting().Find()
	if err != nil {
		return 0 // the error comes when it is measured
	}
	return found.Grid.Size() * found.Grid.Size()
}

// functionsOf are log f, and whether the first coordinate is in the upper half of its axis: the side.
func functionsOf(t toys.Target) []function {
	side := make([]float64, t.Grid.Size())
	for x := range side {
		if 2*t.Grid.Coord(x, 0) >= t.Grid.Len(0) {
			side[x] = 1
		}
	}
	return []function{{"logf", t.LogF}, {"side", side}}
}
