package apart

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/aide"
	"breadboard/chains/programs"
	"breadboard/exact/accounts"
	"breadboard/experiments"
)

// cells is a program as AIDE sees it: it returns cells of the target, and its log weights are log w -
// log R. So two programs may begin at different initial densities. The kernel may run on k states in
// each cell: forward, the cell of the state is returned; in reverse, a state of the cell is first drawn
// from the target.
type cells struct {
	programs.Program
	problem programs.Problem
	logR    float64
	size    int          // the number of cells
	k       int          // states of a cell
	states  []chains.Law // of each cell with mass, even if that is below any float; nil if k is 1
}

// newCells returns the program on n cells.
func newCells(e programs.Program, p programs.Problem, n int) cells {
	_, last := p.Ends()
	c := cells{Program: e, problem: p, logR: experiments.LogRatio(p), size: n, k: len(last) / n}
	if c.k == 1 {
		return c
	}
	for within := range slices.Chunk(last, c.k) {
		var law chains.Law
		if !math.IsInf(floats.Max(within), -1) {
			law = chains.NewLaw(chains.Normalized(within))
		}
		c.states = append(c.states, law)
	}
	return c
}

// Forward returns the cell of the program's state.
func (c cells) Forward(d chains.Dice) (x int, logw float64) {
	x, logw = c.Program.Forward(d)
	return x / c.k, logw - c.logR
}

// Reverse runs the program in reverse from a state of x, a cell with mass.
func (c cells) Reverse(x int, d chains.Dice) (logw float64) {
	return c.Program.Reverse(c.state(x, d), d) - c.logR
}

// state draws a state of a cell.
func (c cells) state(x int, d chains.Dice) int {
	if c.k == 1 {
		return x
	}
	return x*c.k + c.states[x].Draw(d)
}

// Forwards makes many forward runs.
func (c cells) Forwards(dice []chains.Dice) (xs []int, logw []float64) {
	xs, logw = aide.Forwards(c.Program, dice)
	for i := range xs {
		xs[i], logw[i] = xs[i]/c.k, logw[i]-c.logR
	}
	return xs, logw
}

// Reverses makes many reverse runs.
func (c cells) Reverses(xs []int, dice []chains.Dice) []float64 {
	states := make([]int, len(xs))
	for i, x := range xs {
		states[i] = c.state(x, dice[i])
	}
	logw := aide.Reverses(c.Program, states, dice)
	floats.AddConst(-c.logR, logw)
	return logw
}

// account is the program's account on cells. The error is accounts.ErrTooLarge or ctx's.
func (c cells) account(ctx context.Context, tell experiments.Progress) (accounts.Account, error) {
	a, err := accounts.Options{Progress: tell}.Of(ctx, c.Program, c.problem)
	if err == nil && c.k > 1 {
		a = a.Marginal(c.size)
	}
	return a, err
}
