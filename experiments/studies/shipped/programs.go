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
	cells := make([]int, p.K)
	logws := make([]float64, p.K)
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

// forwardOnly hides the reverse of a program, so that only its forward runs are checked.
type forwardOnly struct{ programs.Program }
