package shipped

import (
	"math"

	"breadboard/chains"
	"breadboard/chains/chaintest/bugs"
	"breadboard/chains/programs"
)

// late is annealed importance sampling that moves by T_t before it weighs by f_t/f_{t-1}. So the
// cell that it weighs was drawn at level t, and it should have been drawn at level t-1.
type late struct{ programs.AIS }

func (p late) Forward(d chains.Dice) (x int, logw float64) {
	return bugs.WeightLate(p.Annealing, d)
}

// several runs a program K times. It returns one of the cells, picked by weight, and a combination
// of the weights. The mean is the right combination.
type several struct {
	programs.Program
	K        int
	combined func(logws []float64) float64
}

func (p several) Forward(d chains.Dice) (x int, logw float64) {
	cells, logws := make([]int, p.K), make([]float64, p.K)
	for i := range cells {
		cells[i], logws[i] = p.Program.Forward(d)
	}
	return cells[d.Pick(weights(logws))], p.combined(logws)
}

func (p several) Reverse(x int, d chains.Dice) float64 {
	logws := make([]float64, p.K)
	logws[0] = p.Program.Reverse(x, d)
	for i := 1; i < p.K; i++ {
		_, logws[i] = p.Program.Forward(d)
	}
	return p.combined(logws)
}

// overLevels divides the sum of the weights by the number of levels instead of their own.
func overLevels(levels int) func([]float64) float64 {
	return func(logws []float64) float64 {
		return logMean(logws) + math.Log(float64(len(logws))) - math.Log(float64(levels))
	}
}

// meanOfLogs returns the mean of the logs, and not the log of the mean.
func meanOfLogs(logws []float64) (sum float64) {
	for _, v := range logws {
		sum += v / float64(len(logws))
	}
	return sum
}

// redrawn is importance sampling that draws again until the cell has mass under the target, and
// forgets how often it drew.
type redrawn struct{ programs.Draw }

func (p redrawn) Forward(d chains.Dice) (x int, logw float64) {
	first, last := p.Ends()
	live := weights(first)
	for x := range live {
		if math.IsInf(last[x], -1) {
			live[x] = 0
		}
	}
	x = d.Pick(live)
	return x, p.Reverse(x, d)
}

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
	l, op := p.NewLevel(), p.Kernel.On(p.Grid)
	l.Move(2, beta)
	op.Aim(l)
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
	cells, rises = make([]int, p.P), make([]float64, p.P)
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
	is, aim := ess(scaled(rises, beta)), p.share*float64(p.P)
	if beta == 1 {
		return max(0, aim-is)
	}
	return math.Abs(is - aim)
}
