package draws

import (
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/grid"
)

// A walk makes chains of a kernel for a density, or of its n-th power.
type walk struct {
	rows  [][]float64
	every int
	dice  *rand.Rand
}

// metropolis returns a walk that leaves exp(logf) invariant.
func metropolis(g grid.Grid, logf []float64, every int, seed uint64) walk {
	op, _ := chains.Annealing{Grid: g, Kernel: kernels.Metropolis{},
		Bridge: chains.Geometric{From: chains.Uniform(logf), To: logf}}.Aimed(2, 1)
	w := walk{every: every, dice: rand.New(rand.NewPCG(seed, 1))}
	for x := range logf {
		w.rows = append(w.rows, laws.RowOf(op, x, len(logf)))
	}
	return w
}

func (w walk) pick(p []float64) int {
	left := w.dice.Float64()
	last := 0
	for x, mass := range p {
		if mass > 0 {
			last = x
		}
		if left -= mass; left < 0 {
			return x
		}
	}
	return last
}

// chain returns n draws of a chain from x.
func (w walk) chain(x, n int) (cells []int32) {
	for range n {
		for range w.every {
			x = w.pick(w.rows[x])
		}
		cells = append(cells, int32(x))
	}
	return cells
}

// independent returns draws of p.
func (w walk) independent(p []float64, n int) (cells []int32) {
	for range n {
		cells = append(cells, int32(w.pick(p)))
	}
	return cells
}

// inTurn returns the draws of walkers that take turns.
func inTurn(walkers [][]int32) (cells []int32) {
	for t := range walkers[0] {
		for _, w := range walkers {
			cells = append(cells, w[t])
		}
	}
	return cells
}

// twoModes returns the log density of two modes with this much between them; the second is higher by more.
func twoModes(depth, more float64) []float64 {
	return []float64{0, 0.5, 0, -depth, -depth, -depth, more, 0.4 + more, more}
}

// judged judges one sample on a path, or on a grid of so many axes.
func judged(t *testing.T, g grid.Grid, logf []float64, independent bool, chains ...[]int32) Result {
	t.Helper()
	return Judge(t.Context(), g, logf, []Sample{{Chains: chains}}, independent)[0]
}

// rightDraws are right samplers of p: a kernel of exp(logf) on g, from a draw of p or not.
var rightDraws = map[string]func(w walk, logf, p []float64) [][]int32{
	"independent":   func(w walk, _, p []float64) [][]int32 { return [][]int32{w.independent(p, 3000)} },
	"few":           func(w walk, _, p []float64) [][]int32 { return [][]int32{w.independent(p, 60)} },
	"chain":         func(w walk, _, p []float64) [][]int32 { return [][]int32{w.chain(w.pick(p), 2000)} },
	"from anywhere": func(w walk, _, _ []float64) [][]int32 { return [][]int32{w.chain(0, 1000)} },
	"several": func(w walk, _, p []float64) (all [][]int32) {
		for range 8 {
			all = append(all, w.chain(w.pick(p), 500))
		}
		return all
	},
	"short": func(w walk, _, p []float64) (all [][]int32) {
		for range 300 {
			all = append(all, w.chain(w.pick(p), 2+w.dice.IntN(20)))
		}
		return all
	},
	"in turn": func(w walk, _, p []float64) [][]int32 {
		var all [][]int32
		for range 16 {
			all = append(all, w.chain(w.pick(p), 200))
		}
		return [][]int32{inTurn(all)}
	},
	"many in turn": func(w walk, _, p []float64) [][]int32 {
		var all [][]int32
		for range 600 {
			all = append(all, w.chain(w.pick(p), 5))
		}
		return [][]int32{inTurn(all)}
	},
	"lazy": func(w walk, _, p []float64) [][]int32 {
		c := w.independent(p, 3000)
		for t := 1; t < len(c); t++ {
			if w.dice.Float64() < 0.9 {
				c[t] = c[t-1]
			}
		}
		return [][]int32{c}
	},
	"with a direction": func(w walk, logf, p []float64) [][]int32 { // that it keeps until it is refused
		x, by := w.pick(p), 1
		var c []int32
		for range 3000 {
			if y := x + by; y >= 0 && y < len(p) && w.dice.Float64() < math.Exp(logf[y]-logf[x]) {
				x = y
			} else {
				by = -by
			}
			if w.dice.Float64() < 0.1 {
				by = -by
			}
			c = append(c, int32(x))
		}
		return [][]int32{c}
	},
	"round": func(w walk, logf, _ []float64) [][]int32 { // of equal cells
		var c []int32
		clear(logf)
		x := 0
		for range 3000 {
			x = (x + 1) % len(logf)
			if w.dice.Float64() < 0.02 {
				x = w.dice.IntN(len(logf))
			}
			c = append(c, int32(x))
		}
		return [][]int32{c}
	},
}

