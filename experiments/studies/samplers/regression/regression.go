// Package regression compares ways to predict a response from features on groups of rows that were
// not seen, as Section 5 of Turner and Neal (2017) predicts the deviation of an ESS from diagnostics
// of chains: a Gaussian process, the same without one of the features, linear regression, and a normal
// distribution that sees no feature at all (their Table 2).
//
//	Data      rows of features with a response; rows of one group are held out together
//	Process   the Gaussian process, its evidence and its predictions
//	Compare   makes the table
package regression

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/experiments"
)

// A Table is Table 2 of the paper.
type Table struct {
	LeftOut int `column:"left_out"` // rows with a NaN among the features, or with no finite response
	Train   int `column:"train"`
	Test    int `column:"test"` // rows
	Known   int `column:"densities"`
	Unseen  int `column:"unseen"` // groups
	Used    int `column:"used"`   // rows to learn from, drawn of Train
	Methods []Method
}

// A Method is a way to predict, with its losses on the groups that it has not seen. All rows of a
// group count as one: their losses are averaged first, because they are not independent of each other.
type Method struct {
	Name string `column:"method"` // GP, "GP-" and a feature that is left out, linear or iid
	MSE  Loss   `column:"mse"`
	NLL  Loss   `column:"nll"`
}

// A Loss is the mean over the groups, and its difference to that of the first method.
type Loss struct {
	Mean   float64 `column:"*"`
	Delta  float64 `column:"*_delta"`
	StdErr float64 `column:"*_stderr,known"` // of the difference
	// P is the probability that a difference of this size, or more, comes about by chance, by a
	// paired t test over the groups, two-sided. It is NaN for the first method itself.
	P float64 `column:"*_p,known"`
}

// Design says how methods are compared.
type Design struct {
	Held float64 // the share of the groups that is held out, as 0.2
	Most int     // rows to learn from, at most: the time grows with their cube
	Seed uint64  // of the groups and of the rows
}

// Compare learns from some of the groups and predicts the others. The error is ctx's.
func (o Design) Compare(ctx context.Context, d Data, progress experiments.Progress) (Table, error) {
	some := Data{Names: d.Names} // without rows of which a diagnostic says nothing, or whose response is not finite
	for i, x := range d.X {
		if !slices.ContainsFunc(x, math.IsNaN) && !math.IsInf(d.Y[i], 0) && !math.IsNaN(d.Y[i]) {
			some.append(d, i)
		}
	}
	train, test := some.split(o.Held, o.Seed)
	used := Data{Names: d.Names} // rows of these, drawn without replacement
	order := rand.New(rand.NewPCG(o.Seed, 2)).Perm(len(train.X))
	for _, i := range order[:min(o.Most, len(order))] {
		used.append(train, i)
	}
	t := Table{LeftOut: len(d.X) - len(some.X), Train: len(train.X), Test: len(test.X), Used: len(used.X),
		Known: len(train.groups()), Unseen: len(test.groups())}
	gp := func(x [][]float64, y []float64) model { return Fit(x, y) }
	methods := []method{{"GP", -1, gp}}
	for f, name := range d.Names {
		methods = append(methods, method{"GP-" + name, f, gp})
	}
	methods = append(methods, method{"linear", -1, newLinear},
		method{"iid", -1, func(_ [][]float64, y []float64) model { // does not look at the features
			mean, variance := stat.MeanVariance(y, nil)
			return linear{[]float64{mean}, variance}
		}})
	squares := make([][]float64, len(methods))
	logs := make([][]float64, len(methods))
	if err := experiments.Each(ctx, len(methods), progress, func(_ context.Context, i int) error {
		squares[i], logs[i] = methods[i].losses(used, test)
		return nil
	}); err != nil {
		return t, err
	}
	for i, m := range methods {
		t.Methods = append(t.Methods, Method{Name: m.name, MSE: against(squares[i], squares[0]),
			NLL: against(logs[i], logs[0])})
	}
	return t, nil
}

type method struct {
	name    string
	without int // the feature that is left out, or -1
	kind    func(x [][]float64, y []float64) model
}

