package growth

import (
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/numbers"
	"breadboard/chains/operators"
	"breadboard/grid"
)

// blind is Metropolis of mean-field Potts that knows no colours apart: a state is the numbers of sites of each colour,
// the largest first. 60 sites of 10 colours have 195,491 such states, and 5.6e10 in the order of the colours. J and B
// from the uniform law are the same.
type blind struct {
	n, colours   int
	sizes, cells []float64 // the logs of how many configurations a state has, and of the density of one
	ways         [][]way   // by state
}

// A way is taken by so many of the choices of a site and a new colour.
type way struct {
	to      int
	choices numbers.Float
}

func newBlind(n, colours int, coupling float64) (k blind) {
	k.n, k.colours = n, colours
	var states [][]rune
	index := map[string]int{}
	var split func(left, most int, counts []rune)
	split = func(left, most int, counts []rune) {
		if len(counts) == colours {
			index[string(counts)] = len(states)
			states = append(states, slices.Clone(counts))
			return
		}
		for many := min(left, most); many*(colours-len(counts)) >= left; many-- {
			split(left-many, many, append(counts, rune(many)))
		}
	}
	split(n, n, nil)
	for _, counts := range states {
		size := logFactorial(n) + logFactorial(colours)
		squares := 0.0
		alike := 0
		var ways []way
		for i, from := range counts {
			alike++
			if i+1 == colours || counts[i+1] != from {
				size, alike = size-logFactorial(alike), 0
			}
			size -= logFactorial(int(from))
			squares += float64(from) * float64(from)
			for j := range counts {
				if i == j || from == 0 {
					continue
				}
				moved := slices.Clone(counts)
				moved[i]--
				moved[j]++
				slices.SortFunc(moved, func(a, b rune) int { return int(b - a) })
				y, last := index[string(moved)], len(ways)-1
				if last >= 0 && ways[last].to == y {
					ways[last].choices += numbers.Float(from)
				} else {
					ways = append(ways, way{y, numbers.Float(from)})
				}
			}
		}
		k.sizes = append(k.sizes, size)
		k.ways = append(k.ways, ways)
		k.cells = append(k.cells, coupling*squares/float64(2*n))
	}
	return k
}

func logFactorial(n int) float64 {
	v, _ := math.Lgamma(float64(n + 1))
	return v
}

// annealing has steps of the kernel at each level.
func (k blind) annealing(s chains.Schedule, steps int) chains.Annealing {
	to := make([]float64, len(k.cells))
	for x := range to {
		to[x] = k.sizes[x] + k.cells[x]
	}
	return chains.Annealing{Grid: grid.New(len(to)), Bridge: chains.Geometric{From: k.sizes, To: to}, Schedule: s,
		Kernel: kernels.Repeat{Times: steps, Kernel: k}}
}

func (k blind) On(g grid.Grid) chains.Operator {
	cells := chains.NewLevel(chains.Geometric{From: make([]float64, len(k.cells)), To: k.cells}, len(k.cells))
	o := operators.NewWritten(g, nil, chains.Outcomes{Out: k.n * (k.colours - 1),
		Float: func(v chains.View[numbers.Float]) chains.Row[numbers.Float] {
			return func(x int, visit func(y int, weight numbers.Float)) {
				for _, w := range k.ways[x] {
					yes, no := v.Metropolis(x, w.to)
					visit(w.to, yes*w.choices)
					visit(x, no*w.choices)
				}
			}
		}})
	o.See = func(l *chains.Level) *chains.Level {
		cells.Move(l.T, l.Beta)
		return cells
	}
	return o
}
