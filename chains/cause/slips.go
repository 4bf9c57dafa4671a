package cause

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/combin"

	"breadboard/chains"
	"breadboard/chains/laws"
	"breadboard/grid"
)

// A slip is a common mistake in a step: its words, and the wrong steps that it makes of right ones.
type slip struct {
	name, says, advice string
	variants           func(c Case) []variant
}

const (
	atAnother  = "it leaves the density at beta = %.4g invariant, not %.4g: "
	byOdds     = "accept with min(1, f(y)/f(x))"
	byRatio    = "accept, say, with min(1, f(y) q(y,x)/(f(x) q(x,y))), where q is the probability of proposing"
	moreOneWay = "moves are proposed more often one way than back, and the acceptance forgets that ratio (Hastings)"
	wrongWay   = "the ratio of the proposals (Hastings) is the wrong way round"
	staying    = "count a rejected move as a step in which the chain stays"
)

// slips lists all known slips, between right kernels and powers of f, which have no name. If several have the same
// steps the first is named.
var slips = []slip{
	{variants: Case.steps},
	{"inverted", "it leaves 1/f invariant: log f, or the odds, have the wrong sign",
		byOdds + ", which is exp(log f(y) - log f(x)) if that is below 1", power(-1)},
	{"flat", "it leaves the flat density invariant, as if every move were accepted",
		"compare the proposal with min(1, f(y)/f(x)), and stay if it is rejected", power(0)},
	{"squared", "it leaves f^2 invariant: f, or beta, is multiplied in twice", "", power(2)},
	{"square-root", "it leaves the square root of f invariant: log f is halved", "", power(0.5)},
	{"level-before", atAnother + "f from the level before", "hand f of the level to the kernel before it steps",
		levelBefore},
	{"always-target", atAnother + "f of the target at every level", "", alwaysTarget},
	{"beta-twice", atAnother + "beta is multiplied in twice", "multiply log f by beta once; leave beta out of a step " +
		"that is handed f of its level", betaTwice},
	{"order", "it leaves f with its axes exchanged invariant: cells are counted along the other axis first",
		"let the last axis run fastest: on R rows and C columns, row r and column c is cell r C + c", exchanged},
	{"flipped", "it leaves f upside down along axis %d invariant", "", flipped},
	{"shifted", "it leaves f shifted by one cell invariant: cells are counted from 1 and from 0", "count cells from 0",
		shifted},
	{"temperature", "it leaves f^%.4g invariant: %s", "", temperature},
	{"retried", "a rejected move is tried again, %s: a rejection is a step in which the chain stays, and a second " +
		"stage needs the ratio of the first stages", staying, retried},
	{"one-number", "one random number decides where to and whether: what picks the move is compared with the " +
		"acceptance too", "draw another random number for the acceptance", oneNumber},
	{"upside-down", wrongWay, byRatio, func(c Case) []variant { return append(inside(-1)(c), leaning(-1)(c)...) }},
	{"uncut", "moves are taken with probability f(y)/f(x), which is not cut at 1", byOdds, uncut},
	{"edges", "it leaves f times a cell's number of moves invariant: the proposal has fewer moves at the border, and " +
		"the acceptance forgets that ratio", "propose all moves alike and stay if one leads off the grid, or accept " +
		"with min(1, f(y) moves(x)/(f(x) moves(y)))", inside(0)},
	{"hastings", moreOneWay, byRatio, leaning(0)},
	{"walls", "cells without mass are taken for cells with some, all of the same log f",
		"never move into a cell of log f = -inf", wallsOpen},
	{variants: power(rivals...)},
}

// rivals holds powers of f without a name. Counted moves fit a range of powers, so that a power with a name is not
// named if a rival fits as well. Logs to other bases are among them.
var rivals = []float64{-1.5, -0.5, -0.25, 0.25, 1 / math.Ln10, math.Ln2, 0.75, 1 / math.Ln2, math.Ln10}

// power returns the variants of right kernels that take f to one of these powers.
func power(powers ...float64) func(c Case) []variant {
	return func(c Case) (all []variant) {
		for _, k := range powers {
			all = append(all, c.leaving(toPower(k))...)
		}
		return all
	}
}

// temperature takes f to the power that puts the steepest move of the matrix in detailed balance, if f has enough other
// values to test it.
func temperature(c Case) []variant {
	const fewValues = 4
	l := c.Levels[0]
	k, steepest := math.NaN(), 0.0
	values := map[float64]bool{}
	for x, row := range l.Rows {
		values[l.LogF[x]] = true
		for y, p := range row {
			ratio := l.logRatio(x, y)
			if l.P[x] > 0 && p > 0 && l.Rows[y][x] > 0 && ratio > steepest {
				steepest = ratio // the steepest, for its digits
				k = math.Log(p/l.Rows[y][x]) / ratio
			}
		}
	}
	if len(values) <= fewValues || math.IsNaN(k) {
		return nil
	}
	why := "the temperature, or a factor of log f, is wrong"
	if k > 1 {
		why += ", or f is in the proposal too, and its ratio (Hastings) is forgotten"
	}
	for _, base := range []float64{2, 10} {
		switch ln := math.Log(base); {
		case math.Abs(k/ln-1) < 1e-6:
			why = fmt.Sprintf("the natural log is taken for one to base %g", base)
		case math.Abs(k*ln-1) < 1e-6:
			why = fmt.Sprintf("a log to base %g is taken for the natural one", base)
		}
	}
	return c.leaving(toPower(k), k, why)
}

