package experiments

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// law is the annealing's normalised distribution at beta.
func law(a chains.Annealing, beta float64) []float64 {
	p := make([]float64, a.Grid.Size())
	a.Bridge.At(p, beta)
	logZ := floats.LogSumExp(p)
	for x, v := range p {
		p[x] = math.Exp(v - logZ)
	}
	return p
}

// fold lays a slice over the cells of a box of two axes out by row.
func fold(p []float64, lens []int) [][]float64 {
	rows := make([][]float64, lens[0])
	for r := range rows {
		rows[r] = p[r*lens[1] : (r+1)*lens[1]]
	}
	return rows
}
