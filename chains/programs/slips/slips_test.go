package slips

import (
	"math"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/enumerate"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/grid"
	"breadboard/grid/must"
)

// The target and the initial density, on three cells without a symmetry.
var (
	logF = []float64{0.3, 1.1, -0.4}
	logI = []float64{0, 0.7, -0.2}
)

// level returns log f at beta.
func level(beta float64) []float64 {
	logf := make([]float64, len(logF))
	for x := range logf {
		logf[x] = (1-beta)*logI[x] + beta*logF[x]
	}
	return logf
}

// problem returns the annealing of T levels by Metropolis, which is what the programs below do.
func problem(T int) programs.Problem {
	return programs.Problem{Annealing: chains.Annealing{Grid: grid.New(len(logF)), Kernel: kernels.Metropolis{},
		Schedule: chains.Linear(T), Bridge: chains.Geometric{From: logI, To: logF}}}
}

// told returns all ways of a program on the problem of T levels.
func told(forward func(d chains.Dice) (int, float64), reverse func(x int, d chains.Dice) float64) programs.Told {
	var ahead, back []programs.Way
	x, logw := 0, 0.
	for p := range enumerate.Every(func(d chains.Dice) { x, logw = forward(d) }) {
		ahead = append(ahead, programs.Way{Cell: x, LogW: logw, P: p})
	}
	for x := range logF {
		for p := range enumerate.Every(func(d chains.Dice) { logw = reverse(x, d) }) {
			back = append(back, programs.Way{Cell: x, LogW: logw, P: p})
		}
	}
	return programs.NewTold(ahead, back, len(logF))
}

// by picks i with probability exp(logw[i]) over their sum.
func by(d chains.Dice, logw []float64) int {
	w := make([]float64, len(logw))
	for i, v := range logw {
		w[i] = math.Exp(v)
	}
	return d.Pick(w)
}

// walk makes a Metropolis step on the line.
func walk(d chains.Dice, x int, logf []float64) int {
	y := x + 2*d.Pick([]float64{1, 1}) - 1
	if y < 0 || y >= len(logf) {
		return x
	}
	a := math.Min(1, math.Exp(logf[y]-logf[x]))
	if d.Pick([]float64{a, 1 - a}) == 0 {
		return y
	}
	return x
}

// logMeanOf returns the log of the mean of exp(v).
func logMeanOf(v []float64) float64 {
	sum := 0.
	for _, w := range v {
		sum += math.Exp(w)
	}
	return math.Log(sum / float64(len(v)))
}

// importance is written as people do it, with what a weight is of a cell.
func importance(logw func(x int) float64) programs.Told {
	return told(func(d chains.Dice) (int, float64) { x := by(d, logI); return x, logw(x) },
		func(x int, _ chains.Dice) float64 { return logw(x) })
}

// sir draws n cells and returns one of them, picked by pick.
func sir(n int, logw func(x int) float64, pick func(d chains.Dice, logs []float64) int) programs.Told {
	draw := func(d chains.Dice, xs ...int) (all []int, logs []float64) {
		for len(xs) < n {
			xs = append(xs, by(d, logI))
		}
		for _, x := range xs {
			logs = append(logs, logw(x))
		}
		return xs, logs
	}
	return told(func(d chains.Dice) (int, float64) {
		xs, logs := draw(d)
		return xs[pick(d, logs)], logMeanOf(logs)
	}, func(x int, d chains.Dice) float64 {
		_, logs := draw(d, x)
		return logMeanOf(logs)
	})
}

// An ais has the levels whose increments it takes forward and in reverse, and its step in reverse.
type ais struct {
	ahead, back []int
	step        func(d chains.Dice, x int, logf []float64) int
}

// told returns the ways with four levels.
func (a ais) told() programs.Told {
	gain := func(of []int, t, x int) float64 {
		if !slices.Contains(of, t) {
			return 0
		}
		return level(float64(t) / 3)[x] - level(float64(t-1) / 3)[x]
	}
	return told(func(d chains.Dice) (x int, logw float64) {
		x = by(d, logI)
		for t := 1; t <= 3; t++ {
			logw += gain(a.ahead, t, x)
			x = walk(d, x, level(float64(t)/3))
		}
		return x, logw
	}, func(x int, d chains.Dice) (logw float64) {
		for t := 3; t >= 1; t-- {
			x = a.step(d, x, level(float64(t)/3))
			logw += gain(a.back, t, x)
		}
		return logw
	})
}

