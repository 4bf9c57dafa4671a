package validation

import (
	"flag"
	"fmt"
	"hash/fnv"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/chains/laws"
	"breadboard/chains/sample"
	"breadboard/exact"
	"breadboard/grid/must"
)

// The table of mistakes stands in the guide for kernels, below this head.
const (
	guide     = "../../cmd/breadboard/doc/kernel.md"
	tableHead = "| mistake | it does this | law that catches it | off by | found by moves |\n|:--|:--|:--|--:|--:|\n"
)

var update = flag.Bool("update", false, "write the rows of the table of mistakes anew")

// Each sampling has this many moves of the kernel at the target, and as many of annealed chains. The level keeps the
// probability of one accusation, in all samplings of a sound kernel by all tests, below a hundredth.
const (
	mistakenMoves = 100_000
	samplings     = 20
	mistakenLevel = 1e-4
)

// brieflySampled are the mistakes that the short form samples: one is always found, one never, one now and then.
var brieflySampled = []string{"no Hastings ratio at edges", "one cell off by 1e-6", "one start for all"}

// exactLaws are the laws that at least one of the mistakes breaks.
var exactLaws = []laws.Law{laws.Entries, laws.Sums, laws.Walls, laws.Invariance, laws.EachCell, laws.Reversal,
	laws.Connected, laws.Aperiodic, laws.Push, laws.Declared, laws.Start, laws.ReverseStart, laws.OneWeight,
	laws.Crooks, laws.MeanW, laws.MeanInvW, laws.Below, laws.Above, laws.Sandwich, laws.BoundsJ, laws.TwoFormulas}

// TestMistakes: every mistake is caught by the law that should catch it, at a witness that is its place, and its cause
// is named; the sound annealing is not accused. The guide's table and its counts are those of today, in the short form
// of all laws and of a few samplings.
func TestMistakes(t *testing.T) {
	page := must.Have(os.ReadFile(guide))(t)
	before, after, _ := strings.Cut(string(page), tableHead)
	rows, after, whole := strings.Cut(after, "\n\n")
	if !whole {
		t.Fatalf("%s has no table of mistakes, with text after it", guide)
	}
	if v := judged(t, mistake{}); !v.OK() {
		t.Errorf("without a mistake: %s", v.Verdict())
	}
	if n := found(t, mistake{}, 0); n > 0 {
		t.Errorf("without a mistake samples find one in %d samplings", n)
	}
	fresh := ""
	broken := map[laws.Law]int{}
	var causes, always, never int
	for _, m := range mistakes {
		v := judged(t, m)
		caught := catches(t, m, v)
		for _, f := range v.Broken() {
			broken[f.Law]++
		}
		n := found(t, m, shown(rows, m.Name))
		fresh += fmt.Sprintf("| %s | %s | `%s` | %.3g | %d |\n", m.Name, m.About, m.Caught, caught.Value, n)
		if m.Cause != "" {
			causes++
		}
		switch n {
		case 0:
			never++
		case samplings:
			always++
		}
	}
	for _, law := range exactLaws {
		if broken[law] == 0 {
			t.Errorf("no mistake breaks the law %q", law)
		}
	}
	if fresh = strings.TrimSuffix(fresh, "\n"); *update && fresh != rows {
		must.Do(t, os.WriteFile(guide, []byte(before+tableHead+fresh+"\n\n"+after), 0o644))
	} else if fresh != rows {
		t.Errorf("%s has other rows than are computed; -update writes them, and with BREADBOARD_LONG=1 all that is "+
			"sampled: %s", guide, cmp.Diff(rows, fresh))
	}
	_, text, _ := strings.Cut(before, "## Which law finds which mistake")
	must.Say(t, strings.Join(strings.Fields(text), " "),
		fmt.Sprintf("%d mistakes that people make", len(mistakes)),
		fmt.Sprintf("Exact laws catch all %d", len(mistakes)),
		fmt.Sprintf("for %d the verdict names the cause", causes),
		fmt.Sprintf("`pT = p` catches %d", broken[laws.Invariance]),
		fmt.Sprintf("The law that the gap is not negative catches %d", broken[laws.Sandwich]),
		fmt.Sprintf("find %d of the mistakes every time, %d now and then, and %d never", always,
			len(mistakes)-always-never, never))
}

