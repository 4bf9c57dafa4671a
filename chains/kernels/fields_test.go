package kernels_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/enumerate"
	"breadboard/chains/kernels"
	"breadboard/chains/operators"
	"breadboard/grid/must"
	"breadboard/toys"
)

// inFields are targets with bonds, in fields that are drawn for each site and value.
func inFields() (all []toys.Target) {
	rng := rand.New(rand.NewPCG(3, 5))
	for _, t := range withBonds() {
		for site := range t.Grid.Axes() {
			var here []float64
			for range t.Grid.Len(site) {
				here = append(here, rng.NormFloat64())
			}
			t.Fields = append(t.Fields, here)
		}
		for x := range t.LogF {
			for site, here := range t.Fields {
				t.LogF[x] += here[t.Grid.Coord(x, site)]
			}
		}
		all = append(all, t)
	}
	return append(all, toys.IsingIn(2, 2, 0.4, 0.3), toys.IsingIn(1, 4, 0.7, -2))
}

// TestClustersInFields holds both kernels to the literal reading where sites have fields, of bonds with couplings of
// both signs, and values of several; and to the laws.
func TestClustersInFields(t *testing.T) {
	for name, c := range clusterMoves {
		for i, target := range inFields() {
			k := bonded(t, c.kernel, target)
			for _, beta := range []float64{0, 0.4, 1} {
				op, _ := atLevel(k, target, beta)
				n := target.Grid.Size()
				got := dense(op, n)
				for x := range n {
					want := make([]float64, n)
					c.read(target, beta, fieldOf(target, beta), x, func(y int, p float64) { want[y] += p })
					must.Each(t, got[x*n:(x+1)*n], want, 1e-13, "%s on %s at %v from %d", name, target.Name, beta, x)
				}
			}
			if i%3 == 0 {
				chaintest.LawsOn(t, k, target.LogF, target.Grid)
			}
		}
	}
}

// TestFieldsFromTheBeginning: along a bridge from a product of terms of single sites a level has the fields of both
// ends. The rows are reversible there, also those of single cells; and they are those of steps by enumerated dice.
func TestFieldsFromTheBeginning(t *testing.T) {
	for name, c := range clusterMoves {
		for _, target := range inFields() {
			g := target.Grid
			n := g.Size()
			rng := rand.New(rand.NewPCG(9, 1))
			begin := make([][]float64, g.Axes())
			from := make([]float64, n)
			for site := range begin {
				for value := range g.Len(site) {
					begin[site] = append(begin[site], 2*rng.NormFloat64())
					for x := range from {
						if g.Coord(x, site) == value {
							from[x] += begin[site][value]
						}
					}
				}
			}
			k := c.kernel.OnBonds(bonded(t, c.kernel, target).(kernels.Bonded).Along().From(begin))
			for _, beta := range []float64{0, 0.3, 1} {
				l := chains.NewLevel(chains.Geometric{From: from, To: target.LogF}, n)
				l.Move(2, beta)
				op := k.On(g)
				op.Aim(l)
				rows := dense(op, n)
				p := chains.Normalized(l.LogF())
				for x := range n {
					for y := range n {
						forth := p[x] * rows[x*n+y]
						back := p[y] * rows[y*n+x]
						if !(math.Abs(forth-back) <= 1e-12*(forth+1e-3)) {
							t.Fatalf("%s on %s at %v: the flow from %d to %d is %v, and back %v", name, target.Name,
								beta, x, y, forth, back)
						}
					}
				}
				for x := range min(n, 5) {
					law := enumerate.Law(func(d chains.Dice) int { return op.Step(x, d) })
					for y := range n {
						must.Near(t, law[y], rows[x*n+y], 1e-13, "%s on %s at %v: from %d to %d", name, target.Name,
							beta, x, y)
					}
				}
				steps, _, ok := operators.NewStepper(k, g)
				if !ok {
					t.Fatalf("%s on %s: no steps of single cells", name, target.Name)
				}
				steps.Aim(2, beta, func(x int) float64 { return l.LogF()[x] })
				must.Each(t, stepped(steps, n), rows, 1e-13, "%s on %s at %v", name, target.Name, beta)
			}
		}
	}
}

// TestFieldShapes: fields are of each site and value; those that are the same for all values are none.
func TestFieldShapes(t *testing.T) {
	b := must.Have(kernels.NewBonds(cube(3), nil))(t)
	panics(t, map[string]func(){
		"fields of two sites":  func() { b.In([][]float64{{0, 1}, {0, 1}}) },
		"fields of one value":  func() { b.From([][]float64{{0}, {0}, {0}}) },
		"fields of each count": func() { must.Have(kernels.NewBondsOfAll(2, 1))(t).In([][]float64{{0, 1, 2}}) },
	})
	large := toys.IsingIn(3, 4, 1, 1)
	k := bonded(t, kernels.SwendsenWang{}, large)
	must.Fail(t, chains.Fits(k, large.Grid), "1,024 cells", "a field on 4,096 cells")
	large.Fields = [][]float64{}
	for range 12 {
		large.Fields = append(large.Fields, []float64{2, 2})
	}
	must.Do(t, chains.Fits(bonded(t, kernels.SwendsenWang{}, large), large.Grid))
}

// TestGradientInFields: by bonds and fields a guess is right where one site changes, and informed-gradient is informed.
func TestGradientInFields(t *testing.T) {
	for _, target := range inFields() {
		slope := kernels.SlopeOfBonds(target.Grid, bondsOf(target)).In(target.Fields)
		got, _ := atLevel(kernels.InformedGradient{Slope: slope}, target, 0.6)
		want, _ := atLevel(kernels.Informed{}, target, 0.6)
		n := target.Grid.Size()
		must.Each(t, dense(got, n), dense(want, n), 1e-12, "%s", target.Name)
	}
}
