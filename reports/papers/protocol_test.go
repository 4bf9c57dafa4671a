package papers

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"breadboard/experiments"
	"breadboard/experiments/protocol"
	"breadboard/grid/must"
	"breadboard/reports/reporttest"
)

// carryOut carries the protocol out as the command does, in the long form. Else it takes few levels and steps.
func carryOut(t *testing.T) []protocol.Result {
	t.Helper()
	cases, err := protocol.Shipped(experiments.Setting{Kernel: "heat-bath"})
	must.Do(t, err)
	o := protocol.Defaults()
	if !long {
		o.Ts = o.Ts[:1]
		o.Sweeps = o.Sweeps[:2]
		o.Sets = 2
	}
	results, _, err := protocol.Study(t.Context(), cases, o, false, nil)
	must.Do(t, err)
	return results
}

// TestCommittedProtocolIsUpToDate: the protocol makes the committed rows today, up to rounding.
func TestCommittedProtocolIsUpToDate(t *testing.T) {
	r := Protocol(carryOut(t), "")
	except := []string{"seen", "p_sets", "shift"} // these take all T, and all sets
	keys := map[string]int{"fit.csv": 3, "forward.csv": 7, "reverse.csv": 4, "quartiles.csv": 5}
	if long {
		except = nil
	}
	for name, n := range keys { // the errors of reverse.csv are differences, and go down to rounding
		want := must.Have(os.ReadFile(filepath.Join("..", "protocol", name)))(t)
		reporttest.SameRows(t, fileOf(t, r, name), want, n, except...)
	}
}

// TestVerdictIsSaid: real data beyond all sets are called misspecified, and the T are named, as seen and in truth.
func TestVerdictIsSaid(t *testing.T) {
	set := func(gap, seen, b float64) protocol.Set {
		return protocol.Set{Runs: []protocol.Judged{{Gap: 2}, {Gap: gap, Seen: seen, B: b}}}
	}
	r := protocol.Result{Options: protocol.Options{Ts: []int{10, 20}, Sets: 3}, Real: set(4, 1, 2),
		Simulated: []protocol.Set{set(2, 0, 1), set(3, 1, 3), set(1, 2, 8)}}
	for _, want := range []string{"as seen at no T, and in truth at T = 20.", "misspecified", "probability 0.5",
		"At T = 20, B on a set is 0.5 to 4 times"} {
		if v := saidOf(r); !strings.Contains(v, want) {
			t.Errorf("beyond all sets: %s", v)
		}
	}
	r.Real = set(2.5, 1, 2)
	if v := saidOf(r); !strings.Contains(v, "nothing speaks against the sets") {
		t.Errorf("within the sets: %s", v)
	}
}
