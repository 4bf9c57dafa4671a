package validation

import (
	"context"

	"breadboard/chains/laws"
	"breadboard/exact/spectra/implicit"
)

// wide judges a level whose matrix would not fit. It notes what it cannot look at.
func (v *Validation) wide(ctx context.Context, beta float64) (Level, error) {
	s := v.Candidate
	level := s.NewLevel()
	level.Move(1, beta)
	w := laws.NewWide(s.Grid, level, s.Kernel.On(s.Grid), laws.Slack(s.Slack))
	l := Level{T: 1, Beta: beta, P: w.P}
	if w.Moves() <= implicit.MaxMoves {
		l.Laws = w.Rows()
	} else {
		v.note("%d cells with too many moves each to be gone through one by one: the laws are held by functions and "+
			"measures alone", len(w.P))
	}
	if err := ctx.Err(); err != nil {
		return l, err
	}
	var all, each laws.Finding
	l.Off, all, each = w.Invariance()
	l.Flow = w.DetailedBalance()
	l.Laws = append(l.Laws, w.Sums(), all, each, w.Reversal())
	l.Balance = balance(each, l.Flow)
	return l, nil
}
