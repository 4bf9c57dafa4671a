package validation

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"hash/fnv"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/laws"
	"breadboard/chains/sample"
	"breadboard/exact"
	"breadboard/grid/must"
	"breadboard/grid/text"
	"breadboard/reports/reporttest"
	"breadboard/reports/table"
)

// Seeded returns the annealing with the bug in its kernel or in its matrices.
func Seeded(b Bug) Candidate {
	sound := Candidate{Annealing: sound()}
	a, declared := sound.Annealing, b.Declared
	if b.Kernel != nil {
		a.Kernel = b.Kernel
	}
	if declared == nil && !b.Undeclared {
		declared = sound.Kernel
	}
	s := Candidate{Name: b.Name, Annealing: a, Base: a, Declared: declared}
	if b.Rows != nil {
		s.Given = func(t int) [][]float64 {
			return b.Rows(sound.write(t, sound.Schedule.Beta(t), sound.Kernel.On(sound.Grid)).Rows)
		}
	}
	return s
}

// A program runs a candidate's chains with a wrong start or wrong weights.
type program struct {
	Candidate
	Bug
	levels                 []*laws.Written
	forwardFrom, reverseOf []float64 // the laws that chains start from
}

func newProgram(s Candidate, b Bug) *program {
	p := &program{Candidate: s, Bug: b}
	op := p.Candidate.Kernel.On(p.Grid)
	for t := 1; t <= p.T(); t++ {
		p.levels = append(p.levels, p.write(t, p.Schedule.Beta(t), op))
	}
	p.forwardFrom, p.reverseOf = p.levels[0].P, p.levels[p.T()-1].P
	if b.Start != nil {
		p.forwardFrom = b.Start(p.forwardFrom)
	}
	if b.ReverseStart != nil {
		p.reverseOf = b.ReverseStart(p.reverseOf)
	}
	return p
}

// into returns the step to level t.
func (p *program) into(t int) laws.Step {
	step := p.step(p.levels[t-2], p.levels[t-1])
	sound := step
	if p.Forward != nil {
		step.Forward = p.Forward(sound)
	}
	if p.Reverse != nil {
		step.Reverse = p.Reverse(sound)
	}
	return step
}

// withBug is Run of the annealing with the bug in it. If the bug is in a program and not in
// the kernel, no candidate can have it: its chains are then run here, over the same laws.
func withBug(ctx context.Context, b Bug) (Validation, error) {
	v, err := Run(ctx, Seeded(b), nil)
	if err != nil || b.Start == nil && b.ReverseStart == nil && b.Forward == nil && b.Reverse == nil {
		return v, err
	}
	res, err := exact.Run(ctx, v.Candidate.Annealing)
	p := newProgram(Seeded(b), b)
	up, down, flow, J := p.run()
	found := v.Laws[:len(v.Levels[0].Laws)]
	if p.Start != nil {
		found = append(found, p.levels[0].Starts(laws.Start, p.forwardFrom))
	}
	if p.ReverseStart != nil {
		found = append(found, p.levels[p.T()-1].Starts(laws.ReverseStart, p.reverseOf))
	}
	chain := p.chainLaws(up, down, flow)
	if p.Forward != nil || p.Reverse != nil {
		crooks := slices.IndexFunc(chain, func(f laws.Finding) bool { return f.Law == laws.Crooks })
		chain = slices.Insert(chain, crooks, p.oneWeight())
	}
	v.Laws = append(append(slices.Clone(found), chain...), laws.BoundsJOf(up, J, down.LogW-up.LogW),
		laws.TwoFormulasOf(up, down, res.Pairwise.Jeffreys()))
	return v, err
}

// run takes both chains through all levels. J is of the cells in which forward chains end.
func (p *program) run() (up, down *laws.Chain, flow laws.Flow, J float64) {
	T, q := p.T(), p.forwardFrom
	up, down = laws.NewChain(p.forwardFrom, T, 0, 0), laws.NewChain(p.reverseOf, T, 0, 0)
	for t := 2; t <= T; t++ {
		flow.See(p.into(t))
		up.Up(p.into(t))
		down.Down(p.into(T + 2 - t))
		q = pushed(q, p.levels[t-1].Rows)
	}
	for x, mass := range p.levels[T-1].P {
		if q[x] != mass {
			J += (q[x] - mass) * math.Log(q[x]/mass)
		}
	}
	return up, down, flow, J
}

