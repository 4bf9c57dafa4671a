package sample

import (
	"math"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/enumerate"
	"breadboard/chains/kernels"
	"breadboard/grid"
)

// program is a chain written against dice.
type program func(chains.Annealing, chains.Dice) (int, float64)

// enumerated returns the law of a program's outcome.
func enumerated(a chains.Annealing, run program) map[outcome]float64 {
	return enumerate.Law(func(d chains.Dice) outcome { return outcomeOf(run(a, d)) })
}

// tolerance is for sums of some thousand products of five probabilities.
const tolerance = 1e-13

func TestProgramsHaveTheLawOfARun(t *testing.T) {
	for _, s := range settings() {
		fwd, rev := newDense(s.a).laws()
		if d := apart(enumerated(s.a, forward), fwd); d > tolerance {
			t.Errorf("%s: a forward outcome is off by %g", s.name, d)
		}
		if d := apart(enumerated(s.a, reverse), rev); d > tolerance {
			t.Errorf("%s: a reverse outcome is off by %g", s.name, d)
		}
	}
}

// Where no cell loses its mass, the means of log w are the bounds of log R that
// the two path divergences leave; where one does, they are infinite.
func TestMeansOfLogW(t *testing.T) {
	for _, s := range settings() {
		d := newDense(s.a)
		logR := math.Log(total(d.logf[s.a.T()]) / total(d.logf[1]))
		self := func(l float64) float64 { return l }
		fwd, rev := d.laws() // of which the programs have the same
		low, high := expect(fwd, self), expect(rev, self)
		if !(low < logR && logR < high) {
			t.Errorf("%s: %v < log R = %v < %v does not hold", s.name, low, logR, high)
		}
		loses, wins := false, false
		for x, v := range d.logf[1] {
			loses = loses || math.IsInf(d.logf[s.a.T()][x], -1) && !math.IsInf(v, -1)
			wins = wins || math.IsInf(v, -1) && !math.IsInf(d.logf[s.a.T()][x], -1)
		}
		if math.IsInf(low, -1) != loses {
			t.Errorf("%s: the forward mean is %v; mass is lost: %v", s.name, low, loses)
		}
		if math.IsInf(high, 1) != wins {
			t.Errorf("%s: the reverse mean is %v; mass is won: %v", s.name, high, wins)
		}
	}
}

// regained is a bridge on which cell 0 loses its mass on the way and has it
// again at the end: the log ratios there are infinite of both signs.
type regained struct{}

func (regained) At(dst []float64, beta float64) {
	copy(dst, []float64{0.4, beta, -2 * beta})
	if beta > 0 && beta < 1 {
		dst[0] = math.Inf(-1)
	}
}

func (regained) Slope(dst []float64, _ float64) { copy(dst, []float64{0, 1, -2}) }

func TestOnceInfiniteStaysInfinite(t *testing.T) {
	for _, k := range kernels.Catalogue {
		a := chains.Annealing{
			Grid:     grid.New(3),
			Kernel:   k.Make,
			Schedule: chains.Linear(4),
			Bridge:   regained{},
		}.Extended()
		fwd, rev := newDense(a).laws()
		if d := apart(enumerated(a, forward), fwd); d > tolerance {
			t.Errorf("%s: a forward outcome is off by %g", k.Name, d)
		}
		if d := apart(enumerated(a, reverse), rev); d > tolerance {
			t.Errorf("%s: a reverse outcome is off by %g", k.Name, d)
		}
		r, err := Run(t.Context(), a, Options{Chains: 3000, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		fw, fx := fit(r.Forward, r.Rise, fwd, a.Grid.Size())
		rw, rx := fit(r.Reverse, r.Rise, rev, a.Grid.Size())
		if p := min(fw.P, fx.P, rw.P, rx.P); !(p >= unlikely) {
			t.Errorf("%s: runs do not fit, %v", k.Name, p)
		}
		if f := r.FwdLogW(); !math.IsInf(f.Value, -1) {
			t.Errorf("%s: the forward mean is %v, want -Inf", k.Name, f)
		}
		if b := r.RevLogW(); !math.IsInf(b.Value, 1) {
			t.Errorf("%s: the reverse mean is %v, want +Inf", k.Name, b)
		}
	}
}

// wrongPrograms holds annealings with one slip each, for any kernel that moves.
var wrongPrograms = map[string]program{
	"weight after the move":     weightAfter,
	"kernel of the wrong level": wrongLevel,
}

// weightAfter takes the weight at the place that it moved to.
func weightAfter(a chains.Annealing, d chains.Dice) (x int, logw float64) {
	l, op := a.NewLevel(), a.Kernel.On(a.Grid)
	a.LevelAt(l, 1)
	x = d.Pick(chains.Normalized(l.LogF()))
	for t := 2; t <= a.T(); t++ {
		before := append([]float64(nil), l.LogF()...)
		a.LevelAt(l, t)
		if t <= a.PathEnd() {
			op.Aim(l)
			x = op.Step(x, d)
		}
		logw = chains.Gain(logw, chains.LogRatio(l.LogF()[x], before[x]))
	}
	return x, logw
}

// wrongLevel moves by the kernel of the level that it leaves.
func wrongLevel(a chains.Annealing, d chains.Dice) (x int, logw float64) {
	l, op := a.NewLevel(), a.Kernel.On(a.Grid)
	a.LevelAt(l, 1)
	x = d.Pick(chains.Normalized(l.LogF()))
	for t := 2; t <= a.T(); t++ {
		before := l.LogF()[x]
		a.LevelAt(l, t)
		logw = chains.Gain(logw, chains.LogRatio(l.LogF()[x], before))
		if t <= a.PathEnd() {
			a.LevelAt(l, t-1)
			op.Aim(l)
			x = op.Step(x, d)
			a.LevelAt(l, t)
		}
	}
	return x, logw
}

// notReversed makes the moves themselves on its way back.
func notReversed(a chains.Annealing, d chains.Dice) (x int, logw float64) {
	if k, ok := a.Kernel.(kernels.Rows); ok {
		a.Kernel = kernels.Rows{To: k.To, Back: k.To}
	}
	return reverse(a, d)
}

// Wrong programs must be seen to be wrong, by no less than a thousandth.
func TestWrongProgramsAreFound(t *testing.T) {
	const seen = 1e-3
	for _, s := range settings() {
		if s.a.T() != 3 {
			continue // at T = 2 no move counts, and T = 4 has ten times as many paths
		}
		fwd, rev := newDense(s.a).laws()
		if _, still := s.a.Kernel.(kernels.Identity); still {
			continue // there is no before and after
		}
		for name, wrong := range wrongPrograms {
			if d := apart(enumerated(s.a, wrong), fwd); d < seen {
				t.Errorf("%s: %s is off by %g only", s.name, name, d)
			}
		}
		oneWay := !strings.HasPrefix(s.name, "mass") // over one pair a sweep is reversible
		if rows, _ := s.a.Kernel.(kernels.Rows); rows.Back != nil && oneWay {
			if d := apart(enumerated(s.a, notReversed), rev); d < seen {
				t.Errorf("%s: a sweep not reversed is off by %g only", s.name, d)
			}
		}
	}
}
