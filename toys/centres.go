package toys

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
)

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
	values, logp = make([]float64, r.Values), make([]float64, r.Values)
	floats.Span(values, -widest, widest)
	for i, v := range values {
		logp[i] = -v * v / 2
		values[i] *= r.Centres
	}
	floats.AddConst(-floats.LogSumExp(logp), logp)
	return values, logp
}

// Uncollapsed returns the model with the centres as latents: theta_kj is axis k D + j, and z_i is
// axis K D + i. A density has N D terms, one for each number of the data.
func (r Representation) Uncollapsed() Model {
	_, centres := r.prior()
	if !fits(r.Values, r.K*r.D) || !fits(r.K, r.N) || math.Pow(float64(r.Values), float64(r.K*r.D))*
		math.Pow(float64(r.K), float64(r.N)) > MostCells {
		panic(fmt.Sprintf("toys: %d points in %d clusters with %d values", r.N, r.K, r.Values))
	}
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
