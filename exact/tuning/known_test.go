package tuning_test

import (
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact/tuning"
	"breadboard/grid"
)

// A kernel that does not know its derivative is refused, in a sentence that names
// those of the catalogue that do, and no others; none of those is refused.
func TestKnownDerivatives(t *testing.T) {
	logf := []float64{0.3, -1.1, 2.2, 0.4}
	refused := 0
	for _, k := range kernels.Catalogue {
		a := chains.Annealing{Grid: grid.New(2, 2), Bridge: chains.Geometric{From: make([]float64, 4), To: logf}, Schedule: chains.Linear(3), Kernel: k.Make}.Extended()
		_, _, err := tuning.GradientB(a)
		if err == nil {
			continue
		}
		refused++
		_, named, _ := strings.Cut(err.Error(), "; ")
		names := strings.Split(strings.TrimSuffix(named, " would do"), ", ")
		if len(names) < 5 {
			t.Errorf("%s: %v", k.Name, err)
		}
		for _, other := range kernels.Catalogue {
			a.Kernel = other.Make
			a.Grid, a.Bridge = chains.Extend(other.Make, grid.New(2, 2), chains.Geometric{From: make([]float64, 4), To: logf})
			_, _, err := tuning.GradientB(a)
			said := false
			for _, name := range names {
				said = said || name == other.Name
			}
			if said != (err == nil) {
				t.Errorf("%s is named: %v, and its gradient: %v", other.Name, said, err)
			}
		}
	}
	if refused == 0 {
		t.Error("none is refused")
	}
}
