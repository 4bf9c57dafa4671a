package validation

import (
	"regexp"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest/bugs"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/grid"
	"breadboard/grid/must"
)

// exactLaws are the laws that at least one of the mistakes breaks.
var exactLaws = []laws.Law{laws.Entries, laws.Sums, laws.Walls, laws.Invariance, laws.EachCell, laws.Reversal,
	laws.Connected, laws.Push, laws.Declared}

// TestMistakes: every mistake is caught by the law that should catch it, at a witness that is its place, and its cause
// is named; the sound annealing is not accused.
func TestMistakes(t *testing.T) {
	if v := must.Have(Run(t.Context(), mistaken(mistake{}), nil))(t); !v.OK() {
		t.Errorf("without a mistake: %s", v.Verdict())
	}
	broken := map[laws.Law]int{}
	for _, m := range mistakes {
		v := must.Have(Run(t.Context(), mistaken(m), nil))(t)
		catches(t, m, v)
		for _, f := range v.Broken() {
			broken[f.Law]++
		}
	}
	for _, law := range exactLaws {
		if broken[law] == 0 {
			t.Errorf("no mistake breaks the law %q", law)
		}
	}
}

var coordinates = regexp.MustCompile(`\((\d), (\d)\)`)

// catches fails t unless the law that should catch the mistake is broken, at the mistake's place, and the verdict names
// its cause and no other.
func catches(t *testing.T, m mistake, v Validation) {
	t.Helper()
	caught := v.finding(m.Caught)
	if caught == nil || caught.OK {
		t.Errorf("%s: %q does not catch it: %s", m.Name, m.Caught, v.Verdict())
		return
	}
	if !regexp.MustCompile(m.Witness).MatchString(caught.Witness) {
		t.Errorf("%s: the witness %q is not its place", m.Name, caught.Witness)
	}
	verdict := v.Verdict().String()
	if strings.Contains(verdict, "p-value") || strings.Contains(verdict, "no right kernel does that") {
		t.Errorf("%s: rows leave nothing to chance: %s", m.Name, verdict)
	}
	if v.named() != m.Cause || v.Cause != nil && !strings.HasSuffix(verdict, "; likely cause: "+v.Cause.Says) {
		t.Errorf("%s: the cause is %q, want %q: %s", m.Name, v.named(), m.Cause, verdict)
	}
	g := mistakenScene().Grid
	for _, at := range coordinates.FindAllStringSubmatch(caught.Witness, -1) {
		x := g.Index(int(at[1][0]-'0'), int(at[2][0]-'0'))
		if m.Near != nil && !m.Near(g, x) {
			t.Errorf("%s: %s of %q has nothing to do with it", m.Name, at[0], caught.Witness)
		}
	}
}

// mistaken returns the candidate that has the mistake in its kernel or in its matrices.
func mistaken(m mistake) Candidate {
	sound := soundAnnealing()
	s := Candidate{Name: m.Name, Annealing: sound, Declared: m.Declared}
	if m.Kernel != nil {
		s.Kernel = m.Kernel
	}
	if m.Declared == nil && !m.Undeclared {
		s.Declared = metropolis
	}
	if m.Rows != nil {
		s.Given = func(t int) [][]float64 {
			op, _ := sound.Aimed(t, sound.Schedule.Beta(t))
			return m.Rows(laws.RowsOf(op, sound.Grid.Size()))
		}
	}
	return s
}

// A mistake is one that people make in samplers, put into the sound annealing, and the law that should catch it. A
// field that is nil leaves that part of the annealing sound.
type mistake struct {
	Name    string
	Caught  laws.Law                      // the law that should catch it
	Witness string                        // a regular expression that the law's witness matches
	Cause   string                        // the cause that is named; "" is none
	Near    func(g grid.Grid, x int) bool // the cells that the witness may name; nil is any

	Kernel     chains.Kernel                       // in place of Metropolis
	Declared   chains.Kernel                       // the kernel that it claims to be; nil is Metropolis
	Undeclared bool                                // it declares no kernel
	Rows       func(sound [][]float64) [][]float64 // turns Metropolis' matrix into the one that is handed in
}

// metropolis is the kernel that most mistaken ones claim to be.
var metropolis = kernels.Metropolis{}

