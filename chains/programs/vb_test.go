package programs_test

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/grid"
)

func mean(p programs.Problem) programs.Program { return programs.NewVB(p, 3, 1) }

func TestVBKeepsTheLaw(t *testing.T) {
	chaintest.ProgramLaws(t, mean, chaintest.Problems(kernels.Identity{}, 2)...)
	chaintest.ProgramLaws(t, mean, elsewhere())
}

// unspread forgets the entropy of q: it weighs by f_T alone.
type unspread struct{ programs.VB }

func (p unspread) Forward(d chains.Dice) (x int, logw float64) {
	x, logw = p.VB.Forward(d)
	_, logq := p.Law()
	return x, logw + logq[x]
}

func TestBrokenVBIsFound(t *testing.T) {
	of := func(p programs.Problem) programs.Program { return unspread{programs.NewVB(p, 3, 1)} }
	chaintest.BrokenProgram(t, of, chaintest.Problems(kernels.Identity{}, 2)...)
}

// square is a problem on a 2x2 box from a uniform initial density.
func square(last ...float64) programs.Problem {
	return programs.Problem{Sample: 1, Annealing: chains.Annealing{
		Grid: grid.New(2, 2), Kernel: kernels.Identity{}, Schedule: chains.Linear(2),
		Bridge: chains.Geometric{From: []float64{0, 0, 0, 0}, To: last},
	}}
}

// lower is E_fwd[log w], along every path of the dice.
func lower(e programs.Estimator) (sum float64) {
	return expected(e, func(logw float64) float64 { return logw })
}

// TestVBFindsTheBestProduct: no law with independent coordinates on a fine lattice has a
// better bound, even where the target has two modes and restarts are needed.
func TestVBFindsTheBestProduct(t *testing.T) {
	p := square(2.1, -1.2, -0.8, 2.5)
	_, last := p.Ends()
	best := math.Inf(-1)
	for i := 1; i < 400; i++ {
		for j := 1; j < 400; j++ {
			a, b := float64(i)/400, float64(j)/400
			q := []float64{a * b, a * (1 - b), (1 - a) * b, (1 - a) * (1 - b)}
			bound := 0.0
			for x := range q {
				bound += q[x] * (last[x] - math.Log(4) - math.Log(q[x]))
			}
			best = max(best, bound)
		}
	}
	got := lower(programs.NewVB(p, 10, 1))
	if got < best {
		t.Errorf("the bound is %g, and %g on a lattice", got, best)
	}
	if got > best+1e-3 { // a step of 1/400 loses less than that
		t.Errorf("the bound is %g, and the best on a lattice only %g", got, best)
	}
}

// TestMoreRestartsNeverLose: each restart begins somewhere else, and the best of all is kept, wherever it stands in
// their order. A target with four modes has starts that lead to each; one start finds the best now and then, and
// a hundred always do.
func TestMoreRestartsNeverLose(t *testing.T) {
	p := square(1, 1, 1, 1)
	p.Grid = grid.New(4, 4)
	from, to := make([]float64, 16), make([]float64, 16)
	for x := range to {
		if to[x] = -3; x%5 == 0 { // on the diagonal
			to[x] = 2 + float64(x)/20
		}
	}
	p.Bridge = chains.Geometric{From: from, To: to}
	found := map[float64]bool{} // by one start
	for seed := range uint64(30) {
		before, last := math.Inf(-1), 0.
		for _, restarts := range []int{1, 2, 3, 4, 5, 6, 100} {
			e := programs.NewVB(p, restarts, seed)
			last = lower(e)
			if !(last >= before) {
				t.Errorf("seed %d: the bound falls from %g to %g with restart %d", seed, before, last, restarts)
			}
			near(t, "E_fwd[log w] of what is drawn", last, ofLaw(e))
			before = last
			if restarts == 1 {
				found[math.Round(1e6*last)/1e6] = true
			}
		}
		near(t, "the best of a hundred restarts", last, lower(programs.NewVB(p, 100, 0)))
		if best := to[15] - math.Log(16); !(last > best) { // of the law that is the cell of the highest mode
			t.Errorf("seed %d: a hundred restarts find %g, and the highest mode alone is %g", seed, last, best)
		}
	}
	if len(found) != 4 {
		t.Errorf("one start finds %d of 4 bounds: %v", len(found), found)
	}
}

