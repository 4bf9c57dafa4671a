package validation

import (
	"context"
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/laws"
	"breadboard/chains/sample"
)

// A kernel of which only moves are seen is judged by bets.
//
// Let a step lead from x to y, where x was drawn with probability r(x), and let w = p(x)/r(x). If pT = p, then
// E[w (u(y) - u(x))] = 0 for every function u of the cells. After each move a capital of 1 is multiplied by
// 1 + w (u(y) - u(x)), with a u that was chosen before the move, and that risks half of the capital at most. Whoever
// chooses u, the capital has mean 1 at all times, and so it ever exceeds c with probability 1/c at most (Ville 1939).
// The mean of several such capitals is another one. So the law is broken once the capital exceeds m/Level, where m is
// the number of laws: a right kernel is accused with probability Level at most, whenever the moves end, and whoever
// ends them. The p-value of a law is m over its largest capital.
//
// Half of the cells to move from are drawn from p, and half from all cells alike, because some faults are in cells of
// little mass. A step that stays neither wins nor loses, so that a kernel that mostly stays is judged by its other
// moves.

// A Sampling says how many moves of a kernel are asked for, and when they accuse it.
type Sampling struct {
	Budget int     // the largest number of moves
	Fault  float64 // the moves show whether a step is off by this, in total variation
	Level  float64 // the largest probability that a right kernel is accused
	Seed   uint64
	Doing  func(what string) // is told what other moves are asked for; nil tells nobody
}

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
	return min(len(s.levelsOf(betas))*(int(root*root)+1), o.Budget)
}

// levelsOf returns the levels at which moves are asked for, without rows: of the given betas, or of the schedule.
func (s Candidate) levelsOf(betas []float64) (all []*laws.Written) {
	n := min(s.T(), MostBetas)
	for i := range n {
		if t := (i + 1) * s.T() / n; betas == nil {
			w, _ := s.at(t, s.Schedule.Beta(t))
			all = append(all, w)
		}
	}
	for i, beta := range betas {
		w, _ := s.at(i+1, beta)
		all = append(all, w)
	}
	return all
}

// Sample asks m for moves at these betas, or at the betas of the schedule, all in turn. It ends after Plan's moves.
// With a large capital, or if nothing moves, it goes on, and if a law is broken it ends earlier. Of the candidate's
// kernels it uses only Declared.
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
			end = min(20*v.accusedAt, max(v.MovesNeeded, 3*v.accusedAt), o.Budget) // for the cause
		case v.accusedAt == 0 && v.Moves >= end && (v.moved == 0 || v.capital() > doubtful):
			end = v.Budget
		}
	}
	if v.Moves == 0 {
		return v, ErrNoMore
	}
	return v, v.settle(ctx, m)
}

// Recorded has the moves of a file from each cell, in their order.
type Recorded [][]int

// Add adds a move from x to y; y may be x.
func (r Recorded) Add(x, y int) { r[x] = append(r[x], y) }

// Count tests moves that were recorded at one beta, from any cells. A cell is drawn with the probability that the
// record leaves it, and its next move is taken, until a cell has no other. The moves that are left, of which the bets
// on pT = p know nothing, are looked at last. If ctx ends, no cause is looked for.
func (s Candidate) Count(ctx context.Context, seen Recorded, beta float64, o Sampling) Validation {
	v := s.byMoves(o, []float64{beta}, seen)
	l := v.seen[0]
	left := slices.Clone(seen)
	dice := sample.Seeded(o.Seed, forStates)
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
	v.mostOfRows = max(v.mostOfRows, v.capitalOfRows())
	_ = v.settle(ctx, nil) // which asks for nothing
	return v
}

// byMoves returns a validation without any moves yet.
func (s Candidate) byMoves(o Sampling, betas []float64, seen Recorded) Validation {
	v := Validation{Candidate: s, J: math.NaN(), B: math.NaN(), BySamples: true, sampling: o}
	for _, w := range s.levelsOf(betas) {
		v.seen = append(v.seen, newSeenLevel(s, w, seen))
	}
	v.betas = len(v.seen)
	return v
}

// ask asks for a quarter as many moves of a level as it has.
func (v *Validation) ask(ctx context.Context, m chains.Mover, l *seenLevel, dice chains.Dice) error {
	if ctx.Err() != nil {
		return ErrNoMore
	}
	states := make([]int, max(firstAsk, l.seen.Moves()/4))
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
		l.pay(x, next[i])
		v.see(l, x, next[i])
	}
	v.most = max(v.most, v.capital())
	v.mostOfRows = max(v.mostOfRows, v.capitalOfRows())
	v.choose(l)
}

// A bet is a function u of the cells, and the log of its capital.
type bet struct {
	u       []float64
	capital float64
}

// The bets of a level: on all cells, on the cell that is farthest off, and on a drift in log f. The drift of the moves
// at all levels decides on the last.
const (
	onAll = iota
	onOne
	onDrift
	betsOfLevel
)

// A seenLevel has the moves of a level, and the bets on them.
type seenLevel struct {
	*laws.Written
	seen     *evidence.Tally
	from     chains.Distribution // of the cells to move from
	weight   []float64           // p over the probability of a draw
	unseen   float64             // the mass of cells from which nothing moves
	rank     []float64           // of log f, from 0 to 1
	won      float64             // by a drift of 1 up the ranks, the sum over moves
	square   float64             // of what each move won, the sum
	bets     [betsOfLevel]bet
	declared [][]float64 // the declared kernel's rows; nil if there is none
	rows     []float64   // the logs of the capitals of bets against the declared rows
	wall     string      // the first move into a cell without mass; "" if there is none
}

