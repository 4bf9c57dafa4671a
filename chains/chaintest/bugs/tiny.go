package bugs

import (
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/grid"
)

// A Twin is a kernel, or a program, that is broken in one way, and what the law suite of
// package chaintest is to say of it on its tiny scenes.
type Twin struct {
	Name   string
	Kernel chains.Kernel
	Run    chaintest.Programs
	Breaks []laws.Law // that must be among those broken
	Back   []laws.Law // and these of its reversal
	Keeps  []laws.Law // that must not be
}

// unbalanced are the laws that break along with the density that a kernel leaves invariant.
var unbalanced = []laws.Law{laws.Invariance, laws.EachCell, laws.Reversal, laws.Crooks, laws.MeanW, laws.MeanInvW}

// Twins are the broken kernels and programs for the law suite: each of its laws is
// broken by one at least.
func Twins() []Twin {
	return slices.Concat(ruleTwins(), operatorTwins(), programTwins())
}

// ruleTwins have rows of their own.
func ruleTwins() []Twin {
	run := chaintest.Sampler
	sound := []laws.Law{laws.Entries, laws.Sums, laws.Push, laws.Steps}
	rows := func(to, back kernels.Rule) chains.Kernel { return kernels.Rows{To: to, Back: back} }
	return []Twin{
		{Name: "wrong temperature", Run: run, Breaks: unbalanced, Keeps: sound,
			Kernel: rows(single(func(d float64) float64 { return accept(0.9 * d) }), nil)},
		{Name: "acceptance inverted", Run: run, Breaks: unbalanced, Keeps: sound, Kernel: Inverted},
		{Name: "acceptance above 1", Run: run, Breaks: []laws.Law{laws.Entries}, Keeps: []laws.Law{laws.Sums},
			Kernel: rows(single(uncut), nil)},
		{Name: "sweep not reversed", Run: run, Breaks: []laws.Law{laws.Reversal, laws.Crooks},
			Kernel: rows(Sweep(0, 1), nil),
			Keeps:  []laws.Law{laws.Invariance, laws.EachCell, laws.MeanW, laws.MeanInvW}},
		{Name: "enters a wall", Run: run, Breaks: []laws.Law{laws.Walls, laws.Invariance}, Kernel: rows(intoWall, nil)},
		{Name: "enters a wall in reverse", Run: run, Breaks: []laws.Law{laws.Reversal}, Back: []laws.Law{laws.Walls},
			Keeps: sound, Kernel: rows(single(accept), intoWall)},
		{Name: "one cell off by 1e-6", Run: run, Breaks: []laws.Law{laws.EachCell, laws.Crooks}, Keeps: sound,
			Kernel: rows(leaving(func(grid.Grid) int { return 0 }), nil)},
		{Name: "a king's legal moves, without the ratio of their numbers", Run: run, Kernel: rows(legalKing, nil),
			Breaks: unbalanced, Keeps: sound},
		{Name: "several tries, no reference set", Run: run, Kernel: rows(noReference, nil), Breaks: unbalanced,
			Keeps: sound},
		{Name: "a second stage without its ratio", Run: run, Kernel: rows(secondStage, nil), Breaks: unbalanced,
			Keeps: sound},
		{Name: "a lifted walker that does not turn", Run: run,
			Kernel: without{kernels.Lifted{}, kernels.Rows{To: straight(0), Back: straight(1)}},
			Breaks: []laws.Law{laws.Invariance, laws.MeanW}, Keeps: sound},
		{Name: "places changed by force", Run: run, Kernel: without{kernels.Swap{Share: 0.5}, kernels.Rows{To: forced}},
			Breaks: unbalanced, Keeps: sound},
		{Name: "a cycle that is not reversed", Run: run, Kernel: Changed(kernels.GibbsSweep{}, Unreversed),
			Breaks: []laws.Law{laws.Reversal, laws.Crooks},
			Keeps:  append([]laws.Law{laws.Invariance, laws.MeanW}, sound...)},
	}
}

