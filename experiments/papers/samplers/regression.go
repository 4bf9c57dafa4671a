package samplers

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// A Method has a line of Table 2: a predictor, and its losses on densities that it has not seen.
type Method struct {
	Name string   `column:"method"` // GP, "GP-" and the feature that is left out, linear or iid
	MSE  MeanLoss `column:"mse"`
	NLL  MeanLoss `column:"nll"` // in nats
}

// A MeanLoss has the mean of a predictor's losses over the densities, and its difference to the first predictor's.
type MeanLoss struct {
	Mean   float64 `column:"*"`
	Delta  float64 `column:"*_delta"`
	StdErr float64 `column:"*_stderr"` // of the difference
	// P is the probability that a difference of this size, or more, comes about by chance, by a paired t test over the
	// densities, two-sided. It is NaN for the first predictor itself.
	P float64 `column:"*_p"`
}

// A DensityLoss has the mean losses of a predictor over the rows of a density. These rows are not independent, so that
// all rows of a density count as one.
type DensityLoss struct{ Square, Log float64 }

// against compares the losses of a predictor with the first one's, on the same densities.
func against(these, first []DensityLoss, of func(DensityLoss) float64) MeanLoss {
	var own, differences []float64
	for i, l := range these {
		own = append(own, of(l))
		differences = append(differences, of(l)-of(first[i]))
	}
	delta, dev := stat.MeanStdDev(differences, nil)
	l := MeanLoss{Mean: stat.Mean(own, nil), Delta: delta, StdErr: stat.StdErr(dev, float64(len(own))), P: math.NaN()}
	if l.StdErr > 0 {
		t := distuv.StudentsT{Sigma: 1, Nu: float64(len(own) - 1)}
		l.P = 2 * t.CDF(-math.Abs(delta/l.StdErr))
	}
	return l
}

// data has rows of features with a response. Rows of one group are held out together.
type data struct {
	x      [][]float64
	y      []float64
	groups []string
}

func (d *data) add(from data, i int) {
	d.x = append(d.x, from.x[i])
	d.y = append(d.y, from.y[i])
	d.groups = append(d.groups, from.groups[i])
}

// names lists the groups, each once and sorted.
func (d data) names() []string { return slices.Compact(slices.Sorted(slices.Values(d.groups))) }

// sampleRows returns at most this many rows, drawn without replacement.
func (d data) sampleRows(most int, seed uint64) (few data) {
	order := rand.New(rand.NewPCG(seed, 2)).Perm(len(d.x))
	for _, i := range order[:min(most, len(order))] {
		few.add(d, i)
	}
	return few
}

// A split has the rows to learn from, and the rows that are held out.
type split struct{ train, test data }

// folds is the number of parts of the densities, of which each is held out in turn. The paper holds out one fifth.
const folds = 5

// split deals the groups into folds, in an order that a seed draws, and holds out each fold in turn.
func (d data) split(seed uint64) []split {
	names := d.names()
	rand.New(rand.NewPCG(seed, 1)).Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	all := make([]split, folds)
	for i, group := range d.groups {
		held := slices.Index(names, group) % folds
		for k := range all {
			if k == held {
				all[k].test.add(d, i)
			} else {
				all[k].train.add(d, i)
			}
		}
	}
	return all
}

// A predictor is a method of Table 2, which learns from some of the features.
type predictor struct {
	name     string
	features []int
	fit      func(x [][]float64, y []float64) prediction
}

// predictors returns the methods of Table 2: a Gaussian process, the same without one of the features, a normal
// distribution, which is the linear model of no feature, and the linear model.
func predictors(features []string) []predictor {
	var every []int
	for f := range features {
		every = append(every, f)
	}
	all := []predictor{{"GP", every, fitProcess}}
	for f, name := range features {
		all = append(all, predictor{"GP-" + name, slices.Delete(slices.Clone(every), f, f+1), fitProcess})
	}
	return append(all, predictor{"iid", nil, fitLinear}, predictor{"linear", every, fitLinear})
}

// tested learns from some rows and predicts others. It returns the losses on each group of the others, in units of the
// response, sorted by the name of the group.
func (p predictor) tested(train, test data) (all []DensityLoss) {
	y, mean, dev := standardized(train.y)
	predict := p.fit(p.selected(train.x), y)
	x := p.selected(test.x)
	for _, group := range test.names() {
		var squares, logs []float64
		for i, own := range test.groups {
			if own != group {
				continue
			}
			predicted, variance := predict(x[i])
			off := test.y[i] - mean - dev*predicted
			variance *= dev * dev
			squares = append(squares, off*off)
			logs = append(logs, (off*off/variance+math.Log(2*math.Pi*variance))/2)
		}
		all = append(all, DensityLoss{stat.Mean(squares, nil), stat.Mean(logs, nil)})
	}
	return all
}

// selected returns only the features of the predictor.
func (p predictor) selected(x [][]float64) [][]float64 {
	seen := make([][]float64, len(x))
	for i, row := range x {
		for _, f := range p.features {
			seen[i] = append(seen[i], row[f])
		}
	}
	return seen
}

// standardized returns values scaled to mean 0 and standard deviation 1, and the old mean and deviation. Equal values
// become 0.
func standardized(values []float64) (scaled []float64, mean, dev float64) {
	mean, dev = stat.MeanStdDev(values, nil)
	dev = cmp.Or(dev, 1)
	for _, v := range values {
		scaled = append(scaled, (v-mean)/dev)
	}
	return scaled, mean, dev
}

// A prediction is the normal distribution of the response that is predicted from the features of a row.
type prediction func(x []float64) (mean, variance float64)

// fitLinear fits least squares with an intercept. A little is added to the squares, so that a constant feature has no
// weight; it changes no other weight by more than a part in 10^9. The variance is of the residuals: with hundreds of
// rows for a handful of weights, the errors of the weights add less than 1%.
func fitLinear(x [][]float64, y []float64) prediction {
	n := 1 + len(x[0])
	with := func(row []float64) *mat.VecDense { return mat.NewVecDense(n, append([]float64{1}, row...)) }
	squares := mat.NewSymDense(n, nil)
	products := mat.NewVecDense(n, nil)
	for i, row := range x {
		squares.SymRankOne(squares, 1, with(row))
		products.AddScaledVec(products, y[i], with(row))
	}
	for f := range n {
		squares.SetSym(f, f, squares.At(f, f)+1e-9*float64(len(x)))
	}
	var chol mat.Cholesky
	chol.Factorize(squares)
	var weights mat.VecDense
	// The error says that features are nearly the same; their weights are then any that predict as well.
	_ = chol.SolveVecTo(&weights, products)
	variance := 0.0
	for i, row := range x {
		off := y[i] - mat.Dot(&weights, with(row))
		variance += off * off / float64(len(y)-n)
	}
	return func(row []float64) (float64, float64) { return mat.Dot(&weights, with(row)), variance }
}
