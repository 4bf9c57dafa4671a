package paper

import (
	"breadboard/chains"
)

// normalised returns p_beta, the annealing's distribution at beta.
func normalised(a chains.Annealing, beta float64) []float64 {
	p := make([]float64, a.Grid.Size())
	a.Bridge.At(p, beta)
	return chains.Normalize(p, p)
}

// byRow cuts a slice over the cells of a box of two axes into its rows.
func byRow(p []float64, lens []int) [][]float64 {
	rows := make([][]float64, lens[0])
	for r := range rows {
		rows[r] = p[r*lens[1] : (r+1)*lens[1]]
	}
	return rows
}
