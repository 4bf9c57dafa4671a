package draws

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/sample"
	"breadboard/grid"
	"breadboard/grid/must"
)

// stretched draws a right ensemble: walkers in the plane make stretch moves (Goodman and Weare 2010), half of them by
// the other half, on a density that is constant on each cell of g. They start from draws of p, each somewhere in its
// cell. A walker is a chain of the cells where it was after each step.
func stretched(g grid.Grid, p []float64, walkers, steps int, seed uint64) [][]int32 {
	dice := rand.New(rand.NewPCG(seed, 7))
	at := make([][]float64, walkers)
	for i, x := range independent(p, walkers, seed) {
		for _, place := range g.Coords(int(x)) {
			at[i] = append(at[i], float64(place)+dice.Float64())
		}
	}
	cell := func(at []float64) int {
		places := make([]int, len(at))
		for a, v := range at {
			places[a] = int(math.Floor(v))
			if places[a] < 0 || places[a] >= g.Lens()[a] {
				return -1
			}
		}
		return cellAt(g, places)
	}
	all := make([][]int32, walkers)
	half := walkers / 2
	for range steps {
		for i := range walkers {
			other := at[(i/half+1)%2*half+dice.IntN(half)]
			z := math.Pow(dice.Float64()+1, 2) / 2 // of density 1/sqrt(z) from 1/2 to 2
			to := make([]float64, len(other))
			for a := range to {
				to[a] = other[a] + z*(at[i][a]-other[a])
			}
			from, y := cell(at[i]), cell(to)
			if y >= 0 && dice.Float64() < math.Pow(z, float64(len(to)-1))*p[y]/p[from] {
				at[i] = to
			}
			all[i] = append(all[i], int32(cell(at[i])))
		}
	}
	return all
}

// drawnBy are chains of a kernel from draws of p.
func drawnBy(k chains.Kernel, g grid.Grid, p []float64, walkers, steps int, seed uint64) [][]int32 {
	logs := make([]float64, len(p))
	for x, v := range p {
		logs[x] = math.Log(v)
	}
	op := chains.On(k, g)
	level := chains.NewLevel(chains.Geometric{From: make([]float64, len(p)), To: logs}, g.Size())
	level.Move(2, 1)
	op.Aim(level)
	paths := sample.NewPaths(op, g.Size())
	all := make([][]int32, walkers)
	for i := range all {
		all[i] = make([]int32, steps)
		paths.Draw(all[i], chains.NewLaw(p), seed, uint64(i))
	}
	return all
}

// swapped has the draws of walkers step by step: as many chains as there are steps, each with a draw of every walker.
func swapped(walkers [][]int32) (steps [][]int32) {
	for s := range walkers[0] {
		var step []int32
		for _, w := range walkers {
			step = append(step, w[s])
		}
		steps = append(steps, step)
	}
	return steps
}

// The ways in which people write down what walkers drew: in the order in which chains are read, and as emcee's
// get_chain() and get_chain(flat=True) have it.
var written = []struct {
	name string
	as   func(walkers [][]int32) [][]int32
}{
	{"chains of steps", func(walkers [][]int32) [][]int32 { return walkers }},
	{"steps of walkers", swapped},
	{"flat", func(walkers [][]int32) [][]int32 { return [][]int32{slices.Concat(swapped(walkers)...)} }},
}

// walkersOf are right samplers of four kinds on g.
var walkersOf = map[string]func(g grid.Grid, p []float64, walkers, steps int, seed uint64) [][]int32{
	"independent": func(_ grid.Grid, p []float64, walkers, steps int, seed uint64) (all [][]int32) {
		for i := range walkers {
			all = append(all, independent(p, steps, seed*1000+uint64(i)))
		}
		return all
	},
	"metropolis": func(g grid.Grid, p []float64, walkers, steps int, seed uint64) [][]int32 {
		return drawnBy(kernels.Metropolis{}, g, p, walkers, steps, seed)
	},
	"gibbs in order": func(g grid.Grid, p []float64, walkers, steps int, seed uint64) [][]int32 {
		return drawnBy(kernels.GibbsSweep{}, g, p, walkers, steps, seed)
	},
	"stretch": stretched,
}

// TestOrderIsNamed: where walkers are slow the ESS is the same however they are written down, and the sentence says how
// they look. It says nothing of chains in their order.
func TestOrderIsNamed(t *testing.T) {
	g, p := box()
	for seed := range uint64(8) {
		walkers := stretched(g, p, 32, 300, seed)
		inOrder := Judge(g, p, []Sample{{Chains: walkers}})[0]
		if inOrder.Order != "" {
			t.Errorf("seed %d: of chains in order: %s", seed, inOrder.Order)
		}
		for i, says := range []string{"swapaxes(0, 1); what is said is of 32 walkers of 300 steps",
			"swapaxes(0, 1) of get_chain(), and not flat=True; what is said is of 32 walkers of 300 steps"} {
			as := written[i+1]
			r := Judge(g, p, []Sample{{Chains: as.as(walkers)}})[0]
			want := "this looks like (steps, walkers, axes), as emcee gives it: " + says
			must.Near(t, r.ESS, inOrder.ESS, 1e-6*inOrder.ESS, "%s, seed %d: ESS", as.name, seed)
			if r.Order != want || r.Kept != inOrder.Kept {
				t.Errorf("%s, seed %d: %d kept, want %d; it says %q, want %q", as.name, seed, r.Kept, inOrder.Kept,
					r.Order, want)
			}
		}
	}
}

