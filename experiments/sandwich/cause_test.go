package sandwich_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"breadboard/chains"
	"breadboard/chains/chaintest/bugs"
	"breadboard/chains/kernels"
	"breadboard/experiments/sandwich"
	"breadboard/toys"
)

// A mistake is what people do to log weights or samplers, with a word that its cause should have.
type mistake struct {
	subject
	says string
}

// logMeans is the log of the mean of w of each ten runs, and meanLogs the mean of the logs.
func logMeans(logw []float64) (means []float64) {
	for i := 0; i+10 <= len(logw); i += 10 {
		means = append(means, floats.LogSumExp(logw[i:i+10])-math.Log(10))
	}
	return means
}

func meanLogs(logw []float64) (means []float64) {
	for i := 0; i+10 <= len(logw); i += 10 {
		means = append(means, floats.Sum(logw[i:i+10])/10)
	}
	return means
}

// mistakes are sixteen on a density.
func mistakes(target toys.Target, T int) []mistake {
	a := annealed(target, kernels.Metropolis{}, T)
	sweep := annealed(target, kernels.GibbsSweep{}, T)
	wrong := sweep
	wrong.Kernel = bugs.Changed(sweep.Kernel, bugs.Unreversed)
	stale := a
	stale.Kernel = bugs.Changed(a.Kernel, bugs.Stale)
	p := chains.Normalized(target.LogF)
	even := make([]float64, len(p))
	floats.AddConst(1, even)
	with := func(name, says string, change func(s *sandwich.Set)) mistake {
		s := annealer(name, a, a, p)
		s.change = change
		return mistake{s, says}
	}
	scale := func(by float64) func(s *sandwich.Set) {
		return func(s *sandwich.Set) {
			floats.Scale(by, s.Sides[0].LogW)
			floats.Scale(by, s.Sides[1].LogW)
		}
	}
	late := annealer("weight taken after the move", a, a, p)
	late.forward = func(d chains.Dice) float64 { _, w := bugs.WeightLate(a, d); return w }
	return []mistake{
		with("reverse sign", "the reverse weights have the other sign", func(s *sandwich.Set) {
			floats.Scale(-1, s.Sides[1].LogW)
		}),
		with("forward sign", "the forward weights have the other sign", func(s *sandwich.Set) {
			floats.Scale(-1, s.Sides[0].LogW)
		}),
		with("all signs", "or the two directions are exchanged", scale(-1)),
		with("directions exchanged", "or the two directions are exchanged", func(s *sandwich.Set) {
			s.Sides[0].LogW, s.Sides[1].LogW = s.Sides[1].LogW, s.Sides[0].LogW
			scale(-1)(s)
			floats.Scale(-1, s.Sides[0].LogW)
			floats.Scale(-1, s.Sides[1].LogW)
		}),
		with("twice f_T in reverse", "one direction lacks a factor", func(s *sandwich.Set) {
			floats.AddConst(1.5, s.Sides[1].LogW)
		}),
		with("twice f_T forward", "one direction lacks a factor, or B is below 0", func(s *sandwich.Set) {
			floats.AddConst(-1.5, s.Sides[0].LogW)
		}),
		with("half of log w", "half a log likelihood", scale(0.5)),
		with("twice log w", "twice what it should be", scale(2)),
		with("base 10", "base 10", scale(1/math.Ln10)),
		with("means of logs", "a mean of some", func(s *sandwich.Set) {
			for side := range s.Sides {
				s.Sides[side].LogW = meanLogs(s.Sides[side].LogW)
				s.Sides[side].Group = nil
			}
		}),
		with("means of ten forward, none in reverse", "the forward runs vary too little", func(s *sandwich.Set) {
			s.Sides[0].LogW = logMeans(s.Sides[0].LogW)
		}),
		{late, "taken after the move"},
		{annealer("a kernel of the level before", stale, stale, p), "of the level before"},
		{annealer("a sweep not reversed", sweep, wrong, p), "reverse moves in the forward order"},
		{annealer("even starts", a, a, even), "no exact draws of the target"},
		{annealer("one start", a, a, p), "one start is shared"},
	}
}

// TestSixteenMistakes names the cause of sixteen mistakes: the right one, or none where the runs cannot tell, and
// never a sign or a scale that is right.
func TestSixteenMistakes(t *testing.T) {
	const runs = 1500
	named := 0
	all := mistakes(toys.Easy(1), 10)
	sound := all[0].subject // what is done to its log weights is done to the same runs
	sound.change = nil
	plain := sound.drawn(runs, 1, 3, 0)
	for i, m := range all {
		set := sandwich.Set{}
		switch {
		case m.change != nil:
			for side := range plain.Sides {
				set.Sides[side].LogW = slices.Clone(plain.Sides[side].LogW)
			}
			m.change(&set)
		case m.name == "one start":
			set = m.drawn(runs, runs, 3, uint64(i))
		default:
			set = m.drawn(runs, 1, 3, uint64(i))
		}
		set.Sides[1].Group = nil
		r := sandwich.JudgeAll([]sandwich.Set{set}).Results[0]
		t.Logf("%s: %s, p = %.2g, B = %.3g, variances %.2g and %.2g: %s", m.name, r.Verdict, r.P, r.B.Value,
			stat.Variance(set.Sides[0].LogW, nil), stat.Variance(set.Sides[1].LogW, nil), r.Why)
		if r.Verdict != sandwich.Fails {
			continue
		}
		right := false
		for words := range strings.SplitSeq(m.says, ", or ") {
			right = right || strings.Contains(r.Why, words)
		}
		if right {
			named++
		} else {
			t.Errorf("%s: %s", m.name, r.Why)
		}
	}
	if named < 13 {
		t.Errorf("only %d of 16 mistakes are named", named)
	}
}

// TestThinned: of many runs some thousand are looked at for a cause, from all of the file, and each keeps its group.
func TestThinned(t *testing.T) {
	var set sandwich.Set
	const runs = 5_001
	gen := rand.New(rand.NewPCG(19, 20))
	for side := range set.Sides {
		for i := range runs {
			half := 0.5 * float64(2*side-1)
			set.Sides[side].LogW = append(set.Sides[side].LogW, 2+half+gen.NormFloat64()+1.5*float64(side))
			set.Sides[side].Group = append(set.Sides[side].Group, 2*i+side)
		}
	}
	r := sandwich.JudgeAll([]sandwich.Set{set}).Results[0]
	if r.Verdict != sandwich.Fails || !strings.Contains(r.Why, "one direction lacks a factor of about e^1.") {
		t.Errorf("%s: %s", r.Verdict, r.Why)
	}
}