// barker makes a step of Barker's kernel, which is another one.
func barker(d chains.Dice, x int, logf []float64) int {
	y := x + 2*d.Pick([]float64{1, 1}) - 1
	if y < 0 || y >= len(logf) || d.Pick([]float64{math.Exp(logf[y]), math.Exp(logf[x])}) == 1 {
		return x
	}
	return y
}

// An smc has two particles and three levels.
type smc struct {
	ancestors func(d chains.Dice, logs, before []float64, kept int) (from []int, at int)
	place     func(d chains.Dice) int
}

// told returns the ways.
func (s smc) told() programs.Told {
	run := func(d chains.Dice, xs []int, at int, kept []int) ([]int, float64) {
		before := []float64{0, 0}
		logw := 0.
		for t := 1; t <= 2; t++ {
			logs := []float64{}
			for _, x := range xs {
				logs = append(logs, level(float64(t) / 2)[x]-level(float64(t-1) / 2)[x])
			}
			logw += logMeanOf(logs)
			from, now := s.ancestors(d, logs, before, at)
			at, before = now, logs
			xs = []int{xs[from[0]], xs[from[1]]}
			for i := range xs {
				xs[i] = walk(d, xs[i], level(float64(t)/2))
			}
			if kept != nil {
				xs[at] = kept[t]
			}
		}
		return xs, logw
	}
	return told(func(d chains.Dice) (int, float64) {
		xs, logw := run(d, []int{by(d, logI), by(d, logI)}, -1, nil)
		return xs[d.Pick([]float64{1, 1})], logw
	}, func(x int, d chains.Dice) float64 {
		kept := []int{0, 0, x}
		kept[1] = walk(d, x, level(1))
		kept[0] = walk(d, kept[1], level(0.5))
		at := s.place(d)
		xs := []int{by(d, logI), by(d, logI)}
		xs[at] = kept[0]
		_, logw := run(d, xs, at, kept)
		return logw
	})
}

// independent draws each ancestor by weight, and keeps the one that is kept.
func independent(d chains.Dice, logs, _ []float64, kept int) (from []int, at int) {
	for i := range 2 {
		from = append(from, kept)
		if i != kept {
			from[i] = by(d, logs)
		}
	}
	return from, kept
}

// TestFamily: of 3 levels and of 2, 4, 5 and 6 each program is tried once, with and without the last kernel: 4 numbers
// of particles, and 3 of them resampled systematically if there is a level between the ends.
func TestFamily(t *testing.T) {
	tried := map[[4]any]int{}
	for of := range family(problem(3)) {
		tried[[4]any{len(of.logf), of.pathEnd, of.particles, of.systematic}]++
	}
	if want := 2 * (4*(4+3) + 4); len(tried) != want {
		t.Errorf("%d programs, want %d: %v", len(tried), want, tried)
	}
}

// systematic draws both ancestors by one number. In reverse the kept particle has a place that is drawn.
func systematic(d chains.Dice, logs, _ []float64, kept int) (from []int, at int) {
	return programs.Systematic([]float64{math.Exp(logs[0]), math.Exp(logs[1])}, kept, d)
}

func firstPlace(chains.Dice) int                { return 0 }
func anyPlace(d chains.Dice) int                { return d.Pick([]float64{1, 1}) }
func right(x int) float64                       { return logF[x] - logI[x] }
func unproposed(x int) float64                  { return logF[x] }
func normalised(x int) float64                  { return right(x) + chains.LogSum(logI) }
func uniform(d chains.Dice, logs []float64) int { return by(d, make([]float64, len(logs))) }

// overwritten draws both ancestors by one number, and then puts the kept particle at its place.
func overwritten(d chains.Dice, logs, _ []float64, kept int) (from []int, at int) {
	from, _ = systematic(d, logs, nil, -1)
	if kept >= 0 {
		from[kept] = kept
	}
	return from, kept
}

// early draws the ancestors by the weights of the level before.
func early(d chains.Dice, _, before []float64, kept int) (from []int, at int) {
	return independent(d, before, nil, kept)
}