// inLongForm returns a number of samples, or a third of it unless all is asked for.
func inLongForm(n int) int {
	if os.Getenv("BREADBOARD_LONG") != "" {
		return n
	}
	return n / 3
}

// TestRightDrawsAreNotAccused: no right draws are accused, of 330 samples in the long form, on flat, rough and peaked
// densities and on two modes, with walls, and of every 20th draw.
func TestRightDrawsAreNotAccused(t *testing.T) {
	fits := map[string]int{}
	samples := inLongForm(30)
	for kind, draw := range rightDraws {
		for seed := range uint64(samples) {
			dice := rand.New(rand.NewPCG(seed, 2))
			grids := []grid.Grid{grid.New(9), grid.New(3, 3), grid.New(7, 7), grid.New(5)}
			g := grids[seed%4]
			heights := []float64{0.5, 1, 2, 4, 12}
			logf := make([]float64, g.Size())
			for x := range logf {
				logf[x] = dice.NormFloat64() * heights[seed%5]
			}
			if seed%4 == 0 {
				logf = twoModes(3+float64(seed%3), float64(seed%2))
			} else if seed%7 == 0 {
				logf[2] = math.Inf(-1)
			}
			thinnings := []int{1, 1, 20}
			w := metropolis(g, logf, thinnings[seed%3], seed)
			of := draw(w, logf, chains.Normalized(logf))
			r := judged(t, g, logf, false, of...)
			if r.Verdict == Differs {
				t.Errorf("%s, seed %d: %s", kind, seed, r.Words())
			}
			if r.Verdict == Fits {
				fits[kind]++
			}
		}
	}
	for kind, least := range map[string]int{"independent": 20, "chain": 6, "several": 6, "lazy": 12, "round": 29} {
		if 30*fits[kind] < least*samples {
			t.Errorf("%s: %d of %d fit", kind, fits[kind], samples)
		}
	}
}

// TestWrongChains: moves accuse chains of another density, and what they do not accuse is within their reach, in 9 of
// 10. Of modes that were left too seldom they cannot tell.
func TestWrongChains(t *testing.T) {
	found := map[string]int{}
	told, held := 0.0, 0.0
	samples := inLongForm(20)
	for seed := range uint64(samples) {
		dice := rand.New(rand.NewPCG(seed, 3))
		g := grid.New(3, 3)
		logf := make([]float64, g.Size())
		for x := range logf {
			logf[x] = 2 * dice.NormFloat64()
		}
		wrong := slices.Clone(logf)
		floats.Scale(0.7, wrong)
		modes := twoModes(5, 0)
		for kind, c := range map[string]struct {
			f, of []float64
			g     grid.Grid
			n     int
		}{
			"hot":       {logf, wrong, g, 10_000},
			"hardly":    {logf, wrong, g, 1000},
			"the modes": {twoModes(1, 2), twoModes(1, 0), grid.New(9), 10_000},
			"seldom":    {twoModes(5, 1), modes, grid.New(9), 2000},
		} {
			p, q := chains.Normalized(c.f), chains.Normalized(c.of)
			r := judged(t, c.g, c.f, false, metropolis(c.g, c.of, 1, seed).chain(1, c.n))
			if r.Verdict == Differs {
				found[kind]++
			}
			if r.Verdict == Fits {
				told++
			}
			if r.Verdict == Fits && floats.Distance(p, q, 1)/2 <= r.Reach {
				held++
			}
			if kind == "seldom" && r.Verdict != Unclear {
				t.Errorf("seed %d: modes that are seldom left: %s", seed, r.Words())
			}
		}
	}
	if 20*found["hot"] < 18*samples || 20*found["the modes"] < 15*samples {
		t.Errorf("found %v", found)
	}
	if told < float64(samples)*0.5 || held < 0.9*told {
		t.Errorf("%v of %v are within the reach", held, told)
	}
}

