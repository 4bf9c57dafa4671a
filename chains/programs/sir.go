package programs

import "breadboard/chains"

// SIR is sampling importance resampling. It draws P cells from p_1 and returns one of them, with
// a probability in proportion to its weight. The weight of the run is the mean of the P weights.
type SIR struct {
	Problem
	P    int // the number of draws, at least 1
	ends ends
}

// NewSIR returns the program with this many draws.
func NewSIR(p Problem, draws int) SIR { return SIR{p, draws, newEnds(p)} }

// Cost counts one density a draw.
func (p SIR) Cost() float64 { return float64(p.P) }

// Forward draws P cells from p_1 and picks one of them by weight. If no draw has mass under
// the target it returns the first.
func (p SIR) Forward(d chains.Dice) (x int, logw float64) {
	drawn, logws := make([]int, p.P), make([]float64, p.P)
	for i := range drawn {
		drawn[i] = p.ends.law.Draw(d)
		logws[i] = p.ends.logw[drawn[i]]
	}
	logw = logMean(logws)
	if i, ok := pickByLog(logws, d); ok {
		return drawn[i], logw + p.ends.rise
	}
	return drawn[0], logw + p.ends.rise
}

// Reverse keeps x as one of the P draws and draws the others from p_1. Its place among them
// does not matter: the mean is the same.
func (p SIR) Reverse(x int, d chains.Dice) float64 {
	logws := make([]float64, p.P)
	logws[0] = p.ends.logw[x]
	for i := 1; i < p.P; i++ {
		logws[i] = p.ends.logw[p.ends.law.Draw(d)]
	}
	return logMean(logws) + p.ends.rise
}
