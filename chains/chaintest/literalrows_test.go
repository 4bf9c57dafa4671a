package chaintest_test

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/enumerate"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/grid"
	"breadboard/grid/must"
)

// A reading is a kernel of the catalogue as its paper says it, and with a slip.
type reading struct{ step, twin func(param float64) literal }

func plain(l literal) func(float64) literal { return func(float64) literal { return l } }

// catalogueSize holds the size of the catalogue's trajectories.
const catalogueSize = 1.5

// readings has all families of the catalogue.
var readings = map[string]reading{
	"metropolis": {plain(metropolis), plain(redrawn)},
	"barker":     {plain(barker), plain(barkerUpsideDown)},
	"heat-bath":  {plain(heatBath), plain(otherValue)},
	"cycle":      {plain(cycle), plain(cycleBackwards)},
	"slice":      {plain(slice), plain(sliceByCount)},
	"king":       {plain(king), plain(kingInside)},
	"cauchy": {func(scale float64) literal { return walk(cauchy(scale)) },
		func(scale float64) literal { return walkInside(cauchy(scale)) }},
	"laplace": {func(scale float64) literal { return walk(laplace(scale)) },
		func(scale float64) literal { return walkInside(laplace(scale)) }},
	"gaussian": {func(scale float64) literal { return walk(gauss(scale)) },
		func(scale float64) literal { return walkInside(gauss(scale)) }},
	"langevin": {func(size float64) literal { return trajectory(1, size) },
		func(size float64) literal { return oneWay(1, size) }},
	"hamiltonian": {func(steps float64) literal { return trajectory(int(steps), catalogueSize) },
		func(steps float64) literal { return oneWay(int(steps), catalogueSize) }},
	"gaussian-hamiltonian": {
		func(scale float64) literal { return either(0.5, walk(gauss(scale)), trajectory(3, catalogueSize)) },
		func(scale float64) literal { return bothInTurn(walk(gauss(scale)), trajectory(3, catalogueSize)) }},
	"stretch":    {plain(stretch), plain(stretchWithVolume)},
	"from-prior": {plain(fromPrior), plain(fromPriorAsSymmetric)},
	"informed":   {plain(informed), plain(informedAlways)},
	"lazy": {func(a float64) literal { return either(a, identity, metropolis) },
		func(a float64) literal { return either(a*a, identity, metropolis) }},
	"mixture":  {plain(either(0.5, metropolis, heatBath)), plain(bothInTurn(metropolis, heatBath))},
	"perfect":  {plain(perfect), plain(anyCell)},
	"identity": {plain(identity), plain(metropolis)},
}

// literalScenes returns lines, rings, labels and spins, with walls and with cells without mass, axes of one cell and
// rings of two.
func literalScenes() (all []scene) {
	inf := math.Inf(-1)
	for _, s := range []struct {
		g    grid.Grid
		logf []float64
	}{
		{grid.New(4), []float64{0.3, -1.1, 2.2, 0.3}},
		{grid.New(1, 3), []float64{0.4, inf, -0.9}},
		{grid.New(2, 4), []float64{0.9, inf, 0.2, inf, inf, inf, 1.7, 0.4}},
		{grid.New(2, 3).WithWalls(4), []float64{0.9, -0.4, 0.2, -1.3, inf, 1.7}},
		{grid.New(5).Of(grid.Ring), []float64{0.7, -0.2, 1.9, -1.4, 0.1}},
		{grid.New(2, 3).Of(grid.Ring, grid.Line), []float64{0.2, 1.1, -0.8, 0.5, -1.9, 0.6}},
		{grid.New(2, 2, 2).Of(grid.Any), []float64{0.1, -0.9, 1.3, 2.1, -1.7, 0.4, -0.2, 1.8}},
		{grid.New(4).Of(grid.Any), []float64{1.2, -0.7, 0.3, -2.9}},
		{grid.New(3, 2).Of(grid.Any, grid.Line).WithWalls(3), []float64{0.6, -1.2, 0.8, inf, 1.5, -0.1}},
		{grid.New(1, 3).Of(grid.Any, grid.Ring), []float64{-0.6, 0.9, 0.2}},
		{grid.New(1), []float64{0.4}},
		{grid.New(4, 4).WithWalls(6), []float64{0.2, 1.4, -0.9, 0.6, -1.1, 0.3, inf, 2.0, 0.8, -0.4, 1.2, -1.6, 0.5,
			0.9, -0.2, 1.1}},
		{grid.New(3, 3), []float64{0.4, -1.2, 0.9, 1.7, -0.3, 0.1, -2.1, 0.6, 1.3}},
		{grid.New(2, 2).Of(grid.Any), []float64{0.4, -1.2, 0.9, 1.7}},
	} {
		start := make([]float64, len(s.logf))
		for x := range start {
			start[x] = 0.3 * float64(x%4)
			if s.g.Wall(x) {
				start[x] = inf
			}
		}
		all = append(all, scene{s.g, s.logf, start})
	}
	return all
}

