package toys

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"breadboard/grid"

	"gonum.org/v1/gonum/mat"
)

// Clustering is BDMC's clustering model (Section 6). Point i is in cluster z_i, one of K equally likely clusters.
// Cluster k has a centre with D coordinates theta_kj ~ N(0, Centres). The coordinates of point i are y_ij ~ N(theta_kj,
// Noise) with k = z_i. Centres and Noise are standard deviations. The centres are integrated out, so a cell is an
// assignment z_1..z_N, and there is an axis for each point.
type Clustering struct {
	N, K, D        int
	Centres, Noise float64
}

// mostClusters bounds the number of clusters. With more the axis of a point would be too long.
const mostClusters = 1000

// NewClustering returns the model with the other parameters as in the catalogue.
func NewClustering(n, k int) Clustering { return Clustering{N: n, K: k, D: 2, Centres: 2, Noise: 1} }

// Model returns the model with assignments as latents.
func (c Clustering) Model() Model {
	name := fmt.Sprintf("clustering:%d:%d", c.N, c.K)
	priors := slices.Repeat([][]float64{equal(c.K)}, c.N)
	m := newModel(name, c.N, c.D, 1, priors, c.K, c.loglik, c.draw)
	m.Grid = m.Grid.Of(grid.Any)
	return m
}

// loglik adds up clusters and coordinates. The n points of a cluster are jointly normal with
// covariance Noise² I + Centres² 1 1', which has one eigenvalue Noise² + n Centres² in the
// direction of their mean, and is Noise² elsewhere.
func (c Clustering) loglik(z []int, y [][]float64) float64 {
	noise := c.Noise * c.Noise
	centres := c.Centres * c.Centres
	sum := make([]float64, c.K*c.D)
	size := make([]float64, c.K)
	for i, row := range y {
		size[z[i]]++
		for j, v := range row {
			sum[z[i]*c.D+j] += v
		}
	}
	squares, logdet := 0.0, 0.0 // y' C^-1 y, and log det 2 pi C
	for i, row := range y {
		for j, v := range row {
			off := v - sum[z[i]*c.D+j]/size[z[i]]
			squares += off * off / noise
			logdet += math.Log(2 * math.Pi * noise)
		}
	}
	for k, n := range size {
		if n == 0 {
			continue
		}
		long := noise + n*centres
		logdet += float64(c.D) * math.Log(long/noise)
		for _, s := range sum[k*c.D:][:c.D] {
			squares += s * s / n / long
		}
	}
	return -(squares + logdet) / 2
}

func (c Clustering) draw(z []int, rng *rand.Rand) [][]float64 {
	centres := normals(c.K, c.D, c.Centres, rng, zero)
	return normals(c.N, c.D, c.Noise, rng, func(i, j int) float64 { return centres[z[i]][j] })
}

func zero(_, _ int) float64 { return 0 }

// Hierarchical returns the model with Noise and Centres on a lattice.
func (c Clustering) Hierarchical() Hierarchical {
	return ofNoiseAnd("centres", func(noise, centres float64) Model {
		c.Noise, c.Centres = noise, centres
		return c.Model()
	})
}

// ofNoiseAnd returns the model with the noise and the scale of the signal on a lattice.
func ofNoiseAnd(signal string, of func(noise, scale float64) Model) Hierarchical {
	return NewHierarchical([]Hyperparameter{InverseGamma("noise", noises), InverseGamma(signal, scales)},
		func(eta []float64) Model { return of(eta[0], eta[1]) })
}

func clusteringOf(p *parameters) Clustering {
	n := p.integer("N", 1, mostSpins)
	k := p.integer("K", 2, mostClusters)
	p.fit(k, n)
	return NewClustering(n, k)
}

// Attributes is BDMC's binary attribute model (Section 6). Point i has attribute k, z_ik = 1,
// with probability Share. Attribute k adds a_kj ~ N(0, Features) to coordinate j, so that
// y_ij ~ N(sum of z_ik a_kj, Noise). Features and Noise are standard deviations. The features
// a_kj are integrated out, so a cell is a binary matrix, and z_ik is axis i K + k, of length 2.
type Attributes struct {
	N, K, D                int
	Share, Features, Noise float64
}

// NewAttributes returns the model with the other parameters as in the catalogue.
func NewAttributes(n, k int) Attributes {
	return Attributes{N: n, K: k, D: 2, Share: 0.5, Features: 2, Noise: 1}
}

// Model returns the model with the matrix as latents.
func (m Attributes) Model() Model {
	prior := []float64{math.Log1p(-m.Share), math.Log(m.Share)}
	model := newModel(fmt.Sprintf("attributes:%d:%d", m.N, m.K), m.N, m.D, m.K,
		slices.Repeat([][]float64{prior}, m.N*m.K), m.K, m.loglik, m.draw)
	model.Grid = model.Grid.Of(grid.Any)
	return model
}

