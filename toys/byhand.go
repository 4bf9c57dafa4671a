package toys

import (
	"fmt"
	"math"
	"math/rand/v2"

	"breadboard/grid"
)

// The default seeds of the random toys. Of the first 100,000 seeds they give the draws closest to all figures that
// BREAD publishes for the toy: J at T = 100, J and B at T = 1000 (experiments/papers/bread searches). The paper's own
// draws were never published; these only look like them.
const (
	EasySeed = 80996
	HardSeed = 76521
)

// Easy returns EASY RANDOM: log f ~ N(0, 2) in each cell; 2 is the standard deviation.
func Easy(seed uint64) Target { return Random("easy", 2, seed) }

// Hard returns HARD RANDOM: log f ~ N(0, 10) in each cell.
func Hard(seed uint64) Target { return Random("hard", 10, seed) }

// Random draws log f ~ N(0, sigma) independently in each cell of a 7x7 grid; sigma is the
// standard deviation. One seed gives the same normal draws for every sigma.
func Random(name string, sigma float64, seed uint64) Target {
	rng := rand.New(rand.NewPCG(seed, 0))
	return cellwise(name, grid.New(7, 7), func([]int) float64 { return sigma * rng.NormFloat64() })
}

func randomOf(p *parameters) Made {
	name := "random:" + p.words[0]
	sigma := p.real("SIGMA", 0)
	return gridded(func(seed uint64) Target { return Random(name, sigma, seed) })
}

// Barrier returns the paper's third toy (BREAD, Eq. 24): log f is 3 in the upper right quadrant, 0 in the other three,
// and -10 on the row and the column between them. The mode in the upper right has 87% of the mass.
func Barrier() Target {
	return cellwise("barrier", grid.New(7, 7), func(at []int) float64 {
		switch row, col := at[0], at[1]; {
		case row == 3 || col == 3:
			return -10
		case row < 3 && col > 3:
			return 3
		}
		return 0
	})
}

// Staircase returns a corridor of 31 cells that winds up through a box of 7x7 between walls. After every fourth cell
// log f is higher by 2.
//
// There is one mode, and every proposed step towards it is accepted. But a chain from the bottom has thirty steps to
// go, most of them on flat treads where up and down are equally likely. J stays above 4 up to T = 100 and is below 0.05
// at T = 1000. B adds up the cost of the whole climb, and is then still eighty times as large as J: here the bound
// fails.
func Staircase() Target {
	const side, tread, rise = 7, 4, 2.0
	g := grid.New(side, side)
	logf := make([]float64, g.Size())
	for x := range logf {
		logf[x] = math.Inf(-1)
	}
	walked := 0
	for row := side - 1; row >= 0; row-- { // from the bottom
		for col := range side {
			switch {
			case row%4 == 0: // to the left
				col = side - 1 - col
			case row%4 == 1 && col < side-1, row%4 == 3 && col > 0: // a wall
				continue
			}
			logf[g.Index(row, col)] = rise * float64(walked/tread)
			walked++
		}
	}
	return Target{Name: "staircase", Grid: walled(g, logf), LogF: logf}
}

// TwoBasins returns a valley of 5x13 cells with a ridge across it: with s from -1.2 to 1.2 along the valley and r from
// -1 to 1 across, log f = s - depth (s² - 1)² - r².
//
// DEPTH sets the size of one failure. As β grows the basin at s = 1 gains on the other one, and chains cross to it
// while the ridge, β depth, is a few nats high. Later they stay in their basin. At T = 1000 J is 0.002 without a ridge,
// 0.09 at depth 4, 0.37 at 8 and 0.61 at 16.
func TwoBasins(depth float64) Target {
	return cellwise(fmt.Sprintf("two-basins:%v", depth), grid.New(5, 13), func(at []int) float64 {
		r := float64(at[0])/2 - 1
		s := float64(at[1])/5 - 1.2
		return s - depth*(s*s-1)*(s*s-1) - r*r
	})
}

func twoBasinsOf(p *parameters) Made {
	depth := p.real("DEPTH", 0)
	return gridded(func(uint64) Target { return TwoBasins(depth) })
}

// Funnel returns Neal's funnel (Slice sampling, 2003, Section 8) with one variable and its scale, on 7x13 cells: v runs
// from -3 at the bottom to 3 at the top and is N(0, 3); x runs from -6 to 6 and is N(0, e^(v/2)) given v. Both
// parameters are standard deviations.
//
// Chains do not get stuck, and J falls like 1/T². But the walls of the neck are hundreds of nats high. A chain on a
// wall loses log weight for good as the neck closes in. So B falls like 1/T only, and is a hundred times J at T = 1000.
func Funnel() Target {
	return cellwise("funnel", grid.New(7, 13), func(at []int) float64 {
		v := float64(3 - at[0])
		x := float64(at[1] - 6)
		return -v*v/18 - v/2 - x*x*math.Exp(-v)/2
	})
}
