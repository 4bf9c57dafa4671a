package bugs

import (
	"slices"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
)

// A Twin is a kernel, or a program, that is broken in one way, with the laws that the suite
// of package chaintest should find broken on its tiny scenes.
type Twin struct {
	Name   string
	Kernel chains.Kernel
	Run    chaintest.Programs
	Breaks []laws.Law // these must be broken
	Back   []laws.Law // and these by its reversal
	Keeps  []laws.Law // these must not be broken
}

// unbalanced are the laws that break if a kernel leaves another density invariant; asRows
// are those that an operator keeps if its methods agree with its rows.
var (
	unbalanced = []laws.Law{laws.Invariance, laws.EachCell, laws.Reversal, laws.Crooks, laws.MeanW, laws.MeanInvW}
	asRows     = []laws.Law{laws.Entries, laws.Sums, laws.Push, laws.Steps}
)

// Twins are the broken kernels and programs for the law suite: at least one breaks each
// law.
func Twins() []Twin {
	return slices.Concat(ruleTwins(), operatorTwins(), programTwins())
}

// ruleTwins have rows of their own.
func ruleTwins() []Twin {
	all := []Twin{
		{Name: "wrong temperature", Kernel: rows(single(func(d float64) float64 { return accept(0.9 * d) }))},
		{Name: "acceptance inverted", Kernel: Inverted},
		{Name: "a king's legal moves, without the ratio of their numbers", Kernel: rows(legalKing)},
		{Name: "several tries, no reference set", Kernel: rows(noReference)},
		{Name: "a second stage without its ratio", Kernel: rows(secondStage)},
		{Name: "places changed by force", Kernel: without{kernels.Swap{Share: 0.5}, kernels.Rows{To: forced}}},
	}
	for i := range all {
		all[i].Breaks, all[i].Keeps = unbalanced, asRows
	}
	all = append(all, []Twin{
		{Name: "acceptance above 1", Breaks: []laws.Law{laws.Entries}, Keeps: []laws.Law{laws.Sums},
			Kernel: rows(uncut)},
		{Name: "sweep not reversed", Breaks: []laws.Law{laws.Reversal, laws.Crooks}, Kernel: rows(Sweep(0, 1)),
			Keeps: []laws.Law{laws.Invariance, laws.EachCell, laws.MeanW, laws.MeanInvW}},
		{Name: "enters a wall", Breaks: []laws.Law{laws.Walls, laws.Invariance}, Kernel: rows(intoWall)},
		{Name: "enters a wall in reverse", Breaks: []laws.Law{laws.Reversal}, Back: []laws.Law{laws.Walls},
			Keeps: asRows, Kernel: kernels.Rows{To: plain, Back: intoWall}},
		{Name: "one cell off by 1e-6", Breaks: []laws.Law{laws.EachCell, laws.Crooks}, Keeps: asRows,
			Kernel: rows(leaving(0))},
		{Name: "a lifted walker that does not turn", Breaks: []laws.Law{laws.Invariance, laws.MeanW}, Keeps: asRows,
			Kernel: without{kernels.Lifted{}, kernels.Rows{To: straight(0), Back: straight(1)}}},
		{Name: "a cycle that is not reversed", Breaks: []laws.Law{laws.Reversal, laws.Crooks},
			Kernel: Changed(kernels.GibbsSweep{}, Unreversed),
			Keeps:  append([]laws.Law{laws.Invariance, laws.MeanW}, asRows...)},
	}...)
	for i := range all {
		all[i].Run = chaintest.Sampler
	}
	return all
}

// operatorTwins have methods that do not agree with their rows.
func operatorTwins() []Twin {
	var all []Twin
	keeps, moves := []laws.Law{laws.Invariance, laws.Entries}, []laws.Law{laws.Push, laws.Steps}
	for _, c := range []struct {
		name   string
		wrong  func(chains.Operator) chains.Operator
		breaks laws.Law
		keeps  []laws.Law
	}{
		{"pushes what it does not step", alter(altered{pushed: halved}), laws.Push, []laws.Law{laws.Steps}},
		{"pulls what it does not step", alter(altered{pulled: halved}), laws.Push,
			[]laws.Law{laws.Steps, laws.Sums}},
		{"pulls less than there is", LeakyPull, laws.Sums, []laws.Law{laws.Steps}},
		{"steps what it does not push", Stuck, laws.Steps, []laws.Law{laws.Push}},
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
			Twin{Name: c.name, Kernel: Changed(metropolis, c.wrong), Run: chaintest.Sampler, Breaks: breaks,
				Keeps: slices.Concat(c.keeps, keeps)},
			Twin{Name: c.name + ", in reverse", Kernel: Changed(metropolis, back), Run: chaintest.Sampler,
				Back: breaks, Keeps: slices.Concat(moves, keeps, []laws.Law{laws.PushSlope})})
	}
	return all
}

// programTwins run a sound kernel wrongly.
func programTwins() []Twin {
	forward, reverse := chaintest.Sampler.Forward, chaintest.Sampler.Reverse
	all := []Twin{
		{Name: "weight after the move", Run: chaintest.Programs{Forward: WeightLate, Reverse: reverse},
			Breaks: []laws.Law{laws.Crooks, laws.MeanW, laws.OneWeight}},
		{Name: "chance in the weight", Run: chaintest.Programs{Forward: weightByChance, Reverse: reverse},
			Breaks: []laws.Law{laws.OneWeight}},
		{Name: "one start for all", Run: chaintest.Programs{Forward: fromCell0, Reverse: reverse},
			Breaks: []laws.Law{laws.Start, laws.Crooks}},
		{Name: "one start for all, in reverse", Run: chaintest.Programs{Forward: forward, Reverse: reverseFromLast},
			Breaks: []laws.Law{laws.ReverseStart, laws.Crooks}},
	}
	for i := range all {
		all[i].Kernel, all[i].Keeps = metropolis, []laws.Law{laws.Invariance, laws.Reversal}
	}
	return all
}

// WeightLate takes the weight's step after the move and not before it.
func WeightLate(a chains.Annealing, d chains.Dice) (x int, logw float64) {
	l, op := a.NewLevel(), a.Kernel.On(a.Grid)
	a.LevelAt(l, 1)
	x = d.Pick(chains.Normalize(make([]float64, a.Grid.Size()), l.LogF()))
	for t := 2; t <= a.T(); t++ {
		before := slices.Clone(l.LogF())
		a.LevelAt(l, t)
		op.Aim(l)
		x = op.Step(x, d)
		logw += l.LogF()[x] - before[x]
	}
	return x, logw
}

// weightByChance adds a random number to the weight, which no path determines.
func weightByChance(a chains.Annealing, d chains.Dice) (x int, logw float64) {
	x, logw = chaintest.Sampler.Forward(a, d)
	return x, logw + float64(d.Pick([]float64{1, 1}))
}

// fromCell0 starts every forward chain in cell 0.
func fromCell0(a chains.Annealing, d chains.Dice) (x int, logw float64) {
	return chaintest.Sampler.Forward(a, &loaded{d, 0})
}

// reverseFromLast starts every reverse chain in the last cell.
func reverseFromLast(a chains.Annealing, d chains.Dice) (x int, logw float64) {
	return chaintest.Sampler.Reverse(a, &loaded{d, a.Grid.Size() - 1})
}

// A loaded die answers its first question with one outcome, whatever the weights. After
// that it is sound, and the outcome is -1.
type loaded struct {
	chains.Dice
	first int
}

func (d *loaded) Pick(weights []float64) int {
	first := d.first
	if d.first = -1; first >= 0 {
		return first
	}
	return d.Dice.Pick(weights)
}
