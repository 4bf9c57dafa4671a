package validation

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"breadboard/chains"
	"breadboard/chains/laws"
)

// Directions are the two directions between the pair of cells that is farthest out of balance, as a step takes them.
type Directions struct {
	Beta        float64
	From, To    int
	There, Back laws.Way
	Asked       float64  // the probability of the way back that balances the way there
	Lines       []string // in words: a line for each direction, and what balance asks
}

// direct sets v.Between at the level where balance is broken most, if the proposals of all moves are told in one
// direction at least: such a step should be reversible.
func (v *Validation) direct() {
	broken := v.Broken()
	if v.Candidate.Proposed == nil || len(broken) == 0 {
		return
	}
	law := broken[0].Law
	if law != laws.Invariance && law != laws.EachCell && law != laws.Reversal {
		return
	}
	s := v.Candidate
	l := v.Levels[worstLevel(v.Levels, law)]
	w := s.write(l.T, l.Beta, chains.On(s.Kernel, s.Grid))
	var worst laws.Exchange
	most := 0.0
	for _, e := range w.Exchanges() {
		if !e.There.Told && !e.Back.Told {
			return
		}
		if off := math.Abs(w.P[e.X]*e.There.P - w.P[e.Y]*e.Back.P); off > most {
			worst, most = e, off
		}
	}
	d := Directions{Beta: l.Beta, From: worst.X, To: worst.Y, There: worst.There, Back: worst.Back}
	if w.P[d.From]*d.There.P < w.P[d.To]*d.Back.P {
		d.turn()
	}
	if d.asks(w) > d.Back.Q && d.Back.Q > 0 { // more than is proposed: too little goes the other way
		d.turn()
	}
	d.Asked = d.asks(w)
	if d.Asked > 0 && d.Asked <= 1 { // the odds are no larger than floats
		ratio := ""
		if v.Cause != nil {
			ratio = v.Cause.Ratio
		}
		picks := [2]int{evenPick(w, d.From), evenPick(w, d.To)}
		d.Lines = d.inWords(s.Grid.Name, picks, math.Exp(w.LogF[d.To]-w.LogF[d.From]), ratio)
		v.Between = &d
	}
}

func (d *Directions) turn() {
	d.From, d.To = d.To, d.From
	d.There, d.Back = d.Back, d.There
}

// asks returns the probability of the way back that balances the way there.
func (d *Directions) asks(w *laws.LevelMatrices) float64 {
	return d.There.P * math.Exp(w.LogF[d.From]-w.LogF[d.To])
}

// evenPick returns n if each move from x is proposed with 1/n, and 0 if not: a draw among n need not be an even one.
func evenPick(w *laws.LevelMatrices, x int) int {
	n := 0.0
	for y, q := range w.Proposed[x] {
		if math.IsNaN(q) { // accepted without asking
			q = w.Rows[x][y]
		}
		if y == x || q == 0 {
			continue
		}
		if n == 0 {
			n = math.Round(1 / q)
		}
		if !(math.Abs(n*q-1) < 1e-9) {
			return 0
		}
	}
	return int(n)
}

// inWords returns the lines about two cells with these picks and odds, f of the second over f of the first.
func (d *Directions) inWords(name func(x int) string, picks [2]int, odds float64, ratio string) []string {
	places := [2]string{fmt.Sprintf("From %s to %s:", name(d.From), name(d.To)), "back:"}
	ways := [2]laws.Way{d.There, d.Back}
	var taken [2]string
	for i, w := range ways {
		if w.Q == 0 {
			taken[i] = "never"
			continue
		}
		how := fmt.Sprintf("proposes with %.4g", w.Q)
		if picks[i] > 0 {
			how = fmt.Sprintf("picks 1 of %d", picks[i])
		}
		taken[i] = fmt.Sprintf("%s, accepts with %.4g", how, w.P/w.Q)
	}
	width := func(s [2]string) int { return max(utf8.RuneCountInString(s[0]), utf8.RuneCountInString(s[1])) }
	var lines []string
	for i, w := range ways {
		lines = append(lines, fmt.Sprintf("%-*s %-*s   %.4g", width(places), places[i], width(taken), taken[i], w.P))
	}
	f := func(x int) string { return "f(" + strings.Trim(name(x), "()") + ")" }
	say := fmt.Sprintf("Balance asks for %.4g back, as %s is %.4g %s.", d.Asked, f(d.To), odds, f(d.From))
	switch {
	case d.Back.Q == 0:
		say = "A move that is never proposed back must be refused."
	case ratio == "":
	case picks[0] > 0 && picks[1] > 0:
		say += fmt.Sprintf(" The ratio of the picks, %d/%d, %s.", picks[1], picks[0], ratio)
	default:
		say += fmt.Sprintf(" The ratio of the proposals, %.4g, %s.", d.There.Q/d.Back.Q, ratio)
	}
	return append(lines, say)
}
