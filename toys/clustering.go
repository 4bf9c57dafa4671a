package toys

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// Clustering is BDMC's clustering model (Section 6). Point i is in cluster z_i, which is one of K
// equally likely clusters. Cluster k has a centre with D coordinates theta_kj ~ N(0, Centres).
// The coordinates of point i are y_ij ~ N(theta_kj, Noise) with k = z_i. Centres and Noise are
// standard deviations. The centres are integrated out, so a cell is an assignment z_1..z_N, and
// there is an axis for each point.
type Clustering struct {
	N, K, D        int
	Centres, Noise float64
}

// mostClusters is the largest number of clusters. With more the axis of a single point would be
// too long.
const mostClusters = 1000

// NewClustering returns the model with the other parameters as in the catalogue.
func NewClustering(n, k int) Clustering { return Clustering{N: n, K: k, D: 2, Centres: 2, Noise: 1} }

// Model returns the model with assignments as latents. It panics unless there are at most
// MostCells of them.
func (c Clustering) Model() Model {
	return newModel(fmt.Sprintf("clustering:%d:%d", c.N, c.K), c.N, c.D, 1, slices.Repeat([][]float64{equal(c.K)}, c.N),
		c.K, c)
}

// loglik adds up clusters and coordinates. The n points of a cluster are jointly normal with
// covariance Noise² I + Centres² 1 1', which has one eigenvalue Noise² + n Centres² in the
// direction of their mean, and is Noise² elsewhere.
func (c Clustering) loglik(z []int, y [][]float64) float64 {
	noise, centres := c.Noise*c.Noise, c.Centres*c.Centres
	sum, size := make([]float64, c.K*c.D), make([]float64, c.K)
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

// Family returns the family with Noise and Centres on a lattice.
func (c Clustering) Family() Family {
	return NewFamily([]Hyper{{"noise", noises}, {"centres", scales}}, func(eta []float64) Model {
		c.Noise, c.Centres = eta[0], eta[1]
		return c.Model()
	})
}

func clusteringOf(p *parameters) Clustering {
	n, k := p.whole("N", 1, mostSpins), p.whole("K", 2, mostClusters)
	if !fits(k, n) {
		p.refuse("%d points in %d clusters are %d^%d cells; up to %d cells would do", n, k, k, n, MostCells)
	}
	return NewClustering(n, k)
}

// A Representation is a Clustering whose centres have discrete coordinates. theta_kj takes
// evenly spaced values from -2 to 2 times Centres, as many as Values says, with probabilities in
// proportion to the normal density. Because this prior is discrete the centres can be latents, or
// can be summed out, and p(y) is exactly the same: two representations of one model (BREAD,
// Section 5.2.1).
type Representation struct {
	Clustering
	Values int
}

// prior returns the coordinates of a centre, and the logs of their probabilities.
func (r Representation) prior() (values, logp []float64) {
	const widest = 2
	values = floats.Span(make([]float64, r.Values), -widest, widest)
	logp = normal(values)
	for i := range values {
		values[i] *= r.Centres
	}
	return values, logp
}

// Uncollapsed returns the model with the centres as latents: theta_kj is axis k D + j, and z_i is
// axis K D + i. A density has N D terms, one for each number of the data.
func (r Representation) Uncollapsed() Model {
	_, centres := r.prior()
	priors := append(slices.Repeat([][]float64{centres}, r.K*r.D), slices.Repeat([][]float64{equal(r.K)}, r.N)...)
	return newModel(fmt.Sprintf("uncollapsed:%d:%d", r.N, r.K), r.N, r.D, 1, priors, r.K, uncollapsed{r})
}

// Collapsed returns the model with the centres summed out: a cell is an assignment, as in
// Clustering. A density has N D Values terms.
func (r Representation) Collapsed() Model {
	return newModel(fmt.Sprintf("collapsed:%d:%d", r.N, r.K), r.N, r.D, 1,
		slices.Repeat([][]float64{equal(r.K)}, r.N), r.K, collapsed{r})
}

// term is log N(v; mean, Noise).
func (r Representation) term(v, mean float64) float64 {
	off := (v - mean) / r.Noise
	return -off*off/2 - math.Log(r.Noise) - math.Log(2*math.Pi)/2
}

// observe draws data around centres that are given by the places of their values.
func (r Representation) observe(z, centres []int, rng *rand.Rand) [][]float64 {
	values, _ := r.prior()
	return normals(r.N, r.D, r.Noise, rng, func(i, j int) float64 { return values[centres[z[i]*r.D+j]] })
}

type uncollapsed struct{ Representation }

func (u uncollapsed) loglik(x []int, y [][]float64) (sum float64) {
	values, _ := u.prior()
	z := x[u.K*u.D:]
	for i, row := range y {
		for j, v := range row {
			sum += u.term(v, values[x[z[i]*u.D+j]])
		}
	}
	return sum
}

func (u uncollapsed) draw(x []int, rng *rand.Rand) [][]float64 {
	return u.observe(x[u.K*u.D:], x[:u.K*u.D], rng)
}

type collapsed struct{ Representation }

// loglik sums over the values of each coordinate of each centre, independent given z.
func (c collapsed) loglik(z []int, y [][]float64) (sum float64) {
	values, logp := c.prior()
	joint := make([]float64, c.Values)
	for k := range c.K {
		for j := range c.D {
			copy(joint, logp)
			for i, row := range y {
				if z[i] != k {
					continue
				}
				for l, centre := range values {
					joint[l] += c.term(row[j], centre)
				}
			}
			sum += floats.LogSumExp(joint)
		}
	}
	return sum
}

func (c collapsed) draw(z []int, rng *rand.Rand) [][]float64 {
	_, logp := c.prior()
	centres := make([]int, c.K*c.D)
	for i := range centres {
		centres[i] = pick(logp, rng)
	}
	return c.observe(z, centres, rng)
}