// mistakes lists what goes wrong in samplers, each with its law.
var mistakes = []mistake{
	{Name: "wrong temperature", Cause: "temperature", Caught: laws.EachCell, Witness: "cell",
		Kernel: elsewhere(func(t int, beta float64) (int, float64) { return t, 0.9 * beta })},
	{Name: "level before", Cause: "level-before", Caught: laws.EachCell, Witness: "cell",
		Kernel: elsewhere(func(t int, _ float64) (int, float64) {
			t = max(t-1, 1)
			return t, chains.Linear(mistakenLevels).Beta(t)
		})},
	{Name: "always the target", Cause: "always-target", Caught: laws.EachCell, Witness: "at beta = 0 cell",
		Kernel: elsewhere(func(t int, _ float64) (int, float64) { return t, 1 })},
	{Name: "acceptance inverted", Cause: "inverted", Caught: laws.EachCell, Witness: "cell", Kernel: bugs.Inverted},
	{Name: "acceptance above 1",
		Caught: laws.Entries, Witness: `from cell (\(\d, \d\)) to itself: -`,
		Kernel: kernels.Rows{To: bugs.Uncut}},
	{Name: "no Hastings ratio at edges", Caught: laws.Reversal, Witness: "from cell",
		Kernel: kernels.Rows{To: proposingAlike(singles(false), 0)},
		Near:   nearEdge},
	{Name: "lopsided proposal", Caught: laws.Reversal, Witness: "from cell",
		Kernel: kernels.Rows{To: proposing(singles(false), slanted(0.15, 0.35, 0, 1), 0)}},
	{Name: "right edge forgotten", Caught: laws.Reversal, Witness: `from cell \(\d, 6\) to \(\d, 0\)`,
		Kernel: kernels.Rows{To: seam(true, false)},
		Near:   func(g grid.Grid, x int) bool { return g.Coord(x, 1)%6 == 0 }},
	{Name: "walls entered", Caught: laws.Walls, Witness: `to \(2, [34]\), which has no mass`,
		Kernel: kernels.Rows{To: wallsAt(0)}},
	{Name: "NaN between walls", Caught: laws.Entries, Witness: `cell \(2, [34]\) to itself, from a wall: NaN`,
		Kernel: kernels.Rows{To: openBox},
		Near:   func(g grid.Grid, x int) bool { return g.Wall(x) }},
	{Name: "until accepted", Caught: laws.EachCell, Witness: "cell",
		Kernel: kernels.Rows{To: untilAccepted}},
	{Name: "one cell off by 1e-6", Caught: laws.Reversal, Witness: `\(3, 2\)`,
		Kernel: kernels.Rows{To: bugs.Leaving(7*3 + 2)}},
	{Name: "rare wrong jump", Caught: laws.Reversal, Witness: `from cell (\(5, 5\) to \(1, 1\)|\(1, 1\) to \(5, 5\))`,
		Kernel: kernels.Rows{To: func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
			rare := 0.0
			if x == g.Index(5, 5) {
				rare = 1e-4
				visit(g.Index(1, 1), rare)
			}
			bugs.Plain(g, logf, x, func(y int, p float64) { visit(y, (1-rare)*p) })
		}},
		Near: func(g grid.Grid, x int) bool { return x == g.Index(5, 5) || x == g.Index(1, 1) }},
	{Name: "one uniform used twice", Caught: laws.Reversal, Witness: "from cell",
		Kernel: kernels.Rows{To: bugs.Moving(func(g grid.Grid, _, m int, d float64) float64 {
			n := float64(g.Moves()) // u < accept(d), and m is the whole part of n u
			return max(min(bugs.Accept(d)-float64(m)/n, 1/n), 0)
		})}},
	{Name: "small odds dropped", Caught: laws.Reversal, Witness: "and back 0$|flows 0 and",
		Kernel: kernels.Rows{To: dropped(0.05)}},
	{Name: "single precision", Caught: laws.EachCell, Witness: "cell",
		Kernel: kernels.Rows{To: misread(bugs.Plain, func(v float64) float64 { return float64(float32(v)) })}},
	{Name: "one axis", Cause: "axis", Caught: laws.Declared, Witness: "from cell",
		Kernel: kernels.Rows{To: alongAxis(1)}},
	{Name: "second stage like the first", Caught: laws.Reversal, Witness: "from cell",
		Kernel: kernels.Rows{To: tryingAgain(2)}, Undeclared: true},
	{Name: "lines one short", Caught: laws.EachCell, Witness: "cell",
		Kernel:   kernels.Rows{To: gibbsRule(1, func(g grid.Grid, _, _ int) float64 { return 1 / float64(g.Axes()) })},
		Declared: kernels.HeatBath{}},
	{Name: "axis by state", Caught: laws.Reversal, Witness: "from cell",
		Kernel: kernels.Rows{To: gibbsRule(0, func(g grid.Grid, x, axis int) float64 {
			return 0.3 + 0.4*float64((g.Coord(x, 0)+axis)%2)
		})}, Declared: kernels.HeatBath{}},
	{Name: "sweep not reversed", Caught: laws.Reversal, Witness: "from cell",
		Kernel: kernels.Rows{To: bugs.Sweep(true)}, Undeclared: true},
	{Name: "push of another kernel", Caught: laws.Push, Witness: "cell",
		Kernel: bugs.Changed(metropolis, bugs.Alter(bugs.Altered{Pushed: bugs.Halved, Pulled: bugs.Halved}))},
	{Name: "row short of 1", Caught: laws.Sums, Witness: `the row of cell \(4, 4\) sums to 0\.99`,
		Kernel: byMatrix(shortRow), Rows: shortRow},
	{Name: "matrix transposed", Cause: "transposed", Caught: laws.Sums, Witness: "the row of cell",
		Kernel: byMatrix(transposed), Rows: transposed},
}