// changed returns a program with other weights.
func changed(t programs.Told, ahead, back func(logw float64) float64) programs.Told {
	for i := range t.Ahead {
		t.Ahead[i].LogW = ahead(t.Ahead[i].LogW)
	}
	for i := range t.Back {
		t.Back[i].LogW = back(t.Back[i].LogW)
	}
	return programs.NewTold(t.Ahead, t.Back, len(logF))
}

func same(v float64) float64   { return v }
func turned(v float64) float64 { return -v }

// plus returns the change by a factor e^c.
func plus(c float64) func(float64) float64 { return func(v float64) float64 { return v + c } }

// TestSlips: a program with a slip gets its name, and its right twin none. A fault of another kind gets none either.
func TestSlips(t *testing.T) {
	all := []int{1, 2, 3}
	walking := ais{all, all, walk}.told
	sir2 := func() programs.Told { return sir(2, right, by) }
	const forward, reverse, both = InForward, InReverse, InBoth
	for _, c := range []struct {
		T           int
		twin, wrong programs.Told
		want        []Cause
	}{
		{2, sir2(), changed(sir2(), same, turned), []Cause{{Sign, reverse, 0}}},
		{4, walking(), changed(walking(), turned, same), []Cause{{Sign, forward, 0}}},
		{2, sir(3, normalised, by), changed(sir(3, normalised, by), turned, turned), []Cause{{Sign, both, 0}}},
		{2, changed(sir2(), plus(1), plus(1)), changed(sir2(), plus(math.Log(2)), same),
			[]Cause{{Factor, forward, 0.693147181}}},
		{4, changed(walking(), plus(-3), plus(-3)), changed(walking(), same, plus(-3)),
			[]Cause{{Factor, reverse, -3}}},
		{2, importance(right), importance(unproposed), []Cause{{Proposal, both, 0}}},
		{2, sir(3, right, by), sir(3, unproposed, by), []Cause{{Proposal, both, 0}}},
		{2, sir(3, normalised, by), sir(3, normalised, uniform), []Cause{{Early, forward, 0}}},
		{3, smc{independent, firstPlace}.told(), smc{early, firstPlace}.told(), []Cause{{Early, both, 0}}},
		{4, walking(), ais{all[:2], all[:2], walk}.told(), []Cause{{Last, both, 0}}},
		{4, walking(), ais{all[:2], all, walk}.told(), []Cause{{Last, forward, 0}}},
		{4, walking(), ais{all[1:], all[1:], walk}.told(), []Cause{{First, both, 0}}},
		{4, walking(), ais{all, all[1:], walk}.told(), []Cause{{First, reverse, 0}}},
		{4, walking(), ais{all, all, barker}.told(), []Cause{{Another, reverse, 0}}},
		{2, sir2(), programs.NewTold(sir2().Ahead, sir(3, right, by).Back, len(logF)), []Cause{{Another, reverse, 0}}},
		{3, smc{systematic, anyPlace}.told(), smc{overwritten, firstPlace}.told(), []Cause{{Place, reverse, 0}}},
		{4, walking(), ais{[]int{1, 3}, []int{1, 3}, walk}.told(), nil},
		{4, walking(), ais{all, all, func(_ chains.Dice, x int, _ []float64) int { return x }}.told(),
			[]Cause{{Another, reverse, 0}}},
		{2, sir2(), sir(2, func(x int) float64 { return right(x) / 2 }, by), nil},
		{2, sir2(), changed(sir2(), func(v float64) float64 { return 2 * v }, same), nil},
	} {
		p := problem(c.T)
		if !newWays(c.twin, p).keepsLaw() {
			t.Errorf("the right twin of one with %v breaks the law", c.want)
		}
		if newWays(c.wrong, p).keepsLaw() {
			t.Errorf("a program with %v keeps the law", c.want)
		}
		got := must.Have(Of(t.Context(), c.wrong, p))(t)
		for i := range got {
			got[i].By = math.Round(got[i].By*1e9) / 1e9
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%v, want %v", got, c.want)
		}
	}
}

// TestWords: a cause says where the slip is, what is wrong there, and of a factor which it is.
func TestWords(t *testing.T) {
	for want, c := range map[string]Cause{
		"other sign (reverse): reverse: the weights are log 1/w, where log w is asked for": {Sign, InReverse, 0},
		"factor in one direction (forward): forward: every weight has a factor that the other direction lacks, e^-2.5": {
			Factor, InForward, -2.5},
	} {
		if got := c.Name() + ": " + c.String(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
