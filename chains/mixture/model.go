package mixture

import (
	"math"

	"breadboard/chains"
)

// A Model has the data and the lattice of the hyperparameters. Goroutines may share it.
type Model struct {
	points []float64
	values [hypers][]float64
	priors [hypers]chains.Law

	// The likelihood of a cluster is a sum of terms, most of which depend on one hyperparameter
	// and on the size of the cluster. They are computed once.
	ofSize  [][]float64 // by the place of ν
	ofR     [][]float64 // log(r/(r+n))/2, by the place of r
	logS    []float64
	logNew  []float64   // log α
	ofAlpha [][]float64 // the log of 1/(α(α+1)...(α+n-1)), by the place of α
}

// New returns the model of at least one point. It panics if a value of the lattice has no place in
// a Hyper.
func New(points []float64, l Lattice) *Model {
	m := &Model{points: points, values: l.values()}
	for k, values := range m.values {
		weights := make([]float64, len(values))
		for i, v := range values {
			if !(k == hyperM || v > 0) {
				panic("mixture: a value of r, ν, s or α is not positive")
			}
			weights[i] = 1
		}
		m.priors[k] = chains.NewLaw(weights)
	}
	sizes := len(points) + 1
	m.ofSize = table(l.Nu, sizes, func(nu float64, n int) float64 {
		return Hyper{Nu: nu}.logGammas(n) + float64(n)/2*math.Ln2
	})
	m.ofR = table(l.R, sizes, func(r float64, n int) float64 { return math.Log(r/(r+float64(n))) / 2 })
	m.ofAlpha = table(l.Alpha, sizes, func(alpha float64, n int) float64 {
		before, _ := math.Lgamma(alpha)
		after, _ := math.Lgamma(alpha + float64(n))
		return before - after
	})
	m.logS, m.logNew = logs(l.S), logs(l.Alpha)
	return m
}

// table has a row for every value, with a column for every size.
func table(values []float64, sizes int, entry func(v float64, n int) float64) [][]float64 {
	rows := make([][]float64, len(values))
	for i, v := range values {
		rows[i] = make([]float64, sizes)
		for n := range sizes {
			rows[i][n] = entry(v, n)
		}
	}
	return rows
}

func logs(values []float64) []float64 {
	all := make([]float64, len(values))
	for i, v := range values {
		all[i] = math.Log(v)
	}
	return all
}

// hyper are the hyperparameters at these places.
func (m *Model) hyper(at Places) Hyper {
	v := &m.values
	return Hyper{M: v[hyperM][at[hyperM]], R: v[hyperR][at[hyperR]], Nu: v[hyperNu][at[hyperNu]],
		S: v[hyperS][at[hyperS]], Alpha: v[hyperAlpha][at[hyperAlpha]]}
}

// logLikelihood is Hyper.LogLikelihood from tables, and from the log of the cluster's spread.
func (m *Model) logLikelihood(at Places, n int, logSpread float64) float64 {
	nu := m.values[hyperNu][at[hyperNu]]
	return m.ofSize[at[hyperNu]][n] + m.ofR[at[hyperR]][n] + (nu*m.logS[at[hyperS]]-(nu+float64(n))*logSpread)/2
}

// LogJoint is the log of the joint probability of the state's hyperparameters and partition, and of
// its points.
func (m *Model) LogJoint(x State) float64 {
	h, logp, sizes := m.hyper(x.Places), 0.0, []int(nil)
	for _, c := range x.clusters {
		if c.N > 0 {
			sizes = append(sizes, c.N)
			logp += h.LogLikelihood(c.Cluster)
		}
	}
	for _, values := range m.values {
		logp -= math.Log(float64(len(values)))
	}
	return logp + LogPartition(sizes, h.Alpha)
}
