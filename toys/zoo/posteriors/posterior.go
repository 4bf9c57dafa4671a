// Package posteriors has posteriors of real data on lattices: phase 1 of Turner and Neal (2017) for spaces of
// some hundred cells.
//
// A lattice covers its posterior: it has at least 94% of the mass of a lattice that is twice as
// wide. It is fine enough that the mass spreads over a dozen cells or more. Tests check both, and compare every model
// with the distributions of its variables.
package posteriors

import (
	"bytes"
	"embed"
	"encoding/csv"
	"math"
	"slices"
	"strconv"
	"sync"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/combin"

	"breadboard/grid"
	"breadboard/toys"
)

// A Posterior is the posterior of one to three parameters, on a lattice.
type Posterior struct {
	Name, About string
	Axes        []Axis
	// LogF is the log of the prior density times the likelihood, up to a constant. The density
	// is over the parameters as they stand on the axes.
	LogF func(theta []float64) float64
}

// An Axis has equally spaced values of a parameter.
type Axis struct {
	Name     string
	From, To float64
	Cells    int
}

// At returns the value in cell i.
func (a Axis) At(i int) float64 { return a.From + (a.To-a.From)*float64(i)/float64(a.Cells-1) }

// Theta returns the parameters in cell x.
func (p Posterior) Theta(g grid.Grid, x int) []float64 {
	theta := make([]float64, len(p.Axes))
	for a, axis := range p.Axes {
		theta[a] = axis.At(g.Coord(x, a))
	}
	return theta
}

// Target evaluates the posterior in every cell.
func (p Posterior) Target() toys.Target {
	var lens []int
	for _, axis := range p.Axes {
		lens = append(lens, axis.Cells)
	}
	g := grid.New(lens...)
	logf := make([]float64, g.Size())
	for x := range logf {
		logf[x] = p.LogF(p.Theta(g, x))
	}
	return toys.Target{Name: p.Name, Grid: g, LogF: logf}
}

// Catalogue lists the posteriors.
var Catalogue = sync.OnceValue(func() []Posterior {
	return slices.Concat(doses(), lines(), coal(), nile(), curves(), labels(), schools(), counted(), waves())
})

// files holds small data sets that have been in public use for decades. data/README.md gives the origin and the columns
// of each.
//
//go:embed data/*.csv
var files embed.FS

// dataOf returns columns of a data set, by the names in its header. It panics without such a set or column.
func dataOf(set string, names ...string) [][]float64 {
	rows := have(csv.NewReader(bytes.NewReader(have(files.ReadFile("data/" + set + ".csv")))).ReadAll())
	columns := make([][]float64, len(names))
	for i, name := range names {
		at := slices.Index(rows[0], name)
		for _, row := range rows[1:] {
			columns[i] = append(columns[i], have(strconv.ParseFloat(row[at], 64)))
		}
	}
	return columns
}

// have returns v. It panics if there is an error, which only a wrong file of this package makes.
func have[T any](v T, err error) T {
	if err != nil {
		panic("posteriors: " + err.Error())
	}
	return v
}

// shape and per are the prior of rates of yearly counts, Gamma(shape, per).
const shape, per = 1, 1

// given returns the log density of a log rate and the counts of some years, less log factorials. A rate of 2 in 3 years
// with 5 disasters in all has (5 + shape) log 2 - (3 + per) 2.
func given(logRate float64, counts []float64) float64 {
	return (floats.Sum(counts)+shape)*logRate - (float64(len(counts))+per)*math.Exp(logRate)
}

// without returns given with the rate integrated out.
func without(counts []float64) float64 {
	n := floats.Sum(counts) + shape
	return lgamma(n) - n*math.Log(float64(len(counts))+per)
}

// coal returns posteriors of disasters in British coal mines: Poisson variables, whose rate changes once or twice.
func coal() []Posterior {
	c := dataOf("coal", "year", "disasters")
	counts := c[1]
	before := func(year float64) int { return int(math.Round(year - c[0][0])) } // the years before a change
	return []Posterior{
		{"coal", "the year in which disasters in coal mines became fewer, and the log rate after it",
			[]Axis{{"year", 1883, 1898, 16}, {"log rate after", -0.5, 0.35, 9}},
			func(theta []float64) float64 {
				n := before(theta[0])
				return without(counts[:n]) + given(theta[1], counts[n:])
			}},
		{"coal-rates", "the log rates of disasters in coal mines, before and after a year that is summed out",
			[]Axis{{"log rate before", 0.8, 1.5, 10}, {"log rate after", -0.5, 0.35, 10}},
			func(theta []float64) float64 {
				var years []float64
				for n := 1; n < len(counts); n++ {
					years = append(years, given(theta[0], counts[:n])+given(theta[1], counts[n:]))
				}
				return floats.LogSumExp(years)
			}},
		{"coal-twice", "two years of changes, in any order and from 1873 to 1906, of the rate of disasters in coal " +
			"mines",
			[]Axis{{"one year", 1873, 1906, 12}, {"other year", 1873, 1906, 12}},
			func(theta []float64) float64 {
				early := min(theta[0], theta[1])
				late := max(theta[0], theta[1])
				if early < 1873 || late > 1906 {
					return math.Inf(-1)
				}
				m, n := before(early), before(late)
				return without(counts[:m]) + without(counts[m:n]) + without(counts[n:])
			}},
	}
}