// renumbered takes cell x of known rows for cell order[x].
func (c Case) renumbered(order []int, open ...any) []variant {
	if c.Levels[0].Seen != nil {
		return nil
	}
	return c.leaving(func(l Level) []float64 { return chains.In(order, l.LogF) }, open...)
}

// flipped counts the places along an axis from its other end.
func flipped(c Case) (all []variant) {
	for a := range c.Grid.Axes() {
		order := make([]int, c.Grid.Size())
		for x := range order {
			order[x] = x + (c.Grid.Len(a)-1-2*c.Grid.Coord(x, a))*c.Grid.Stride(a)
		}
		all = append(all, c.renumbered(order, a+1)...)
	}
	return all
}

// shifted takes each cell for the next, or for the one before it.
func shifted(c Case) (all []variant) {
	n := c.Grid.Size()
	for _, by := range []int{1, n - 1} {
		order := make([]int, n)
		for x := range order {
			order[x] = (x + by) % n
		}
		all = append(all, c.renumbered(order)...)
	}
	return all
}

// exchanged takes cells for cells that are counted along the first axis first, or the other way round.
func exchanged(c Case) []variant {
	if c.Grid.Axes() < 2 {
		return nil
	}
	forth := make([]int, c.Grid.Size()) // the number of each cell by the other order
	back := make([]int, c.Grid.Size())
	for x := range forth {
		stride := 1
		for a, length := range c.Grid.Lens() {
			forth[x] += c.Grid.Coord(x, a) * stride
			stride *= length
		}
		back[forth[x]] = x
	}
	return append(c.renumbered(forth), c.renumbered(back)...)
}

// levelBefore aims at the level before. A single level has none: its density may equal any other by chance.
func levelBefore(c Case) []variant {
	if len(c.Levels) == 1 {
		return nil
	}
	return c.atLevel(func(l Level) float64 { return c.Schedule.Beta(max(l.T-1, 1)) })
}

// alwaysTarget aims at the target at every level.
func alwaysTarget(c Case) []variant { return c.atLevel(func(Level) float64 { return 1 }) }

// betaTwice aims at the square of beta. At a single level any power of f is one.
func betaTwice(c Case) []variant {
	if len(c.Levels) == 1 {
		return nil
	}
	return c.atLevel(func(l Level) float64 { return l.Beta * l.Beta })
}

// atLevel returns what is aimed at inverse temperature beta instead. The sentence is about
// the last level where the two differ.
func (c Case) atLevel(beta func(l Level) float64) []variant {
	for _, last := range slices.Backward(c.Levels) {
		if beta(last) == last.Beta {
			continue
		}
		return c.leaving(func(l Level) []float64 {
			level := c.NewLevel()
			level.Move(l.T, beta(l))
			return level.LogF()
		}, beta(last), last.Beta)
	}
	return nil
}

// retried returns the steps of right kernels that try again after a rejection, a few times or for ever.
func retried(c Case) (all []variant) {
	for _, tries := range []float64{2, 3, 4, 5, 10, math.Inf(1)} {
		often := fmt.Sprintf("up to %g times in all", tries)
		if math.IsInf(tries, 1) {
			often = "until one is accepted"
		}
		for _, right := range c.steps() {
			all = append(all, variant{step: func(l Level, x int) []float64 {
				row := right.step(l, x)
				if stay := row[x]; stay < 1 {
					still := math.Pow(stay, tries) // the probability that all tries are rejected
					floats.Scale((1-still)/(1-stay), row)
					row[x] = still
				}
				return row
			}, open: []any{often}})
		}
	}
	return all
}

// mostOrdered bounds the number of choices whose orders oneNumber tries.
const mostOrdered = 4

// oneNumber picks a move, or its direction, by the same uniform number u that is compared with the acceptance a. The
// i-th of n choices has u in i/n..(i+1)/n, and is accepted by the part of that below a.
func oneNumber(c Case) (all []variant) {
	g := c.Grid
	if !g.Ordered() {
		return nil
	}
	choices := []func(m int) int{
		func(m int) int { return m },
		func(m int) int {
			_, side := sideOf(g, m)
			return side
		},
	}
	for i, n := range []int{g.Moves(), 2} {
		if n > mostOrdered {
			continue
		}
		choice := choices[i]
		for _, order := range combin.Permutations(n, n) {
			all = append(all, variant{step: moving(g, func(l Level, x, m, y int) float64 {
				below := l.accepted(x, y) - float64(order[choice(m)])/float64(n)
				return float64(n) / float64(g.Moves()) * min(max(below, 0), 1/float64(n))
			})})
		}
	}
	return all
}

