package regression

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize"
)

// A Process is a Gaussian process of mean 0 with normal noise, given what was seen of it. Its
// covariance is squared-exponential with a length for every feature (Rasmussen and Williams 2006,
// Eq. 5.1):
//
//	cov(x, x') = Signal² exp(-½ sum over the features of (x - x')²/Length²) + Noise² [the same row]
type Process struct {
	Hyper
	x     [][]float64
	chol  mat.Cholesky // of the covariance matrix of what was seen
	alpha mat.VecDense // the inverse of that matrix times the responses
}

// Hyper are the parameters of a covariance.
type Hyper struct {
	Signal, Noise float64
	Lengths       []float64 // one a feature
}

// logs are the logarithms of the parameters: the signal, the noise, the lengths.
func (h Hyper) logs() []float64 {
	theta := []float64{math.Log(h.Signal), math.Log(h.Noise)}
	for _, l := range h.Lengths {
		theta = append(theta, math.Log(l))
	}
	return theta
}

// smooth is the covariance of two rows without the noise.
func (h Hyper) smooth(x, y []float64) float64 {
	sum := 0.0
	for f, l := range h.Lengths {
		d := (x[f] - y[f]) / l
		sum += d * d
	}
	return h.Signal * h.Signal * math.Exp(-sum/2)
}

// NewProcess conditions a process on rows and responses; ok is false if its covariance matrix is
// singular in floats, as that of two equal rows without noise.
func NewProcess(h Hyper, x [][]float64, y []float64) (p *Process, ok bool) {
	p = &Process{Hyper: h, x: x}
	k := mat.NewSymDense(len(x), nil)
	for i := range x {
		for j := i; j < len(x); j++ {
			k.SetSym(i, j, h.smooth(x[i], x[j]))
		}
		k.SetSym(i, i, k.At(i, i)+h.Noise*h.Noise)
	}
	if !p.chol.Factorize(k) {
		return nil, false
	}
	// The error says that the matrix is near singular; the evidence then says so, too.
	_ = p.chol.SolveVecTo(&p.alpha, mat.NewVecDense(len(y), y))
	return p, true
}

// Evidence is the logarithm of the density of the responses y that the process was conditioned on
// (Rasmussen and Williams 2006, Eq. 2.30).
func (p *Process) Evidence(y []float64) float64 {
	n := float64(len(y))
	return -(floats.Dot(y, p.alpha.RawVector().Data) + p.chol.LogDet() + n*math.Log(2*math.Pi)) / 2
}

// Slope is the gradient of the evidence in the logarithms of the signal, the noise and the lengths:
// half the trace of (αα' - K^-1) dK (Rasmussen and Williams 2006, Eq. 5.9).
func (p *Process) Slope() []float64 {
	var inverse mat.SymDense
	_ = p.chol.InverseTo(&inverse) // near singular, as above
	alpha := p.alpha.RawVector().Data
	slope := make([]float64, 2+len(p.Lengths))
	for i, x := range p.x {
		own := alpha[i]*alpha[i] - inverse.At(i, i)
		slope[0] += own * p.Signal * p.Signal
		slope[1] += own * p.Noise * p.Noise
		for j := i + 1; j < len(p.x); j++ {
			w := 2 * (alpha[i]*alpha[j] - inverse.At(i, j)) * p.smooth(x, p.x[j])
			slope[0] += w
			for f, l := range p.Lengths {
				d := (x[f] - p.x[j][f]) / l
				slope[2+f] += w / 2 * d * d
			}
		}
	}
	return slope
}

// Predict is the mean and the variance of the response of a row, its own noise included (Rasmussen
// and Williams 2006, Eq. 2.25 and 2.26).
func (p *Process) Predict(x []float64) (mean, variance float64) {
	k := make([]float64, len(p.x))
	for i, y := range p.x {
		k[i] = p.smooth(x, y)
	}
	mean = floats.Dot(k, p.alpha.RawVector().Data)
	var solved mat.VecDense
	_ = p.chol.SolveVecTo(&solved, mat.NewVecDense(len(k), k)) // near singular, as above
	known := floats.Dot(k, solved.RawVector().Data)
	return mean, max(p.Signal*p.Signal-known, 0) + p.Noise*p.Noise
}

// least is the least noise, in units of the standard deviation of the response. With less the
// covariance of a thousand rows is singular in floats.
const least = 1e-3

// Fit maximises the evidence over the parameters. It expects rows and responses of mean 0 and standard
// deviation 1. The evidence has more than one peak: where little is seen all may be noise, or all may be
// a rough function. So the search begins at several places, and the highest peak counts. Steps are counted, and a
// hundred do: a feature that predicts nothing has a length that grows without end.
func Fit(x [][]float64, y []float64) (best *Process) {
	top, features := math.Inf(-1), len(x[0])
	// a smooth function with much noise, one with little, and a rough one with little
	for _, at := range []struct{ noise, length float64 }{{0.5, 1}, {0.1, 1}, {0.1, 0.3}} {
		length := at.length * math.Sqrt(float64(features))
		s := search{x: x, y: y}
		place := Hyper{1, at.noise, slices.Repeat([]float64{length}, features)}.logs()
		result, err := optimize.Minimize(optimize.Problem{Func: s.loss, Grad: s.gradient}, place,
			&optimize.Settings{MajorIterations: 100, GradientThreshold: 1e-4 * float64(len(y)),
				Converger: &optimize.FunctionConverge{Absolute: 1e-3, Iterations: 3}}, &optimize.BFGS{})
		// An error says that the last line search gained nothing: the best place is still the best.
		if result != nil && (err == nil || result.F <= s.loss(place)) {
			place = result.X
		}
		p, _ := NewProcess(s.hyper(place), x, y)
		if evidence := p.Evidence(y); best == nil || evidence > top {
			best, top = p, evidence
		}
	}
	return best
}

// A search is for the parameters of the most evidence. The optimiser asks for the value and the
// gradient one after the other, so the last process is kept.
type search struct {
	x    [][]float64
	y    []float64
	at   []float64
	last *Process
}

// hyper are the parameters at a place; the noise there is what it exceeds the least noise by.
func (s *search) hyper(theta []float64) Hyper {
	h := Hyper{Signal: math.Exp(theta[0]), Noise: math.Hypot(math.Exp(theta[1]), least)}
	for _, l := range theta[2:] {
		h.Lengths = append(h.Lengths, math.Exp(l))
	}
	return h
}

// process is the process at a place, or nil where it is singular.
func (s *search) process(theta []float64) *Process {
	if !slices.Equal(s.at, theta) {
		s.at = slices.Clone(theta)
		s.last, _ = NewProcess(s.hyper(theta), s.x, s.y)
	}
	return s.last
}

func (s *search) loss(theta []float64) float64 {
	p := s.process(theta)
	if p == nil {
		return math.Inf(1)
	}
	return -p.Evidence(s.y)
}

func (s *search) gradient(into, theta []float64) {
	p := s.process(theta)
	if p == nil {
		clear(into)
		return
	}
	for i, v := range p.Slope() {
		into[i] = -v
	}
	// The noise is the root of the sum of two squares, of which one is moved.
	into[1] *= math.Exp(2*theta[1]) / (p.Noise * p.Noise)
}