// operatorTwins have methods that do not say the same as their rows.
func operatorTwins() []Twin {
	var all []Twin
	rows := []laws.Law{laws.Invariance, laws.Entries}
	for _, c := range []struct {
		name   string
		wrong  func(chains.Operator) chains.Operator
		breaks []laws.Law
		keeps  []laws.Law
	}{
		{"pushes what it does not step", pushesHalf, []laws.Law{laws.Push}, []laws.Law{laws.Steps}},
		{"pulls what it does not step", halfPull, []laws.Law{laws.Push}, []laws.Law{laws.Steps, laws.Sums}},
		{"pulls less than there is", LeakyPull, []laws.Law{laws.Sums}, []laws.Law{laws.Steps}},
		{"steps what it does not push", Stuck, []laws.Law{laws.Steps}, []laws.Law{laws.Push}},
		{"visits a cell twice", twice, []laws.Law{laws.Visits}, []laws.Law{laws.Push, laws.Steps}},
		{"stays more than it says", restless, []laws.Law{laws.Stay}, []laws.Law{laws.Push, laws.Steps}},
		{"other rows by p", hasty, []laws.Law{laws.ByMass}, []laws.Law{laws.Push, laws.Steps}},
		{"the pair pulled by another rule", unmoved, []laws.Law{laws.PullPair}, []laws.Law{laws.Push, laws.Steps}},
		{"a share of the pair taken for the whole", greedy, []laws.Law{laws.PullPair},
			[]laws.Law{laws.Push, laws.Steps}},
		{"the slope of another rule", flat, []laws.Law{laws.PushSlope}, []laws.Law{laws.Push, laws.Steps}},
	} {
		all = append(all,
			Twin{Name: c.name, Kernel: Changed(metropolis, c.wrong), Run: chaintest.Sampler, Breaks: c.breaks,
				Keeps: append(c.keeps, rows...)},
			Twin{Name: c.name + ", in reverse", Kernel: ChangedBack(metropolis, c.wrong), Run: chaintest.Sampler,
				Back: c.breaks, Keeps: append([]laws.Law{laws.Push, laws.Steps, laws.PushSlope}, rows...)})
	}
	return all
}

// programTwins run a sound kernel wrongly.
func programTwins() []Twin {
	sound := []laws.Law{laws.Invariance, laws.Reversal}
	run := func(forward, reverse chaintest.Program) chaintest.Programs {
		p := chaintest.Sampler
		if forward != nil {
			p.Forward = forward
		}
		if reverse != nil {
			p.Reverse = reverse
		}
		return p
	}
	return []Twin{
		{Name: "weight after the move", Kernel: metropolis, Run: run(WeightLate, nil), Keeps: sound,
			Breaks: []laws.Law{laws.Crooks, laws.MeanW, laws.OneWeight}},
		{Name: "chance in the weight", Kernel: metropolis, Run: run(weightByChance, nil), Keeps: sound,
			Breaks: []laws.Law{laws.OneWeight}},
		{Name: "one start for all", Kernel: metropolis, Run: run(fromCell0, nil), Keeps: sound,
			Breaks: []laws.Law{laws.Start, laws.Crooks}},
		{Name: "one start for all, in reverse", Kernel: metropolis, Run: run(nil, reverseFromLast), Keeps: sound,
			Breaks: []laws.Law{laws.ReverseStart, laws.Crooks}},
	}
}

// WeightLate takes the weight after the move, when it is not yet due.
func WeightLate(a chains.Annealing, d chains.Dice) (x int, logw float64) {
	l, op := a.NewLevel(), a.Kernel.On(a.Grid)
	a.LevelAt(l, 1)
	weights := make([]float64, a.Grid.Size())
	for y, v := range l.LogF() {
		weights[y] = math.Exp(v)
	}
	x = d.Pick(weights)
	for t := 2; t <= a.T(); t++ {
		before := slices.Clone(l.LogF())
		a.LevelAt(l, t)
		op.Aim(l)
		x = op.Step(x, d)
		logw += l.LogF()[x] - before[x]
	}
	return x, logw
}

// weightByChance adds to the weight what no path has in it.
func weightByChance(a chains.Annealing, d chains.Dice) (x int, logw float64) {
	x, logw = chaintest.Sampler.Forward(a, d)
	return x, logw + float64(d.Pick([]float64{1, 1}))
}

// A loaded die answers the first question that it is asked by one outcome, whatever the
// weights.
type loaded struct {
	chains.Dice
	by func(weights []float64) int
	at int
}

func (d *loaded) Pick(weights []float64) int {
	if d.at++; d.at == 1 {
		return d.by(weights)
	}
	return d.Dice.Pick(weights)
}

// fromCell0 starts every forward chain in cell 0.
func fromCell0(a chains.Annealing, d chains.Dice) (x int, logw float64) {
	return chaintest.Sampler.Forward(a, &loaded{Dice: d, by: func([]float64) int { return 0 }})
}

// reverseFromLast starts every reverse chain in the last cell.
func reverseFromLast(a chains.Annealing, d chains.Dice) (x int, logw float64) {
	return chaintest.Sampler.Reverse(a, &loaded{Dice: d, by: func(w []float64) int { return len(w) - 1 }})
}
