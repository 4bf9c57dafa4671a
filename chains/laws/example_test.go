package laws_test

import (
	"fmt"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/grid"
)

// Metropolis keeps the density (1, 2, 4)/7 of three cells in a row. A kernel that accepts
// every move does not, and the finding says where.
func Example() {
	g := grid.New(3)
	target := chains.Geometric{From: make([]float64, 3), To: []float64{0, 0.6931471805599453, 1.3862943611198906}}
	everywhere := kernels.Rows{To: func(g grid.Grid, _ []float64, x int, visit func(int, float64)) {
		for m := range g.Moves() {
			if y, ok := g.Move(x, m); ok {
				visit(y, 0.5)
			}
		}
	}}
	for _, k := range []chains.Kernel{kernels.Metropolis{}, everywhere} {
		op, level := chains.Annealing{Grid: g, Bridge: target, Kernel: k}.Aimed(2, 1) // the second level, at beta = 1
		w := laws.At(g, level)
		w.Write(op, nil)
		_, _, each := w.Invariance()
		for _, f := range []laws.Finding{w.Entries(), each, w.Reversal()} {
			if f.OK {
				fmt.Printf("%v: kept\n", f.Law)
			} else {
				fmt.Printf("%v: off by %.2g: %s\n", f.Law, f.Value, f.Witness)
			}
		}
	}
	// Output:
	// entries are probabilities: kept
	// pT = p, relative to p: kept
	// its reversal undoes it: kept
	// entries are probabilities: kept
	// pT = p, relative to p: off by 0.5: cell 0 has 0.2143 after a step from p, where it is 0.1429
	// its reversal undoes it: off by 0.5: from cell 1 to 2 flows 0.1429 and back 0.2857
}
