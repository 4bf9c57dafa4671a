package kernels

import (
	"fmt"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/operators"
	"breadboard/grid"
	"breadboard/grid/text"
)

// Replicas is parallel tempering with N walkers on the product space, as a kernel of an annealing: the first walker at
// beta, and the others at (N-1)/N, ..., 1/N times beta. All are independent under the invariant density, the product of
// f_(share beta)(x_k). A step is one of Metropolis by each walker, then offers to the neighbours to change places:
// first to the walkers 1 and 2, 3 and 4, and so on, then to 2 and 3, 4 and 5. An offer to k and k+1 is accepted with
//
//	min(1, f_k(x_(k+1)) f_(k+1)(x_k) / (f_k(x_k) f_(k+1)(x_(k+1)))).
//
// So a step has even and odd pairs both, and needs no parity in the state. Each part is reversible and the whole is
// not: its reversal changes places first. Each walker moves along its own axes, of whatever kind.
//
// The weight of such an annealing is the product of the walkers' weights, and R is the product of f_share's own
// quotients: log R is the sum over walkers of log Z_share/Z_1.
//
// Metropolis is that of all walkers together. A run can begin in a state without mass, where a walker stands on a wall
// of the target. It leaves for states with mass alone: if two walkers stand on walls none moves, because what one of
// them reaches is still without mass. A walker of its own would step off its wall. The state is kept to the law that
// holds for all kernels here, that none without mass is entered, and its run has the weight 0 in either case.
type Replicas struct{ N int }

// MostReplicas is the largest number of walkers. Four on 7x7 cells are 5.8 million states.
const MostReplicas = 4

// mostProduct is the largest number of product states that an int holds with room for what is counted by it.
const mostProduct = 1 << 50

// Fits refuses boxes whose product states no int counts.
func (k Replicas) Fits(g grid.Grid) error {
	if states := math.Pow(float64(g.Size()), float64(k.N)); states > mostProduct {
		return fmt.Errorf("%d walkers on %s cells have %.2g states together", k.N, text.Thousands(g.Size()), states)
	}
	return nil
}

// shares are by walker how many times beta it stands at.
func (k Replicas) shares() []float64 {
	if k.N < 2 || k.N > MostReplicas {
		panic(fmt.Sprintf("kernels: parallel tempering of %d walkers", k.N))
	}
	shares := make([]float64, k.N)
	for i := range shares {
		shares[i] = float64(k.N-i) / float64(k.N)
	}
	return shares
}

// Walkers is how many walkers' weights are multiplied.
func (k Replicas) Walkers() int { return k.N }

// Box is the box of all walkers' places, the first one's axes first.
func (k Replicas) Box(g grid.Grid) grid.Grid { return boxOf(g, k.N) }

// Extend makes a state a wall if a walker stands on one.
func (k Replicas) Extend(g grid.Grid, b chains.Bridge) (grid.Grid, chains.Bridge) {
	return extend(g, b, k.shares())
}

func (k Replicas) Definition(g grid.Grid) chains.Definition { return exchanging(g, k.N) }

// On returns the operator on g, the grid of all walkers' places. It panics on another.
func (k Replicas) On(g grid.Grid) chains.Operator {
	axes, n := axesOf(g, k.N)
	var parts []chains.Operator
	for _, along := range axes {
		parts = append(parts, walker{operators.NewLocal(g, operators.Metropolis, along...)})
	}
	for _, pair := range evenThenOdd(k.N) {
		o := operators.NewSymmetric(g, placesOf(n, k.N, pair))
		o.Pulls = o.PullRows
		parts = append(parts, o)
	}
	return operators.NewProduct(parts, g.Size())
}

// Facts are those of so many walkers.
func (k Replicas) Facts(g grid.Grid) chains.Facts { return factsOf(g, k.N) }

// boxOf is the box of so many walkers on g.
func boxOf(g grid.Grid, walkers int) grid.Grid {
	box := g
	for range walkers - 1 {
		box = box.By(g)
	}
	return box
}

// extend is the box without its walls, and the bridge of walkers at these shares of beta.
func extend(g grid.Grid, b chains.Bridge, shares []float64) (grid.Grid, chains.Bridge) {
	n := g.Size()
	all := boxOf(g, len(shares)).WallsWhere(func(x int) bool {
		for range shares {
			if g.Wall(x % n) {
				return true
			}
			x /= n
		}
		return false
	})
	return all, Walkers{Base: b, N: n, Shares: shares}
}

// axesOf returns each walker's axes on g, the grid of all walkers' places, and the number of cells of each. It panics
// on another grid.
func axesOf(g grid.Grid, walkers int) (axes [][]int, n int) {
	d, lens := g.Axes()/walkers, g.Lens()
	for k := range walkers {
		if d*walkers != g.Axes() || !slices.Equal(lens[:d], lens[k*d:][:d]) {
			panic(fmt.Sprintf("kernels: %d walkers on %v, which is no grid of their places; Annealing.Extended "+
				"makes it",
				walkers, g))
		}
		own := make([]int, d)
		for a := range own {
			own[a] = k*d + a
		}
		axes = append(axes, own)
	}
	return axes, grid.New(lens[:d]...).Size()
}

// evenThenOdd are the pairs that are offered an exchange in a step, in their order.
func evenThenOdd(walkers int) (pairs []int) {
	for parity := range 2 {
		for k := parity; k+1 < walkers; k += 2 {
			pairs = append(pairs, k)
		}
	}
	return pairs
}

// exchanging is a move of each walker, and the offers.
func exchanging(g grid.Grid, walkers int) chains.Definition {
	axes, n := axesOf(g, walkers)
	var step chains.InTurn
	for _, along := range axes {
		step = append(step, operators.Metropolis.Definition(g, along...))
	}
	for _, pair := range evenThenOdd(walkers) {
		step = append(step, placesOf(n, walkers, pair))
	}
	return step
}

// placesOf is the offer to a walker and the next one to change places.
func placesOf(n, walkers, pair int) chains.Outcomes {
	after := 1 // the states of the walkers behind both
	for range walkers - pair - 2 {
		after *= n
	}
	return operators.Proposed(1, func(x int, visit func(y int)) {
		second := x / after % n
		first := x / after / n % n
		if first != second {
			visit(x + ((second-first)*n+first-second)*after)
		}
	}, operators.Metropolis)
}

// factsOf counts a proposal for each walker; changing places computes nothing new. A step
// leads to places that each walker can reach, in the orders that the offers make. The parts pass a
// pair on, and the row of a state that changes places has one entry.
func factsOf(g grid.Grid, walkers int) chains.Facts {
	count := float64(walkers)
	one := 1 + beside(g)/count
	orders := math.Pow(2, count-1)
	return chains.Facts{Cost: count, Moves: min(orders*math.Pow(one, count)-1, others(g)),
		Proposals: float64(g.Moves()) + count - 1, Kept: aPair, Rows: (count - 1) * aMove}
}

// walker makes the moves of one walker. Step draws once, from the whole row.
type walker struct{ *operators.Local }

func (o walker) Reversal() chains.Operator { return o }

func (o walker) Step(x int, d chains.Dice) int { return operators.StepByRow(o, x, d) }
