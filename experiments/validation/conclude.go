package validation

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/laws"
	"breadboard/grid/text"
)

// ErrNoMore says that a mover makes no more moves, as when its time is over.
var ErrNoMore = errors.New("no more moves are made")

// lawsByMoves returns the number of laws that share the level: pT = p, and the declared rows.
func (v *Validation) lawsByMoves() float64 {
	if v.Candidate.Declared != nil {
		return 2
	}
	return 1
}

// pValue returns the p-value of a law by its largest capital. Only what is impossible has 0.
func (v *Validation) pValue(most float64) float64 {
	if math.IsInf(most, 1) {
		return 0
	}
	return min(1, max(1e-300, v.lawsByMoves()*math.Exp(-most)))
}

// surelyBroken reports whether a law is broken that no later moves mend.
func (v *Validation) surelyBroken() bool {
	entered := slices.ContainsFunc(v.seen, func(l *seenLevel) bool { return l.wall != "" })
	return entered || v.pValue(v.most) <= alpha
}

// conclude judges the laws, and says how far the moves reach.
func (v *Validation) conclude() {
	v.seen = slices.DeleteFunc(v.seen, func(l *seenLevel) bool { return l.seen.Moves() == 0 && v.Moves > 0 })
	for _, l := range v.seen {
		v.Levels = append(v.Levels, Level{T: l.T, Beta: l.Beta, P: l.P, moves: l.seen.Moves(), Pattern: patternOf(l)})
		v.seeAxes(l)
		v.Reach.Step = max(v.Reach.Step, l.stepReach())
	}
	v.Reach.Moves = v.Moves
	v.Reach.Chain = v.lastSeen().chainReach()
	v.judgeWalls()
	v.judgeDraws()
	if v.Candidate.Declared != nil {
		v.judgeRows()
	}
	if v.Candidate.Role == Whole {
		v.Laws = append(v.Laws, v.seenStructure())
		v.noteUnconnected()
	}
}

func (v *Validation) judgeWalls() {
	f := laws.Finding{Law: laws.SeenWalls, OK: true, Value: 1, Limit: alpha}
	for _, l := range v.seen {
		if f.OK && l.wall != "" {
			f.OK = false
			f.Value = 0
			f.Witness = l.wall
		}
	}
	v.Laws = append(v.Laws, f)
}

// judgeDraws judges pT = p. Its witness is the cell farthest off, at the level where the bets won most.
func (v *Validation) judgeDraws() {
	l := slices.MaxFunc(v.seen, func(a, b *seenLevel) int { return cmp.Compare(a.best(), b.best()) })
	f := l.flows()
	x, _ := f.worst()
	p := v.pValue(v.most)
	found := laws.Finding{Law: laws.SeenDraws, OK: p > alpha, Value: p, Limit: alpha}
	after, before := laws.Briefly(max(0, l.P[x]+f.net[x]/max(f.n, 1)), l.P[x])
	has := "has %s after a step from p"
	if v.Candidate.Role == Sampler {
		has = "is drawn with probability %s"
	}
	found.Witness = l.atBeta("%s "+has+", by %s moves with a standard error of %.2g, where it is %s",
		laws.Cell(l.Grid, x), after, text.Thousands(int(f.n)), math.Sqrt(f.square[x])/max(f.n, 1), before)
	if found.OK && (v.Reach.Step > v.sampling.Fault || v.moved == 0) {
		found.Unclear = true
		const room = 1.2
		more := v.Reach.Step / v.sampling.Fault
		found.Needs = evidence.RoundUp(room * float64(v.Moves) * more * more)
		if v.Reach.Step >= 1 || v.moved == 0 { // these moves tell nothing about more of them
			found.Needs = max(found.Needs, evidence.RoundUp(float64(v.Candidate.Plan(v.sampling, []float64{l.Beta}))))
		}
		found.Witness = fmt.Sprintf("a fault of one step above %.2g would have shown; about %s moves show one of %g",
			v.Reach.Step, text.Thousands(found.Needs), v.sampling.Fault)
	}
	v.Laws = append(v.Laws, found)
	off := make([]float64, len(l.P))
	for y, s := range f.square {
		if s > 0 {
			off[y] = f.net[y] / math.Sqrt(s)
		}
	}
	v.Farthest = &WorstLevel{Beta: l.Beta, P: l.P, Moves: l.seen.Moves(), Into: off}
}

// best returns the largest log of a capital of the level's bets.
func (l *seenLevel) best() float64 {
	return max(l.bets[onAll].capital, l.bets[onOne].capital, l.bets[onDrift].capital)
}

// judgeRows judges whether the moves are drawn from the declared rows, by Pearson's test at each level. Its witness is
// the move that is farthest off at the level with the least p-value.
func (v *Validation) judgeRows() {
	f := laws.Finding{Law: laws.SeenRows, Value: 1, Limit: alpha}
	for _, l := range v.seen {
		s := v.Candidate
		_, level := s.at(l.T, l.Beta)
		op := chains.On(s.Declared, s.Grid)
		op.Aim(level)
		var moves [][2]int
		var counts []int
		var expected []float64
		for _, x := range chains.Support(l.P) {
			if l.seen.From(x) == 0 {
				continue
			}
			for y, q := range laws.RowOf(op, x, len(l.P)) {
				if n := l.seen.Count(x, y); n > 0 || q > 0 {
					moves = append(moves, [2]int{x, y})
					counts = append(counts, n)
					expected = append(expected, float64(l.seen.From(x))*q)
				}
			}
		}
		all := floats.Sum(expected) // the number of moves from cells with mass
		if all == 0 {
			continue
		}
		p, worst := evidence.Deep(counts, floats.ScaleTo(make([]float64, len(moves)), 1/all, expected))
		p = min(1, p*float64(len(v.seen))*v.lawsByMoves())
		if p < f.Value || f.Witness == "" {
			f.Value = p
			f.Witness = l.atBeta("it went %s in %s of %s moves where %s were expected",
				laws.Pair(l.Grid, moves[worst][0], moves[worst][1]), text.Thousands(counts[worst]),
				text.Thousands(l.seen.From(moves[worst][0])), roughly(expected[worst]))
		}
	}
	f.OK = f.Value > f.Limit
	f.Unclear = f.OK && v.finding(laws.SeenDraws).Unclear
	v.Laws = append(v.Laws, f)
}

// atBeta formats a text and names this beta.
func (l *seenLevel) atBeta(format string, args ...any) string {
	return fmt.Sprintf("at beta = %.6g ", l.Beta) + fmt.Sprintf(format, args...)
}

// roughly returns an expected number as a whole one from 100 on, and in three digits below.
func roughly(expected float64) string {
	if expected < 100 {
		return fmt.Sprintf("%.3g", expected)
	}
	return text.Thousands(int(math.Round(expected)))
}

// A WorstLevel has, for the level at which counted moves are farthest off, how far they are off cell by cell, in
// standard deviations. No law is judged by it.
type WorstLevel struct {
	Beta  float64
	P     []float64 // the density
	Moves int
	Into  []float64 // by cell: weighted moves into it, less those out of it
}
