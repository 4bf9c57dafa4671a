package cause

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/laws"
	"breadboard/grid"
)

// A slip is a mistake that people make in a step: its words, and the wrong steps that it makes of right ones.
type slip struct {
	words
	laws func(c Case) []law
}

// undefined and those below are the words of signs.
var (
	undefined = words{"undefined", "only the rows of cells without mass have NaN, as log f(y) - log f(x) does where " +
		"both are -inf", "any row of probabilities would do there, as one that stays"}
	digits     = words{"digits", "the entries have %d digits%s", "write 17 digits, or allow the tolerance"}
	transposed = words{"transposed", "rows and columns are exchanged: the columns sum to 1",
		"let row x, column y hold the probability of going from cell x to y"}
	stuckAxis = words{"axis", "no move changes axis %d",
		"see whether moves along that axis are proposed, and not overwritten"}
	frozen = words{"frozen", "it never moves", ""}
	shared = words{"shared", "asked one by one it is right; your states share random numbers",
		"draw random numbers for each state by itself"}
	bordering = words{"border", "it is %s but at the border: %d of %d border cells differ",
		"see what a step does where a move would leave the grid or enter a wall: it stays"}
	reversal = words{"reversal", "it leaves p invariant and is not reversible, and its reverse chain goes by the " +
		"same steps: they are to be taken backwards, as columns before rows",
		"give the reversal: R(x,y) = p(y) T(y,x)/p(x)"}
)

const (
	atAnother = "it leaves the density at beta = %.4g invariant, not %.4g: "
	byOdds    = "accept with min(1, f(y)/f(x))"
	byExp     = byOdds + ", which is exp(log f(y) - log f(x)) if that is below 1"
)

// slips lists all that are known. If several have the same steps the first is named.
var slips = []slip{
	{words{"inverted", "it leaves 1/f invariant: log f, or the odds, have the wrong sign", byExp}, power(-1)},
	{words{"flat", "it leaves the flat density invariant, as if every move were accepted",
		"compare the proposal with min(1, f(y)/f(x)), and stay if it is rejected"}, power(0)},
	{words{"squared", "it leaves f^2 invariant: f, or beta, is multiplied in twice", ""}, power(2)},
	{words{"square-root", "it leaves the square root of f invariant: log f is halved", ""}, power(0.5)},
	{words{"level-before", atAnother + "f from the level before",
		"hand f of the level to the kernel before it steps"}, levelBefore},
	{words{"always-target", atAnother + "f of the target at every level", ""}, alwaysTarget},
	{words{"temperature", "it leaves f^%.4g invariant: the temperature, or a factor of log f, is wrong", ""},
		temperature},
	{words{"single-log-f", "log f is in single precision", "keep log f in double precision, or allow the tolerance"},
		func(c Case) []law {
			return c.aimed(func(l Level) []float64 {
				return l.each(func(_ int, v float64) float64 { return float64(float32(v)) })
			})
		}},
	{words{"order", "it leaves f with rows and columns exchanged invariant: cells are counted along the other axis " +
		"first", "let the last axis run fastest: on R rows and C columns, row r and column c is cell r C + c"}, order},
	{words{"impatient", "nobody ever stays: it proposes again until a move is accepted, and a rejected move must " +
		"count as a step", "count a rejected move as a step in which the chain stays"}, impatient},
	{words{"retried", "a rejected move is tried again, up to %d times in all: a rejection is a step in which the " +
		"chain stays, and a second stage needs the ratio of the first stages",
		"count a rejected move as a step in which the chain stays"}, retried},
	{words{"second-stage", "the second stage accepts with f(y)/f(x) alone: the ratio of what the first stages reject " +
		"is missing", "multiply by (1 - a(y,z))/(1 - a(x,z)), where z is what the first stage proposed and a its " +
		"acceptance"}, secondStage},
	{words{"one-number", "one random number decides where to and whether: what picks the move is compared with the " +
		"acceptance too", "draw another random number for the acceptance"}, oneNumber},
	{words{"step-size", "the length of its steps depends on the cell, and the acceptance forgets that ratio (Hastings)",
		"accept with min(1, f(y) q(y,x)/(f(x) q(x,y))), where q is the probability of proposing"}, sizedByCell},
	{words{"upside-down", "the ratio of the proposals (Hastings) is the wrong way round", "accept with " +
		"min(1, f(y) q(y,x)/(f(x) q(x,y))): the way back is above the line"}, upsideDown},
	{words{"dropped", "moves against long odds are never taken: their acceptance is cut to 0", ""}, dropped},
	{words{"uncut", "moves are taken with probability f(y)/f(x), which is not cut at 1", byOdds}, uncut},
	{words{"edges", "it leaves f times a cell's number of moves invariant: the proposal has fewer moves at the " +
		"border, and the acceptance forgets that ratio", "propose all moves alike and stay if one leads off the " +
		"grid, or accept with min(1, f(y) moves(x)/(f(x) moves(y)))"}, edges},
	{words{"lopsided", "moves %s along axis %d are proposed %s times as often as %s, and the acceptance forgets " +
		"that ratio (Hastings)",
		"accept with min(1, f(y) q(y,x)/(f(x) q(x,y))), where q is the probability of proposing"}, lopsided},
	{words{"wrapped", "a step from the end of a line lands at the start of the next: x+1 is taken for a neighbour",
		"let a move end where its line ends"}, wrapped},
	{words{"line-ends", "no move along axis %d enters the %s cell of a line: a range is one short",
		"let the loop run from the first cell of a line to the last"}, lineEnds},
	{words{"walls", "cells without mass are taken for cells with some, all of the same log f",
		"never move into a cell of log f = -inf"}, wallsOpen},
}

