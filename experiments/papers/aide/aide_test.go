package aide

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"breadboard/experiments/journal"
	"breadboard/experiments/papers"
	"breadboard/grid/must"
)

// committed has what is committed, of which the long form makes all again.
const committed = "../../../reports/aide"

var long = os.Getenv("BREADBOARD_LONG") != ""

// today fails t unless rows are those committed, to the digits that exact accounts promise.
func today[R any](t *testing.T, now, was []R, ignored ...string) {
	t.Helper()
	var r R
	if diff := cmp.Diff(was, now, cmpopts.EquateApprox(1e-9, 1e-9), cmpopts.EquateNaNs(),
		cmpopts.IgnoreFields(r, ignored...)); diff != "" {
		t.Errorf("breadboard reproduce aide --out reports/aide makes the committed rows anew: (-committed +now)\n%s", diff)
	}
}

// alike allows for the rounding of sums over a lattice.
func alike(t *testing.T, what string, got, want float64) {
	t.Helper()
	must.Close(t, got, want, 1e-11, "%s", what)
}

// A quick reproduction that is kept is the same when it comes back, and works at nothing.
func TestGoesOn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "unfinished")
	reproduced := func() (Found, []byte) {
		u := must.Have(papers.Open(path, "aide", journal.Build{}))(t)
		defer func() { must.Do(t, u.Close()) }()
		f := must.Have(Reproduce(t.Context(), papers.Setting{Quick: true, Unfinished: u}))(t)
		return f, must.Have(os.ReadFile(path))(t)
	}
	first, kept := reproduced()
	again, after := reproduced()
	if diff := cmp.Diff(first, again, cmpopts.EquateNaNs()); diff != "" {
		t.Error(diff)
	}
	if !bytes.Equal(kept, after) {
		t.Error("the second run worked at something")
	}
}

// Agreement is within 2.5 standard errors of both; an exact number agrees with itself.
func TestAgrees(t *testing.T) {
	for _, c := range []struct {
		a, b   Sampled
		agrees bool
	}{
		{Sampled{1, 0}, Sampled{1, 0}, true},
		{Sampled{1, 0}, Sampled{1.1, 0}, false},
		{Sampled{10, 3}, Sampled{22, 4}, true},
		{Sampled{10, 3}, Sampled{23, 4}, false},
		{unknown, Sampled{1, 1}, false},
	} {
		if c.a.Agrees(c.b) != c.agrees || c.b.Agrees(c.a) != c.agrees {
			t.Errorf("%v and %v: want %v", c.a, c.b, c.agrees)
		}
	}
	if exact := exactOr(3, Sampled{2, 1}); exact != (Sampled{3, 0}) || exactOr(math.NaN(), Sampled{2, 1}).Value != 2 {
		t.Errorf("3 is known exactly, and %v is said", exact)
	}
}
