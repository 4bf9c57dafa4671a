package cause

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/combin"

	"breadboard/chains"
	"breadboard/grid"
)

// The slips of this file are in how a step proposes, and in what it does after a rejection.

// mostOrdered is the largest number of things that one random number is taken to choose from in every order.
const mostOrdered = 4

// oneNumber picks a move, or its direction, or its axis, by the same uniform number u that is compared with the
// acceptance a. The i-th of n choices takes u from i/n on, so that it is accepted with what of that lies below a.
func oneNumber(c Case) (all []law) {
	g := c.Grid
	for _, choice := range []func(m int) int{
		func(m int) int { return m },
		func(m int) int {
			_, cells := g.MoveOf(m)
			return (1 + cells) / 2
		},
		func(m int) int {
			axis, _ := g.MoveOf(m)
			return axis
		},
	} {
		sizes := map[int]int{}
		for m := range g.Moves() {
			sizes[choice(m)]++
		}
		n := len(sizes)
		if n < 2 || n > mostOrdered || !alikeIn(sizes, g.Moves()) {
			continue
		}
		for _, order := range combin.Permutations(n, n) {
			all = append(all, law{step: moving(g, func(l Level, x, m, y int) float64 {
				below := l.accepted(x, y) - float64(order[choice(m)])/float64(n)
				return float64(n) / float64(g.Moves()) * min(max(below, 0), 1/float64(n))
			})})
		}
	}
	return all
}

// alikeIn reports whether choices counted from 0 on have so many moves each, of so many in all.
func alikeIn(sizes map[int]int, moves int) bool {
	for i := range len(sizes) {
		if sizes[i]*len(sizes) != moves {
			return false
		}
	}
	return true
}

// retried returns the steps of right kernels that try again so many times after a rejection.
func retried(c Case) (all []law) {
	for _, tries := range []int{2, 3, 4, 5, 10} {
		for _, k := range c.changed(func(_ Level, x int, row []float64) {
			by := 0.0
			last := 1.0 // the probability that the tries so far are rejected
			for range tries {
				by += last
				last *= row[x]
			}
			floats.Scale(by, row)
			row[x] = last
		}) {
			k.open = []any{tries}
			all = append(all, k)
		}
	}
	return all
}

// secondStage returns the steps that propose boldly and, after a rejection, by another symmetric proposal, where each
// stage accepts with Metropolis' odds of its own.
func secondStage(c Case) (all []law) {
	proposals := symmetric(c.Grid)
	for i, bold := range proposals {
		for k, second := range proposals {
			if i == k {
				continue
			}
			all = append(all, law{step: func(l Level, x int) []float64 {
				row := l.metropolis(bold, x)
				rejected := row[x]
				row[x] = 0
				floats.AddScaled(row, rejected, l.metropolis(second, x))
				return row
			}})
		}
	}
	return all
}

// A proposal visits the cells that are proposed from x, each with its probability. What leads off the box is left out.
type proposal func(x int, visit func(y int, q float64))

// symmetric lists proposals that are as probable there as back: moves of one, two and three cells along an axis, a move
// along all axes, and any cell of a line or of the box.
func symmetric(g grid.Grid) (all []proposal) {
	for cells := 1; cells <= 3; cells++ {
		all = append(all, func(x int, visit func(y int, q float64)) {
			for m := range g.Moves() {
				axis, way := g.MoveOf(m)
				if y, ok := g.Along(x, axis, way*cells); ok && y != x {
					visit(y, 1/float64(g.Moves()))
				}
			}
		})
	}
	all = append(all, func(x int, visit func(y int, q float64)) {
		for y := range g.Size() {
			visit(y, 1/float64(g.Size()))
		}
	}, func(x int, visit func(y int, q float64)) {
		for axis := range g.Axes() {
			for at := range g.Len(axis) {
				visit(x+(at-g.Coord(x, axis))*g.Stride(axis), 1/float64(g.Axes()*g.Len(axis)))
			}
		}
	})
	if g.Ordered() {
		all = append(all, func(x int, visit func(y int, q float64)) { diagonally(g, x, x, 0, visit) })
	}
	return all
}

// diagonally visits the cells that lie at most one from x along the axes from one on, y being the cell so far.
func diagonally(g grid.Grid, x, y, axis int, visit func(y int, q float64)) {
	if axis == g.Axes() {
		if y != x {
			visit(y, 1/(math.Pow(3, float64(axis))-1))
		}
		return
	}
	for way := -1; way <= 1; way++ {
		if to, ok := g.Along(y, axis, way); ok {
			diagonally(g, x, to, axis+1, visit)
		}
	}
}

// metropolis returns the row of a symmetric proposal whose moves are accepted with min(1, f(y)/f(x)).
func (l Level) metropolis(propose proposal, x int) []float64 {
	row := make([]float64, len(l.P))
	propose(x, func(y int, q float64) {
		if y != x {
			row[y] += q * l.accepted(x, y)
		}
	})
	row[x] = 1 - floats.Sum(row)
	return row
}

