// Package mixture is the Dirichlet process mixture of normals, with everything integrated out but
// the partition of the data and the hyperparameters.
//
// The data are partitioned by the Chinese restaurant process of concentration α. The points of a
// cluster are normal with a mean μ and a precision ρ of their own,
//
//	ρ ~ Gamma(ν/2, rate s/2)    μ ~ N(m, 1/(rρ))    y ~ N(μ, 1/ρ),
//
// and since that prior is conjugate, the likelihood of a cluster has a closed form in the number
// of its points, their sum and their sum of squares.
//
// A hyperparameter has a lattice of values, all equally likely. Lattice Quantiles(1024) stands for
// the continuous priors of the AIDE paper's supplement, N(0, 1) for m and Gamma(1, 1) for the others:
// its values are those at 1024 evenly spaced probabilities. So a state is discrete, and a tiny model
// can be enumerated, with all its hyperparameters.
//
// A Filter takes in the data one by one (particles.Sequence). Before a point is added, the state so
// far is rejuvenated by moves that leave its posterior invariant. Every move is reversible, so the
// reverse run makes the same moves in the opposite order.
package mixture

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
)

// A Model has the data and the lattice of the hyperparameters. Goroutines may share it.
type Model struct {
	points []float64
	values [hypers][]float64
	priors [hypers]chains.Law

	// The likelihood of a cluster is a sum of terms, most of which depend on one hyperparameter
	// and on the size of the cluster. They are computed once.
	logs    [hypers][]float64 // of the values; NaN for a negative m
	ofSize  [][]float64       // by the place of ν
	ofR     [][]float64       // log(r/(r+n))/2, by the place of r
	ofAlpha [][]float64       // the log of 1/(α(α+1)...(α+n-1)), by the place of α
}

// New returns the model of at least one point. It panics if a value of the lattice has no place in
// a Hyper.
func New(points []float64, l Lattice) *Model {
	m := &Model{points: points, values: [hypers][]float64{l.M, l.R, l.Nu, l.S, l.Alpha}}
	for k, values := range m.values {
		weights := make([]float64, len(values))
		for i, v := range values {
			if !(k == hyperM || v > 0) {
				panic("mixture: a value of r, ν, s or α is not positive")
			}
			weights[i] = 1
			m.logs[k] = append(m.logs[k], math.Log(v))
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

func (m *Model) hyper(at Places) Hyper {
	v := &m.values
	return Hyper{M: v[hyperM][at[hyperM]], R: v[hyperR][at[hyperR]], Nu: v[hyperNu][at[hyperNu]],
		S: v[hyperS][at[hyperS]], Alpha: v[hyperAlpha][at[hyperAlpha]]}
}

// LogJoint is the log of the joint probability of the state's hyperparameters and partition, and of
// its points.
func (m *Model) LogJoint(x State) float64 {
	h := m.hyper(x.Places)
	logp := 0.0
	var sizes []int
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

// A Hyper has the hyperparameters of a mixture. All but M are positive.
type Hyper struct {
	M     float64 // the prior mean of a cluster's mean
	R     float64 // the prior of the mean is worth so many points
	Nu, S float64 // the precision of a cluster has Nu degrees of freedom and mean Nu/S
	Alpha float64 // the concentration of the Chinese restaurant process
}

// A Cluster is what the likelihood needs of some points: their number, sum and sum of squares.
// The zero Cluster is empty.
type Cluster struct {
	N            int
	Sum, Squares float64
}

// With is the cluster with a point more.
func (c Cluster) With(y float64) Cluster { return Cluster{c.N + 1, c.Sum + y, c.Squares + y*y} }

// Without is the cluster with a point less.
func (c Cluster) Without(y float64) Cluster { return Cluster{c.N - 1, c.Sum - y, c.Squares - y*y} }

// LogLikelihood is the log density of all points of a cluster, with the cluster's mean and
// precision integrated out. It is 0 for an empty cluster.
func (h Hyper) LogLikelihood(c Cluster) float64 {
	r := h.R + float64(c.N)
	nu := h.Nu + float64(c.N)
	return h.logGammas(c.N) + h.Nu/2*math.Log(h.S/2) + math.Log(h.R/r)/2 - nu/2*math.Log(h.spread(c)/2)
}

// spread is the posterior value of s: s plus the squares of the points and of the prior mean
// around the posterior mean, Σy² + rm² - (rm+Σy)²/(r+n).
func (h Hyper) spread(c Cluster) float64 {
	n := float64(c.N)
	return h.S + max(0, c.Squares+(h.R*h.M*(n*h.M-2*c.Sum)-c.Sum*c.Sum)/(h.R+n))
}

// logGammas is the part of the likelihood of n points that does not depend on where they are, or
// on r or s.
func (h Hyper) logGammas(n int) float64 {
	after, _ := math.Lgamma((h.Nu + float64(n)) / 2)
	before, _ := math.Lgamma(h.Nu / 2)
	return after - before - float64(n)/2*math.Log(2*math.Pi)
}

// LogPartition is the log probability that the Chinese restaurant process gives to one partition
// of the data with clusters of these sizes, α^K Π(n_k-1)! / (α(α+1)...(α+n-1)).
func LogPartition(sizes []int, alpha float64) float64 {
	n, logp := 0, 0.0
	for _, size := range sizes {
		orders, _ := math.Lgamma(float64(size))
		logp += math.Log(alpha) + orders
		n += size
	}
	for i := range n {
		logp -= math.Log(alpha + float64(i))
	}
	return logp
}

// A Lattice has the values that each hyperparameter may take. They are equally likely and
// independent of those of the others.
type Lattice struct{ M, R, Nu, S, Alpha []float64 }

// Quantiles is the lattice of n values each that stands for the priors of the supplement: m is
// N(0, 1), and the others are Gamma(1, 1). Value i is the quantile of (i+1/2)/n.
func Quantiles(n int) Lattice {
	normal := make([]float64, n)
	gamma := make([]float64, n)
	for i := range n {
		u := (float64(i) + 0.5) / float64(n)
		normal[i] = distuv.UnitNormal.Quantile(u)
		gamma[i] = -math.Log1p(-u)
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