// oneWeight holds the program to the law that both chains give a step the same weight.
func (p *program) oneWeight() laws.Finding {
	var off laws.Worst
	for t := 2; t <= p.T(); t++ {
		for x, row := range p.levels[t-1].Rows {
			for y, v := range row {
				if step := p.into(t); (v > 0 || p.levels[t-1].Back[y][x] > 0) &&
					off.See(math.Abs(step.Reverse(x, y)-step.Forward(x, y))) {
					off.At("at step %d %s", t, laws.Pair(p.Grid, x, y))
				}
			}
		}
	}
	return off.Finding(laws.OneWeight, 1e-10)
}

// by moves a state by these rows. What is no probability is 0 in them, and what is left of 1 stays.
func by(rows [][]float64) func(x int, d chains.Dice) int {
	to, odds := make([][]int, len(rows)), make([][]float64, len(rows)) // by cell: where it may go, and with what odds
	for x, row := range rows {
		stay := 1.0
		for y, p := range row {
			if y != x && p > 0 && !math.IsInf(p, 1) {
				to[x], odds[x] = append(to[x], y), append(odds[x], p)
				stay -= p
			}
		}
		if stay > 0 {
			to[x], odds[x] = append(to[x], x), append(odds[x], stay)
		}
	}
	return func(x int, d chains.Dice) int { return to[x][d.Pick(odds[x])] }
}

// mover moves by the rows of a level of the program.
func (p *program) mover(seed uint64) *mover {
	m := moving(sample.Seeded(seed, 77), func(beta float64, _ []float64) func(x int, d chains.Dice) int {
		at := slices.IndexFunc(p.levels, func(l *laws.Written) bool { return l.Beta == beta })
		return by(p.levels[at].Rows)
	})
	_ = m.Aim(context.Background(), 1, nil)
	return m
}

// chains runs n chains each way by the program's own starts and weights, and tests their
// estimates.
func (p *program) chains(n int, d chains.Dice) []test {
	T := p.T()
	up, down := make([]float64, n), make([]float64, n)
	draws := func(law []float64) []int {
		states := make([]int, n)
		for i := range states {
			states[i] = d.Pick(law)
		}
		return states
	}
	states := draws(p.forwardFrom)
	for t := 2; t <= T; t++ {
		step := p.into(t)
		next := by(step.To.Rows)
		for i, x := range states {
			states[i] = next(x, d)
			up[i] += step.Forward(x, states[i])
		}
	}
	states = draws(p.reverseOf)
	for t := T; t >= 2; t-- {
		step := p.into(t)
		next := by(step.To.Back)
		for i, x := range states {
			states[i] = next(x, d)
			down[i] += step.Reverse(states[i], x)
		}
	}
	logR := floats.LogSumExp(p.levels[T-1].LogF) - floats.LogSumExp(p.levels[0].LogF)
	return []test{sandwiched(up, down), meanIs1(seenMeanW, up, logR, 1), meanIs1(seenMeanInvW, down, logR, -1)}
}

// meanIs1 tests whether the mean of exp(sign (log w - log R)) is 1.
func meanIs1(law laws.Law, logw []float64, logR, sign float64) test {
	w := slices.Clone(logw)
	for i, v := range w {
		w[i] = math.Exp(sign * (v - logR))
	}
	mean, variance := stat.MeanVariance(w, nil)
	t := test{law: law, p: 1}
	if se := math.Sqrt(variance / float64(len(w))); math.Abs(mean-1) > 1e-12 && !math.IsNaN(mean) {
		t.p = 2 * distuv.UnitNormal.Survival(math.Abs(mean-1)/max(se, 1e-12))
	}
	return t
}

// The laws of a program's weights, which samples of a kernel alone cannot tell.
const (
	seenMeanW    laws.Law = "mean of w = Z_T/Z_1"
	seenMeanInvW laws.Law = "mean of 1/w = Z_1/Z_T"
)

// exactLaws and seenLaws are the checks, in the order of the committed table.
var (
	exactLaws = []laws.Law{laws.Entries, laws.Sums, laws.Walls, laws.Invariance, laws.EachCell, laws.Reversal,
		laws.Connected, laws.Aperiodic, laws.Push, laws.Declared, laws.Start, laws.ReverseStart, laws.OneWeight,
		laws.Crooks, laws.MeanW, laws.MeanInvW, laws.Below, laws.Above, laws.Sandwich, laws.BoundsJ, laws.TwoFormulas}
	seenLaws = []laws.Law{laws.SeenWalls, laws.SeenDraws, laws.SeenRank, laws.SeenBalance, laws.SeenRows,
		laws.SeenSandwich, seenMeanW, seenMeanInvW}
)