// aimed returns a kernel's operator, aimed at the density.
func (s scene) aimed(k chains.Kernel) (chains.Operator, *chains.Level) {
	return chains.Annealing{Grid: s.grid, Kernel: k, Bridge: chains.Geometric{From: s.start, To: s.logf}}.Aimed(1, 1)
}

// TestLiterals holds the rows of all kernels to the steps as papers write them, walked outcome by outcome from every
// cell but walls, with mass or without. The twin of a literal, which has a slip, makes other rows on some place.
func TestLiterals(t *testing.T) {
	for _, entry := range slices.Concat(kernels.All, kernels.OfPairs) {
		name, param, _ := strings.Cut(entry.Name, ":")
		of, ok := readings[name]
		if !ok {
			t.Errorf("%s has no literal", name)
			continue
		}
		at, _ := strconv.ParseFloat(param, 64)
		step, twin := of.step(at), of.twin(at)
		places, slip := 0, 0.0
		for _, s := range literalScenes() {
			if chains.Fits(entry.Make, s.grid) != nil {
				continue
			}
			places++
			g := s.grid
			op, l := s.aimed(entry.Make)
			here := scene{g, l.LogF(), s.start}
			for x := range here.logf {
				if g.Wall(x) {
					continue
				}
				row := laws.RowOf(op, x, g.Size())
				want := enumerate.Distribution(func(d chains.Dice) int { return step(here, x, d) })
				for y, p := range row {
					if off := math.Abs(p - want[y]); !(off < 1e-12) {
						t.Errorf("%s on %v %v: from cell %d to %d with probability %.15g instead of %.15g", entry.Name,
							g, g.Kinds(), x, y, p, want[y])
					}
				}
				if !here.open(x) {
					continue
				}
				wrong := enumerate.Distribution(func(d chains.Dice) int { return twin(here, x, d) })
				for y, p := range row {
					slip = max(slip, math.Abs(p-wrong[y]))
				}
			}
		}
		if places < 3 || slip < 1e-3 {
			t.Errorf("%s: its twin is off by %.1e at most on %d places", entry.Name, slip, places)
		}
	}
}

// asStep returns a literal as a kernel. The literal has no density to start from.
func asStep(l literal) kernels.Step {
	return func(g grid.Grid, logf []float64, x int, d chains.Dice) int { return l(scene{g, logf, nil}, x, d) }
}

// TestSteps: a step that picks with dice has the rows and the reversal of the kernel of the catalogue that it is, and
// its twin, which has a slip, breaks a law.
func TestSteps(t *testing.T) {
	for name, k := range map[string]chains.Kernel{"metropolis": kernels.Metropolis{}, "heat-bath": kernels.HeatBath{},
		"cycle": kernels.GibbsSweep{}} {
		step := asStep(readings[name].step(0))
		for _, s := range literalScenes() {
			n := s.grid.Size()
			got, l := s.aimed(step)
			want, _ := s.aimed(k)
			for x, v := range l.LogF() {
				if math.IsInf(v, -1) {
					continue
				}
				must.Each(t, laws.RowOf(got, x, n), laws.RowOf(want, x, n), 1e-15, "%s on %v from %d", name, s.grid, x)
				must.Each(t, laws.RowOf(got.Reversal(), x, n), laws.RowOf(want.Reversal(), x, n), 4e-15,
					"%s on %v back to %d", name, s.grid, x)
			}
		}
		chaintest.Laws(t, step)
	}
	if found := chaintest.Breaches(asStep(redrawn)); len(found) == 0 {
		t.Error("a step that forgets Hastings' ratio breaks no law")
	}
}
