package mixture

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"
)

var examples = []Hyper{{0, 1, 1, 1, 1}, {0.7, 0.4, 2.5, 0.3, 0.5}, {-1.2, 2.1, 0.6, 1.9, 3}}

// integrated is the likelihood by its definition, an integral over ρ = e^u and μ = m + z/√ρ. Sums
// over evenly spaced points of an integrand that vanishes at both ends are right to all digits.
func integrated(h Hyper, points []float64) float64 {
	const step = 0.1
	sum := 0.0
	for u := -40.0; u < 6; u += step {
		rho := math.Exp(u)
		sd := 1 / math.Sqrt(rho)
		prior := distuv.Gamma{Alpha: h.Nu / 2, Beta: h.S / 2}.Prob(rho)
		mean := distuv.Normal{Mu: h.M, Sigma: sd / math.Sqrt(h.R)}
		for z := -60.0; z < 60; z += step {
			mu := h.M + z*sd
			density := prior * mean.Prob(mu)
			for _, y := range points {
				density *= distuv.Normal{Mu: mu, Sigma: sd}.Prob(y)
			}
			sum += density * sd * rho * step * step
		}
	}
	return math.Log(sum)
}

func TestLikelihoodIsTheIntegral(t *testing.T) {
	for i, points := range [][]float64{{0.4}, {-0.3, 1.1}, {0.2, 0.25, 0.9, -1.4}} {
		h := examples[i]
		got, want := h.LogLikelihood(clusterOf(points...)), integrated(h, points)
		// The longest tail, at u = -40, has e^(-40(ν+n)/2) of the mass, 1e-17 at most, and the sums
		// of half a million terms are good to 1e-10.
		if !(math.Abs(got-want) < 1e-9) {
			t.Errorf("%v with %+v: %.12g, and the integral is %.12g", points, h, got, want)
		}
	}
}

func TestOnePointIsOfStudentsT(t *testing.T) {
	for _, h := range examples {
		law := distuv.StudentsT{Mu: h.M, Sigma: math.Sqrt(h.S / h.Nu * (1 + 1/h.R)), Nu: h.Nu}
		for _, y := range []float64{-3, 0, 0.7} {
			if got, want := h.LogLikelihood(clusterOf(y)), law.LogProb(y); !(math.Abs(got-want) < 1e-12) {
				t.Errorf("the density of %g with %+v is %.15g, and Student's is %.15g", y, h, got, want)
			}
		}
	}
}

// A point's density given those before it is Student's too, with the posterior's hyperparameters.
func TestThePredictiveRatioIsThePosteriorsOnePoint(t *testing.T) {
	for _, h := range examples {
		c := clusterOf(0.3, -0.8, 1.7)
		n := float64(c.N)
		after := Hyper{M: (h.R*h.M + c.Sum) / (h.R + n), R: h.R + n, Nu: h.Nu + n, S: h.spread(c)}
		got := h.LogLikelihood(c.With(0.5)) - h.LogLikelihood(c)
		if want := after.LogLikelihood(clusterOf(0.5)); !(math.Abs(got-want) < 1e-12) {
			t.Errorf("with %+v the ratio is %.15g, and the posterior's density %.15g", h, got, want)
		}
	}
}

func TestAnEmptyClusterHasLikelihoodOne(t *testing.T) {
	for _, h := range examples {
		if got := h.LogLikelihood(Cluster{}); !(math.Abs(got) < 1e-14) {
			t.Errorf("the log likelihood of no points is %g with %+v", got, h)
		}
	}
}

// The probability of a partition is that of its assignments one by one.
func TestPartitionsAreDrawnOneByOne(t *testing.T) {
	for _, alpha := range []float64{0.3, 1, 4} {
		total := 0.0
		var seat func(sizes []int, n int, p float64)
		seat = func(sizes []int, n int, p float64) {
			if n == 5 {
				total += math.Exp(LogPartition(sizes, alpha))
				if got := LogPartition(sizes, alpha); !(math.Abs(got-math.Log(p)) < 1e-12) {
					t.Errorf("α = %g, sizes %v: %.15g, and one by one %.15g", alpha, sizes, got, math.Log(p))
				}
				return
			}
			for k, size := range sizes {
				sizes[k]++
				seat(sizes, n+1, p*float64(size)/(alpha+float64(n)))
				sizes[k]--
			}
			seat(append(sizes[:len(sizes):len(sizes)], 1), n+1, p*alpha/(alpha+float64(n)))
		}
		seat(nil, 0, 1)
		if !(math.Abs(total-1) < 1e-12) {
			t.Errorf("α = %g: all partitions of five have probability %.15g", alpha, total)
		}
	}
}

// clusterOf is the cluster of these points.
func clusterOf(points ...float64) Cluster {
	return Cluster{len(points), floats.Sum(points), floats.Dot(points, points)}
}