// huntMoves and huntRepeats size the committed study. huntLevel makes the probability of one accusation, in all
// samplings of a sound kernel by all checks, less than a hundredth.
const huntMoves, huntRepeats, huntLevel = 100_000, 20, 1e-4

// A catch says which exact checks find a bug, and how often each sampled check does.
type catch struct {
	Bug Bug // no name if nothing is wrong
	Validation
	caught laws.Finding     // of the law that is to catch it
	found  map[laws.Law]int // by sampled check: in how many samplings
	any    int              // in how many at least one found it
	// E_rev[log w] - E_fwd[log w], and the J of the cells in which forward chains end; NaN if the rows are no
	// probabilities.
	gap, J float64
}

// hunt holds the annealing with a bug to all exact laws. What comes out for a bug does not depend on others.
func hunt(t *testing.T, b Bug) catch {
	t.Helper()
	c := catch{Bug: b, Validation: must.Have(withBug(t.Context(), b))(t), found: map[laws.Law]int{}}
	up, down, _, J := newProgram(Seeded(b), b).run()
	c.gap, c.J = down.LogW-up.LogW, J
	for _, f := range c.Broken() {
		if f.Law == laws.Entries || f.Law == laws.Sums {
			c.gap, c.J = math.NaN(), math.NaN()
		}
		if f.Law == b.Caught {
			c.caught = f
		}
	}
	return c
}

// sampled samples the bug repeatedly: its kernel at the target, and its chains, by half of the moves
// each. Each check's p-values are corrected for how many it has, and each check is judged by itself.
func (c *catch) sampled(t *testing.T) {
	t.Helper()
	name, p := fnv.New64(), newProgram(Seeded(c.Bug), c.Bug)
	_, _ = name.Write([]byte(c.Bug.Name))
	for r := range uint64(huntRepeats) {
		o := Sampling{Fault: 0.1, Level: huntLevel, Power: 0.9, Seed: name.Sum64() + r}
		m, w := p.mover(o.Seed), newWatched(p.Candidate, p.T(), 1, plan{Sampling: o, needs: map[int]int{}})
		must.Do(t, w.half(t.Context(), m, huntMoves/2))
		by := map[laws.Law][]float64{}
		for _, t := range slices.Concat(w.tests(t.Context()), p.chains(huntMoves/(2*(p.T()-1)), m.dice)) {
			by[t.law] = append(by[t.law], t.p)
		}
		any := 0
		for law, p := range by {
			if floats.Min(evidence.Holm(p)) <= o.Level {
				c.found[law]++
				any = 1
			}
		}
		c.any += any
	}
}

// half asks for n moves from draws of p, and for n from each cell alike.
func (w *watched) half(ctx context.Context, m *mover, n int) error {
	states, mass := make([]int, n), chains.Support(w.P)
	for i := range states {
		states[i] = w.dice.Pick(w.P)
	}
	if err := w.step(ctx, m, states, true); err != nil {
		return err
	}
	for i := range states {
		states[i] = mass[i%len(mass)]
	}
	return w.step(ctx, m, states, false)
}

var (
	update      = flag.Bool("update", false, "write the committed table of seeded bugs anew")
	coordinates = regexp.MustCompile(`\[(\d) (\d)\]`)
	number      = regexp.MustCompile(`-?\d+\.?\d*(e[-+]?\d+)?`)
)

const again = "go test ./experiments/validation -run Bugs -update would bring it up to date"

// committed reads a file of the committed tables.
func committed(t *testing.T, name string) string {
	t.Helper()
	return string(must.Have(os.ReadFile(filepath.Join("..", "..", "reports", "validation", name)))(t))
}

type row = map[string]any

func parsed(t *testing.T, data string) (rows []row) {
	t.Helper()
	must.Do(t, json.Unmarshal([]byte(data), &rows))
	return rows
}

