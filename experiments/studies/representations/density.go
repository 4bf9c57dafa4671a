package representations

import (
	"math"
	"time"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains/evidence"
	"breadboard/grid"
	"breadboard/toys"
)

// values are those of a factor, in standard deviations, and weights the logs of their prior probabilities.
var (
	values  = []float64{-1.5, 0, 1.5}
	weights = prior()
)

func prior() (logp []float64) {
	for _, v := range values {
		logp = append(logp, -v*v/2)
	}
	floats.AddConst(-floats.LogSumExp(logp), logp)
	return logp
}

var normal = -math.Log(2*math.Pi) / 2 // of every term

// term is log N(y; mean, 1).
func term(y, mean float64) float64 { return normal - (y-mean)*(y-mean)/2 }

// A Time is how long a density of a form takes from scratch, in this package: the median of some measurements.
type Time struct {
	Form         string  `column:"form"`
	Seconds      float64 `column:"seconds"`
	Measurements int     `column:"measurements"`
}

// uncollapsed is log p(v, u, y): a term for each number of the data.
//
//	log p(v) + log p(u) + Σ_ij log N(y_ij; u_i v_j, 1)
func uncollapsed(v, u []int, y [][]float64) (logp float64) {
	for _, c := range v {
		logp += weights[c]
	}
	for i, row := range y {
		logp += weights[u[i]]
		for j, number := range row {
			logp += term(number, values[u[i]]*values[v[j]])
		}
	}
	return logp
}

// collapsed is log p(v, y), with u summed out row by row: three terms for each number.
//
//	log p(v) + Σ_i log Σ_u p(u) Π_j N(y_ij; u v_j, 1)
func collapsed(v []int, y [][]float64) (logp float64) {
	for _, c := range v {
		logp += weights[c]
	}
	for _, row := range y {
		sum := 0.0 // does not underflow: a row of data from the model is some standard deviations off at most
		for k, u := range values {
			one := weights[k]
			for j, number := range row {
				one += term(number, u*values[v[j]])
			}
			sum += math.Exp(one)
		}
		logp += math.Log(sum)
	}
	return logp
}

// timed measures a density of each form, over all cells of the first set of data: now one form and now the other, so
// that what else the machine does meets both. now is a clock.
func timed(now func() time.Time) []Time {
	f := matrix()
	y := f.Model.Simulated(toys.ModelSeed).Model.Data
	whole := f.Model.Grid
	small, _ := whole.Onto(f.Stay...)
	columns := len(f.Stay)
	each := []func() float64{
		cycled(whole, func(x []int) float64 { return uncollapsed(x[:columns], x[columns:], y) }),
		cycled(small, func(x []int) float64 { return collapsed(x, y) }),
	}
	seconds := make([][]float64, len(each))
	sum := 0.0 // so that no density is left out
	for range measurements {
		for k, density := range each {
			began := now()
			for range atOnce {
				sum += density()
			}
			seconds[k] = append(seconds[k], now().Sub(began).Seconds()/atOnce)
		}
	}
	if math.IsNaN(sum) {
		panic("representations: a density that is no number") // unreachable: data are finite
	}
	var all []Time
	for k, form := range forms {
		all = append(all, Time{form, evidence.Median(seconds[k]), measurements})
	}
	return all
}

// How often, and of how many densities at once: some microseconds, which a clock tells apart, and so few that other
// programs seldom come between.
const measurements, atOnce = 301, 500

// cycled is a density in one cell after another.
func cycled(g grid.Grid, density func(x []int) float64) func() float64 {
	cells := make([][]int, g.Size())
	for x := range cells {
		cells[x] = g.Coords(x)
	}
	x := 0
	return func() float64 {
		x = (x + 1) % len(cells)
		return density(cells[x])
	}
}