func newSeenLevel(s Candidate, w *laws.Written, record Recorded) *seenLevel {
	n := len(w.P)
	floats.Scale(1/floats.Sum(w.P), w.P)
	l := &seenLevel{Written: w, seen: evidence.NewTally(n), rows: make([]float64, n),
		weight: make([]float64, n), rank: make([]float64, n)}
	for i := range l.bets {
		l.bets[i].u = make([]float64, n)
	}
	cells := chains.Support(w.P)
	odds := make([]float64, n)
	for _, x := range cells {
		odds[x] = w.P[x]/2 + 0.5/float64(len(cells))
		if record != nil {
			odds[x] = float64(len(record[x]))
		}
	}
	all := floats.Sum(odds)
	for _, x := range cells {
		if odds[x] > 0 {
			l.weight[x] = w.P[x] * all / odds[x]
		} else {
			l.unseen += w.P[x]
		}
	}
	if all > 0 {
		l.from = chains.NewDistribution(odds)
	}
	below := 0.0
	for at, sorted := 0, evidence.Order(w.LogF); at < n; { // equal values share their middle rank
		end, mass := at, 0.0
		for ; end < n && w.LogF[sorted[end]] == w.LogF[sorted[at]]; end++ {
			mass += w.P[sorted[end]]
		}
		for ; at < end; at++ {
			l.rank[sorted[at]] = below + mass/2
		}
		below += mass
	}
	if s.Declared != nil {
		_, level := s.at(w.T, w.Beta)
		op := chains.On(s.Declared, s.Grid)
		op.Aim(level)
		l.declared = laws.RowsOf(op, n)
	}
	return l
}

// see counts a move, and adds it to the capital of the bet against the declared row.
func (v *Validation) see(l *seenLevel, x, y int) {
	v.Moves++
	if x != y {
		v.moved++
	}
	if l.P[y] == 0 && x != y && l.wall == "" {
		l.wall = l.atBeta("%s, which has no mass", laws.Pair(l.Grid, x, y))
	}
	switch {
	case l.declared == nil || l.P[x] == 0:
	case l.declared[x][y] == 0:
		l.rows[x] = math.Inf(1)
	default:
		const before = 20 // moves by the declared row
		seen := float64(l.seen.Count(x, y))/l.declared[x][y] + before
		l.rows[x] += math.Log(seen / (float64(l.seen.From(x)) + before))
	}
	l.seen.Add(x, y)
}

// pay adds a move from a draw to the capitals of the bets on pT = p.
func (l *seenLevel) pay(x, y int) {
	if l.P[y] == 0 {
		return
	}
	for i := range l.bets {
		b := &l.bets[i]
		b.capital += math.Log1p(l.weight[x] * (b.u[y] - b.u[x]))
		if l.unseen > 0 { // moves that nobody sees may win as much
			b.capital += math.Log1p(-l.unseen * (floats.Max(b.u) - floats.Min(b.u)))
		}
	}
	won := l.weight[x] * (l.rank[y] - l.rank[x])
	l.won += won
	l.square += won * won
}

// choose chooses the next bets of a level: what would have won most with the moves so far, less what chance would win.
func (v *Validation) choose(l *seenLevel) {
	f := l.flows()
	cells := float64(floats.Count(func(s float64) bool { return s > 0 }, f.square))
	all := f.solve()
	floats.Scale(shrunk(floats.Dot(f.net, all), cells-1), all)
	one := make([]float64, len(all))
	if at, far := f.worst(); far > 0 {
		one[at] = f.net[at] / f.square[at] * shrunk(far*far, 2*math.Log(cells))
	}
	won, square := 0.0, 0.0
	for _, other := range v.seen {
		won += other.won
		square += other.square
	}
	drift := make([]float64, len(all))
	floats.AddScaled(drift, won/max(square, 1)*shrunk(won*won/max(square, 1), 1), l.rank)
	l.bets[onAll].u, l.bets[onOne].u, l.bets[onDrift].u = l.bounded(all), l.bounded(one), l.bounded(drift)
}

// shrunk returns which share of a bet to make that would have won chi2/2, where chance would have won df/2.
func shrunk(chi2, df float64) float64 {
	if chi2 <= max(df, 0) {
		return 0
	}
	return 1 - df/chi2
}

// bounded changes u so that no move takes more than half of the capital, nor what is unseen more than half of the rest.
func (l *seenLevel) bounded(u []float64) []float64 {
	low := floats.Dot(l.P, u) - 0.25/(floats.Max(l.weight)+l.unseen)
	for x, w := range l.weight {
		u[x] = min(max(u[x], low), low+0.5/max(w+l.unseen, 1e-9))
	}
	return u
}

// capital returns the log of the capital of all bets on pT = p: half of each is of one level after the other, and half
// of all levels side by side.
func (v *Validation) capital() float64 {
	var logs []float64
	for i := range betsOfLevel {
		var of []float64
		for _, l := range v.seen {
			of = append(of, l.bets[i].capital)
		}
		logs = append(logs, both(of))
	}
	return floats.LogSumExp(logs) - math.Log(betsOfLevel)
}

// both returns the log of the mean of the product of capitals and of their mean.
func both(logs []float64) float64 {
	side := floats.LogSumExp(logs) - math.Log(float64(len(logs)))
	return floats.LogSumExp([]float64{floats.Sum(logs), side}) - math.Ln2
}

// capitalOfRows returns the log of the capital of the bets against the declared rows; 0 if there are none.
func (v *Validation) capitalOfRows() float64 {
	var of []float64
	for _, l := range v.seen {
		if l.declared != nil {
			of = append(of, l.rows...)
		}
	}
	if of == nil {
		return 0
	}
	return both(of)
}