// each makes log f anew from each cell with mass and its log f.
func (l Level) each(of func(x int, v float64) float64) []float64 {
	logf := slices.Clone(l.LogF)
	for x, v := range logf {
		if !math.IsInf(v, -1) {
			logf[x] = of(x, v)
		}
	}
	return logf
}

// toPower takes f to a power.
func toPower(k float64) func(l Level) []float64 {
	return func(l Level) []float64 { return l.each(func(_ int, v float64) float64 { return k * v }) }
}

// power returns the slip of right kernels that take f to a power.
func power(k float64) func(c Case) []law {
	return func(c Case) []law { return c.aimed(toPower(k)) }
}

// temperature takes f to the power that is in detailed balance with the steepest move of the matrix, if f has enough
// other values to test it.
func temperature(c Case) []law {
	l := c.Levels[0]
	k, steepest := math.NaN(), 0.0
	values := map[float64]bool{}
	l.moves(func(x, y int, p float64) {
		values[l.LogF[x]] = true
		if gain := l.gain(x, y); gain > steepest && l.Rows[y][x] > 0 { // the steepest, for its digits
			steepest = gain
			k = math.Log(p/l.Rows[y][x]) / gain
		}
	})
	if len(values) <= 4 || math.IsNaN(k) {
		return nil
	}
	return c.aimed(toPower(k), k)
}

// levelBefore aims at the level before. A level alone has none: its density may be that of any other by chance.
func levelBefore(c Case) []law {
	if len(c.Levels) == 1 {
		return nil
	}
	return c.atLevel(func(l Level) float64 { return c.Schedule.Beta(max(l.T-1, 1)) })
}

// alwaysTarget aims at the target at every level.
func alwaysTarget(c Case) []law {
	return c.atLevel(func(Level) float64 { return 1 })
}

// atLevel returns the steps of right kernels that are aimed at another inverse temperature. The sentence is about the
// last level where it is another.
func (c Case) atLevel(beta func(l Level) float64) []law {
	for _, last := range slices.Backward(c.Levels) {
		if beta(last) == last.Beta {
			continue
		}
		return c.aimed(func(l Level) []float64 {
			level := c.NewLevel()
			level.Move(l.T, beta(l))
			return level.LogF()
		}, beta(last), last.Beta)
	}
	return nil
}

// order counts the cells of a grid of two axes along the first axis first, or takes log f to be counted so. Walls would
// change places with cells.
func order(c Case) (all []law) {
	if c.Grid.Axes() != 2 || len(chains.Support(c.Levels[0].P)) < c.Grid.Size() {
		return nil
	}
	for a := range 2 {
		n := c.Grid.Len(a)
		all = append(all, c.aimed(func(l Level) []float64 {
			return l.each(func(x int, _ float64) float64 { return l.LogF[x%n*(len(l.P)/n)+x/n] })
		})...)
	}
	return all
}

// impatient returns the steps of right kernels given that they move.
func impatient(c Case) []law {
	return c.changed(func(_ Level, x int, row []float64) {
		if row[x] < 1 {
			row[x] = 0
			floats.Scale(1/floats.Sum(row), row)
		}
	})
}

// dropped leaves out of right kernels the moves whose odds are longer than all that the matrix has.
func dropped(c Case) []law {
	least := map[*laws.Written]float64{}
	for _, l := range c.Levels {
		l.moves(func(x, y int, _ float64) { least[l.Written] = min(least[l.Written], l.gain(x, y)) })
	}
	if len(least) == 0 {
		return nil
	}
	return c.changed(func(l Level, x int, row []float64) {
		for y, p := range row {
			if y != x && l.gain(x, y) < least[l.Written] {
				row[y] = 0
				row[x] += p
			}
		}
	})
}