var coordinates = regexp.MustCompile(`\((\d), (\d)\)`)

// catches returns the finding of the law that should catch the mistake. It fails t unless the law is broken, at the
// mistake's place, and the verdict names its cause and no other.
func catches(t *testing.T, m mistake, v Validation) laws.Finding {
	t.Helper()
	caught := v.finding(m.Caught)
	if caught == nil || caught.OK {
		t.Errorf("%s: %q does not catch it: %s", m.Name, m.Caught, v.Verdict())
		return laws.Finding{}
	}
	if !regexp.MustCompile(m.Witness).MatchString(caught.Witness) {
		t.Errorf("%s: the witness %q is not its place", m.Name, caught.Witness)
	}
	if v.named() != m.Cause || v.Cause != nil && !strings.HasSuffix(v.Verdict(), "; likely cause: "+v.Cause.Says) {
		t.Errorf("%s: the cause is %q, want %q: %s", m.Name, v.named(), m.Cause, v.Verdict())
	}
	g := mistakenScene().Grid
	for _, at := range coordinates.FindAllStringSubmatch(caught.Witness, -1) {
		x := g.Index(int(at[1][0]-'0'), int(at[2][0]-'0'))
		if m.Near != nil && !m.Near(g, x) {
			t.Errorf("%s: %s of %q has nothing to do with it", m.Name, at[0], caught.Witness)
		}
	}
	return *caught
}

// mistaken returns the candidate that has the mistake in its kernel or in its matrices.
func mistaken(m mistake) Candidate {
	a := m.annealing()
	return Candidate{Name: m.Name, Annealing: a, Declared: m.declares(), Given: m.given()}
}

// byMatrices returns what Run says of the annealing with this mistake. Two tests ask for it, and it is run once.
func byMatrices(t *testing.T, m mistake) Validation {
	t.Helper()
	v, known := ranByMatrices[m.Name]
	if !known {
		v = must.Have(Run(t.Context(), mistaken(m), nil))(t)
		ranByMatrices[m.Name] = v
	}
	return v
}

var ranByMatrices = map[string]Validation{}

// judged returns what all laws say of the mistake. No candidate can have one that is in a program: its chains are run
// here, over the same laws.
func judged(t *testing.T, m mistake) Validation {
	t.Helper()
	v := byMatrices(t, m)
	if !m.ofProgram() {
		return v
	}
	p := newFaultyProgram(m)
	first, last := p.Levels[0], p.Levels[p.T()-1]
	up, down, flow, J := p.Run()
	pairs := must.Have(exact.Run(t.Context(), v.Candidate.Annealing))(t).Pairwise.Jeffreys()
	v.Laws = slices.Concat(v.Laws[:len(v.Levels[0].Laws)], []laws.Finding{
		starts(laws.Start, first, p.Starts), starts(laws.ReverseStart, last, p.ReverseStarts), p.OneWeight(),
		flow.Crooks(p.Grid.Size()), down.Bound(laws.Above), down.Mean(laws.MeanInvW), up.Bound(laws.Below),
		up.Mean(laws.MeanW), laws.SandwichOf(up, down), laws.BoundsJOf(up, J, down.LogW-up.LogW),
		laws.TwoFormulasOf(up, down, pairs)})
	return v
}

// starts compares the law that a chain starts from with p.
func starts(law laws.Law, at *laws.Written, start []float64) laws.Finding {
	var off laws.Worst
	for x, p := range at.P {
		if off.See(math.Abs(start[x] - p)) {
			off.At("%s with probability %.4g instead of %.4g", laws.Cell(at.Grid, x), start[x], p)
		}
	}
	return off.Finding(law, laws.Rounding)
}

