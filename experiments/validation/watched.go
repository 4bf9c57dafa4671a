package validation

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/graph/topo"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/laws"
	"breadboard/chains/sample"
	"breadboard/grid/text"
)

// A watched is one level at which moves are counted.
type watched struct {
	*laws.Written
	o        plan
	declared [][]float64     // the declared kernel's rows; nil if there is none
	all      *evidence.Tally // of all moves
	drawn    *evidence.Tally // of those from draws of p
	dice     chains.Dice
}

func newWatched(s Candidate, t int, beta float64, o plan) *watched {
	written, l := s.at(t, beta)
	floats.Scale(1/floats.Sum(written.P), written.P)
	w := &watched{Written: written, o: o,
		all: evidence.NewTally(s.Grid.Size()), drawn: evidence.NewTally(s.Grid.Size()),
		dice: sample.Seeded(o.Seed, uint64(t), math.Float64bits(beta))}
	if s.Declared != nil {
		op := s.Declared.On(s.Grid)
		op.Aim(l)
		w.declared = laws.RowsOf(op, len(w.P))
	}
	return w
}

func (w *watched) cell(x int) string    { return laws.Cell(w.Grid, x) }
func (w *watched) pair(x, y int) string { return laws.Pair(w.Grid, x, y) }

// test returns a test at this beta.
func (w *watched) test(law laws.Law, p float64, format string, args ...any) test {
	return test{law: law, p: p, witness: w.say(format, args...)}
}

// say formats a text and names this beta.
func (w *watched) say(format string, args ...any) string {
	return fmt.Sprintf("at beta = %.6g ", w.Beta) + fmt.Sprintf(format, args...)
}

// tests are all tests of the moves that were drawn at this level.
func (w *watched) tests() []test {
	all := append(w.draws(), w.moves()...)
	for i := range all {
		all[i].level = w.T
	}
	return all
}

// draws tests steps from draws of p: as draws of p, and by the order of log f.
func (w *watched) draws() []test {
	to := w.drawn.To()
	say := func(law laws.Law, f evidence.Fit) test {
		t := w.test(law, f.P, "%s is entered %s, %.6g expected (%s)", w.cell(f.Worst), howOften(to[f.Worst]),
			float64(f.N)*w.P[f.Worst], f.How())
		w.lacks(&t, f.N, w.o.needed(max(f.Cells, 2)), text.Thousands(f.N)+" steps")
		return t
	}
	return []test{
		say(laws.SeenDraws, evidence.Multinomial(to, w.P, w.o.level(), w.dice)),
		say(laws.SeenRank, evidence.MidRank(to, w.P, w.LogF)),
	}
}

// moves tests moves from anywhere.
func (w *watched) moves() []test {
	tests := []test{w.walls(), w.balance()}
	if w.declared != nil {
		tests = append(tests, w.rows()...)
	}
	return tests
}

// walls looks for a move into a cell without mass; one is enough.
func (w *watched) walls() test {
	for at, n := range w.all.All() {
		if x, y := at[0], at[1]; x != y && math.IsInf(w.LogF[y], -1) {
			return w.test(laws.SeenWalls, 0, "%s, which has no mass: %s", w.pair(x, y), howOften(n))
		}
	}
	return test{law: laws.SeenWalls, p: 1}
}

// howOften is in words: once, or 1,000 times.
func howOften(n int) string {
	if n == 1 {
		return "once"
	}
	return text.Thousands(n) + " times"
}

func (w *watched) balance() test {
	fit, unseen := w.all.Balance(w.P)
	t := w.test(laws.SeenBalance, fit.P, "%s is off most (p = %.3g)", w.cell(fit.Worst), fit.P)
	if unseen > w.o.Fault {
		t.short, t.unclear = math.Inf(1), w.say("no move is seen from cells of mass %.3g", unseen)
	} else {
		w.lacks(&t, fit.N, w.o.neededForBalance(fit.Cells), "the moves are worth "+text.Thousands(fit.N)+" draws of p")
	}
	return t
}

// lacks marks a test as unclear if it has fewer data than find the fault, and then says what it has.
func (w *watched) lacks(t *test, has, needed int, says string) {
	if has < needed {
		t.short = float64(needed) / float64(has)
		t.unclear = w.say("%s, and %s find a fault of %g", says, text.Thousands(needed), w.o.Fault)
	}
}

// rows tests every row of a cell with mass against the declared kernel's.
func (w *watched) rows() []test {
	var tests []test
	for x, p := range w.P {
		if p == 0 {
			continue
		}
		row := slices.Clone(w.declared[x])
		floats.Scale(1/floats.Sum(row), row)
		n := w.all.From(x)
		f := evidence.Multinomial(w.all.Row(x), row, w.o.level(), w.dice)
		t := w.test(laws.SeenRows, f.P, "%s %s of %s times, %.6g expected (%s)",
			w.pair(x, f.Worst), text.Thousands(w.all.Count(x, f.Worst)), text.Thousands(n), float64(n)*row[f.Worst],
			f.How())
		if f.Cells > 1 {
			w.lacks(&t, n, w.o.needed(f.Cells), text.Thousands(n)+" moves from "+w.cell(x))
		}
		tests = append(tests, t)
	}
	return tests
}

// apart names cells with mass that the counted moves do not connect, by any number of
// moves; it returns "" if they lead from every such cell to every other. A cell that was
// never seen left, or never seen entered, is such a cell.
func (w *watched) apart() string {
	seen, cells := simple.NewDirectedGraph(), []int{}
	for x, v := range w.LogF {
		if !math.IsInf(v, -1) {
			seen.AddNode(simple.Node(x))
			cells = append(cells, x)
		}
	}
	for at := range w.all.All() {
		x, y := simple.Node(at[0]), simple.Node(at[1])
		if x != y && seen.Node(x.ID()) != nil && seen.Node(y.ID()) != nil {
			seen.SetEdge(simple.Edge{F: x, T: y})
		}
	}
	classes := topo.TarjanSCC(seen)
	if len(classes) < 2 {
		return ""
	}
	apart := func(x, y int) bool { return !topo.PathExistsIn(seen, simple.Node(x), simple.Node(y)) }
	from, to := cells[0], cells[0]
	if i := slices.IndexFunc(cells, func(y int) bool { return apart(from, y) }); i >= 0 {
		to = cells[i]
	} else { // it reaches all
		from = cells[slices.IndexFunc(cells, func(x int) bool { return apart(x, to) })]
	}
	return fmt.Sprintf("at beta = %.6g in %s moves no way from %s to %s was seen: they part the cells into %d classes",
		w.Beta, text.Thousands(w.all.Moves()), w.cell(from), w.cell(to), len(classes))
}
