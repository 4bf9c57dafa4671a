package regression

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/optimize"
)

// least is the least noise, in units of the standard deviation of the response. With less the
// covariance of a thousand rows is singular in floats.
const least = 1e-3

// Fit maximises the evidence over the parameters. It expects rows and responses of mean 0 and standard
// deviation 1. The evidence has more than one peak: where little is seen all may be noise, or all may be
// a rough function. So the search begins at several places, and the highest peak counts.
func Fit(x [][]float64, y []float64) (best *Process) {
	top := math.Inf(-1)
	for _, from := range places(len(x[0])) {
		p := climb(x, y, from)
		if evidence := p.Evidence(y); best == nil || evidence > top {
			best, top = p, evidence
		}
	}
	return best
}

// places are where searches begin: a smooth function with much noise, one with little, and a rough one
// with little.
func places(features int) (all []Hyper) {
	for _, at := range []struct{ noise, length float64 }{{0.5, 1}, {0.1, 1}, {0.1, 0.3}} {
		h := Hyper{Signal: 1, Noise: at.noise, Lengths: make([]float64, features)}
		for f := range h.Lengths {
			h.Lengths[f] = at.length * math.Sqrt(float64(features))
		}
		all = append(all, h)
	}
	return all
}

// climb goes up from a place. Steps are counted, and a hundred do: a feature that predicts nothing has
// a length that grows without end.
func climb(x [][]float64, y []float64, from Hyper) *Process {
	s, best := search{x: x, y: y}, from.logs()
	result, err := optimize.Minimize(optimize.Problem{Func: s.loss, Grad: s.gradient}, best,
		&optimize.Settings{MajorIterations: 100, GradientThreshold: 1e-4 * float64(len(y)),
			Converger: &optimize.FunctionConverge{Absolute: 1e-3, Iterations: 3}}, &optimize.BFGS{})
	// An error says that the last line search gained nothing: the best place is still the best.
	if result != nil && (err == nil || result.F <= s.loss(best)) {
		best = result.X
	}
	p, _ := NewProcess(s.hyper(best), x, y)
	return p
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
	h := fromLogs(theta)
	h.Noise = math.Hypot(h.Noise, least)
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

// loss is minus the evidence.
func (s *search) loss(theta []float64) float64 {
	p := s.process(theta)
	if p == nil {
		return math.Inf(1)
	}
	return -p.Evidence(s.y)
}

// gradient is that of the loss.
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
