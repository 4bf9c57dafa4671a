package kernels_test

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/chains/numbers"
	"breadboard/chains/operators"
	"breadboard/exact"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/toys"
)

// jointOf is the bridge joint to a machine that a seed draws.
func jointOf(t *testing.T, visible, hidden int, seed uint64) (*chains.Joint, grid.Grid) {
	t.Helper()
	target := toys.RBM(visible, hidden, seed)
	m := target.Machine
	return must.Have(chains.NewJoint(target.Uniform(), target.LogF, m.Visible, m.Hidden, m.Weights))(t), target.Grid
}

// chainOfUnits has the chain on visible and hidden units together, enumerated: h from exp(-beta E) given v, and v' from
// exp(-beta E) given h. It adds up what leads from v to v'. Each draw is at an inverse temperature of its own. A
// probability is 1 over the sum of all densities, each over its own.
func chainOfUnits(b *chains.Joint, atHidden, atVisible float64) []float64 {
	n := 1 << len(b.Visible)
	states := 1 << len(b.Hidden)
	m := make([]float64, n*n)
	for v := range n {
		for h := range states {
			sumHidden := 0.0
			for other := range states {
				sumHidden += math.Exp(atHidden * (energyOf(b, v, h) - energyOf(b, v, other)))
			}
			for y := range n {
				sumVisible := 0.0
				for other := range n {
					sumVisible += math.Exp(atVisible * (energyOf(b, y, h) - energyOf(b, other, h)))
				}
				m[v*n+y] += 1 / sumHidden / sumVisible
			}
		}
	}
	return m
}

// energyOf is E of states of visible and hidden units, term by term. The first visible unit is the highest bit.
func energyOf(b *chains.Joint, v, h int) (energy float64) {
	for i, bias := range b.Visible {
		if v>>(len(b.Visible)-1-i)&1 == 0 {
			continue
		}
		energy -= bias
		for j, w := range b.Weights[i] {
			if h>>j&1 == 1 {
				energy -= w
			}
		}
	}
	for j, bias := range b.Hidden {
		if h>>j&1 == 1 {
			energy -= bias
		}
	}
	return energy
}

// TestBlockGibbs holds the kernel to the chain on all units, at several levels and in both directions.
func TestBlockGibbs(t *testing.T) {
	for _, size := range [][2]int{{3, 2}, {2, 4}, {4, 1}, {1, 3}} {
		b, g := jointOf(t, size[0], size[1], 3)
		op := kernels.BlockGibbs{Of: b}.On(g)
		level := chains.NewLevel(b, g.Size())
		for i, beta := range []float64{0, 0.4, 1} {
			level.Move(i+1, beta)
			op.Aim(level)
			want := chainOfUnits(b, beta, beta)
			must.Each(t, dense(op, g.Size()), want, 1e-13, "%v units at %v", size, beta)
			must.Each(t, dense(op.Reversal(), g.Size()), want, 1e-13, "%v units at %v, reversed", size, beta)
		}
	}
}

// TestBlockGibbsLaws: along its bridge the kernel keeps all laws of kernels.
func TestBlockGibbsLaws(t *testing.T) {
	for _, size := range [][2]int{{3, 2}, {2, 1}, {2, 3}, {4, 3}} {
		b, g := jointOf(t, size[0], size[1], 5)
		chaintest.LawsAlong(t, kernels.BlockGibbs{Of: b}, b, g)
	}
}

// atBeta is the chain on all units as a kernel. at says the inverse temperatures of its draws at a level.
func atBeta(b *chains.Joint, at func(beta float64) (hidden, visible float64)) chains.Kernel {
	return kernels.ByRule{Of: func(g grid.Grid) chains.Outcomes {
		rule := func(v chains.View[numbers.Float]) chains.Row[numbers.Float] {
			_, beta := v.Place()
			hidden, visible := at(beta)
			m := chainOfUnits(b, hidden, visible)
			return func(x int, visit func(y int, weight numbers.Float)) {
				for y, p := range m[x*g.Size():][:g.Size()] {
					visit(y, numbers.Float(p))
				}
			}
		}
		return chains.Outcomes{Out: 1, Float: rule}
	}}
}

