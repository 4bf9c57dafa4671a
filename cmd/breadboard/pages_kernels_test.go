package main

import (
	"fmt"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/toys"
)

// TestPageOfKernels: its table of kernels is the catalogue, with what a
// step costs on BARRIER and the J of the cell and the B that a hundred levels have.
func TestPageOfKernels(t *testing.T) {
	page, target := read(t, "doc/kernels.md"), toys.Barrier()
	for _, k := range kernels.Catalogue {
		a := chains.Annealing{Grid: target.Grid,
			Bridge:   chains.Geometric{From: chains.Uniform(target.LogF), To: target.LogF},
			Schedule: chains.Linear(100), Kernel: k.Make}.Extended()
		g, err := exact.Measure(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		_, _, cell := g.Marginal(target.Grid.Size())
		op, reversible := a.Kernel.On(a.Grid), "no"
		if op == op.Reversal() {
			reversible = "yes"
		}
		cost, ok := chains.Cost(k.Make, a.Grid)
		J := cell.Jeffreys()
		if J < 1e-20 { // rounding
			J = 0
		}
		row := fmt.Sprintf("| `%s` | %s | %s | %v | %.3g | %.3g |", k.Name, k.About, reversible, cost, J, g.B())
		if !ok {
			t.Errorf("%s has no cost", k.Name)
		}
		if !strings.Contains(page, row) {
			t.Errorf("doc/kernels.md has not the row %s", row)
		}
	}
}