// TestIndependentDraws: of draws that are said to be independent, or that are each a chain of its own, the counts
// accuse where the moves of one chain cannot tell: those that never left a mode. Few draws accuse in light cells alone.
func TestIndependentDraws(t *testing.T) {
	modes := twoModes(6, 0)
	stuck := metropolis(grid.New(9), modes, 1, 1).chain(1, 400)
	half := chains.Normalized([]float64{0, 0, -40})
	w := walk{dice: rand.New(rand.NewPCG(4, 4))}
	for name, c := range map[string]struct {
		logf    []float64
		chain   []int32
		verdict string
		why     string
	}{
		"of one mode": {modes, stuck, Differs, ""},
		"of p":        {modes, w.independent(chains.Normalized(modes), 1000), Fits, ""},
		"few":         {modes, w.independent(chains.Normalized(modes), 40), Unclear, "40 draws are too few"},
		"one in a light cell": {[]float64{0, 0, -40}, append(w.independent(half, 20), 2), Differs,
			"the lightest cells, up to cell 2, have 1 of 21 draws"},
		"in a wall":   {[]float64{0, math.Inf(-1)}, []int32{0, 1, 0}, Differs, "a draw is in cell 1, where p is 0"},
		"of one cell": {[]float64{0, -50}, make([]int32, 100), Unclear, "cell 0 has all of p, to rounding"},
	} {
		var alone [][]int32
		for _, x := range c.chain {
			alone = append(alone, []int32{x})
		}
		g := grid.New(len(c.logf))
		said := judged(t, g, c.logf, true, c.chain)
		if said.Verdict != c.verdict || !strings.Contains(said.Why, c.why) ||
			(said.P <= Level) != (c.verdict == Differs) {
			t.Errorf("%s: %s", name, said.Words())
		}
		if r := judged(t, g, c.logf, false, alone...); r.Words() != said.Words() {
			t.Errorf("%s: each alone %q, and one chain %q", name, r.Words(), said.Words())
		}
		if r := judged(t, g, c.logf, false, c.chain); (r.Verdict == Differs) != (name == "in a wall") {
			t.Errorf("%s, as a chain: %s", name, r.Words())
		}
	}
}

// TestTheLevelIsKept: of draws on two cells a binomial distribution gives the shares that are accused, which are no
// more than Level, with 25 draws expected of the light cell and with fewer.
func TestTheLevelIsKept(t *testing.T) {
	g := grid.New(2)
	for _, light := range []float64{0.0001, 0.003, 0.005, 0.01, 0.025, 0.05, 0.3} {
		share, binomial := 0.0, distuv.Binomial{N: 1000, P: light}
		for k := range 1001 {
			q := float64(k) / 1000
			r := Result{N: 1000, Target: []float64{light, 1 - light}, Q: []float64{q, 1 - q}}
			if r.judgeCounts(g, []int{k, 1000 - k}, Level); r.Verdict == Differs {
				share += binomial.Prob(float64(k))
			}
		}
		if share > 1.25*Level { // Pearson's tail is a normal one
			t.Errorf("a cell of %v: %v of samples are accused", light, share)
		}
	}
}

// TestReachOfIndependentDraws: a distribution as far from p as the reach shows in 9 of 10 samples, and one of a third
// of it in few: mass is moved between halves of the cells, which is the hardest to see.
func TestReachOfIndependentDraws(t *testing.T) {
	p := slices.Repeat([]float64{1. / 16}, 16)
	logf := make([]float64, 16)
	w := walk{dice: rand.New(rand.NewPCG(5, 6))}
	reach := judged(t, grid.New(16), logf, true, w.independent(p, 2000)).Reach
	for share, bounds := range map[float64][2]int{1: {40, 50}, 1. / 3: {0, 10}} {
		q := slices.Clone(p)
		for x := range q {
			q[x] *= 1 + 2*share*reach*float64(1-x%2*2)
		}
		found := 0
		for range 50 {
			if judged(t, grid.New(16), logf, true, w.independent(q, 2000)).Verdict == Differs {
				found++
			}
		}
		if found < bounds[0] || found > bounds[1] {
			t.Errorf("%v of a reach of %v: found in %d of 50", share, reach, found)
		}
	}
}

