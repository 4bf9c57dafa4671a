package validation

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/graph/topo"
	"gonum.org/v1/gonum/graph/traverse"

	"breadboard/chains"
	"breadboard/chains/cause"
	"breadboard/chains/evidence"
	"breadboard/chains/laws"
	"breadboard/chains/sample"
	"breadboard/grid"
	"breadboard/grid/text"
)

// A watched is one level at which moves are counted.
type watched struct {
	*laws.Written
	o        plan
	declared [][]float64     // the declared kernel's rows; nil if there is none
	redraws  laws.Redraws    // what it redraws, if it claims to be a Gibbs sampler
	all      *evidence.Tally // of all moves
	drawn    *evidence.Tally // of those from draws of p
	dice     chains.Dice
	cells    chains.Law // of draws of p
}

func newWatched(s Candidate, t int, beta float64, o plan) *watched {
	written, l := s.at(t, beta)
	floats.Scale(1/floats.Sum(written.P), written.P)
	w := &watched{Written: written, o: o, redraws: s.Redraws,
		all: evidence.NewTally(s.Grid.Size()), drawn: evidence.NewTally(s.Grid.Size()),
		dice: sample.Seeded(o.Seed, uint64(t), math.Float64bits(beta))}
	w.cells = chains.NewLaw(w.P)
	if s.Declared != nil {
		op := chains.On(s.Declared, s.Grid)
		op.Aim(l)
		w.declared = laws.RowsOf(op, len(w.P))
	}
	return w
}

func (w *watched) cell(x int) string    { return laws.Cell(w.Grid, x) }
func (w *watched) pair(x, y int) string { return laws.Pair(w.Grid, x, y) }

// test returns a test at this beta.
func (w *watched) test(law laws.Law, p float64, format string, args ...any) test {
	return test{law: law, p: p, witness: w.atBeta(format, args...)}
}

// atBeta formats a text and names this beta.
func (w *watched) atBeta(format string, args ...any) string {
	return fmt.Sprintf("at beta = %.6g ", w.Beta) + fmt.Sprintf(format, args...)
}

// A question asks one test of the moves.
type question struct {
	law laws.Law
	ask func() test
}

// answered makes the tests that these questions ask. Those that ctx leaves no time for accuse nobody, and are unclear:
// they count as tests all the same, so that what the others find is corrected for as many as were planned.
func (w *watched) answered(ctx context.Context, questions []question) []test {
	tests := make([]test, 0, len(questions))
	for _, q := range questions {
		t := test{law: q.law, p: 1, finds: math.Inf(1), short: math.Inf(1), left: true,
			unclear: w.atBeta("moves are left untested: %s", outOfTime)}
		if ctx.Err() == nil {
			t = q.ask()
		}
		t.level = w.T
		tests = append(tests, t)
	}
	return tests
}

// outOfTime says why something was left out.
const outOfTime = "the time was over"

// tests are all tests of the moves that were drawn at this level.
func (w *watched) tests(ctx context.Context) []test {
	return w.answered(ctx, append(w.draws(), w.moves()...))
}

// draws tests steps from draws of p: as draws of p, and by the order of log f.
func (w *watched) draws() []question {
	to := w.drawn.To()
	say := func(law laws.Law, f evidence.Fit) test {
		t := w.test(law, f.P, "%s is entered %s, %.6g expected (%s)", w.cell(f.Worst), howOften(to[f.Worst]),
			float64(f.N)*w.P[f.Worst], f.How())
		w.lacks(&t, f.N, w.o.needed(max(f.Cells, 2)), text.Thousands(f.N)+" steps")
		return t
	}
	return []question{
		{laws.SeenDraws, func() test {
			return say(laws.SeenDraws, evidence.Multinomial(to, w.P, w.o.level(), w.dice))
		}},
		{laws.SeenRank, func() test { return say(laws.SeenRank, evidence.MidRank(to, w.P, w.LogF)) }},
	}
}

