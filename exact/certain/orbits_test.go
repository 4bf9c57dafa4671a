package certain_test

import (
	"math"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact/certain"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/grid/orbits"
)

// TestOrbits: what is proved on the orbits of a torus of spins overlaps with what is proved on all cells. With a
// size that is off by one it does not.
func TestOrbits(t *testing.T) {
	box := grid.New(2, 2, 2, 2, 2, 2).Of(grid.Any)
	group, err := orbits.NewGroup(box, orbits.Torus(box, 2, 3)...)
	must.Do(t, err)
	s := orbits.NewSpace(box, group)
	few := make([]float64, s.Size()) // log f of a cell of each orbit
	for o := range few {
		few[o] = math.Sin(float64(3 * o))
	}
	all := make([]float64, box.Size())
	for x := range all {
		all[x] = few[s.Orbit(x)]
	}
	for name, k := range map[string]chains.Kernel{"metropolis": kernels.Metropolis{}, "heat-bath": kernels.HeatBath{},
		"king": kernels.King{}, "perfect": kernels.Perfect{}, "lazy": kernels.Lazy{A: 0.5, Kernel: kernels.Barker{}}} {
		full := truth(t, chains.Annealing{Grid: box, Bridge: chains.Geometric{From: make([]float64, len(all)), To: all},
			Schedule: chains.Linear(4), Kernel: k})
		on := func() certain.Truth {
			cells := chains.Geometric{From: make([]float64, s.Size()), To: few}
			kernel, err := kernels.NewOrbital(k, s, cells)
			must.Do(t, err)
			sized := slices.Clone(few)
			for o, size := range s.LogSizes {
				sized[o] += size
			}
			return truth(t, chains.Annealing{Grid: grid.New(s.Size()),
				Bridge:   chains.Geometric{From: s.LogSizes, To: sized},
				Schedule: chains.Linear(4), Kernel: kernel})
		}
		if apart := apart(on(), full); apart != "" {
			t.Errorf("%s: %s on orbits and on cells lie apart", name, apart)
		}
		old := s.LogSizes[1]
		s.LogSizes[1] = math.Log(math.Exp(old) - 1)
		if apart(on(), full) == "" {
			t.Errorf("%s: a size that is off by one is not seen", name)
		}
		s.LogSizes[1] = old
	}
}

// apart names a number whose two enclosures have nothing in common.
func apart(a, b certain.Truth) string {
	of := func(t certain.Truth) []certain.Enclosure {
		return []certain.Enclosure{t.J, t.QP, t.PQ, t.B, t.Fwd, t.Rev, t.LogR}
	}
	for i, name := range []string{"J", "KL(q||p)", "KL(p||q)", "B", "KL(fwd||rev)", "KL(rev||fwd)", "log R"} {
		if x, y := of(a)[i], of(b)[i]; x.Hi.Cmp(y.Lo) < 0 || y.Hi.Cmp(x.Lo) < 0 {
			return name
		}
	}
	return ""
}
