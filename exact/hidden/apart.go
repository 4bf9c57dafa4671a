package hidden

import (
	"context"
	"fmt"
	"math"

	"breadboard/chains"
	"breadboard/chains/models/hidden"
	"breadboard/chains/programs"
	"breadboard/exact"
	"breadboard/exact/accounts"
	"breadboard/exact/accounts/multisets"
)

// Apart returns the distance between two programs on a model. Numbers that are not known are NaN: with
// more than one particle only the expectation is, with the prior proposal, against the posterior. The
// error is accounts.ErrTooLarge, if nothing is known, or ctx's.
func Apart(ctx context.Context, gold, target hidden.Program) (accounts.Distance, error) {
	g, one := lawOf(gold)
	t, other := lawOf(target)
	if one && other {
		laws := Between(g, t)
		return accounts.Distance{Laws: laws, Expected: laws.Jeffreys(), Off: roundOff(laws.Jeffreys())}, nil
	}
	_, exactly := gold.(hidden.Posterior)
	filter, ok := target.(hidden.Filter)
	if !exactly || !ok {
		_, exactly = target.(hidden.Posterior)
		filter, ok = gold.(hidden.Filter)
	}
	if !exactly || !ok || filter.Proposal != programs.Prior {
		return accounts.Distance{}, fmt.Errorf("%w: only filters of one particle, and filters with the prior proposal "+
			"beside the posterior, have exact values", accounts.ErrTooLarge)
	}
	means, err := Crowd(ctx, filter.Model, filter.P)
	if err != nil {
		return accounts.Distance{}, err
	}
	nan := math.NaN()
	return accounts.Distance{Laws: exact.Divergence{Forward: nan, Reverse: nan},
		Expected: means.Reverse - means.Forward, Off: roundOff(means.Forward),
		Bias: accounts.Bias{GoldOwn: nan, TargetOther: nan, TargetOwn: nan, GoldOther: nan}}, nil
}

// roundOff is far above the rounding errors of a sum over thousands of rows.
func roundOff(size float64) float64 { return 1e-12 * max(1, math.Abs(size)) }

// lawOf is the law of the path that a program returns; ok is false if it is not known.
func lawOf(p hidden.Program) (law Markov, ok bool) {
	switch p := p.(type) {
	case hidden.Posterior:
		law, _ = Posterior(p.Model)
		return law, true
	case hidden.Filter:
		if p.P == 1 {
			return Alone(p.Model, p.Proposal), true
		}
	}
	return law, false
}

// Means are the means of log w, forward and in reverse.
type Means struct {
	Forward float64 // E_fwd[log w]; -Inf if all particles may lose their weight
	Reverse float64 // E_rev[log w], from paths of the posterior
}

// Crowd returns the means of log w of a filter with the prior proposal, over multisets of particles.
// The error is accounts.ErrTooLarge, if there are too many multisets, or ctx's.
func Crowd(ctx context.Context, m *hidden.Model, particles int) (Means, error) {
	cells := make([]int, m.States())
	for x := range cells {
		cells[x] = x
	}
	pair, err := multisets.NewPair(path{m}, cells, particles)
	if err != nil {
		return Means{}, fmt.Errorf("%w: %w", accounts.ErrTooLarge, err)
	}
	forward, reverse, err := pair.Returned(ctx)
	if err != nil {
		return Means{}, err
	}
	_, logP := Posterior(m)
	means := Means{logP, logP}
	for x := range cells {
		// The second moment is E_fwd[log w/p(y); x], and the fifth is p(x | y) E_rev[log w/p(y) | x].
		means.Forward += forward[x][1]
		means.Reverse += reverse[x][4]
		if pair.Dead()[x] > 0 {
			means.Forward = math.Inf(-1)
		}
	}
	return means, nil
}

// path takes the particles of a filter with the prior proposal through the observations: a particle
// is weighed where it is, and moves after it has been resampled.
type path struct{ *hidden.Model }

func (p path) Start() []float64 { return p.Initial() }

func (p path) At(t int) (s programs.Step) {
	s.LogW = make([]float64, p.States())
	for x, v := range p.Seen(t) {
		s.LogW[x] = chains.LogMass(v)
	}
	if t < p.Len()-1 {
		s.Moves = []programs.Move{move(p)}
	}
	return s
}

// move draws the next state.
type move path

func (m move) Row(x int, visit func(y int, p float64)) {
	for y, p := range m.Next(x) {
		if y != x {
			visit(y, p)
		}
	}
}

func (m move) Stay(x int) float64 { return m.Next(x)[x] }

func (m move) Step(x int, d chains.Dice) int { return d.Pick(m.Next(x)) }
