// Package tempering says what parallel tempering is, and runs none. Packages exact/replicas and chains/sample run it,
// and share this description alone.
//
// N walkers stand at the betas of a schedule, 0 = β_1 < ... < β_N = 1. Walker k leaves p_k invariant, the density of
// the bridge at β_k, and all of them together the product of these. A scan is
//
//	exploration   a step of the kernel by each walker at its own beta. The one at 0 may draw from p_1 afresh instead
//	exchange      neighbours k and k+1, at x and y, change places with probability
//	              min(1, f_k(y) f_{k+1}(x) / (f_k(x) f_{k+1}(y)))
//
// Which neighbours are offered an exchange is the scheme (Syed, Bouchard-Côté, Deligiannidis and Doucet 2022,
// "Non-reversible parallel tempering: a scalable highly parallel MCMC scheme"; Okabe and others 2001):
//
//	DEO   the even pairs (1,2), (3,4), ... at scan 1, the odd pairs (2,3), (4,5), ... at scan 2, and so on in turn
//	SEO   at each scan the even or the odd pairs, by a fair coin
//
// # Two scans are a step
//
// DEO needs to know whose turn it is. A parity in the state would double every vector, and the chain would be periodic:
// its relaxation time would be infinite. So the chain of DEO is taken at every second scan. It is then homogeneous on
// the same states as SEO, its law after an odd scan is one scan more, and nothing of the index is lost: a walker at an
// end of the ladder has no neighbour in every second scan, and is seen there at the end of a step.
package tempering

import (
	"errors"
	"fmt"
	"math"

	"breadboard/chains"
	"breadboard/chains/kernels"
)

// An Exchange is a scheme by which pairs are offered an exchange.
type Exchange string

// The schemes: deterministic and stochastic even-odd.
const (
	DEO Exchange = "deo"
	SEO Exchange = "seo"
)

// Exchanges are both schemes.
var Exchanges = []Exchange{DEO, SEO}

// A Ladder is N walkers and how they move.
type Ladder struct {
	// Annealing has the space, the bridge, a beta for each walker and the kernel. Nothing is annealed. It is Extended.
	Annealing chains.Annealing
	Exchange  Exchange
	// Fresh says that the walker at beta 0 draws from p_1 afresh at each scan. Otherwise the kernel moves it.
	Fresh bool
}

// Walkers is their number, N.
func (l Ladder) Walkers() int { return l.Annealing.T() }

// Pairs is the number of neighbours, N-1.
func (l Ladder) Pairs() int { return l.Walkers() - 1 }

// Offered are the pairs of one parity, 0 of the even and 1 of the odd ones, by their lower walker from 0.
func (l Ladder) Offered(parity int) (pairs []int) {
	for k := parity; k < l.Pairs(); k += 2 {
		pairs = append(pairs, k)
	}
	return pairs
}

// Parity is whose turn it is at a scan of DEO, from 1.
func Parity(scan int) int { return (scan - 1) % 2 }

// Check returns why the walkers do not go together, or nil. A cell with mass at one end alone would be one that some
// walkers may enter and others not.
func (l Ladder) Check() error {
	betas := l.Annealing.Schedule.Betas()
	for k := 1; k < len(betas); k++ {
		if !(betas[k] > betas[k-1]) {
			return fmt.Errorf("walkers %d and %d both stand at beta %g; betas that rise would do", k, k+1, betas[k])
		}
	}
	if !l.Annealing.SameCells() {
		return errors.New("the initial density has mass in other cells than the target, and what one walker may " +
			"enter another may not; one with the same cells, such as uniform, would do")
	}
	return nil
}

// A Walker is one walker of a ladder at its own beta: its log density, and the operator that explores it.
type Walker struct {
	Operator chains.Operator
	LogF     []float64
}

// Aimed are all walkers. Each has an operator and a level of its own.
func (l Ladder) Aimed() []Walker {
	all := make([]Walker, l.Walkers())
	for k := range all {
		level := l.Annealing.NewLevel()
		l.Annealing.LevelAt(level, k+1)
		kernel := l.Annealing.Kernel
		if k == 0 && l.Fresh {
			kernel = kernels.Perfect{}
		}
		op := kernel.On(l.Annealing.Grid)
		op.Aim(level)
		all[k] = Walker{op, level.LogF()}
	}
	return all
}

// Accept is the probability that two walkers at x and y, with the log densities low and high, change places, and 1 less
// that without a difference. All of x and y have mass in both.
func Accept(low, high []float64, x, y int) (accept, reject float64) {
	rise := (low[y] - low[x]) + (high[x] - high[y])
	if rise >= 0 {
		return 1, 0
	}
	return math.Exp(rise), -math.Expm1(rise)
}
