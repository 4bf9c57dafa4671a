package score

import (
	"context"
	"fmt"
	"slices"

	"breadboard/chains"
	"breadboard/chains/laws"
	"breadboard/experiments"
	"breadboard/toys"
)

// FromMatrix returns the kernel of a matrix for one target, row by row. It is an error if a law is broken by more than
// the tolerance of the entries: a chain that does not leave the target invariant estimates something else. Rows of
// cells without mass may hold anything.
func FromMatrix(name string, matrix []float64, t toys.Target, tolerance float64) (chains.Entry[chains.Kernel], error) {
	a := chains.Annealing{Grid: t.Grid, Bridge: chains.Geometric{From: t.LogF, To: t.LogF}}
	by, clean := experiments.ByMatrices(a, [][]float64{matrix})
	op, level := by.Aimed(2, 1)
	w := laws.At(t.Grid, level)
	w.Tolerance = laws.Tolerance(tolerance)
	w.Write(op, slices.Collect(slices.Chunk(clean[0], t.Grid.Size())))
	_, invariance, _ := w.Invariance()
	broken := laws.Broken([]laws.Finding{w.Entries(), w.Sums(), w.Walls(), invariance})
	if len(broken) > 0 {
		return chains.Entry[chains.Kernel]{}, fmt.Errorf("%s does not leave %s invariant: %v; use a kernel that "+
			"validate accepts", name, t.Name, broken[0])
	}
	return chains.Entry[chains.Kernel]{Name: name, Make: by.Kernel}, nil
}

// ExecKernel names the user's command in rows.
const ExecKernel = "exec"

// Exactly scores a kernel on one of the plan's densities, as Run does, whatever that takes.
func (p *Plan) Exactly(ctx context.Context, k chains.Entry[chains.Kernel], density int) ([]Row, error) {
	whole := *p
	whole.MostWork = 0
	here := p.prepared[density]
	return whole.measure(ctx, job{preparedDensity: here, kernel: k, box: here.target.Grid})
}