// moves tests moves from anywhere.
func (w *watched) moves() []question {
	questions := []question{{laws.SeenWalls, w.walls}, {laws.SeenBalance, w.balance}}
	if w.declared != nil {
		declared := func(x int) []float64 { return slices.Clone(w.declared[x]) }
		questions = append(questions, w.rows(laws.SeenRows, declared)...)
	}
	if w.redraws != 0 {
		questions = append(questions, w.rows(laws.SeenConditional, w.redrawn)...)
	}
	return questions
}

// walls tests whether a cell without mass is entered.
func (w *watched) walls() test {
	for at, n := range w.all.All() {
		x, y := at[0], at[1]
		if x != y && math.IsInf(w.LogF[y], -1) { // one is enough
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
		t.finds = math.Inf(1)
		t.short = math.Inf(1)
		t.unclear = w.atBeta("no move is seen from cells of mass %.3g", unseen)
	} else {
		w.lacks(&t, fit.N, w.o.neededForBalance(fit.Cells), "the moves are worth "+text.Thousands(fit.N)+" draws of p")
		t.finds = evidence.FoundByBalance(float64(fit.N), fit.Cells, w.o.level(), w.o.Power)
	}
	return t
}

// lacks marks a test as unclear if it has fewer data than find the fault, and then says what it has. The fault that
// Pearson's test finds falls with the root of the data (see evidence.Needed).
func (w *watched) lacks(t *test, has, needed int, says string) {
	if needed > 0 {
		t.finds = w.o.Fault * math.Sqrt(float64(needed)/float64(has))
	}
	if has < needed {
		t.short = float64(needed) / float64(has)
		t.unclear = w.atBeta("%s, and %s find a fault of %g", says, text.Thousands(needed), w.o.Fault)
	}
}

// redrawn is the row of the moves that were counted from x, redrawn. It ends on the same lines as these moves, which
// makes no test's p-value smaller: what is left to chance is less.
func (w *watched) redrawn(x int) []float64 {
	row := make([]float64, len(w.P))
	for y, n := range w.all.Row(x) {
		row[y] = float64(n)
	}
	if w.all.From(x) == 0 {
		row[x] = 1 // as good as any
	}
	return w.Redrawn(w.redraws, x, row)
}

// rows tests every row of a cell with mass against what it should be, but for a factor.
func (w *watched) rows(law laws.Law, should func(x int) []float64) []question {
	var questions []question
	for x, p := range w.P {
		if p > 0 {
			questions = append(questions, question{law, func() test { return w.row(law, x, should(x)) }})
		}
	}
	return questions
}

// row tests the moves from x against its row, but for a factor.
func (w *watched) row(law laws.Law, x int, row []float64) test {
	floats.Scale(1/floats.Sum(row), row)
	n := w.all.From(x)
	f := evidence.Multinomial(w.all.Row(x), row, w.o.level(), w.dice)
	by := ""
	if law == laws.SeenConditional {
		by = " by " + w.Redrawing(w.redraws, x, f.Worst)
	}
	t := w.test(law, f.P, "%s %s of %s times, %.6g expected%s (%s)",
		w.pair(x, f.Worst), text.Thousands(w.all.Count(x, f.Worst)), text.Thousands(n), float64(n)*row[f.Worst],
		by, f.How())
	if f.Cells > 1 {
		w.lacks(&t, n, w.o.needed(f.Cells), text.Thousands(n)+" moves from "+w.cell(x))
	}
	return t
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
	from, to := cells[0], cells[0]
	reached := reachedFrom(seen, from)
	if i := slices.IndexFunc(cells, func(y int) bool { return !reached[y] }); i >= 0 {
		to = cells[i]
	} else { // it reaches all
		reaching := reachedFrom(reversed(seen), to)
		from = cells[slices.IndexFunc(cells, func(x int) bool { return !reaching[x] })]
	}
	return fmt.Sprintf("at beta = %.6g in %s moves no way from %s to %s was seen: they part the cells into %d classes",
		w.Beta, text.Thousands(w.all.Moves()), w.cell(from), w.cell(to), len(classes))
}

// reachedFrom are the nodes to which ways lead from x.
func reachedFrom(g *simple.DirectedGraph, x int) map[int]bool {
	reached := map[int]bool{}
	walk := traverse.DepthFirst{Visit: func(n graph.Node) { reached[int(n.ID())] = true }}
	walk.Walk(g, simple.Node(x), nil)
	return reached
}

// reversed has every edge the other way round.
func reversed(g *simple.DirectedGraph) *simple.DirectedGraph {
	back := simple.NewDirectedGraph()
	for nodes := g.Nodes(); nodes.Next(); {
		back.AddNode(nodes.Node())
	}
	for edges := g.Edges(); edges.Next(); {
		back.SetEdge(edges.Edge().ReversedEdge())
	}
	return back
}

// A Seen shows, for the level at which counted moves are farthest off, how far they are, cell by
// cell, in standard deviations. It is for pictures: no law is judged by it.
type Seen struct {
	Beta  float64
	P     []float64 // the density
	Moves int       // that are compared
	Drawn bool      // the moves are from draws of p; if not, they are weighted as if they were
	Into  []float64 // by cell: into it, less what p expects
	Ways  []Way     // less what the declared kernel expects; nil if none is declared
	least float64   // the smallest p-value of the level
	most  float64   // the largest deviation
}

// A Way is a direction of moves.
type Way struct {
	Name string    // such as "up, axis 1", "stays" or "elsewhere"
	Off  []float64 // by the cell from which the moves are
}

// look keeps what is seen at a level if it is farther off than what was seen before.
func (v *Validation) look(w *watched, tests []test) {
	s := Seen{Beta: w.Beta, P: w.P, Moves: w.all.Moves(), least: 1}
	for _, t := range tests {
		s.least = min(s.least, t.p)
	}
	if n := w.drawn.Moves(); n > 0 {
		s.Moves, s.Drawn = n, true
		s.Into = offDraws(w.drawn, w.P)
	} else {
		s.Into = offWeighted(w.all, w.P)
	}
	if w.declared != nil {
		s.Ways = offWays(w.Grid, w.all, w.declared)
	}
	for _, way := range append(s.Ways, Way{Off: s.Into}) {
		s.most = max(s.most, floats.Norm(way.Off, math.Inf(1)))
	}
	if v.Seen == nil || s.least < v.Seen.least || s.least == v.Seen.least && s.most > v.Seen.most {
		v.Seen = &s
	}
}

// deviation returns count less expected, in standard deviations. A deviation counts as one
// move at least, so that a single rare move is not far off, and 300 impossible ones are 300
// off.
func deviation(count, expected, variance float64) float64 {
	return (count - expected) / math.Sqrt(max(variance, 1))
}

// offDraws compares the cells after a step from draws of p with p.
func offDraws(seen *evidence.Tally, p []float64) []float64 {
	off := make([]float64, len(p))
	n := float64(seen.Moves())
	for y, k := range seen.To() {
		off[y] = deviation(float64(k), n*p[y], n*p[y]*(1-p[y]))
	}
	return off
}

// offWeighted compares the cells after a step from p with p, by moves from anywhere. A move
// from x has the weight p(x) over the number of moves from x. The variance is that of these
// weights under the rows that were seen, and of one more move of the largest weight, because a
// way that was never taken shows no variance of its own; or under draws of p if that is larger.
func offWeighted(seen *evidence.Tally, p []float64) []float64 {
	n := float64(seen.Moves())
	moved := make([]float64, len(p))
	variance := make([]float64, len(p))
	off := make([]float64, len(p))
	most := 0.0
	for at, k := range seen.All() {
		from, share := float64(seen.From(at[0])), p[at[0]]
		most = max(most, share/from)
		moved[at[1]] += share * float64(k) / from
		variance[at[1]] += share * share * float64(k) / from * (1 - float64(k)/from) / from
	}
	for y, q := range p {
		off[y] = deviation(n*moved[y], n*q, n*max(n*(variance[y]+most*most), q*(1-q)))
	}
	return off
}

// offWays compares the moves from each cell with the declared kernel's rows, by direction.
// Directions without any move, seen or declared, are left out.
func offWays(g grid.Grid, seen *evidence.Tally, declared [][]float64) []Way {
	names := wayNames(g)
	ways := make([]Way, len(names))
	some := make([]bool, len(names))
	for i, name := range names {
		ways[i] = Way{Name: name, Off: make([]float64, g.Size())}
	}
	for x := range g.Size() {
		n := float64(seen.From(x))
		counts := make([]float64, len(names))
		odds := make([]float64, len(names))
		for y, k := range seen.Row(x) {
			if k == 0 && declared[x][y] == 0 { // as between most cells
				continue
			}
			i := slices.Index(names, wayOf(g, x, y))
			counts[i] += float64(k)
			odds[i] += declared[x][y]
		}
		for i, q := range odds {
			ways[i].Off[x] = deviation(counts[i], n*q, n*q*(1-q))
			some[i] = some[i] || counts[i] > 0 || n*q > 0
		}
	}
	return slices.DeleteFunc(ways, func(w Way) bool { return !some[slices.Index(names, w.Name)] })
}

// wayNames are the names of directions: a grid's moves, none, and any other.
func wayNames(g grid.Grid) (names []string) {
	for a := range g.Axes() {
		names = append(names, wayAlong(g, a, false), wayAlong(g, a, true))
	}
	return append(slices.Compact(names), "stays", "elsewhere")
}

// planeWays are the directions along each of two axes, on a map with row 0 at the top.
var planeWays = [2][]string{{"up", "down"}, {"left", "right"}}

// wayAlong is the name of a direction along an axis. On two axes it is that of a map with row 0 at the top. Labels have
// no direction.
func wayAlong(g grid.Grid, axis int, forth bool) string {
	words := []string{"back", "forth"}
	switch {
	case g.Kind(axis) == grid.Any:
		words = []string{"to any other", "to any other"}
	case g.Axes() == 2:
		words = planeWays[axis]
	}
	if forth {
		words = words[1:]
	}
	return fmt.Sprintf("%s, axis %d", words[0], axis+1)
}

// wayOf returns the direction of a move, one of wayNames. Where the ends of a ring touch, the last cell is back of the
// first.
func wayOf(g grid.Grid, x, y int) string {
	if x == y {
		return "stays"
	}
	for a := range g.Axes() {
		for _, s := range g.Steps(a) {
			if to, ok := g.Take(x, s); ok && to == y {
				return wayAlong(g, a, s.Cells == 1 || s.Cells < -1)
			}
		}
	}
	return "elsewhere"
}

// mostKept is the largest number of levels whose moves are kept for a cause, evenly chosen.
const mostKept = 64

// suspect finds the likely cause of what samples break.
func (v *Validation) suspect(ctx context.Context) {
	if v.OK() {
		return
	}
	if v.alone {
		v.Cause = cause.Shared()
		return
	}
	if axis, stuck := v.stuck(); stuck {
		v.Cause = cause.Frozen()
		if slices.ContainsFunc(v.axes, func(a along) bool { return a.changed }) {
			v.Cause = cause.StuckOn(axis)
		}
		return
	}
	if v.Candidate.Grid.Size() > mostDiagnosed {
		v.leaveOut(unsearched, text.Thousands(v.Candidate.Grid.Size()), mostDiagnosed)
		return
	}
	c := cause.Case{Annealing: v.Candidate.Annealing}
	for _, w := range v.kept {
		c.Levels = append(c.Levels, cause.Level{Written: w.Written, Seen: w.all})
	}
	found, err := cause.Of(ctx, c)
	v.Cause = found
	if err != nil {
		v.leaveOut(cutShort)
	}
}
