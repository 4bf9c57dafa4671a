package score

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/toys"
)

// Given is a kernel that is given as a matrix for one target, row by row. It is an error if a law is
// broken by more than the slack of its entries: a chain that does not leave the target invariant
// estimates something else. Rows of cells without mass may be anything.
func Given(name string, matrix []float64, t toys.Target, slack float64) (chains.Entry[chains.Kernel], error) {
	n := t.Grid.Size()
	matrix = slices.Clone(matrix)
	for x, v := range t.LogF {
		if math.IsInf(v, -1) {
			clear(matrix[x*n:][:n])
			matrix[x*n+x] = 1
		}
	}
	k := kernels.Matrices{N: n, P: [][]float64{matrix}}
	level := chains.NewLevel(chains.Geometric{From: t.LogF, To: t.LogF}, n)
	level.Move(2, 1)
	w := laws.At(t.Grid, level)
	w.Slack = laws.Slack(slack)
	op := k.On(t.Grid)
	op.Aim(level)
	w.Write(op, slices.Collect(slices.Chunk(matrix, n)))
	_, invariance, _ := w.Invariance()
	broken := laws.Broken([]laws.Finding{w.Entries(), w.Sums(), w.Walls(), invariance})
	if len(broken) > 0 {
		return chains.Entry[chains.Kernel]{}, fmt.Errorf("%s does not leave %s invariant: %v; a kernel that validate "+
			"accepts would do", name, t.Name, broken[0])
	}
	return chains.Entry[chains.Kernel]{Name: name, Make: k}, nil
}

// errApart says that a kernel from outside is of one density.
var errApart = errors.New("a kernel from outside is of one density; one, by its name or its file, would do")

// Alone returns the plan's only density.
func (p *Plan) Alone() (toys.Target, error) {
	if len(p.Densities) != 1 {
		return toys.Target{}, errApart
	}
	return p.Densities[0].Make(), nil
}
