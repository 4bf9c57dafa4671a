package operators

import (
	"testing"

	"breadboard/chains"
	"breadboard/grid"
)

// TestProductForgets: a product whose parts have more moves than it keeps forgets rows of theirs, and writes them anew
// where they are asked for again. Its rows stay what they are by the parts: 1,100 cells that are redrawn at once, and
// then once more, have 1.2 million moves.
func TestProductForgets(t *testing.T) {
	const cells = 1100
	g := grid.New(cells)
	to := make([]float64, cells)
	for x := range to {
		to[x] = float64(x%7) / 3
	}
	level := chains.NewLevel(chains.Geometric{From: make([]float64, cells), To: to}, cells)
	level.Move(1, 1)
	local := NewLocal(g, Metropolis)
	redraw := NewRedraw(g, 0)
	o := NewProduct([]chains.Operator{local, redraw, local}, cells).(smoothProduct)
	o.Aim(level)
	p := chains.Normalized(level.LogF())
	forgot := false
	kept := 0
	for x := range cells {
		// All mass is redrawn from p, wherever it is, and the last step leaves p.
		o.Row(x, func(y int, got float64) {
			if off := got - p[y]; off > 1e-13 || off < -1e-13 {
				t.Fatalf("from %d to %d with %v, and p has %v", x, y, got, p[y])
			}
		})
		now := len(o.moves)
		forgot = forgot || now < kept
		kept = now
		if now > mostMoves+cells {
			t.Fatalf("keeps %d moves", now)
		}
	}
	if !forgot {
		t.Error("no moves were forgotten")
	}
}
