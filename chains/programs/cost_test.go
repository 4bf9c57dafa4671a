package programs_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/enumerate"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
	"breadboard/grid"
	"breadboard/grid/must"
)

// A count counts the work of a forward run from outside: by its kernel and its dice.
type count struct {
	rows, picks  int       // rows visited, of the kernel and of its reversal, and all picks
	first, last  int       // of these, draws from p_1 and from p_T
	prior, after []float64 // p_1 and p_T
}

func (c *count) clear() { *c = count{prior: c.prior, after: c.after} }

// A countingKernel says that a step costs 7.
type countingKernel struct {
	chains.Kernel
	*count
}

const stepCost = 7

func (k countingKernel) Cost(grid.Grid) float64 { return stepCost }

func (k countingKernel) On(g grid.Grid) (chains.Operator, error) {
	op, err := k.Kernel.On(g)
	return countingOperator{op, k.count}, err
}

type countingOperator struct {
	chains.Operator
	*count
}

func (o countingOperator) Row(x int, visit func(y int, p float64)) {
	o.rows++
	o.Operator.Row(x, visit)
}

func (o countingOperator) Stay(x int) float64 {
	o.rows++
	return o.Operator.Stay(x)
}

func (o countingOperator) Reversal() chains.Operator {
	return countingOperator{o.Operator.Reversal(), o.count}
}

type countingDice struct {
	chains.Dice
	*count
}

func (d countingDice) Pick(weights []float64) int {
	is := func(p []float64) bool {
		return slices.EqualFunc(weights, p, func(a, b float64) bool { return math.Abs(a-b) < 1e-12 })
	}
	d.picks++
	if is(d.prior) {
		d.first++
	} else if is(d.after) {
		d.last++
	}
	return d.Dice.Pick(weights)
}

// counted puts counts on a problem's kernel.
func counted(p programs.Problem) (programs.Problem, *count) {
	first, last := p.Ends()
	c := &count{prior: chains.Normalized(first), after: chains.Normalized(last)}
	p.Kernel = countingKernel{p.Kernel, c}
	return p, c
}

// observed returns the number of log densities that one particle needs for its weights, observation by
// observation: one, or with the optimal proposal one for every value of the observation's own latents.
func observed(p programs.Problem, optimal bool) (sum int) {
	for _, axes := range p.Observed.Axes {
		values := 1
		for _, a := range axes {
			if optimal {
				values *= p.Grid.Len(a)
			}
		}
		sum += values
	}
	return sum
}

// weights returns the log densities that a run of each program computes besides those of the kernel, by its
// definition and by what was counted.
func weights(spec string, c *count, p programs.Problem) int {
	switch name, _, _ := strings.Cut(spec, ":"); name {
	case "ais", "smc":
		return c.first * (p.T() - 1)
	case "importance", "sir":
		return c.first
	case "bic":
		return p.Grid.Size()
	case "hme-chain": // the states
		return c.first + c.rows
	case "cms", "chib": // f_T(x*)
		return 1
	case "smc-data", "shme":
		return (c.first + c.last) * observed(p, strings.Contains(spec, "optimal"))
	}
	return 0
}

// costing holds programs of which every run costs the same.
var costing = []string{"ais", "smc:3", "smc:4:ess=0.5", "smc:4:resample=systematic", "importance", "sir:5", "posterior",
	"bic", "hme-chain:1", "hme-chain:4", "cms:1", "cms:4", "chib:1", "chib:3",
	"smc-data:3", "smc-data:2:steps=3", "smc-data:3:steps=0", "shme:1", "shme:3:steps=2", "smc-data:3:proposal=optimal",
	"shme:3:proposal=optimal"}

// inTheMean holds programs whose cost is a mean, which the tests of their names count.
var inTheMean = map[string]string{"ns": "TestNSCountsItsDraws", "rejection": "TestRejectionCountsItsTrials",
	"vb": "TestVBCountsItsUpdates"}

// TestCostIsCounted: every run costs what Cost says, with the last move and without it.
func TestCostIsCounted(t *testing.T) {
	for _, e := range programs.Catalogue {
		counted := slices.ContainsFunc(costing, func(spec string) bool { return programs.EntryOf(spec).Name == e.Name })
		if counted == (inTheMean[e.Name] != "") {
			t.Errorf("nothing counts what %s costs, or two tests do", e.Name)
		}
	}
	for _, spec := range costing {
		for _, skip := range []bool{false, true} {
			p, c := counted(chaintest.WideModel(kernels.GibbsSweep{}))
			p.SkipLast = skip
			e := estimator(t, spec, p)
			for seed := range uint64(5) {
				c.clear()
				e.Forward(countingDice{sample.Seeded(seed), c})
				if want := weights(spec, c, p) + stepCost*c.rows; e.Cost() != float64(want) {
					t.Errorf("%s costs %g, and %d log densities are counted, of %d rows (without the last move: %v)",
						spec, e.Cost(), want, c.rows, skip)
				}
			}
		}
	}
}

// TestNSCountsItsDraws: the cost of nested sampling is the mean of what is counted along all paths of the dice:
// of its draws, but for the pick at the end, or of the steps of its walks. With a kernel that draws exactly a
// walk of S steps is a draw.
func TestNSCountsItsDraws(t *testing.T) {
	for i := range nestable(kernels.Identity{}) {
		for _, steps := range []int{0, 1, 2} {
			if steps > 0 && i > 0 {
				continue // too many paths
			}
			p, c := counted(nestable(kernels.Perfect{})[i])
			e := programs.NewNS(p, 3-min(1, steps), steps)
			mean := 0.0
			for prob := range enumerate.Every(func(d chains.Dice) {
				c.clear()
				e.Forward(countingDice{d, c})
			}) {
				if steps == 0 {
					mean += prob * float64(c.picks-1)
				} else {
					mean += prob * float64(c.first+stepCost*c.rows)
				}
			}
			must.Close(t, e.Cost(), mean, 1e-12, "the mean number of log densities")
		}
	}
}
