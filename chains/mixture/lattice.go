package mixture

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// A Lattice has the values that each hyperparameter may take. They are equally likely and
// independent of those of the others.
type Lattice struct{ M, R, Nu, S, Alpha []float64 }

// Quantiles is the lattice of n values each that stands for the priors of the supplement: m is
// N(0, 1), and the others are Gamma(1, 1). Value i is the quantile of (i+1/2)/n.
func Quantiles(n int) Lattice {
	normal, gamma := make([]float64, n), make([]float64, n)
	for i := range n {
		u := (float64(i) + 0.5) / float64(n)
		normal[i], gamma[i] = distuv.UnitNormal.Quantile(u), -math.Log1p(-u)
	}
	return Lattice{M: normal, R: gamma, Nu: gamma, S: gamma, Alpha: gamma}
}

// At is the lattice with one value each.
func At(h Hyper) Lattice {
	return Lattice{[]float64{h.M}, []float64{h.R}, []float64{h.Nu}, []float64{h.S}, []float64{h.Alpha}}
}

// The hyperparameters by number.
const (
	hyperM = iota
	hyperR
	hyperNu
	hyperS
	hyperAlpha
	hypers
)

// Places says which of its values each hyperparameter has, in the order of a Hyper.
type Places [hypers]int

// values are the values by the number of the hyperparameter.
func (l Lattice) values() [hypers][]float64 { return [hypers][]float64{l.M, l.R, l.Nu, l.S, l.Alpha} }