// shown returns how often samples find a mistake, as the rows say; -1 if they do not.
func shown(rows, name string) int {
	for line := range strings.Lines(rows) {
		cells := strings.Split(strings.TrimSpace(line), "|")
		n := -1
		if len(cells) > 2 && strings.TrimSpace(cells[1]) == name {
			fmt.Sscan(cells[len(cells)-2], &n)
			return n
		}
	}
	return -1
}

// found counts the samplings in which at least one test finds the mistake. The short form samples few mistakes, and
// takes what is known of the others.
func found(t *testing.T, m mistake, known int) (n int) {
	t.Helper()
	if known >= 0 && os.Getenv("BREADBOARD_LONG") == "" && !slices.Contains(brieflySampled, m.Name) {
		return known
	}
	name := fnv.New64()
	_, _ = name.Write([]byte(m.Name))
	p, s := newFaultyProgram(m), mistaken(m)
	for r := range uint64(samplings) {
		seed := name.Sum64() + r
		o := s.plan(Sampling{Level: mistakenLevel, Fault: 0.1, Power: 0.9, Seed: seed}, []float64{1}, true)
		o.tests, o.looks = 1, 1 // each law is tested at the level
		d := sample.Seeded(seed, 77)
		tests := append(testMoves(newSampledLevel(s, p.T(), 1, o), p, d), testWeights(p, d)...)
		ofLaw := map[laws.Law]int{}
		for _, test := range tests {
			ofLaw[test.law]++
		}
		accuses := func(t test) bool { return t.p*float64(ofLaw[t.law]) <= mistakenLevel }
		if slices.ContainsFunc(tests, accuses) {
			n++
		}
	}
	return n
}

// testMoves tests moves of the program at the target: half of them from draws of p, and as many from each cell alike.
// The dice that draw states and settle ties are not the program's, which knows nothing of the tests.
func testMoves(l *sampledLevel, p *faultyProgram, d chains.Dice) []test {
	next := p.Moves(1)
	for range mistakenMoves / 2 {
		x := l.dice.Pick(l.P)
		y := next(x, d)
		l.drawn.Add(x, y)
		l.all.Add(x, y)
	}
	mass := chains.Support(l.P)
	for i := range mistakenMoves / 2 {
		x := mass[i%len(mass)]
		l.all.Add(x, next(x, d))
	}
	return l.tests()
}

// testWeights tests the estimates of chains each way, by the program's own starts and weights.
func testWeights(p *faultyProgram, d chains.Dice) []test {
	T := p.T()
	n := mistakenMoves / (2 * (T - 1))
	up, down := make([]float64, n), make([]float64, n)
	states := make([]int, n)
	for i := range states {
		states[i] = d.Pick(p.Starts)
	}
	for t := 2; t <= T; t++ {
		step, forward, _ := p.Into(t)
		next := byRows(step.To.Rows)
		for i, x := range states {
			states[i] = next(x, d)
			up[i] += forward.of(x, states[i])
		}
	}
	for i := range states {
		states[i] = d.Pick(p.ReverseStarts)
	}
	for t := T; t >= 2; t-- {
		step, _, reverse := p.Into(t)
		next := byRows(step.To.Back)
		for i, x := range states {
			states[i] = next(x, d)
			down[i] += reverse.of(states[i], x)
		}
	}
	first, last := p.Ends()
	logR := floats.LogSumExp(last) - floats.LogSumExp(first)
	return []test{sandwiched(up, down), meanIs1(laws.MeanW, up, logR, 1),
		meanIs1(laws.MeanInvW, down, logR, -1)}
}

// meanIs1 tests whether the mean of exp(sign (log w - log R)) is 1.
func meanIs1(law laws.Law, logw []float64, logR, sign float64) test {
	w := make([]float64, len(logw))
	for i, v := range logw {
		w[i] = math.Exp(sign * (v - logR))
	}
	mean, variance := stat.MeanVariance(w, nil)
	if math.IsNaN(mean) || math.Abs(mean-1) <= 1e-12 {
		return test{law: law, p: 1}
	}
	se := max(math.Sqrt(variance/float64(len(w))), 1e-12)
	return test{law: law, p: 2 * distuv.UnitNormal.Survival(math.Abs(mean-1)/se)}
}
