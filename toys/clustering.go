package toys

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
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
	if c.N < 1 || c.K < 2 || c.D < 1 || !fits(c.K, c.N) {
		panic(fmt.Sprintf("toys: %d points of width %d in %d clusters", c.N, c.D, c.K))
	}
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

func readClustering(params []string) (Clustering, error) {
	n, err := whole("N", params[0], 1, mostSpins)
	if err != nil {
		return Clustering{}, err
	}
	k, err := whole("K", params[1], 2, mostClusters)
	if err == nil && !fits(k, n) {
		err = fmt.Errorf("%d points in %d clusters are %d^%d cells; up to %d cells would do", n, k, k, n, MostCells)
	}
	return NewClustering(n, k), err
}

func clusteringOf(params []string) (Model, error) {
	c, err := readClustering(params)
	if err != nil {
		return Model{}, err
	}
	return c.Model(), nil
}

func clusteringFamilyOf(params []string, d int) (Family, error) {
	c, err := readClustering(params)
	if err != nil {
		return Family{}, err
	}
	c.D = d
	return c.Family(), nil
}
