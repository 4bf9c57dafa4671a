package sample

import (
	"slices"
	"testing"

	"breadboard/chains/programs"
)

// The cells that are kept are those that are counted: of forward runs where they end, and of
// reverse runs where they begin. Keeping them changes nothing else.
func TestKeptCellsAreTheCountedOnes(t *testing.T) {
	p := barrierAt(40)
	for name, e := range map[string]programs.Estimator{
		"annealing": programs.AIS{Problem: p},
		"sir":       programs.NewSIR(p, 3),
	} {
		for _, workers := range []int{1, 3} {
			o := Options{Chains: 9000, Seed: 3, Workers: workers}
			plain, err := RunProgram(t.Context(), e, p, o)
			if err != nil {
				t.Fatal(err)
			}
			o.Keep = true
			kept, err := RunProgram(t.Context(), e, p, o)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(counted(kept.Forward.Cells, p.Grid.Size()), plain.Forward.Ends) {
				t.Errorf("%s: the forward cells are not where the runs end", name)
			}
			if !slices.Equal(counted(kept.Reverse.Cells, p.Grid.Size()), plain.Reverse.Starts) {
				t.Errorf("%s: the reverse cells are not where the runs begin", name)
			}
			if !slices.Equal(kept.Forward.LogW, plain.Forward.LogW) {
				t.Errorf("%s: the log weights are others if cells are kept", name)
			}
			if plain.Forward.Cells != nil {
				t.Errorf("%s: cells are kept though nobody asked", name)
			}
		}
	}
}

func counted(cells []int32, n int) []int {
	counts := make([]int, n)
	for _, x := range cells {
		counts[x]++
	}
	return counts
}
