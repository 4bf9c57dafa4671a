package score_test

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/experiments"
	"breadboard/experiments/score"
	"breadboard/grid/must"
	"breadboard/toys"
	"breadboard/toys/zoo"
)

// TestOrbits: the score of log f is the same on orbits and on cells. A kernel that the symmetries change is left out,
// and so are functions of coordinates.
func TestOrbits(t *testing.T) {
	rows := map[string]map[string]float64{}
	for _, orbits := range []string{"", experiments.OwnOrbits} {
		chain := must.Have(experiments.Setting{Toy: "ising:2x3:0.4", Orbits: orbits}.Chain())(t)
		p := &score.Plan{Densities: []zoo.Density{{Name: "spins", Make: func() toys.Target { return chain.Target }}},
			Starts: []string{"exact", "lightest"}, Budgets: []int{50}, Equal: score.Steps}
		for _, name := range []string{"metropolis", "heat-bath", "king", "cycle", "mixture"} {
			p.Kernels = append(p.Kernels, chains.Entry[chains.Kernel]{Name: name,
				Make: must.Have(experiments.FindKernel(name))(t)})
		}
		must.Do(t, p.Prepare())
		rows[orbits] = map[string]float64{}
		for _, r := range must.Have(p.Run(t.Context(), 1, nil))(t).Rows {
			if r.Function != "logf" && orbits != "" {
				t.Errorf("%s of the number of an orbit is scored", r.Function)
			}
			if r.Function == "logf" && r.Start == "exact" {
				rows[orbits][r.Kernel] = r.RESS()
			}
		}
		if orbits == "" {
			continue
		}
		p.Functions = []string{"mean:1"}
		must.Fail(t, p.Prepare(), "are orbits", "mean:1 on orbits")
	}
	for name, on := range rows[""] {
		off, ok := rows[experiments.OwnOrbits][name]
		if ok == (name == "cycle") || ok && !(math.Abs(off-on) <= 1e-9*on) {
			t.Errorf("%s: RESS %v on orbits (%v), %v on cells", name, off, ok, on)
		}
	}
}
