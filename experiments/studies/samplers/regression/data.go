package regression

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// Data has rows of features with a response.
type Data struct {
	Names  []string    // of the features
	X      [][]float64 // rows of features
	Y      []float64   // the response of each row
	Groups []string    // what each row belongs to, as a density with many runs
}

// append adds row i of another data set with the same features.
func (d *Data) append(from Data, i int) {
	d.X = append(d.X, from.X[i])
	d.Y = append(d.Y, from.Y[i])
	d.Groups = append(d.Groups, from.Groups[i])
}

// told leaves out rows that have NaN as a feature, where a diagnostic says nothing, or whose response is
// not finite.
func (d Data) told() Data {
	some := Data{Names: d.Names}
	for i, x := range d.X {
		if !slices.ContainsFunc(x, math.IsNaN) && !math.IsInf(d.Y[i], 0) && !math.IsNaN(d.Y[i]) {
			some.append(d, i)
		}
	}
	return some
}

// groups lists the groups, each once and sorted.
func (d Data) groups() []string { return slices.Compact(slices.Sorted(slices.Values(d.Groups))) }

// split holds out a share of the groups, drawn by a seed. The rows keep their order.
func (d Data) split(share float64, seed uint64) (train, test Data) {
	groups := d.groups()
	dice := rand.New(rand.NewPCG(seed, 1))
	dice.Shuffle(len(groups), func(i, j int) { groups[i], groups[j] = groups[j], groups[i] })
	held := map[string]bool{}
	for _, g := range groups[:int(math.Round(share*float64(len(groups))))] {
		held[g] = true
	}
	train.Names, test.Names = d.Names, d.Names
	for i, g := range d.Groups {
		if held[g] {
			test.append(d, i)
		} else {
			train.append(d, i)
		}
	}
	return train, test
}

// draw returns at most n of the rows, drawn by a seed without replacement.
func (d Data) draw(n int, seed uint64) Data {
	order := rand.New(rand.NewPCG(seed, 2)).Perm(len(d.X))
	some := Data{Names: d.Names}
	for _, i := range order[:min(n, len(order))] {
		some.append(d, i)
	}
	return some
}

func (d Data) without(feature int) Data {
	rest := d
	rest.Names, rest.X = slices.Delete(slices.Clone(d.Names), feature, feature+1), make([][]float64, len(d.X))
	for i, x := range d.X {
		rest.X[i] = slices.Delete(slices.Clone(x), feature, feature+1)
	}
	return rest
}

// A scale brings the rows that a model learns from to mean 0 and standard deviation 1, column by
// column. An infinite feature, as log|R-hat - 1| of an R-hat of 1, becomes the most extreme finite value
// that these rows have, and so does a feature of another row that goes further: models interpolate.
type scale struct {
	low, high []float64 // of the finite features
	mean, dev []float64 // of the clipped features
	y, ydev   float64   // the mean and the standard deviation of the response
}

// newScale is the scale of some rows. A column that is constant, or nowhere finite, becomes 0: it has the scale 1.
func newScale(d Data) scale {
	s := scale{}
	for f := range d.Names {
		low, high := math.Inf(1), math.Inf(-1)
		for _, x := range d.X {
			if !math.IsInf(x[f], 0) {
				low, high = min(low, x[f]), max(high, x[f])
			}
		}
		if low > high {
			low, high = 0, 0
		}
		column := make([]float64, len(d.X))
		for i, x := range d.X {
			column[i] = min(max(x[f], low), high)
		}
		mean, dev := stat.MeanStdDev(column, nil)
		s.low, s.high = append(s.low, low), append(s.high, high)
		s.mean, s.dev = append(s.mean, mean), append(s.dev, cmp.Or(dev, 1))
	}
	s.y, s.ydev = stat.MeanStdDev(d.Y, nil)
	s.ydev = cmp.Or(s.ydev, 1)
	return s
}

func (s scale) features(x []float64) []float64 {
	z := make([]float64, len(x))
	for f, v := range x {
		z[f] = (min(max(v, s.low[f]), s.high[f]) - s.mean[f]) / s.dev[f]
	}
	return z
}