// Every bug is caught by the law that is to catch it, with a witness that is the
// bug's place, and its cause is named; and the annealing that it was put into is not accused. The committed table has
// the exact part of every bug, and every sampling of some. With -update all of it is made anew.
func TestBugs(t *testing.T) {
	var all []catch
	catches := map[laws.Law]bool{}
	for _, b := range append([]Bug{{}}, Bugs...) {
		c := hunt(t, b)
		all = append(all, c)
		if b.Name == "" {
			if !c.OK() {
				t.Fatalf("without a bug: %s", c.Verdict())
			}
			continue
		}
		for _, f := range c.Broken() {
			catches[f.Law] = true
		}
		c.test(t)
	}
	for _, law := range exactLaws {
		if !catches[law] {
			t.Errorf("no bug breaks the law %q", law)
		}
	}
	sampled := []int{6}
	if os.Getenv("BREADBOARD_LONG") != "" {
		sampled = append(sampled, 1, len(all)-2)
	}
	for i := range all {
		if *update || slices.Contains(sampled, i) {
			all[i].sampled(t)
		}
	}
	if *update {
		for name, data := range files(t, all) {
			must.Do(t, os.WriteFile(filepath.Join("..", "..", "reports", "validation", name), data, 0o644))
		}
	}
	t.Logf("%s", files(t, all)["bugs.md"])
	for _, f := range drawn(parsed(t, committed(t, "bugs.json"))) {
		path, png := filepath.Join("..", "..", "reports", "validation", f.Name), strings.HasSuffix(f.Name, ".png")
		if *update {
			must.Do(t, os.WriteFile(path, reporttest.Content(t, f), 0o644))
		} else if !png || os.Getenv("BREADBOARD_LONG") != "" { // it is drawn as the SVG is
			reporttest.UpToDate(t, path, reporttest.Content(t, f), again, false)
		}
	}
	was, is := parsed(t, committed(t, "bugs.json")), parsed(t, string(files(t, all)["bugs.json"]))
	if len(was) != len(is) {
		t.Fatalf("%d rows are committed; %s", len(was), again)
	}
	for i := range is {
		for key, v := range is[i] {
			if a, b := sixDigits(v), sixDigits(was[i][key]); a != b &&
				(!strings.HasPrefix(key, "found_by") || slices.Contains(sampled, i)) {
				t.Errorf("%v: %s is %s, committed %s; %s", is[i]["bug"], key, a, b, again)
			}
		}
	}
	// The other files say the same.
	md, csv := committed(t, "bugs.md"), committed(t, "bugs.csv")
	for _, c := range all[1:] {
		if !strings.Contains(md, "| "+c.Bug.Name) || c.Cause != nil && !strings.Contains(md, "| "+c.Cause.Says) ||
			!strings.Contains(csv, "\n"+c.Bug.Name+",") {
			t.Errorf("%s is not in both tables; %s", c.Bug.Name, again)
		}
	}
}

// test fails t unless the bug is caught by its law, at its place and by its cause.
func (c catch) test(t *testing.T) {
	t.Helper()
	cause := ""
	if c.Cause != nil {
		cause = c.Cause.Name
	}
	if c.caught.Law == "" || cause != c.Bug.Cause || !strings.Contains(c.Verdict(), "breaks") ||
		c.Cause != nil && !strings.HasSuffix(c.Verdict(), "; likely cause: "+c.Cause.Says) {
		t.Errorf("%s: %q is to catch it, by the cause %q: %v: %s", c.Bug.Name, c.Bug.Caught, c.Bug.Cause, c.Broken(),
			c.Verdict())
	}
	if !regexp.MustCompile(c.Bug.Witness).MatchString(c.caught.Witness) {
		t.Errorf("%s: the witness %q is not the bug's", c.Bug.Name, c.caught.Witness)
	}
	g := Scene().Grid
	for _, at := range coordinates.FindAllStringSubmatch(c.caught.Witness, -1) {
		var row, col int
		fmt.Sscan(at[1]+" "+at[2], &row, &col)
		if c.Bug.Near != nil && !c.Bug.Near(g, g.Index(row, col)) {
			t.Errorf("%s: %s of %q has nothing to do with it", c.Bug.Name, at[0], c.caught.Witness)
		}
	}
}

// sixDigits rounds the numbers in a value. They are sums of a few hundred terms, and witnesses have twelve digits of
// them: the last may be rounded the other way on another machine.
func sixDigits(v any) string {
	return number.ReplaceAllStringFunc(fmt.Sprint(v), func(s string) string {
		var f float64
		fmt.Sscan(s, &f)
		return fmt.Sprintf("%.6g", f)
	})
}

