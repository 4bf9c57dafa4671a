package shipped

import (
	"math"

	"breadboard/chains"
	"breadboard/chains/programs"
)

// adaptive is tempered SMC with one level between its ends, put where the weights of the P
// draws from p_1 have an ESS of this share of P. Slope multiplies log f_T - log f_1 where the
// ESS is solved for; 1 is right, and -1 the bug.
type adaptive struct {
	programs.Problem
	P     int
	share float64
	slope float64
}

// Cost counts the densities of the weights.
func (p adaptive) Cost() float64 { return float64(2 * p.P) }

// Forward draws, tempers to the level that it chooses, resamples, moves, and tempers to 1.
func (p adaptive) Forward(d chains.Dice) (x int, logw float64) {
	cells, rises := p.drawn(d)
	beta := p.solved(rises)
	logs := scaled(rises, beta)
	logw = logMean(logs)
	op, _ := p.Aimed(2, beta)
	moved := make([]int, p.P)
	for i := range moved {
		moved[i] = op.Step(cells[d.Pick(weights(logs))], d)
		rises[i] = (1 - beta) * p.rise(moved[i])
	}
	return moved[d.Pick(weights(rises))], logw + logMean(rises)
}

// drawn draws P cells from p_1, with the rise of each from log f_1 to log f_T.
func (p adaptive) drawn(d chains.Dice) (cells []int, rises []float64) {
	first, _ := p.Ends()
	cells = make([]int, p.P)
	rises = make([]float64, p.P)
	for i := range cells {
		cells[i] = d.Pick(weights(first))
		rises[i] = p.rise(cells[i])
	}
	return cells, rises
}

func (p adaptive) rise(x int) float64 {
	first, last := p.Ends()
	return last[x] - first[x]
}

// solved bisects for the beta at which the ESS falls to its share, or returns 1.
func (p adaptive) solved(rises []float64) float64 {
	low, high := 0.0, 1.0
	aim := p.share * float64(p.P)
	if ess(scaled(rises, p.slope)) >= aim {
		return 1
	}
	for range 60 {
		if mid := (low + high) / 2; ess(scaled(rises, p.slope*mid)) >= aim {
			low = mid
		} else {
			high = mid
		}
	}
	return low
}

func scaled(logs []float64, by float64) []float64 {
	all := make([]float64, len(logs))
	for i, v := range logs {
		all[i] = by * v
	}
	return all
}

// missed is the distance between the ESS of a run's first step and the ESS that was asked for.
func (p adaptive) missed(d chains.Dice) float64 {
	_, rises := p.drawn(d)
	return p.miss(rises)
}

// miss is that distance in particles. A step up to beta = 1 may have a larger ESS.
func (p adaptive) miss(rises []float64) float64 {
	beta := p.solved(rises)
	is := ess(scaled(rises, beta))
	aim := p.share * float64(p.P)
	if beta == 1 {
		return max(0, aim-is)
	}
	return math.Abs(is - aim)
}
