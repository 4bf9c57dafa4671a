package draws

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/grid/sheets"
)

// TestChainsWithoutNumbersStayAsTheyCome: where draws have no numbers, rows are in order, and so are chains. By their
// names 10 would be before 2, and steps of walkers would be out of order.
func TestChainsWithoutNumbersStayAsTheyCome(t *testing.T) {
	g := grid.New(12)
	var file strings.Builder
	file.WriteString("chain,cell\n")
	var want [][]int32
	for chain := range 12 {
		fmt.Fprintf(&file, "%d,%d\n%d,%d\n", chain, chain, chain, 11-chain)
		want = append(want, []int32{int32(chain), int32(11 - chain)})
	}
	s := must.Have(sheets.Open(must.File(t, "d.csv", file.String()), "cells"))(t)
	got := must.Have(Read(s, g))(t)
	if diff := gocmp.Diff([]Sample{{Chains: want}}, got); diff != "" {
		t.Error(diff)
	}
}

// Rows in any order are the samples and chains of all rows sorted by their names and numbers.
func TestReadInAnyOrder(t *testing.T) {
	type row struct {
		program, chain string
		draw, cell     int
	}
	dice := rand.New(rand.NewPCG(3, 8))
	g := grid.New(5)
	for range 20 {
		var rows []row
		for _, program := range []string{"b", "a", "c"} {
			for _, chain := range []string{"10", "9", "x"} {
				for draw := range dice.IntN(6) {
					rows = append(rows, row{program, chain, draw, dice.IntN(5)})
				}
			}
		}
		rows = append(rows, row{"a", "9", 99, 1})
		dice.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		var file strings.Builder
		file.WriteString("draw,chain,cell,program\n")
		for _, r := range rows {
			fmt.Fprintf(&file, "%d,%s,%d,%s\n", r.draw, r.chain, r.cell, r.program)
		}
		slices.SortFunc(rows, func(a, b row) int {
			return cmp.Or(cmp.Compare(a.program, b.program), cmp.Compare(a.chain, b.chain), cmp.Compare(a.draw, b.draw))
		})
		var want []Sample
		for i, r := range rows {
			if i == 0 || r.program != rows[i-1].program {
				want = append(want, Sample{Name: r.program})
			}
			of := &want[len(want)-1]
			if i == 0 || r.program != rows[i-1].program || r.chain != rows[i-1].chain {
				of.Chains = append(of.Chains, nil)
			}
			last := len(of.Chains) - 1
			of.Chains[last] = append(of.Chains[last], int32(r.cell))
		}
		s := must.Have(sheets.Open(must.File(t, "d.csv", file.String()), "cells"))(t)
		got := must.Have(Read(s, g))(t)
		if diff := gocmp.Diff(want, got); diff != "" {
			t.Errorf("of %s: %s", file.String(), diff)
		}
	}
}