// The figures on the page of verdicts and in the report stand in the table.
func TestPageTellsOfBugs(t *testing.T) {
	page := must.Have(os.ReadFile(filepath.Join("..", "..", "cmd", "breadboard", "doc", "verdict.md")))(t)
	rows := parsed(t, committed(t, "bugs.json"))[1:]
	for _, law := range seenLaws {
		if !slices.ContainsFunc(rows, func(r row) bool { return r["found_by: "+string(law)] == 1.0 }) {
			t.Errorf("no bug is always found by %q", law)
		}
	}
	var always, never, named int
	var negative, below, above int // gaps below 0, others below J, and not below J
	for _, row := range rows {
		if row["cause"] != "" {
			named++
		}
		J, finite := row["J"].(float64)
		switch gap, ok := row["gap"].(float64); {
		case !ok:
		case gap < 0:
			negative++
		case gap < J || !finite:
			below++
		default:
			above++
		}
		switch row["found_by_any"] {
		case 1.0:
			always++
		case 0.0:
			never++
		}
	}
	words := strings.Join(strings.Fields(string(page)+" "+committed(t, "README.md")), " ")
	must.Say(t, words,
		fmt.Sprintf("We seeded %d bugs", len(rows)), fmt.Sprintf("The verdict names the cause of %d,", named),
		fmt.Sprintf("find %d of the bugs every time, %d now and then, and %d never", always,
			len(rows)-always-never, never),
		fmt.Sprintf("had %s moves of the kernel and as many of annealed chains, %d times over",
			text.Thousands(huntMoves),
			huntRepeats),
		fmt.Sprintf("It is below 0 for %d, below J for %d more, and at least J for %d.", negative, below, above),
		"`"+strings.TrimSuffix(again, " would bring it up to date")+"`")
}

// files returns the study as Markdown, CSV and JSON, with a row for the sound kernel and one for each bug.
func files(t *testing.T, all []catch) map[string][]byte {
	t.Helper()
	page := table.Table{Title: "Seeded bugs, each by the law that is to catch it", Columns: table.Columns("bug",
		"about=what it does", "caught_by=caught by", "value=off by", "witness", "cause=likely cause, as the verdict "+
			"names it",
		"exact laws broken", "found, of 20", "gap", "J")}
	page.Note("Found: in how many of %d samplings at least one sampled check finds the bug, by %s moves of the "+
		"kernel at the target and as many of annealed chains. Each check is at level %g, its p-values corrected for "+
		"how many it has.",
		huntRepeats, text.Thousands(huntMoves), huntLevel)
	page.Note("The gap is E_rev[log w] - E_fwd[log w], exact, which is B if nothing is wrong. J is of the cells in " +
		"which forward chains end. Both are in nats; rows that are no probabilities have none.")
	page.Note("bugs.csv and bugs.json have each exact law and each sampled check.")
	data := table.Table{Columns: table.Keys("bug about balance caught_by value limit witness cause exact_checks " +
		"moves samplings found_by_any gap J")}
	for _, law := range seenLaws {
		data.Columns = append(data.Columns, table.Column{Key: "found_by: " + string(law)})
	}
	for i, c := range all {
		name := c.Bug.Name
		says := "-"
		cause := ""
		broken := []string{}
		if c.Cause != nil {
			says, cause = c.Cause.Says, c.Cause.Name
		}
		if i == 0 {
			name = "none: a sound kernel"
		}
		for _, f := range c.Broken() {
			broken = append(broken, string(f.Law))
		}
		share := func(n int) float64 { return float64(n) / huntRepeats }
		row := []any{c.Bug.Name, c.Bug.About, c.Balance.String(), string(c.caught.Law), c.caught.Value, c.caught.Limit,
			c.caught.Witness, cause, broken, huntMoves, huntRepeats, share(c.any), table.Known(c.gap), table.Known(c.J)}
		for _, law := range seenLaws {
			row = append(row, share(c.found[law]))
		}
		data.Rows = append(data.Rows, row)
		page.Add(name, c.Bug.About, string(c.caught.Law), table.ThreeDigits(c.caught.Value),
			c.caught.Witness, says, len(broken),
			c.any, table.Known(c.gap), table.Known(c.J))
	}
	made := map[string][]byte{}
	for _, f := range append(table.Data("bugs", data), table.Page("bugs.md", page)) {
		made[f.Name] = reporttest.Content(t, f)
	}
	return made
}