// sizedByCell proposes steps along a random axis whose length depends on the cell: of exactly s cells, or of 1 to s
// alike. Each cell has the s that fits best what was seen. Half of the shortest axis is the longest, so that from each
// cell one way stays in the box.
func sizedByCell(c Case) (all []law) {
	g := c.Grid
	longest := slices.Min(g.Lens()) / 2
	if !g.Ordered() || longest < 2 {
		return nil
	}
	for _, shortest := range []func(s int) int{
		func(s int) int { return s },
		func(int) int { return 1 },
	} {
		rowOf := func(l Level, x, s int) []float64 {
			return l.metropolis(func(x int, visit func(y int, q float64)) {
				from := shortest(s)
				for m := range g.Moves() {
					axis, way := g.MoveOf(m)
					for cells := from; cells <= s; cells++ {
						if y, ok := g.Along(x, axis, way*cells); ok {
							visit(y, 1/float64(g.Moves()*(s-from+1)))
						}
					}
				}
			}, x)
		}
		fitted := func(l Level, x int) []float64 {
			var best []float64
			most := math.Inf(-1)
			for s := 1; s <= longest; s++ {
				row := rowOf(l, x, s)
				if fit := l.fit(x, row); best == nil || fit > most {
					best = row
					most = fit
				}
			}
			return best
		}
		if !c.balanced(fitted) {
			all = append(all, law{step: fitted})
		}
	}
	return all
}

// fit returns the log of the probability of what was seen from x by a row, or how near the row is to the known one.
func (l Level) fit(x int, row []float64) float64 {
	if l.Seen != nil {
		return l.logSeen(x, row)
	}
	return -floats.Distance(row, l.Rows[x], math.Inf(1))
}

// balanced reports whether a step is in detailed balance with the density of the last level: it is then right.
func (c Case) balanced(s step) bool {
	l := c.Levels[len(c.Levels)-1]
	cells := chains.Support(l.P)
	rows := map[int][]float64{}
	for _, x := range cells {
		rows[x] = s(l, x)
	}
	for _, x := range cells {
		for _, y := range cells {
			there := l.P[x] * rows[x][y]
			back := l.P[y] * rows[y][x]
			if math.Abs(there-back) > 1e-9*max(there, back) {
				return false
			}
		}
	}
	return true
}

// upsideDown accepts with the ratio of proposals the wrong way round: where moves that stay on the grid are proposed
// alike, where one way is proposed more often than the other, and where cells are proposed by the first density.
func upsideDown(c Case) (all []law) {
	for _, g := range []grid.Grid{c.Grid, c.Grid.WithWalls()} {
		ways := waysOut(g)
		all = append(all, law{step: moving(g, func(l Level, x, _, y int) float64 {
			return math.Exp(min(0, l.gain(x, y)+math.Log(ways[y]/ways[x]))) / ways[x]
		})})
	}
	g := c.Grid
	rates := c.rates()
	for axis := range g.Axes() { // the rarer way may be cut everywhere: it is what the other leaves
		back, forth := [2]int{axis, -1}, [2]int{axis, 1}
		left := 2/float64(g.Moves()) - max(rates[back], rates[forth])
		if rates[back] < rates[forth] {
			rates[back] = left
		} else {
			rates[forth] = left
		}
	}
	leaning := moving(g, func(l Level, x, m, y int) float64 {
		axis, cells := g.MoveOf(m)
		there := rates[[2]int{axis, cells}]
		back := rates[[2]int{axis, -cells}]
		return there * math.Exp(min(0, l.gain(x, y)+math.Log(there/back)))
	})
	first, _ := c.Ends()
	q := chains.Normalized(first)
	byFirst := func(l Level, x int) []float64 {
		row := make([]float64, len(l.P))
		for y, there := range q {
			if y != x && there > 0 {
				row[y] = there * math.Exp(min(0, l.gain(x, y)+math.Log(there/q[x])))
			}
		}
		row[x] = 1 - floats.Sum(row)
		return row
	}
	for _, s := range []step{leaning, byFirst} {
		if !c.balanced(s) {
			all = append(all, law{step: s})
		}
	}
	return all
}

// waysOut counts by cell the moves that stay on a grid.
func waysOut(g grid.Grid) []float64 {
	ways := make([]float64, g.Size())
	for x := range ways {
		for m := range g.Moves() {
			if _, ok := g.Move(x, m); ok {
				ways[x]++
			}
		}
	}
	return ways
}

// rates returns how often each single move is proposed, by axis and by the cells along it: as often as the matrix makes
// it where it makes it most often, or as it was seen to be made uphill.
func (c Case) rates() map[[2]int]float64 {
	g := c.Grid
	rates := map[[2]int]float64{}
	made := map[[2]int]float64{}
	tried := map[[2]int]float64{}
	for _, l := range c.Levels {
		for _, x := range chains.Support(l.P) {
			for m := range g.Moves() {
				y, ok := g.Move(x, m)
				if !ok || l.P[y] == 0 {
					continue
				}
				axis, cells := g.MoveOf(m)
				way := [2]int{axis, cells}
				switch {
				case l.Seen == nil:
					rates[way] = max(rates[way], l.Rows[x][y]/float64(g.Share(axis)))
				case l.gain(x, y) >= 0:
					made[way] += float64(l.Seen.Count(x, y)) / float64(g.Share(axis))
					tried[way] += float64(l.Seen.From(x))
				}
			}
		}
	}
	for way, n := range tried {
		rates[way] = made[way] / max(n, 1)
	}
	return rates
}