// TestBlockGibbsAtOne: draws at beta = 1 whatever the level is leave another density invariant, and the laws say so.
func TestBlockGibbsAtOne(t *testing.T) {
	b, g := jointOf(t, 3, 2, 3)
	for name, at := range map[string]func(beta float64) (hidden, visible float64){
		"none":    func(beta float64) (_, _ float64) { return beta, beta },
		"hidden":  func(beta float64) (_, _ float64) { return 1, beta },
		"visible": func(beta float64) (_, _ float64) { return beta, 1 },
		"both":    func(float64) (_, _ float64) { return 1, 1 },
	} {
		k := atBeta(b, at)
		if found := chaintest.BreachesAlong(k, b, g); (len(found) == 0) != (name == "none") {
			t.Errorf("%s at beta = 1: %v", name, found)
		}
	}
}

// TestBlockGibbsSteps: steps of levels of which single cells are asked have the rows of the operator.
func TestBlockGibbsSteps(t *testing.T) {
	b, g := jointOf(t, 3, 2, 1)
	k := kernels.BlockGibbs{Of: b}
	steps, _, ok := operators.NewStepper(k, g)
	if !ok {
		t.Fatal("there are no steps")
	}
	for _, beta := range []float64{0.4, 1} {
		l := chains.NewLevel(b, g.Size())
		l.Move(2, beta)
		op := k.On(g)
		op.Aim(l)
		steps.Aim(2, beta, b.Cell(beta))
		must.Each(t, stepped(steps, g.Size()), dense(op, g.Size()), 1e-13, "at beta = %v", beta)
	}
	many, units := jointOf(t, 3, 12, 1)
	if chains.Fits(kernels.BlockGibbs{Of: many}, units) == nil {
		t.Error("a row adds up 4,096 states of hidden units")
	}
	drawn := kernels.BlockGibbs{Of: many, Drawn: true}
	if err := chains.Fits(drawn, units); err != nil || !chains.FactsOf(drawn, units).Drawn {
		t.Errorf("steps with 12 hidden units: %v", err)
	}
}

// TestBlockGibbsFits: without its bridge the kernel has a form on no grid, and with it on the machine's. Too many
// hidden units are refused.
func TestBlockGibbsFits(t *testing.T) {
	b, g := jointOf(t, 3, 2, 3)
	must.Do(t, chains.Fits(kernels.BlockGibbs{Of: b}, g))
	must.Fail(t, chains.Fits(kernels.BlockGibbs{}, g), "of the bridge joint alone", "a kernel without a bridge")
	must.Fail(t, chains.Fits(kernels.BlockGibbs{Of: b}, cube(4)), "the machine has 3 visible units", "another grid")
	must.Fail(t, chains.Fits(kernels.BlockGibbs{Of: b}, grid.New(8)), "the machine has 3 visible units", "a line of 8")
	many, g := jointOf(t, 2, 11, 3)
	must.Fail(t, chains.Fits(kernels.BlockGibbs{Of: many}, g), "11 of them have 2^11; up to 10 hidden units would do",
		"11 hidden units")
	must.Refuse(kernels.BlockGibbs{}.Along(chains.Geometric{}))(t, "of the bridge joint alone", "another bridge")
	if k := must.Have(kernels.BlockGibbs{}.Along(b))(t); k != (kernels.BlockGibbs{Of: b}) {
		t.Errorf("along the bridge it is %v", k)
	}
	panics(t, map[string]func(){"no bridge": func() { kernels.BlockGibbs{}.On(g) }})
}

// TestBlockGibbsInDepth: exact runs by pulls and by the rows of the chain on all units agree, and so they do where
// weights are a thousand times as strong and log f spans 2,000 nats, far more than floats hold.
func TestBlockGibbsInDepth(t *testing.T) {
	for _, strength := range []float64{1, 1000} {
		m := *toys.RBM(3, 2, 3).Machine
		for i, row := range m.Weights {
			m.Weights[i] = slices.Clone(row)
			floats.Scale(strength, m.Weights[i])
		}
		target := m.Target("a machine")
		b := must.Have(chains.NewJoint(target.Uniform(), target.LogF, m.Visible, m.Hidden, m.Weights))(t)
		a := chains.Annealing{Grid: target.Grid, Kernel: kernels.BlockGibbs{Of: b}, Schedule: chains.Linear(8),
			Bridge: b}
		got := must.Have(exact.Measure(t.Context(), a))(t)
		a.Kernel = atBeta(b, func(beta float64) (_, _ float64) { return beta, beta })
		want := must.Have(exact.Measure(t.Context(), a))(t)
		must.Within(t, got.J(), want.J(), 1e-9, "J with weights times %v", strength)
		must.Within(t, got.B(), want.B(), 1e-9, "B with weights times %v", strength)
	}
}
