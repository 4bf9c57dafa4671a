package samplers

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize"
)

// A process is a Gaussian process of mean 0 with normal noise, given some rows. Its covariance is squared-exponential
// with a length for every feature (Rasmussen and Williams 2006, Eq. 5.1):
//
//	cov(x, x') = signal² exp(-½ sum over the features of (x - x')²/length²) + noise² [the same row]
type process struct {
	covariance
	x     [][]float64
	chol  mat.Cholesky // of the covariance matrix of the rows
	alpha mat.VecDense // the inverse of that matrix times the responses
}

// leastNoise is added to the variance of each row, in units of the variance of the response. With less the covariance
// of hundreds of rows is singular in floats.
const leastNoise = 1e-6

type covariance struct {
	signal, noise float64
	lengths       []float64 // one a feature
}

// smooth returns the covariance of two rows without the noise.
func (c covariance) smooth(x, y []float64) float64 {
	sum := 0.0
	for f, l := range c.lengths {
		d := (x[f] - y[f]) / l
		sum += d * d
	}
	return c.signal * c.signal * math.Exp(-sum/2)
}

// newProcess conditions a process on rows and responses. It returns nil if the covariance matrix is singular in floats.
func newProcess(c covariance, x [][]float64, y []float64) *process {
	p := &process{covariance: c, x: x}
	k := mat.NewSymDense(len(x), nil)
	for i := range x {
		for j := i; j < len(x); j++ {
			k.SetSym(i, j, c.smooth(x[i], x[j]))
		}
		k.SetSym(i, i, k.At(i, i)+c.noise*c.noise+leastNoise)
	}
	if !p.chol.Factorize(k) {
		return nil
	}
	// The error says that the matrix is near singular; the evidence then says so, too.
	_ = p.chol.SolveVecTo(&p.alpha, mat.NewVecDense(len(y), y))
	return p
}

// evidence returns the logarithm of the density of the responses y that the process was conditioned on (Rasmussen and
// Williams 2006, Eq. 2.30).
func (p *process) evidence(y []float64) float64 {
	n := float64(len(y))
	return -(floats.Dot(y, p.alpha.RawVector().Data) + p.chol.LogDet() + n*math.Log(2*math.Pi)) / 2
}

// slope returns the gradient of the evidence in the logarithms of the signal, the noise and the lengths: half the trace
// of (αα' - K^-1) dK (Rasmussen and Williams 2006, Eq. 5.9).
func (p *process) slope() []float64 {
	var inverse mat.SymDense
	_ = p.chol.InverseTo(&inverse) // near singular, as above
	alpha := p.alpha.RawVector().Data
	slope := make([]float64, 2+len(p.lengths))
	for i, x := range p.x {
		own := alpha[i]*alpha[i] - inverse.At(i, i)
		slope[0] += own * p.signal * p.signal
		slope[1] += own * p.noise * p.noise
		for j := i + 1; j < len(p.x); j++ {
			w := 2 * (alpha[i]*alpha[j] - inverse.At(i, j)) * p.smooth(x, p.x[j])
			slope[0] += w
			for f, l := range p.lengths {
				d := (x[f] - p.x[j][f]) / l
				slope[2+f] += w / 2 * d * d
			}
		}
	}
	return slope
}

// predict returns the mean and the variance of the response of a row, its own noise included (Rasmussen and Williams
// 2006, Eq. 2.25 and 2.26).
func (p *process) predict(x []float64) (mean, variance float64) {
	k := make([]float64, len(p.x))
	for i, y := range p.x {
		k[i] = p.smooth(x, y)
	}
	mean = floats.Dot(k, p.alpha.RawVector().Data)
	var solved mat.VecDense
	_ = p.chol.SolveVecTo(&solved, mat.NewVecDense(len(k), k)) // near singular, as above
	known := floats.Dot(k, solved.RawVector().Data)
	return mean, max(p.signal*p.signal-known, 0) + p.noise*p.noise
}

// fitProcess returns the predictions of the most evident process.
func fitProcess(x [][]float64, y []float64) prediction { return mostEvidentProcess(x, y).predict }

// mostEvidentProcess maximises the evidence over the logarithms of the signal, the noise and the lengths, for rows and
// responses of mean 0 and standard deviation 1. The evidence has several peaks: few rows may be all noise, or a rough
// function. So the search begins at several places, and the highest peak counts. Steps are bounded, because the length
// of a feature that predicts nothing grows without end.
func mostEvidentProcess(x [][]float64, y []float64) (best *process) {
	var last *process // the optimiser asks for the value and the gradient at a place one after the other
	var at []float64
	processAt := func(place []float64) *process {
		if !slices.Equal(at, place) {
			at = slices.Clone(place)
			last = newProcess(covarianceAt(place), x, y)
		}
		return last
	}
	problem := optimize.Problem{
		Func: func(place []float64) float64 {
			if p := processAt(place); p != nil {
				return -p.evidence(y)
			}
			return math.Inf(1)
		},
		Grad: func(into, place []float64) {
			clear(into)
			if p := processAt(place); p != nil {
				floats.SubTo(into, into, p.slope())
			}
		}}
	settings := &optimize.Settings{MajorIterations: 100, GradientThreshold: 1e-4 * float64(len(y)),
		Converger: &optimize.FunctionConverge{Absolute: 1e-3, Iterations: 3}}
	features := len(x[0])
	// a smooth function with much noise, one with little, and a rough one with little
	for _, from := range []struct{ noise, length float64 }{{0.5, 1}, {0.1, 1}, {0.1, 0.3}} {
		place := slices.Repeat([]float64{math.Log(from.length * math.Sqrt(float64(features)))}, 2+features)
		place[0] = 0
		place[1] = math.Log(from.noise)
		// An error says that the last line search gained nothing: the best place is still the best.
		if result, _ := optimize.Minimize(problem, place, settings, &optimize.BFGS{}); result != nil {
			place = result.X
		}
		if p := processAt(place); p != nil && (best == nil || p.evidence(y) > best.evidence(y)) {
			best = p
		}
	}
	return best
}

// covarianceAt returns the covariance whose parameters have these logarithms: the signal, the noise and the lengths.
func covarianceAt(place []float64) covariance {
	c := covariance{signal: math.Exp(place[0]), noise: math.Exp(place[1])}
	for _, l := range place[2:] {
		c.lengths = append(c.lengths, math.Exp(l))
	}
	return c
}
