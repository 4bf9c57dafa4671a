package kernels_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/numbers"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/grid/orbits"
)

// symmetric returns a space of orbits, and an initial density and a target on its cells, random but the same on all of
// an orbit.
func symmetric(t *testing.T, g grid.Grid, by ...orbits.Symmetry) (s *orbits.Space, from, to []float64) {
	t.Helper()
	group, err := orbits.NewGroup(g, by...)
	must.Do(t, err)
	s = orbits.NewSpace(g, group)
	rng := rand.New(rand.NewPCG(1, 2))
	for range s.Size() {
		from = append(from, rng.NormFloat64())
		to = append(to, 2*rng.NormFloat64())
	}
	return s, from, to
}

// walks says of a kernel that is no composed one whether it can walk orbits: by lines, by masses, or as a choice among
// cells that each have a probability.
func walks(k chains.Kernel, g grid.Grid) bool {
	if byLines, ok := k.(kernels.Lined); ok {
		lined, _ := byLines.OnLines(k)
		return lined
	}
	if massed, ok := k.(kernels.Massed); ok {
		return massed.ByMass(k)
	}
	_, choice := chains.DefinitionOf(k, g).(chains.Outcomes)
	return choice
}

// TestOrbital compares each kernel that runs on orbits with itself on cells: from every cell of an orbit a step leads
// to the other orbits as the row of the orbit says. The kernels that do not are refused: cycle goes through axes in an
// order, heat-bath:2 redraws blocks, and a new one is if it tells nothing of orbits and is no choice among cells.
func TestOrbital(t *testing.T) {
	spins := grid.New(2, 2, 2, 2).Of(grid.Any)
	labels := grid.New(3, 3, 3).Of(grid.Any)
	plane := grid.New(3, 3)
	turned := orbits.Same(plane)
	turned.From = []int{1, 0}
	mirrored := orbits.Same(plane)
	slices.Reverse(mirrored.Values[0])
	narrow := grid.New(1, 3, 3).Of(grid.Any, grid.Line, grid.Line)
	across := orbits.Same(narrow)
	across.From = []int{0, 2, 1}
	mixed := grid.New(3, 4).Of(grid.Any, grid.Ring)
	renamed := orbits.Same(mixed)
	round := orbits.Same(mixed)
	renamed.Values[0] = []int{1, 0, 2}
	round.Values[1] = []int{1, 2, 3, 0}
	for name, c := range map[string]struct {
		g  grid.Grid
		by []orbits.Symmetry
	}{
		"spins":                {spins, orbits.Torus(spins, 2, 2)},
		"labels":               {labels, orbits.Torus(labels, 1, 3)},
		"a label of one value": {narrow, []orbits.Symmetry{across}},
		"a ring of labels":     {mixed, []orbits.Symmetry{renamed, round}},
		"plane":                {plane, []orbits.Symmetry{turned, mirrored}},
	} {
		s, from, to := symmetric(t, c.g, c.by...)
		cells := func(of []float64) []float64 {
			all := make([]float64, c.g.Size())
			for x := range all {
				all[x] = of[s.Orbit(x)]
			}
			return all
		}
		sized := func(of []float64) []float64 {
			all := slices.Clone(of)
			for x := range all {
				all[x] += s.LogSizes[x]
			}
			return all
		}
		level := func(from, to []float64) *chains.Level {
			l := chains.NewLevel(chains.Geometric{From: from, To: to}, len(from))
			l.Move(2, 0.7)
			return l
		}
		for _, e := range defined {
			// package experiments has those
			if _, whole := e.Make.(chains.Extends); whole || chains.Fits(e.Make, c.g) != nil {
				continue
			}
			k, err := kernels.NewOrbital(e.Make, s, chains.Geometric{From: from, To: to})
			refused := slices.ContainsFunc(chains.Leaves(e.Make), func(k chains.Kernel) bool { return !walks(k, c.g) })
			if e.Name == "cycle" || e.Name == "heat-bath:2" {
				refused = true
			}
			if (err != nil) != refused {
				t.Errorf("%s, %s: refused: %v", name, e.Name, err)
			}
			if err != nil {
				continue
			}
			on := grid.New(s.Size())
			got, want := k.On(on), e.Make.On(c.g)
			few := level(sized(from), sized(to))
			got.Aim(few)
			want.Aim(level(cells(from), cells(to)))
			rows := make([][]float64, s.Size())
			for x := range rows {
				rows[x] = make([]float64, s.Size())
				got.Row(x, func(y int, p float64) { rows[x][y] += p })
			}
			for x := range c.g.Size() {
				o, row := s.Orbit(x), make([]float64, s.Size())
				want.Row(x, func(y int, p float64) { row[s.Orbit(y)] += p })
				for y, p := range row {
					if y != o && math.Abs(p-rows[o][y]) > 1e-14 {
						t.Fatalf("%s, %s: from cell %d of orbit %d to orbit %d: %g, on orbits %g", name,
							e.Name, x, o, y, p, rows[o][y])
					}
				}
			}
			if smooth, ok := got.(chains.Differentiable); ok != slices.Contains([]string{"metropolis",
				"barker", "king", "independence",
				"lazy:0.5", "perfect", "identity"}, e.Name) && (e.Name != "heat-bath" && e.Name != "mixture" ||
				ok != (name == "spins")) {
				t.Errorf("%s, %s: differentiable %v", name, e.Name, ok)
			} else if ok { // the slope is the sum of the slopes of cells
				sum := make([]float64, s.Size())
				all := make([]float64, c.g.Size())
				want.(chains.Differentiable).PushSlope(all, cells(to), cells(from))
				for x, v := range all {
					sum[s.Orbit(x)] += v
				}
				q := slices.Clone(to)
				for o := range q {
					q[o] *= math.Exp(s.LogSizes[o])
				}
				on := make([]float64, s.Size())
				smooth.PushSlope(on, q, from)
				for o := range on {
					if math.Abs(on[o]-sum[o]) > 1e-12 {
						t.Errorf("%s, %s: slope %g in orbit %d, on cells %g", name, e.Name, on[o], o, sum[o])
					}
				}
			}
			few.P = slices.Clone(few.Masses())
			got.Aim(few)
			f := chains.Pair{from, to}
			dst := chains.Pair{make([]float64, s.Size()), make([]float64, s.Size())}
			if pairs, ok := got.(chains.PairPuller); ok {
				pairs.PullPair(&dst, &f, &f, 1)
				for x := range rows {
					for k := range 2 {
						sum := f[k][x]
						for y, p := range rows[x] {
							sum += p * (f[k][y] - f[k][x])
						}
						if math.Abs(dst[k][x]-sum) > 1e-13 {
							t.Fatalf("%s, %s: pulled %g, want %g", name, e.Name, dst[k][x], sum)
						}
					}
				}
			}
		}
	}
}

