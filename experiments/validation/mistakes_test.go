package validation

import (
	"regexp"
	"strings"
	"testing"

	"breadboard/chains/laws"
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
	if strings.Contains(v.Verdict(), "p-value") || strings.Contains(v.Verdict(), "no right kernel does that") {
		t.Errorf("%s: rows leave nothing to chance: %s", m.Name, v.Verdict())
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
