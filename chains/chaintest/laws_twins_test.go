package chaintest_test

import (
	"slices"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/chaintest/bugs"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
)

// A twin is a kernel, or a program, that is broken in one way, with the laws that the suite
// of package chaintest should find broken on its tiny scenes.
type twin struct {
	name   string
	kernel chains.Kernel
	run    chaintest.Programs
	breaks []laws.Law // these must be broken
	back   []laws.Law // and these by its reversal
	keeps  []laws.Law // these must not be broken
}

// unbalanced are the laws that break if a kernel leaves another density invariant; asRows
// are those that an operator keeps if its methods agree with its rows.
var (
	unbalanced = []laws.Law{laws.Invariance, laws.EachCell, laws.Reversal, laws.Crooks, laws.MeanW, laws.MeanInvW}
	asRows     = []laws.Law{laws.Entries, laws.Sums, laws.Push, laws.Steps}
)

// twins are the broken kernels and programs for the law suite: at least one breaks each
// law.
func twins() []twin {
	return slices.Concat(ruleTwins(), operatorTwins(), programTwins())
}

// ruleTwins have rows of their own.
func ruleTwins() []twin {
	all := []twin{
		{name: "wrong temperature",
			kernel: kernels.Rows{To: bugs.Single(func(d float64) float64 { return bugs.Accept(0.9 * d) })}},
		{name: "acceptance inverted", kernel: bugs.Inverted},
		{name: "a king's legal moves, without the ratio of their numbers", kernel: kernels.Rows{To: legalKing}},
		{name: "several tries, no reference set", kernel: kernels.Rows{To: bugs.NoReference}},
		{name: "a second stage without its ratio", kernel: kernels.Rows{To: bugs.SecondStage}},
		{name: "places changed by force", kernel: without{kernels.Swap{Share: 0.5}, kernels.Rows{To: forced}}},
		{name: "a drift without the way back", kernel: kernels.Rows{To: unadjusted}},
		{name: "a kick at the wrong end", kernel: kernels.Rows{To: kickedEarly}},
	}
	for i := range all {
		all[i].breaks, all[i].keeps = unbalanced, asRows
	}
	all = append(all, []twin{
		{name: "acceptance above 1", breaks: []laws.Law{laws.Entries}, keeps: []laws.Law{laws.Sums},
			kernel: kernels.Rows{To: bugs.Uncut}},
		{name: "sweep not reversed", breaks: []laws.Law{laws.Reversal, laws.Crooks},
			kernel: kernels.Rows{To: bugs.Sweep(0, 1)},
			keeps:  []laws.Law{laws.Invariance, laws.EachCell, laws.MeanW, laws.MeanInvW}},
		{name: "enters a wall", breaks: []laws.Law{laws.Walls, laws.Invariance}, kernel: kernels.Rows{To: intoWall}},
		{name: "enters a wall in reverse", breaks: []laws.Law{laws.Reversal}, back: []laws.Law{laws.Walls},
			keeps: asRows, kernel: kernels.Rows{To: bugs.Plain, Back: intoWall}},
		{name: "one cell off by 1e-6", breaks: []laws.Law{laws.EachCell, laws.Crooks}, keeps: asRows,
			kernel: kernels.Rows{To: bugs.Leaving(0)}},
		{name: "a lifted walker that does not turn", breaks: []laws.Law{laws.Invariance, laws.MeanW}, keeps: asRows,
			kernel: without{kernels.Lifted{}, kernels.Rows{To: straight(0), Back: straight(1)}}},
		{name: "a cycle that is not reversed", breaks: []laws.Law{laws.Reversal, laws.Crooks},
			kernel: bugs.Changed(kernels.GibbsSweep{}, bugs.Unreversed),
			keeps:  append([]laws.Law{laws.Invariance, laws.MeanW}, asRows...)},
	}...)
	for i := range all {
		all[i].run = chaintest.Annealer
	}
	return all
}

// operatorTwins have methods that do not agree with their rows.
func operatorTwins() []twin {
	var all []twin
	keeps, moves := []laws.Law{laws.Invariance, laws.Entries}, []laws.Law{laws.Push, laws.Steps}
	for _, c := range []struct {
		name   string
		wrong  func(chains.Operator) chains.Operator
		breaks laws.Law
		keeps  []laws.Law
	}{
		{"pushes what it does not step", bugs.Alter(bugs.Altered{Pushed: bugs.Halved}), laws.Push,
			[]laws.Law{laws.Steps}},
		{"pulls what it does not step", bugs.Alter(bugs.Altered{Pulled: bugs.Halved}), laws.Push,
			[]laws.Law{laws.Steps, laws.Sums}},
		{"pulls less than there is", bugs.LeakyPull, laws.Sums, []laws.Law{laws.Steps}},
		{"steps what it does not push", bugs.Stuck, laws.Steps, []laws.Law{laws.Push}},
		{"visits in the order of a map", func(o chains.Operator) chains.Operator { return mapped{o} }, laws.Order, nil},
		{"visits a cell twice", twice, laws.Visits, moves},
		{"stays more than it says", func(o chains.Operator) chains.Operator { return restless{o} }, laws.Stay, moves},
		{"other rows by p", hasty, laws.ByMass, moves},
		{"the pair pulled by another rule", func(o chains.Operator) chains.Operator { return sharing{o, 0} },
			laws.PullPair, moves},
		{"a share of the pair taken for the whole", func(o chains.Operator) chains.Operator { return sharing{o, 1} },
			laws.PullPair, moves},
		{"the slope of another rule", func(o chains.Operator) chains.Operator { return flat{o} },
			laws.PushSlope, moves},
	} {
		breaks := []laws.Law{c.breaks}
		back := func(op chains.Operator) chains.Operator { return turned{op, c.wrong(op)} }
		all = append(all,
			twin{name: c.name, kernel: bugs.Changed(kernels.Metropolis{}, c.wrong), run: chaintest.Annealer,
				breaks: breaks, keeps: slices.Concat(c.keeps, keeps)},
			twin{name: c.name + ", in reverse", kernel: bugs.Changed(kernels.Metropolis{}, back),
				run: chaintest.Annealer, back: breaks, keeps: slices.Concat(moves, keeps, []laws.Law{laws.PushSlope})})
	}
	return all
}

// programTwins run a sound kernel wrongly.
func programTwins() []twin {
	forward, reverse := chaintest.Annealer.Forward, chaintest.Annealer.Reverse
	all := []twin{
		{name: "weight after the move", run: chaintest.Programs{Forward: bugs.WeightLate, Reverse: reverse},
			breaks: []laws.Law{laws.Crooks, laws.MeanW, laws.OneWeight}},
		{name: "chance in the weight", run: chaintest.Programs{Forward: weightByChance, Reverse: reverse},
			breaks: []laws.Law{laws.OneWeight}},
		{name: "one start for all", run: chaintest.Programs{Forward: fromCell0, Reverse: reverse},
			breaks: []laws.Law{laws.Start, laws.Crooks}},
		{name: "one start for all, in reverse", run: chaintest.Programs{Forward: forward, Reverse: reverseFromLast},
			breaks: []laws.Law{laws.ReverseStart, laws.Crooks}},
	}
	for i := range all {
		all[i].kernel, all[i].keeps = kernels.Metropolis{}, []laws.Law{laws.Invariance, laws.Reversal}
	}
	return all
}