// TestMemory: draws of walkers that take turns are alike at the distance of their number, and those of a chain at none.
// The surplus is that of the definition.
func TestMemory(t *testing.T) {
	logf := twoModes(4, 0)
	w := metropolis(grid.New(9), logf, 1, 7)
	var walkers [][]int32
	starts := []int{1, 7}
	for i := range 12 {
		walkers = append(walkers, w.chain(starts[i%2], 300))
	}
	if m := movesOf([][]int32{inTurn(walkers)}, 9); m.apart()%12 != 0 || m.apart() == 0 {
		t.Errorf("12 walkers are alike %d apart", m.apart())
	}
	if m := movesOf(walkers, 9); m.apart() != 0 || m.drifts() {
		t.Errorf("chains are alike %d apart, or drift", m.apart())
	}
	var slow []int32 // draws of two distributions in long turns
	turns := [][]float64{{0.7, 0.3}, {0.3, 0.7}}
	for turn := range 20 {
		slow = append(slow, w.independent(turns[turn%2], 200)...)
	}
	if m := movesOf([][]int32{slow}, 2); !m.drifts() {
		t.Error("a slow change is not seen")
	}
	m := movesOf([][]int32{{0, 1, 0, 2, 0, 1}}, 3) // from 0: to 1, 2 and 1
	if got := m.off(0, 1, *m.at(0, 1)); got != 1-1./2 {
		t.Errorf("off by %v, want 1 less the share of 1 in the two other moves from 0", got)
	}
}

// TestPartsAreLeftTenTimes: two modes tell from ten moves out of each on, and light cells join others.
func TestPartsAreLeftTenTimes(t *testing.T) {
	for times, tells := range map[int]bool{9: false, 10: true} {
		var c []int32
		for range times {
			for mode := range int32(2) {
				c = append(c, slices.Repeat([]int32{2 * mode, 2*mode + 1}, 50)...)
			}
		}
		c = append(c, 0, 4, 0)
		logf := []float64{0, 0, 0, 0, -6}
		p := chains.Normalized(logf)
		in, why := partsOf(grid.New(5), [][]int32{c}, p, leftOften)
		if (why == "") != tells || tells && !slices.Equal(in, []int{0, 1, 2, 3, 0}) {
			t.Errorf("modes that are left %d times: parts %v, %q", times, in, why)
		}
		if r := judged(t, grid.New(5), logf, false, c); r.Verdict == Differs || (r.Verdict == Fits) && !tells {
			t.Errorf("modes that are left %d times: %s", times, r.Words())
		}
	}
}

// TestSamplesShareTheLevel: several samples share the level, and a small p-value that accuses nobody has a caution.
func TestSamplesShareTheLevel(t *testing.T) {
	counts := func(ones int) Sample {
		return Sample{Chains: [][]int32{append(make([]int32, 1000-ones), slices.Repeat([]int32{1}, ones)...)}}
	}
	g, logf := grid.New(2), []float64{0, 0}
	one := Judge(t.Context(), g, logf, []Sample{counts(540)}, true)[0].P
	two := Judge(t.Context(), g, logf, []Sample{counts(540), counts(500)}, true)[0].P
	if two != 2*one || one > 0.1 {
		t.Errorf("p-values %v and %v", one, two)
	}
	for ones, want := range map[int]string{500: "", 560: "p = 0.0003 is small, as of one in 3400 right samplers: " +
		"four times as many draws would tell more"} {
		if r := Judge(t.Context(), g, logf, []Sample{counts(ones)}, true)[0]; r.Why != want || r.Verdict != Fits {
			t.Errorf("%d of 1000: %+v", ones, r)
		}
	}
}