// loglik adds up coordinates. The points of one are jointly normal with covariance
// Features² Z Z' + Noise² I.
func (m Attributes) loglik(z []int, y [][]float64) float64 {
	n := len(y)
	cov := mat.NewSymDense(n, nil)
	columns := mat.NewDense(n, m.D, nil)
	for i, row := range y {
		columns.SetRow(i, row)
		for h := range i + 1 {
			shared := 0
			for k := range m.K {
				shared += z[i*m.K+k] * z[h*m.K+k]
			}
			cov.SetSym(i, h, m.Features*m.Features*float64(shared))
		}
		cov.SetSym(i, i, cov.At(i, i)+m.Noise*m.Noise)
	}
	var root mat.Cholesky
	if !root.Factorize(cov) {
		panic("toys: a covariance that is not positive") // unreachable: Noise is positive
	}
	var solved mat.Dense
	if err := root.SolveTo(&solved, columns); err != nil {
		panic(fmt.Sprintf("toys: a covariance: %v", err))
	}
	solved.MulElem(&solved, columns)
	logdet := root.LogDet() + float64(n)*math.Log(2*math.Pi)
	return -(mat.Sum(&solved) + float64(m.D)*logdet) / 2
}

func (m Attributes) draw(z []int, rng *rand.Rand) [][]float64 {
	features := normals(m.K, m.D, m.Features, rng, zero)
	return normals(m.N, m.D, m.Noise, rng, func(i, j int) float64 {
		sum := 0.0
		for k := range m.K {
			sum += float64(z[i*m.K+k]) * features[k][j]
		}
		return sum
	})
}

// Hierarchical returns the model with Noise and Features on a lattice.
func (m Attributes) Hierarchical() Hierarchical {
	return ofNoiseAnd("features", func(noise, features float64) Model {
		m.Noise, m.Features = noise, features
		return m.Model()
	})
}

func attributesOf(p *parameters) Attributes {
	n := p.integer("N", 1, mostSpins)
	k := p.integer("K", 1, mostSpins)
	p.fit(2, n*k)
	return NewAttributes(n, k)
}

// LowRank is BDMC's low-rank model (Section 6) on a lattice: y_ij ~ N(u_i·v_j, Noise). The factors
// u_ik are -1.5, 0 or 1.5 times Rows, and v_kj are -1.5, 0 or 1.5 times Columns. These values have
// probabilities in proportion to the normal density: 0.20, 0.61 and 0.20. Nothing is integrated
// out. v_kj is axis k D + j, and u_ik is axis K D + i K + k.
type LowRank struct {
	N, D, K              int
	Rows, Columns, Noise float64 // standard deviations of u, v and y
}

// lattice holds the values of a factor, in standard deviations.
var lattice = []float64{-1.5, 0, 1.5}

// NewLowRank returns the model with the other parameters as in the catalogue.
func NewLowRank(n, d, k int) LowRank {
	return LowRank{N: n, D: d, K: k, Rows: 1, Columns: 1, Noise: 1}
}

// factors returns the number of axes.
func (m LowRank) factors() int { return m.K * (m.N + m.D) }

// Model returns the model with both factors as latents. Like the paper it counts K! relabelings, the orders of the
// factors. To change the signs of u_·k and v_k· together changes no density either, so that a mode has 2^K K! copies. A
// correction of variational Bayes by K! is then too small, by up to K log 2.
func (m LowRank) Model() Model {
	loglik, draw := around(m.N, m.D, m.Noise, m.product)
	return newModel(fmt.Sprintf("lowrank:%d:%d:%d", m.N, m.D, m.K), m.N, m.D, m.K,
		slices.Repeat([][]float64{normal(lattice)}, m.factors()), m.K, loglik, draw)
}

// product returns u_i·v_j.
func (m LowRank) product(x []int, i, j int) float64 {
	u, sum := x[m.K*m.D+i*m.K:], 0.0
	for k := range m.K {
		sum += lattice[u[k]] * lattice[x[k*m.D+j]]
	}
	return m.Rows * m.Columns * sum
}

// Hierarchical returns the model with Noise and Rows on a lattice: p(y | x) depends only on Rows times Columns, so one
// scale gives a lattice of the product with fewer cells. With a noise below 1/2 the joint density of standardized data
// would span more than 600 nats, and annealing would take ten times as long.
func (m LowRank) Hierarchical() Hierarchical {
	loud := []float64{1. / 2, math.Sqrt2 / 2, 1}
	hypers := []Hyperparameter{InverseGamma("noise", loud), InverseGamma("rows", scales)}
	return NewHierarchical(hypers, func(eta []float64) Model {
		m.Noise, m.Rows = eta[0], eta[1]
		return m.Model()
	})
}

func lowRankOf(p *parameters) LowRank {
	m := NewLowRank(p.integer("N", 1, mostSpins), p.integer("D", 1, mostSpins), p.integer("K", 1, mostSpins))
	p.fit(len(lattice), m.factors())
	return m
}
