package validation

import (
	"context"
	"errors"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/laws"
	"breadboard/chains/sample"
)

// A Sampling says how many moves of a kernel are asked for.
type Sampling struct {
	Budget int     // the largest number of moves
	Fault  float64 // the moves show whether a step is off by this, in total variation
	Seed   uint64
}

// alpha is the largest probability that moves accuse a right kernel.
const alpha = 1e-4

// MostBetas bounds the betas at which moves are asked for: evenly chosen, with the last.
const MostBetas = 64

const (
	firstAsk  = 50  // moves at a level; after that a quarter of those so far
	further   = 8   // times as many moves are made if the capital is large
	doubtful  = 2.0 // the log of a large capital
	forStates = 1   // the stream of the dice: a kernel of the catalogue has others of the seed
)

// Plan returns how many moves are made if the capital stays small: at each beta as many as show the fault by the bound
// of stepReach, whatever the step is. The mean of w² is 2 at most, and so each of the two sums of the bound is at most
// the root of cells over moves.
func (s Candidate) Plan(o Sampling, betas []float64) int {
	root := (2*math.Sqrt(float64(len(chains.Support(chains.Normalized(s.target()))))) + 3) / o.Fault
	levels := len(betas)
	if betas == nil {
		levels = min(s.T(), MostBetas)
	}
	return min(levels*(int(root*root)+1), o.Budget)
}

// levelsOf returns the levels at which moves are asked for, without rows: of the given betas, or of the schedule.
func (s Candidate) levelsOf(betas []float64) (all []*laws.LevelMatrices) {
	for i, beta := range betas {
		w, _ := s.at(i+1, beta)
		all = append(all, w)
	}
	if betas != nil {
		return all
	}
	n := min(s.T(), MostBetas)
	for i := range n {
		t := (i + 1) * s.T() / n
		w, _ := s.at(t, s.Schedule.Beta(t))
		all = append(all, w)
	}
	return all
}

// Sample asks m for moves at these betas, or at the betas of the schedule, all in turn. It ends after Plan's moves.
// With a large capital, or if nothing moves, it goes on, and so it does at few betas while no move leads from one part
// of the cells to another. If a law is broken it ends earlier. Of the candidate's kernels it uses only Declared.
//
// If m has no more moves (ErrNoMore), or ctx ends, the laws are judged by the moves that were seen. The error is
// ErrNoMore if there are none at all, or m's.
func (s Candidate) Sample(ctx context.Context, m chains.Mover, betas []float64, o Sampling) (Validation, error) {
	v := s.byMoves(o, betas, nil)
	v.MCSeed = &o.Seed
	v.note("the moves are drawn by mc-seed %d", o.Seed)
	v.MovesNeeded = s.Plan(o, betas)
	v.Budget = min(further*v.MovesNeeded, o.Budget)
	dice := sample.Seeded(o.Seed, forStates)
	for end := v.MovesNeeded; v.Moves < end; {
		for _, l := range v.seen {
			if err := v.ask(ctx, m, l, dice); err != nil && !errors.Is(err, ErrNoMore) {
				return v, err
			} else if err != nil {
				v.stopped = true
				break
			}
		}
		switch {
		case v.stopped:
			end = 0
		case v.accusedAt == 0 && v.surelyBroken():
			v.accusedAt = v.Moves
			end = min(20*v.accusedAt, max(v.MovesNeeded, 3*v.accusedAt), o.Budget) // for where it is off
		case v.accusedAt == 0 && v.Moves >= end && (v.moved == 0 || v.capital() > doubtful):
			end = v.Budget
		case v.accusedAt == 0 && v.Moves >= end:
			if parts, _ := v.apart(); parts != nil { // for as long as they do not meet
				end = min(v.Moves+1, v.Budget/len(v.seen))
			}
		}
	}
	if v.Moves == 0 {
		return v, ErrNoMore
	}
	v.conclude()
	return v, nil
}

// Recorded has the moves of a file from each cell, in their order.
type Recorded [][]int

// Add adds a move from x to y; y may be x.
func (r Recorded) Add(x, y int) { r[x] = append(r[x], y) }

// words returns a seed of the dice that depends on the moves too.
func (r Recorded) words(seed uint64) []uint64 {
	words := []uint64{seed, forStates}
	for x, to := range r {
		words = append(words, uint64(x))
		for _, y := range to {
			words = append(words, uint64(y))
		}
	}
	return words
}

// Count tests moves that were recorded at one beta, from any cells. A cell is drawn with the probability that the
// record leaves it, and its next move is taken, until a cell has no other. The moves that are left, of which the bets
// on pT = p know nothing, are looked at last. The dice depend on the record: dice that are the same for all would
// accuse some right ones much more often than others.
func (s Candidate) Count(seen Recorded, beta float64, o Sampling) Validation {
	v := s.byMoves(o, []float64{beta}, seen)
	l := v.seen[0]
	left := slices.Clone(seen)
	dice := sample.Seeded(seen.words(o.Seed)...)
	for over := l.unseen > 1-1e-9; !over; {
		var states, next []int
		for range max(firstAsk, l.seen.Moves()/4) {
			x := l.from.Draw(dice)
			if over = len(left[x]) == 0; over {
				break
			}
			states, next = append(states, x), append(next, left[x][0])
			left[x] = left[x][1:]
		}
		v.take(l, states, next)
	}
	for x, to := range left {
		for _, y := range to {
			v.see(l, x, y)
		}
	}
	v.conclude()
	return v
}

// byMoves returns a validation without any moves yet.
func (s Candidate) byMoves(o Sampling, betas []float64, seen Recorded) Validation {
	v := Validation{Candidate: s, J: math.NaN(), B: math.NaN(), BySamples: true, sampling: o}
	for _, w := range s.levelsOf(betas) {
		v.seen = append(v.seen, newSeenLevel(w, seen))
	}
	v.betas = len(v.seen)
	return v
}

// ask asks for a quarter as many moves of a level as it has, within the budget.
func (v *Validation) ask(ctx context.Context, m chains.Mover, l *seenLevel, dice chains.Dice) error {
	if ctx.Err() != nil {
		return ErrNoMore
	}
	states := make([]int, min(max(firstAsk, l.seen.Moves()/4), v.sampling.Budget-v.Moves))
	for i := range states {
		states[i] = l.from.Draw(dice)
	}
	next := make([]int, len(states))
	err := m.Aim(ctx, l.Beta, l.LogF)
	if err == nil && l == v.seen[0] { // again: a step that is late by a level is right at the first, as in a chain
		err = m.Aim(ctx, l.Beta, l.LogF)
	}
	if err == nil {
		err = m.Move(ctx, next, states)
	}
	switch {
	case err != nil && ctx.Err() != nil:
		return ErrNoMore
	case err == nil:
		v.take(l, states, next)
	}
	return err
}

// take adds moves from drawn states to the capitals of all bets, and chooses the next bets of their level.
func (v *Validation) take(l *seenLevel, states, next []int) {
	for i, x := range states {
		l.update(x, next[i])
		v.see(l, x, next[i])
	}
	v.most = max(v.most, v.capital())
	v.choose(l)
}