// herd returns the model of Raftery (1988): of N animals each is seen with probability p, so that a count is
// Binomial(N, p). log N and p are flat before the data. The parameters are log N and the mean count m = N p, so that p
// = m/N.
func herd(counts []float64) func(theta []float64) float64 {
	return func(theta []float64) float64 {
		n := math.Exp(theta[0])
		p := theta[1] / math.Exp(theta[0])
		if n < slices.Max(counts) || !(p < 1) {
			return math.Inf(-1)
		}
		sum := -theta[0] // dp = dm/N
		for _, y := range counts {
			sum += combin.LogGeneralizedBinomial(n, y) + y*math.Log(p) + (n-y)*math.Log1p(-p)
		}
		return sum
	}
}

// counted returns posteriors of five counts each of two species, and of failures of pumps: y_i in t_i thousand hours,
// at rates that are Gamma(alpha, beta) and integrated out. log alpha and log beta are N(0, 1) before the data.
func counted() []Posterior {
	c := dataOf("pumps", "failures", "hours")
	herds := dataOf("herds", "impala", "waterbuck")
	return []Posterior{
		{"pumps", "log shape and log rate of the gamma law of ten pumps' rates of failure",
			[]Axis{{"log shape", -1.6, 1, 10}, {"log rate", -2.2, 1.8, 11}},
			func(theta []float64) float64 {
				alpha := math.Exp(theta[0])
				beta := math.Exp(theta[1])
				sum := -(theta[0]*theta[0] + theta[1]*theta[1]) / 2
				for i, y := range c[0] {
					sum += lgamma(alpha+y) - lgamma(alpha) + alpha*theta[1] - (alpha+y)*math.Log(beta+c[1][i])
				}
				return sum
			}},
		{"impala", "log size of a herd of impala and its mean count, by five counts",
			[]Axis{{"log size", 3.3, 7, 12}, {"mean count", 15, 27, 12}}, herd(herds[0])},
		{"waterbuck", "log size of a herd of waterbuck and its mean count, by five counts",
			[]Axis{{"log size", 4.4, 8, 12}, {"mean count", 52, 73, 12}}, herd(herds[1])},
	}
}

// lgamma returns log Γ(v).
func lgamma(v float64) float64 {
	l, _ := math.Lgamma(v)
	return l
}

// logNormal returns the log density of N(0, variance), less a constant.
func logNormal(v, variance float64) float64 { return -(v*v/variance + math.Log(variance)) / 2 }

// schools returns posteriors of coaching for a test in eight schools, with effects y_i ~ N(theta_i, error_i) and
// theta_i ~ N(mu, tau). The mean mu is N(0, 10) and log tau is N(log 5, 1) before the data.
func schools() []Posterior {
	c := dataOf("schools", "effect", "error")
	effects, errors := c[0], c[1]
	prior := func(mu, logTau float64) float64 { return -mu*mu/200 - misfit(logTau-math.Log(5), 1) }
	// The effect in school i is integrated out: log N(y_i; mu, error_i² + tau²).
	school := func(i int, mu, logTau float64) float64 {
		return logNormal(effects[i]-mu, errors[i]*errors[i]+math.Exp(2*logTau))
	}
	return []Posterior{
		{"schools", "the mean effect of coaching in eight schools, and the log of its spread between them",
			[]Axis{{"mean", -12, 26, 12}, {"log spread", -2, 4, 12}},
			func(theta []float64) float64 {
				sum := prior(theta[0], theta[1])
				for i := range effects {
					sum += school(i, theta[0], theta[1])
				}
				return sum
			}},
		// The first school's effect is less the mean of all, 8.
		{"schools-funnel", "the effect of coaching in one of eight schools, and the log of their spread: a funnel",
			[]Axis{{"effect", -25, 35, 12}, {"log spread", -2, 4, 12}},
			func(theta []float64) float64 {
				const mean = 8
				tau := math.Exp(theta[1])
				sum := prior(mean, theta[1]) + logNormal(theta[0], tau*tau) +
					logNormal(effects[0]-mean-theta[0], errors[0]*errors[0])
				for i := range effects[1:] {
					sum += school(i+1, mean, theta[1])
				}
				return sum
			}},
	}
}

// mixture returns the model of Darwin's differences in which one comes from N(a, noise) with probability w, or from
// N(b, noise). The means are N(0, scale) before the data, and w is uniform.
func mixture() func(a, b, w float64) float64 {
	const noise, scale = 27, 60
	y := dataOf("darwin", "difference")[0]
	return func(a, b, w float64) float64 {
		if !(w >= 0 && w <= 1) {
			return math.Inf(-1)
		}
		sum := -(a*a + b*b) / (2 * scale * scale)
		for _, v := range y {
			p := (v - a) / noise
			q := (v - b) / noise
			sum += math.Log(w*math.Exp(-p*p/2) + (1-w)*math.Exp(-q*q/2))
		}
		return sum
	}
}

// labels returns posteriors of the two means of a mixture, which change places.
func labels() []Posterior {
	density := mixture()
	return []Posterior{
		{"labels", "two means of a mixture for Darwin's 15 pairs of maize: the labels change places",
			[]Axis{{"mean 1", -90, 90, 12}, {"mean 2", -90, 90, 12}},
			func(theta []float64) float64 { return density(theta[0], theta[1], 0.5) }},
		{"labels-share", "two means of a mixture for Darwin's 15 pairs of maize, and the share of the first",
			[]Axis{{"mean 1", -80, 70, 6}, {"mean 2", -80, 70, 6}, {"share", 0.125, 0.875, 4}},
			func(theta []float64) float64 { return density(theta[0], theta[1], theta[2]) }},
	}
}
