package mixture

import (
	"math"
)

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
	r, nu := h.R+float64(c.N), h.Nu+float64(c.N)
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
