package leaderboard

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"breadboard/experiments/studies/run"
	"breadboard/grid/must"
	"breadboard/reports/reporttest"
)

const folder = "../../../reports/leaderboard"

// TestPageSays: who is first, as the page has it, is what the committed rows say.
func TestPageSays(t *testing.T) {
	rows := reporttest.CommittedCSV[Row](t, folder, "rows.csv")
	page := string(must.Have(os.ReadFile(filepath.Join(folder, "README.md")))(t))
	for _, block := range blocks {
		for _, set := range []string{run.FoundOn, run.TriedOn} {
			some := ofFamilies(contests(rows, block.clusters), set, block.families...)
			line := strings.Join([]string{"", strconv.Itoa(len(some)), tally(some, byGap), tally(some, byRESS),
				tally(some, byCharged), ""}, " | ")
			if !strings.Contains(page, strings.TrimSpace(line)) {
				t.Errorf("%s, %s: the page has not%s", block.name, set, line)
			}
		}
	}
}

// TestWhereAnnealingWins: the counts of the page, of the side and of log f.
func TestWhereAnnealingWins(t *testing.T) {
	found := Found{reporttest.CommittedCSV[Row](t, folder, "rows.csv"),
		reporttest.CommittedCSV[Estimate](t, folder, "estimates.csv")}
	var slow, quick wins
	same := 0
	chains := 0
	for _, p := range pricesOf(found, counted) {
		if p.function == "logf" {
			same++
			if p.chain < min(p.free, p.charged) {
				chains++
			}
			continue
		}
		if p.relaxation > 1600 {
			slow.add(p)
		} else {
			quick.add(p)
		}
	}
	got := []int{same, chains, slow.all, slow.free, slow.charged, quick.all, quick.free, quick.charged}
	if want := []int{15, 15, 6, 6, 3, 9, 1, 1}; !slices.Equal(got, want) {
		t.Errorf("targets on which a chain or an annealing wins: %v, and %v on the page", got, want)
	}
}

// wins are targets, and on how many of them an annealing beats a chain, with its weights free or charged.
type wins struct{ all, free, charged int }

func (w *wins) add(p priced) {
	w.all++
	w.free += count(p.free < p.chain)
	w.charged += count(p.charged < p.chain)
}

// TestMeasuredToday: a small target has the committed numbers.
func TestMeasuredToday(t *testing.T) {
	of := subject{set: run.FoundOn, family: spins, toy: "potts:2x2:3:1"}
	today := must.Have(of.measured(t.Context()))(t).round()
	known := map[string]Row{}
	for _, r := range reporttest.CommittedCSV[Row](t, folder, "rows.csv") {
		if r.Target == of.toy && r.Set == of.set {
			known[r.Kernel] = r
		}
	}
	for _, r := range today.Rows {
		was, ok := known[r.Kernel]
		if !ok { // it came later
			continue
		}
		if r.Left == "" && (math.Abs(r.Gap-was.Gap) > 1e-4*was.Gap || math.Abs(r.JCharged100-was.JCharged100) >
			1e-3*was.JCharged100+1e-9) {
			t.Errorf("%s: gap %v and J %v, committed are %v and %v", r.Kernel, r.Gap, r.JCharged100, was.Gap,
				was.JCharged100)
		}
	}
	var kept []Estimate
	for _, r := range reporttest.CommittedCSV[Estimate](t, folder, "estimates.csv") {
		if r.Target == of.toy && r.Set == of.set {
			kept = append(kept, r)
		}
	}
	if len(kept) != len(today.Estimates) {
		t.Fatalf("%d estimates, and %d are committed", len(today.Estimates), len(kept))
	}
	for i, r := range today.Estimates {
		was := kept[i]
		if r.Kernel != was.Kernel || r.Method != was.Method || r.T != was.T ||
			math.Abs(r.DrawCharged-was.DrawCharged) > 1e-3*was.DrawCharged {
			t.Errorf("%s by %s takes %v, committed are %s, %s and %v", r.Kernel, r.Method, r.DrawCharged, was.Kernel,
				was.Method, was.DrawCharged)
		}
	}
	if len(today.Rows) < 20 {
		t.Errorf("%d kernels", len(today.Rows))
	}
}