// TestOneWalkerInAColumn: draws of one chain, each read as a chain of its own, are judged as the chain.
func TestOneWalkerInAColumn(t *testing.T) {
	chain := sticky(nine, 3000, 0.9, 5)
	column := judged(nine, slices.Collect(slices.Chunk(chain, 1))...)
	want := judged(nine, chain)
	must.Say(t, column.Order, "of 1 walker of 3,000 steps")
	must.Near(t, column.ESS, want.ESS, 1e-6*want.ESS, "ESS")
}

// TestGoodChainsKeepTheirESS: independent draws, chains that remember, chains that go to the other side, walks that
// go on in their direction, and draws that take turns keep their order, and their ESS. One in a thousand may not.
func TestGoodChainsKeepTheirESS(t *testing.T) {
	even := slices.Repeat([]float64{0.1}, 10)
	rare := []float64{0.25, 0.25, 0.249, 0.25, 0.001} // two rare draws are as far apart as they happen to be
	antithetic := func(n int, seed uint64) []int32 {
		chain := independent(even, n, seed)
		for i := 1; i < n; i++ {
			if chain[i] < 7 {
				chain[i] = 9 - chain[i-1]
			}
		}
		return chain
	}
	onwards := func(n int, seed uint64) (chain []int32) {
		dice := rand.New(rand.NewPCG(seed, 3))
		x, step := 3, 1
		for range n {
			if x+step < 0 || x+step > 9 || dice.Float64() < 0.02 {
				step = -step
			} else {
				x += step
			}
			chain = append(chain, int32(x))
		}
		return chain
	}
	named, all := 0, 0
	for name, c := range map[string]struct {
		p     []float64
		chain func(n int, seed uint64) []int32
	}{
		"independent": {even, func(n int, seed uint64) []int32 { return independent(even, n, seed) }},
		"rare":        {rare, func(n int, seed uint64) []int32 { return independent(rare, n, seed) }},
		"sticky":      {even, func(n int, seed uint64) []int32 { return sticky(even, n, 0.8, seed) }},
		"antithetic":  {even, antithetic},
		"onwards":     {even, onwards},
	} {
		for seed := range uint64(40) {
			for _, n := range []int{100, 1000, 4000} {
				chain := c.chain(n, seed)
				for _, each := range []int{n, n / 10} { // one chain, and ten
					chains := slices.Collect(slices.Chunk(chain, each))
					all++
					_, ess, says := inTime(grid.New(len(c.p)), c.p, chains)
					if says != "" {
						named++
						t.Logf("%s, seed %d, %d draws by %d: ESS %.0f: %s", name, seed, n, each, ess, says)
					}
				}
			}
		}
	}
	if named > all/500 {
		t.Errorf("%d of %d samples seem to have walkers", named, all)
	}
}

// TestChainsFromOneCellKeepTheirOrder: chains that begin in one cell are alike at the same step, and more alike from
// step to step. Chains of several lengths are no steps of walkers.
func TestChainsFromOneCellKeepTheirOrder(t *testing.T) {
	even := slices.Repeat([]float64{0.1}, 10)
	for seed := range uint64(20) {
		var together, ragged [][]int32
		for i := range uint64(20) {
			dice := rand.New(rand.NewPCG(seed, i))
			x := 0
			var chain []int32
			for range 200 {
				x = max(0, min(9, x+dice.IntN(3)-1))
				chain = append(chain, int32(x))
			}
			together = append(together, chain)
			ragged = append(ragged, chain[100:101+int(i)])
		}
		for name, chains := range map[string][][]int32{"together": together, "ragged": ragged} {
			if r := judged(even, chains...); r.Order != "" {
				t.Errorf("%s, seed %d: %s", name, seed, r.Order)
			}
		}
	}
}

// TestOrderDoesNotHideWrongSamplers: walkers of another law are accused as often, however they are written down.
func TestOrderDoesNotHideWrongSamplers(t *testing.T) {
	g, p := box()
	logs := make([]float64, len(p))
	for x, v := range p {
		logs[x] = 0.5 * math.Log(v)
	}
	warm := chains.Normalized(logs)
	const each = 10
	for kind, draw := range walkersOf {
		var accused [3]int
		for seed := range uint64(each) {
			walkers := draw(g, warm, 32, 300, seed)
			for i, as := range written {
				if Judge(g, p, []Sample{{Chains: as.as(walkers)}})[0].Verdict == Differs {
					accused[i]++
				}
			}
		}
		if accused != [3]int{each, each, each} {
			t.Errorf("%s: of %d samples of p^0.5 accused %v", kind, each, accused)
		}
	}
}

// TestRightSamplersInAnyOrder: of 200 right samplers of four kinds, however they are written down, none is accused.
func TestRightSamplersInAnyOrder(t *testing.T) {
	g, p := box()
	const each, level = 50, 1e-3
	for kind, draw := range walkersOf {
		for seed := range uint64(each) {
			walkers := draw(g, p, 16+8*int(seed%3), 200, seed)
			for _, as := range written {
				r := Judge(g, p, []Sample{{Chains: as.as(walkers)}})[0]
				if r.Verdict == Differs || r.P <= level {
					t.Errorf("%s, %s, seed %d: ESS %.0f of %d, p = %.2g", kind, as.name, seed, r.ESS, r.N, r.P)
				}
			}
		}
	}
}