// losses learns from some rows and predicts others, in units of the response. The losses are those on each group,
// sorted by the group's name.
func (m method) losses(train, test Data) (meanSquares, meanLogs []float64) {
	if m.without >= 0 {
		train = train.without(m.without)
		test = test.without(m.without)
	}
	s := newScale(train)
	x := make([][]float64, len(train.X))
	y := make([]float64, len(train.X))
	for i := range x {
		x[i] = s.features(train.X[i])
		y[i] = (train.Y[i] - s.y) / s.ydev
	}
	model := m.kind(x, y)
	squares := map[string][]float64{}
	logs := map[string][]float64{}
	for i, row := range test.X {
		mean, variance := model.Predict(s.features(row))
		mean = s.y + s.ydev*mean
		variance = s.ydev * s.ydev * variance
		off, group := test.Y[i]-mean, test.Groups[i]
		squares[group] = append(squares[group], off*off)
		logs[group] = append(logs[group], (off*off/variance+math.Log(2*math.Pi*variance))/2)
	}
	for _, g := range test.groups() {
		meanSquares = append(meanSquares, stat.Mean(squares[g], nil))
		meanLogs = append(meanLogs, stat.Mean(logs[g], nil))
	}
	return meanSquares, meanLogs
}

func against(these, first []float64) Loss {
	differences := make([]float64, len(these))
	for i, v := range these {
		differences[i] = v - first[i]
	}
	delta, dev := stat.MeanStdDev(differences, nil)
	l := Loss{Mean: stat.Mean(these, nil), Delta: delta, StdErr: dev / math.Sqrt(float64(len(these))), P: math.NaN()}
	if l.StdErr > 0 {
		t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(len(these) - 1)}
		l.P = 2 * t.CDF(-math.Abs(delta/l.StdErr))
	}
	return l
}

// A model predicts a response by a normal distribution.
type model interface {
	Predict(x []float64) (mean, variance float64)
}

// linear is least squares with an intercept. Its variance is that of the residuals: with hundreds of
// rows for a handful of coefficients, what the coefficients add to it is below 1%.
type linear struct {
	weights  []float64 // of 1 and of the features; those of the last may be missing, and are 0
	variance float64
}

// newLinear fits by singular values, so that a feature that is constant has no weight.
func newLinear(x [][]float64, y []float64) model {
	a := mat.NewDense(len(x), 1+len(x[0]), nil)
	for i, row := range x {
		a.SetRow(i, append([]float64{1}, row...))
	}
	var svd mat.SVD
	if !svd.Factorize(a, mat.SVDThin) {
		panic("regression: the singular values of finite rows did not converge")
	}
	var w mat.VecDense
	rank := svd.Rank(1e-10)
	svd.SolveVecTo(&w, mat.NewVecDense(len(y), y), rank)
	l, squares := linear{weights: w.RawVector().Data}, 0.0
	for i, row := range x {
		mean, _ := l.Predict(row)
		squares += (y[i] - mean) * (y[i] - mean)
	}
	l.variance = squares / float64(max(1, len(y)-rank))
	return l
}

func (l linear) Predict(x []float64) (mean, variance float64) {
	mean = l.weights[0]
	for f, w := range l.weights[1:] {
		mean += w * x[f]
	}
	return mean, l.variance
}

// Data has rows of features with a response.
type Data struct {
	Names  []string    // of the features
	X      [][]float64 // rows of features
	Y      []float64   // the response of each row
	Groups []string    // what each row belongs to, as a density with many runs
}

func (d *Data) append(from Data, i int) {
	d.X = append(d.X, from.X[i])
	d.Y = append(d.Y, from.Y[i])
	d.Groups = append(d.Groups, from.Groups[i])
}

// groups lists the groups, each once and sorted.
func (d Data) groups() []string { return slices.Compact(slices.Sorted(slices.Values(d.Groups))) }

// split holds out a share of the groups, drawn by a seed. The rows keep their order.
func (d Data) split(share float64, seed uint64) (train, test Data) {
	groups := d.groups()
	dice := rand.New(rand.NewPCG(seed, 1))
	dice.Shuffle(len(groups), func(i, j int) { groups[i], groups[j] = groups[j], groups[i] })
	held := groups[:int(math.Round(share*float64(len(groups))))]
	train.Names, test.Names = d.Names, d.Names
	for i, g := range d.Groups {
		if slices.Contains(held, g) {
			test.append(d, i)
		} else {
			train.append(d, i)
		}
	}
	return train, test
}

func (d Data) without(feature int) Data {
	rest := d
	rest.Names = slices.Delete(slices.Clone(d.Names), feature, feature+1)
	rest.X = make([][]float64, len(d.X))
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
		s.low = append(s.low, low)
		s.high = append(s.high, high)
		s.mean = append(s.mean, mean)
		s.dev = append(s.dev, cmp.Or(dev, 1))
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
