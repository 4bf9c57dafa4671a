package kernels

import (
	"errors"
	"fmt"

	"gonum.org/v1/gonum/stat/combin"

	"breadboard/chains"
	"breadboard/chains/numbers"
	"breadboard/chains/operators"
	"breadboard/grid"
)

// Subsampled is Metropolis by a part of a model's data. The log density of a level is log g(x) + beta times the sum of
// N terms, one a datum. A move is proposed as Metropolis does. Then Size data are drawn, every set S of them as
// probable, and y is accepted with
//
//	min(1, g(y)/g(x) exp(beta N/Size sum over S of term(y) - term(x))),
//
// as if the whole likelihood were known. The mean of the exponent is right, and that of its exponential is not: so it
// misses its target (the scalable samplers with a bias that Angelino, Johnson and Adams 2016 review; AIDE, Section 6).
// With all data it is Metropolis. A row is the mean over all sets, of which there may be MostSubsets.
type Subsampled struct {
	Size  int
	terms [][]float64 // by datum and cell; nil before OnTerms
}

// MostSubsets is the largest number of sets of data of which a row is the mean. An acceptance is computed for each.
const MostSubsets = 5000

// OnTerms is the kernel on a model whose log likelihood has these terms, by datum and cell.
func (k Subsampled) OnTerms(terms [][]float64) chains.Kernel { return Subsampled{k.Size, terms} }

// Misses says what its acceptance lacks.
func (k Subsampled) Misses() string {
	return "it accepts by a part of the data, as if that were all"
}

// ByBeta says that it goes by the beta of a level: the terms have that factor.
func (Subsampled) ByBeta() bool { return true }

// Fits says what is wrong with the terms, or with their number.
func (k Subsampled) Fits(g grid.Grid) error {
	n := len(k.terms)
	switch {
	case n == 0:
		return errors.New("it draws from the data of a model, and there are none")
	case k.Size > n:
		return fmt.Errorf("it draws %d data of %d", k.Size, n)
	case len(k.terms[0]) != g.Size():
		return fmt.Errorf("its terms are of %d cells", len(k.terms[0]))
	case !(combin.GeneralizedBinomial(float64(n), float64(k.Size)) <= MostSubsets+0.5):
		return fmt.Errorf("%d of %d data are %.3g sets, and a row is the mean over all; up to %d would do", k.Size, n,
			combin.GeneralizedBinomial(float64(n), float64(k.Size)), MostSubsets)
	}
	return nil
}

// On returns the operator on g. It panics if Fits has a fault.
func (k Subsampled) On(g grid.Grid) chains.Operator {
	return operators.NewWritten(g, operators.WallsOf(g), k.Definition(g))
}

// Definition has the mean over all sets.
func (k Subsampled) Definition(g grid.Grid) chains.Definition {
	if err := k.Fits(g); err != nil {
		panic(fmt.Sprintf("kernels: subsampled on %v: %v", g, err))
	}
	sets := combin.Combinations(len(k.terms), k.Size)
	return chains.Outcomes{
		Out:      g.Moves() * len(sets),
		Rest:     true,
		Float:    subsampled[numbers.Float](g, k.terms, sets),
		Interval: subsampled[*numbers.Interval](g, k.terms, sets),
		Wide:     subsampled[numbers.Wide](g, k.terms, sets),
	}
}

// subsampled are the rows: a proposal has a weight of 1 for each set, if that accepts it.
func subsampled[N numbers.Number[N]](g grid.Grid, terms [][]float64, sets [][]int) chains.Rule[N] {
	return func(v chains.View[N]) chains.Row[N] {
		_, level := v.Place()
		beta, one := v.Num(level), v.Num(1)
		scale := v.Num(float64(len(terms))).Over(v.Num(float64(len(sets[0]))))
		rises := make([]N, len(terms))
		return func(x int, visit func(y int, weight N)) {
			for m := range g.Moves() {
				y, ok := g.Move(x, m)
				if !ok || y == x || !v.Open(y) {
					continue
				}
				if !v.Has(x) { // all is accepted
					visit(y, v.Num(float64(len(sets))))
					continue
				}
				all := v.Num(0)
				for i, term := range terms {
					rises[i] = v.Num(term[y]).Minus(v.Num(term[x]))
					all = all.Plus(rises[i])
				}
				rest := v.Rise(x, y).Minus(beta.Times(all)) // of log g
				accepted := v.Num(0)
				for _, set := range sets {
					some := v.Num(0)
					for _, i := range set {
						some = some.Plus(rises[i])
					}
					gain := rest.Plus(beta.Times(scale).Times(some))
					accepted = accepted.Plus(v.Exp(gain.Min(v.Num(0))).Min(one))
				}
				visit(y, accepted)
			}
		}
	}
}

// Facts counts the terms of the proposal that are computed: Size of N are a part of a log density. Those of the cell
// that it starts from are known where the weight is.
func (k Subsampled) Facts(g grid.Grid) chains.Facts {
	facts := written(1, beside(g), 0)
	if len(k.terms) > 0 {
		facts.Cost = float64(k.Size) / float64(len(k.terms))
		facts.Paths = beside(g) * combin.GeneralizedBinomial(float64(len(k.terms)), float64(k.Size))
	}
	return facts
}
