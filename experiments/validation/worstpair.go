package validation

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"breadboard/chains"
	"breadboard/chains/laws"
	"breadboard/grid"
)

// A WorstPair is the pair of cells that is farthest out of balance, in the two directions in which a step takes them.
type WorstPair struct {
	Beta        float64
	From, To    int
	There, Back laws.Move
	Balanced    float64 // the probability of the move back that balances the move there
	// Conditional has the probabilities of From and To if the one coordinate in which they differ is drawn from f,
	// given the others; NaN if they differ in more, or if something accepts.
	Conditional [2]float64
	Lines       []string // in words: a line for each direction, and what balance is
}

// findWorstPair sets v.WorstPair at the level where a step misses p most. A step should be in balance if the proposals
// of all its moves are told, in one direction at least. Any other may be a sweep, which need not be.
func (v *Validation) findWorstPair() {
	broken := v.Broken()
	if len(broken) == 0 {
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
	accepts, sweeps := true, false
	for e := range w.Exchanges() {
		accepts = accepts && (e.There.Told || e.Back.Told)
		sweeps = sweeps || len(changed(s.Grid, e.X, e.Y)) > 1
		if off := math.Abs(w.P[e.X]*e.There.P - w.P[e.Y]*e.Back.P); off > most {
			worst, most = e, off
		}
	}
	if most == 0 { // what is wrong is between no two cells with mass
		return
	}
	d := WorstPair{Beta: l.Beta, From: worst.X, To: worst.Y, There: worst.There, Back: worst.Back}
	if w.P[d.From]*d.There.P < w.P[d.To]*d.Back.P {
		d.swap()
	}
	largest := 1.0 // of a probability of the move back
	if accepts {
		largest = d.Back.Q
	}
	if d.balanced(w) > largest && largest > 0 { // too little goes the other way
		d.swap()
	}
	d.Balanced = d.balanced(w)
	if odds := d.odds(w); odds == 0 || math.IsInf(odds, 1) { // larger than floats
		return
	}
	d.Conditional = [2]float64{math.NaN(), math.NaN()}
	if accepts {
		d.Lines = d.byProposals(w, v.ratio())
	} else {
		d.setConditional(s.Grid, w.P)
		d.Lines = d.byMoves(w, sweeps)
	}
	v.WorstPair = &d
}

// ratio returns what is wrong with the ratio of proposals; "" if that is not the cause.
func (v *Validation) ratio() string {
	if v.Cause == nil {
		return ""
	}
	return v.Cause.Ratio
}

func (d *WorstPair) swap() {
	d.From, d.To = d.To, d.From
	d.There, d.Back = d.Back, d.There
}

// balanced returns the probability of the move back that balances the move there.
func (d *WorstPair) balanced(w *laws.LevelMatrices) float64 { return d.There.P / d.odds(w) }

// odds returns f of the second cell over f of the first.
func (d *WorstPair) odds(w *laws.LevelMatrices) float64 {
	return math.Exp(w.LogF[d.To] - w.LogF[d.From])
}

// setConditional sets the conditional, if the cells differ in one coordinate.
func (d *WorstPair) setConditional(g grid.Grid, p []float64) {
	axes := changed(g, d.From, d.To)
	if len(axes) > 1 {
		return
	}
	axis := axes[0]
	sum := 0.0
	first := d.From - g.Coord(d.From, axis)*g.Stride(axis)
	for i := range g.Len(axis) {
		sum += p[first+i*g.Stride(axis)]
	}
	d.Conditional = [2]float64{p[d.From] / sum, p[d.To] / sum}
}

// changed returns the axes along which two cells differ.
func changed(g grid.Grid, x, y int) (axes []int) {
	for a := range g.Axes() {
		if g.Coord(x, a) != g.Coord(y, a) {
			axes = append(axes, a)
		}
	}
	return axes
}

// evenPick returns n if a step from x proposes one of n other cells, each with 1/n, and 0 if not. Where a coin or a cell
// that does not exist leaves it at x, only the probability is told: 1/8 may be a coin and one of four.
func evenPick(w *laws.LevelMatrices, x int) int {
	n, cells := 0.0, 0
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
		cells++
	}
	if cells != int(n) {
		return 0
	}
	return cells
}