// biased flips any axis, but at some betas the first alone.
type biased struct {
	kernels.Metropolis
	at []float64
}

func (k biased) Definition(g grid.Grid) chains.Definition {
	row := func(v chains.View[numbers.Float]) chains.Row[numbers.Float] {
		_, beta := v.Place()
		axes := g.Axes()
		if slices.Contains(k.at, beta) {
			axes = 1
		}
		return func(x int, visit func(y int, weight numbers.Float)) {
			for axis := range axes {
				y := x + (1-2*g.Coord(x, axis))*g.Stride(axis)
				accept, _ := v.Metropolis(x, y)
				visit(y, accept/numbers.Float(axes))
			}
		}
	}
	return chains.Outcomes{Out: 1, Rest: true, Float: row}
}

// A kernel that prefers an axis does not keep to the exchange of axes, and is refused with the cells that differ: also
// one that is right at both ends of the bridge and wrong between them.
func TestBiasedKernelOnOrbits(t *testing.T) {
	g := grid.New(2, 2, 2, 2).Of(grid.Any)
	s, from, to := symmetric(t, g, orbits.Torus(g, 2, 2)...)
	bridge := chains.Geometric{From: from, To: to}
	for _, at := range [][]float64{{0, 0.5, 1}, {0}, {0.5}, {1}} {
		_, err := kernels.NewOrbital(biased{at: at}, s, bridge)
		must.Fail(t, err, "it does not keep to the symmetries: cells [0 0 0 1] and", "the first spin alone at %v", at)
	}
	must.Have(kernels.NewOrbital(biased{}, s, bridge))(t)
}