// ofLaw is E_fwd[log w] by the law that the program says it has.
func ofLaw(e programs.VB) (sum float64) {
	q, _ := e.Law()
	for x, prob := range q {
		sum += prob * e.Reverse(x, nil)
	}
	return sum
}

// TestVBMeetsAProduct: a target with independent coordinates is met.
func TestVBMeetsAProduct(t *testing.T) {
	p := square(0.2+1.1, 0.2-0.4, -0.7+1.1, -0.7-0.4)
	_, last := p.Ends()
	near(t, "E_fwd[log w]", lower(programs.NewVB(p, 1, 1)), chains.LogSum(last)-math.Log(4))
}

// TestVBBetweenWalls: where the target has mass in two diagonal cells q is one of them, and
// the number of relabelings makes up for the other.
func TestVBBetweenWalls(t *testing.T) {
	p := square(0.5, math.Inf(-1), math.Inf(-1), 0.5)
	logR := math.Log(2*math.Exp(0.5)) - math.Log(4)
	near(t, "E_fwd[log w]", lower(programs.NewVB(p, 4, 1)), logR-math.Ln2)
	near(t, "E_fwd[log w] of both labellings", lower(symmetric(t, p)), logR)
}

// symmetric is VB with its correction for a problem that is as good as a model of two
// clusters.
func symmetric(t *testing.T, p programs.Problem) programs.SymmetricVB {
	t.Helper()
	p.Observed = &chains.Observations{LogRelabelings: math.Ln2}
	e, err := programs.NewSymmetricVB(p, 4, 1)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// TestLabellingsThatOverlap: on a flat target q already has all cells, and the correction
// makes the estimate twice too large.
func TestLabellingsThatOverlap(t *testing.T) {
	near(t, "E_fwd[log w]", lower(symmetric(t, square(1, 1, 1, 1))), 1+math.Ln2)
}

func TestSymmetricVBNeedsAModel(t *testing.T) {
	if _, err := programs.NewSymmetricVB(square(1, 1, 1, 1), 4, 1); err == nil {
		t.Error("no error without a model")
	}
}

// TestVBCountsItsUpdates: a product on a box is met by the first sweep over its axes, and the second
// finds no gain. Each update looks at all cells, and the weight at one.
func TestVBCountsItsUpdates(t *testing.T) {
	p := square(0.2+1.1, 0.2-0.4, -0.7+1.1, -0.7-0.4)
	near(t, "the cost of two restarts", programs.NewVB(p, 2, 1).Cost(), 2*2*2*4+1)
	last := make([]float64, 12)
	for x := range last {
		last[x] = float64(x/6) + 0.5*float64(x/2%3) - 0.25*float64(x%2)
	}
	p = programs.Problem{Annealing: chains.Annealing{Grid: grid.New(2, 3, 2), Kernel: kernels.Identity{},
		Schedule: chains.Linear(2), Bridge: chains.Geometric{From: make([]float64, 12), To: last}}}
	near(t, "the cost of three restarts on three axes", programs.NewVB(p, 3, 1).Cost(), 3*2*3*12+1)
}

// Many restarts on many cells are refused, with a number that would do.
func TestVBClimbsForASecond(t *testing.T) {
	few, many := square(0, 0, 0, 0), square(0, 0, 0, 0)
	many.Grid = grid.New(1<<10, 1<<11)
	maker, _, err := programs.Read("vb:restarts=2")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := maker(few); err != nil {
		t.Errorf("on 4 cells: %v", err)
	}
	const want = "vb climbs over all 2097152 cells from each of 2 starts, which takes long; restarts=1 would do"
	if _, err := maker(many); err == nil || err.Error() != want {
		t.Errorf("on 2,097,152 cells: %v", err)
	}
}