// byProposals returns the lines about the cells of a step that proposes and accepts.
func (d *WorstPair) byProposals(w *laws.LevelMatrices, ratio string) []string {
	picks := [2]int{evenPick(w, d.From), evenPick(w, d.To)}
	return d.proposing(w.Grid.Name, picks, d.odds(w), ratio)
}

// proposing returns these lines for cells with these picks and odds.
func (d *WorstPair) proposing(name func(x int) string, picks [2]int, odds float64, ratio string) []string {
	var taken [2]string
	for i, m := range []laws.Move{d.There, d.Back} {
		if m.Q == 0 {
			taken[i] = "never"
			continue
		}
		how := fmt.Sprintf("proposes with %.4g", m.Q)
		if picks[i] > 0 {
			how = fmt.Sprintf("picks 1 of %d", picks[i])
		}
		taken[i] = fmt.Sprintf("%s, accepts with %.4g", how, m.P/m.Q)
	}
	_, asked := d.backInWords()
	say := fmt.Sprintf("Balance asks for %s back, as %s.", asked, d.oddsInWords(name, odds))
	switch {
	case d.Back.Q == 0:
		say = "A move that is never proposed back must be refused."
	case ratio == "":
	case picks[0] > 0 && picks[1] > 0:
		say += fmt.Sprintf(" The ratio of the picks, %d/%d, %s.", picks[1], picks[0], ratio)
	default:
		say += fmt.Sprintf(" The ratio of the proposals, %.4g, %s.", d.There.Q/d.Back.Q, ratio)
	}
	return append(d.directions(name, taken), say)
}

// byMoves returns the lines about the cells of a step of which nothing but its moves is known. It sweeps if some of
// them change several coordinates.
func (d *WorstPair) byMoves(w *laws.LevelMatrices, sweeps bool) []string {
	name := w.Grid.Name
	_, asked := d.backInWords()
	say := fmt.Sprintf("In balance %s would go back, as %s", asked, d.oddsInWords(name, d.odds(w)))
	if sweeps {
		say += "; a sweep need not be in balance"
	}
	lines := append(d.directions(name, [2]string{}), say+".")
	if !math.IsNaN(d.Conditional[0]) {
		given := ""
		if w.Grid.Axes() > 1 {
			given = "Given the other coordinates, "
		}
		lines = append(lines, fmt.Sprintf("%sp has %.4g at %s and %.4g at %s.", given, d.Conditional[1], name(d.To),
			d.Conditional[0], name(d.From)))
	}
	return lines
}

// directions returns a line for each direction, with how it is taken.
func (d *WorstPair) directions(name func(x int) string, taken [2]string) (lines []string) {
	places := [2]string{fmt.Sprintf("From %s to %s:", name(d.From), name(d.To)), "back:"}
	width := func(s [2]string) int { return max(utf8.RuneCountInString(s[0]), utf8.RuneCountInString(s[1])) }
	back, _ := d.backInWords()
	for i, p := range []string{fmt.Sprintf("%.4g", d.There.P), back} {
		how := ""
		if width(taken) > 0 {
			how = fmt.Sprintf(" %-*s  ", width(taken), taken[i])
		}
		lines = append(lines, fmt.Sprintf("%-*s%s %s", width(places), places[i], how, p))
	}
	return lines
}

// backInWords returns the probability of the move back, and the one that balance asks for: in four digits, or in as
// many as tell the two apart.
func (d *WorstPair) backInWords() (is, asked string) {
	is = fmt.Sprintf("%.4g", d.Back.P)
	asked = fmt.Sprintf("%.4g", d.Balanced)
	if is == asked {
		return laws.Briefly(d.Back.P, d.Balanced)
	}
	return is, asked
}

// oddsInWords says how f of the second cell compares with f of the first.
func (d *WorstPair) oddsInWords(name func(x int) string, odds float64) string {
	f := func(x int) string { return "f(" + strings.Trim(name(x), "()") + ")" }
	return fmt.Sprintf("%s is %.4g %s", f(d.To), odds, f(d.From))
}