// uncut accepts with the odds.
func uncut(c Case) []law {
	n := float64(c.Grid.Moves())
	return []law{{step: moving(c.Grid, func(l Level, x, _, y int) float64 { return math.Exp(l.gain(x, y)) / n })}}
}

// edges proposes the moves that stay on the grid, into walls too or not, and forgets how many these are.
func edges(c Case) (all []law) {
	for _, g := range []grid.Grid{c.Grid, c.Grid.WithWalls()} {
		ways := waysOut(g)
		all = append(all, law{step: moving(g, func(l Level, x, _, y int) float64 {
			return l.accepted(x, y) / ways[x]
		})})
	}
	return all
}

// lopsided proposes a single move as often as the matrix makes it where it makes it most often: uphill. The sentence is
// about the first axis whose ways differ.
func lopsided(c Case) []law {
	g := c.Grid
	rates := c.rates()
	wrong := moving(g, func(l Level, x, m, y int) float64 {
		axis, cells := g.MoveOf(m)
		return rates[[2]int{axis, cells}] * l.accepted(x, y)
	})
	least := 1 + 1e-9 // the ratio from which on the ways differ
	digits := 4
	if c.Levels[0].Seen != nil {
		least = 1.05
		digits = 2
	}
	for a := range g.Axes() {
		back := rates[[2]int{a, -1}]
		forth := rates[[2]int{a, 1}]
		ratio := func(more, fewer float64) string { return fmt.Sprintf("%.*g", digits, more/fewer) }
		switch {
		case back > least*forth && forth > 0:
			return []law{{wrong, []any{"back", a + 1, ratio(back, forth), "forth"}}}
		case forth > least*back && back > 0:
			return []law{{wrong, []any{"forth", a + 1, ratio(forth, back), "back"}}}
		}
	}
	return nil
}

// wrapped goes from the last cell of a line to the first of the next, or back, or both.
func wrapped(c Case) (all []law) {
	g := c.Grid
	last := g.Axes() - 1
	share := float64(g.Share(last)) / float64(g.Moves())
	right := moving(g, func(l Level, x, _, y int) float64 { return l.accepted(x, y) / float64(g.Moves()) })
	for _, ways := range [][]int{{1}, {-1}, {1, -1}} {
		all = append(all, law{step: func(l Level, x int) []float64 {
			row := right(l, x)
			for _, way := range ways {
				if _, ok := g.WithWalls().Along(x, last, way); !ok && x+way >= 0 && x+way < len(row) {
					p := share * l.accepted(x, x+way)
					row[x+way] += p
					row[x] -= p
				}
			}
			return row
		}})
	}
	return all
}

// lineEnds redraws a coordinate, as heat-bath does, among all cells of a line but one at its end.
func lineEnds(c Case) (all []law) {
	g := c.Grid
	for i, end := range []string{"first", "last"} {
		redraw := func(l Level, x int) []float64 {
			row := make([]float64, len(l.P))
			for a := range g.Axes() {
				line := make([]float64, len(l.P))
				for at := range g.Len(a) {
					if at != i*(g.Len(a)-1) {
						y := x + (at-g.Coord(x, a))*g.Stride(a)
						line[y] = math.Exp(l.gain(x, y))
					}
				}
				if floats.Sum(line) == 0 {
					line[x] = 1
				}
				floats.AddScaled(row, 1/(floats.Sum(line)*float64(g.Axes())), line)
			}
			return row
		}
		all = append(all, law{redraw, []any{1, end}})
	}
	return all
}

// wallsOpen takes every cell without mass for one of the same log f, which the moves that enter one tell.
func wallsOpen(c Case) []law {
	n := float64(c.Grid.Moves())
	height := map[*laws.Written]float64{}
	for _, l := range c.Levels {
		height[l.Written] = math.Inf(-1)
		for x, row := range l.Rows {
			for y, p := range row {
				if l.P[x] > 0 && l.P[y] == 0 && p > 0 {
					height[l.Written] = max(height[l.Written], l.LogF[x]+math.Log(p*n))
				}
			}
		}
	}
	return []law{{step: moving(c.Grid.WithWalls(), func(l Level, x, _, y int) float64 {
		if l.P[y] == 0 {
			return math.Exp(min(0, height[l.Written]-l.LogF[x])) / n
		}
		return l.accepted(x, y) / n
	})}}
}