// moving returns the step that takes single move m from x to y with this probability.
func moving(g grid.Grid, probability func(l Level, x, m, y int) float64) step {
	return func(l Level, x int) []float64 {
		row := make([]float64, len(l.P))
		for m := range g.Moves() {
			if y, ok := g.Move(x, m); ok {
				row[y] += probability(l, x, m, y)
			}
		}
		row[x] += 1 - floats.Sum(row)
		return row
	}
}

// inside proposes the moves that stay on the grid, with or without those into walls, and accepts with the ratio of
// proposals to a power. With 1 that is right, with 0 the ratio is forgotten, and with -1 it is the wrong way round.
func inside(power float64) func(c Case) []variant {
	return func(c Case) (all []variant) {
		for _, g := range []grid.Grid{c.Grid, c.Grid.WithWalls()} {
			ways := waysOut(g)
			all = append(all, variant{step: moving(g, func(l Level, x, _, y int) float64 {
				return math.Exp(min(0, l.logRatio(x, y)+power*math.Log(ways[x]/ways[y]))) / ways[x]
			})})
		}
		return all
	}
}

// leaning proposes each way as often as uphill moves take it, and accepts with the ratio of proposals to a power, as
// inside does.
func leaning(power float64) func(c Case) []variant {
	return func(c Case) []variant {
		rates := c.rates()
		for axis, r := range rates {
			rarer := floats.MinIdx(r[:])
			if power < 0 { // the rarer way may be cut everywhere: what the other leaves of 2/moves
				rates[axis][rarer] = 2/float64(c.Grid.Moves()) - r[1-rarer]
			}
		}
		return []variant{{step: moving(c.Grid, func(l Level, x, m, y int) float64 {
			axis, side := sideOf(c.Grid, m)
			there := rates[axis][side]
			back := rates[axis][1-side]
			return there * min(1, math.Exp(l.logRatio(x, y))*math.Pow(back/there, power))
		})}}
	}
}

// waysOut returns by cell the number of moves that stay on a grid.
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

// sideOf returns the axis of a move, and its direction: 0 back, and 1 forth or to another label.
func sideOf(g grid.Grid, m int) (axis, side int) {
	axis, cells := g.MoveOf(m)
	if cells > 0 {
		side = 1
	}
	return axis, side
}

// rates returns how often moves back and forth along each axis are proposed: as often as they go uphill, where all are
// accepted.
func (c Case) rates() [][2]float64 {
	g := c.Grid
	made := make([][2]float64, g.Axes())
	tried := make([][2]float64, g.Axes())
	for _, l := range c.Levels {
		for _, x := range chains.Support(l.P) {
			for m := range g.Moves() {
				y, ok := g.Move(x, m)
				if !ok || l.P[y] == 0 || l.logRatio(x, y) < 0 {
					continue
				}
				axis, side := sideOf(g, m)
				share := float64(g.Share(axis))
				if l.Seen == nil {
					made[axis][side] += l.Rows[x][y] / share
					tried[axis][side]++
				} else {
					made[axis][side] += float64(l.Seen.Count(x, y)) / share
					tried[axis][side] += float64(l.Seen.From(x))
				}
			}
		}
	}
	for axis, n := range tried {
		made[axis][0] /= max(n[0], 1)
		made[axis][1] /= max(n[1], 1)
	}
	return made
}

// uncut accepts with f(y)/f(x), not cut at 1.
func uncut(c Case) []variant {
	n := float64(c.Grid.Moves())
	ratio := func(l Level, x, _, y int) float64 { return math.Exp(l.logRatio(x, y)) / n }
	return []variant{{step: moving(c.Grid, ratio)}}
}

// wallsOpen gives all cells without mass the same log f, which it finds from the moves that enter one.
func wallsOpen(c Case) []variant {
	n := float64(c.Grid.Moves())
	height := map[*laws.LevelMatrices]float64{}
	for _, l := range c.Levels {
		height[l.LevelMatrices] = math.Inf(-1)
		for x, row := range l.Rows {
			for y, p := range row {
				if l.P[x] > 0 && l.P[y] == 0 && p > 0 {
					height[l.LevelMatrices] = max(height[l.LevelMatrices], l.LogF[x]+math.Log(p*n))
				}
			}
		}
	}
	return []variant{{step: moving(c.Grid.WithWalls(), func(l Level, x, _, y int) float64 {
		if l.P[y] == 0 {
			return math.Exp(min(0, height[l.LevelMatrices]-l.LogF[x])) / n
		}
		return l.accepted(x, y) / n
	})}}
}
