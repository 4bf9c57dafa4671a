package power

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"breadboard/experiments/geweke"
	"breadboard/experiments/studies/run"
	"breadboard/experiments/studies/shipped"
	"breadboard/experiments/validation/seeded"
	"breadboard/grid/must"
	"breadboard/reports/reporttest"
	"breadboard/reports/study"
	"breadboard/reports/table"
)

const (
	folder = "../../../reports/power"
	again  = "go -C experiments/studies run . power makes it"
)

var long = os.Getenv("BREADBOARD_LONG") != ""

// TestSeeded: the committed needs are those that are computed today, in the short form of one bug; and README.md says
// what is in them.
func TestSeeded(t *testing.T) {
	m := newPowered()
	was := reporttest.Rows(t, folder, "seeded.json")
	page := string(must.Have(os.ReadFile(filepath.Join(folder, "seeded.md")))(t))
	sound := Row{Needs: needsOf(was[0])}
	for i, b := range append([]seeded.Bug{{}}, seeded.Bugs...) {
		if i != 7 && !long {
			continue
		}
		r := m.row(run.Setting{}, b)
		if b.Name != "" {
			r.clear(sound)
		}
		for k, draws := range needsOf(was[i]) {
			want, got := draws.Draws, r.Needs[k].Draws
			if got != want && !(got > 1e12 && want > 1e12) && !(math.Abs(got-want) <= 1e-6*want+1) {
				t.Errorf("%s: %s takes %v draws, committed %v; %s", r.Bug, powerTests[k].head, got, want, again)
			}
		}
		if r.RHat >= 0 && (was[i]["r_hat"] != float64(r.RHat) || was[i]["ess"] != float64(r.ESS)) {
			t.Errorf("%s: R-hat and ESS %d and %d, committed %v and %v; %s", r.Bug, r.RHat, r.ESS, was[i]["r_hat"],
				was[i]["ess"], again)
		}
		if !strings.Contains(page, "| "+r.Bug+" ") {
			t.Errorf("%s is not in seeded.md", r.Bug)
		}
	}
	powerSays(t, was)
}

// needsOf are the needs of a committed row.
func needsOf(row map[string]any) (all []Need) {
	for _, test := range powerTests {
		if draws, ok := row[test.key].(float64); ok {
			all = append(all, Need{Draws: draws})
		} else {
			all = append(all, never)
		}
	}
	return all
}

// TestShipped: the committed table of shipped bugs is made today, and README.md says what is in it.
func TestShipped(t *testing.T) {
	found := must.Have(shipped.Measure(t.Context(), run.Setting{}))(t)
	var s study.Study
	addShipped(&s, found)
	reporttest.FiguresUpToDate(t, folder, s.Unrendered(), again, false)
	breaks := map[string]int{}
	for _, b := range found {
		for _, c := range b.Laws {
			breaks[c.Law]++
		}
	}
	page := string(must.Have(os.ReadFile(filepath.Join(folder, "README.md")))(t))
	must.Say(t, strings.Join(strings.Fields(page), " "),
		fmt.Sprintf("Of the %d shipped bugs the mean of w finds %d, the mean of 1/w %d, a sweep of particle Gibbs "+
			"%d, and single weights %d", len(found), breaks[shipped.Laws[0]], breaks[shipped.Laws[1]],
			breaks[shipped.Laws[3]], breaks[shipped.Laws[4]]))
}

// TestAlarms: over models, right kernels of the catalogue and seeds, the test of invariance has p-values below 0.05 and
// 0.001 no more often than that. In the long form the committed counts are made again.
func TestAlarms(t *testing.T) {
	all := must.Have(alarms(t.Context(), run.Setting{Quick: !long}))(t)
	for _, a := range all {
		invariance := a.Test == string(geweke.Invariance)
		if invariance && (a.Below001 > 0 || float64(a.Below05) > 0.12*float64(a.Runs)+2) {
			t.Errorf("%s: invariance of %d steps accuses %d and %d of %d: %v", a.Model, a.Steps, a.Below05, a.Below001,
				a.Runs, a.Accused)
		}
	}
	if long {
		var s study.Study
		addAlarms(&s, all)
		reporttest.FiguresUpToDate(t, folder, s.Unrendered(), again, false)
	}
	page := string(must.Have(os.ReadFile(filepath.Join(folder, "README.md")))(t))
	type key struct {
		test  string
		steps float64
	}
	sums := map[key][3]float64{}
	for _, r := range reporttest.Rows(t, folder, "alarms.json") {
		at := key{r["test"].(string), r["steps"].(float64)}
		sum := sums[at]
		for i, column := range []string{"runs", "below_05", "below_001"} {
			sum[i] += r[column].(float64)
		}
		sums[at] = sum
	}
	for at, sum := range sums {
		must.Say(t, page, fmt.Sprintf("| %s, %v apart | %v | %v | %v |", at.test, at.steps, sum[0], sum[1], sum[2]))
	}
}

// powerSays holds README.md to the committed rows.
func powerSays(t *testing.T, rows []map[string]any) {
	t.Helper()
	words := strings.Join(strings.Fields(string(must.Have(os.ReadFile(filepath.Join(folder,
		"README.md")))(t))), " ")
	found := func(i int, r map[string]any) bool {
		n, ok := r[powerTests[i].key].(float64)
		return ok && n*float64(powerTests[i].moves) <= 1e6
	}
	for i, k := range powerTests {
		count := 0
		for _, r := range rows[1:] {
			if found(i, r) {
				count++
			}
		}
		must.Say(t, words, fmt.Sprintf("| %s | %d | %d |", k.head, k.moves, count))
	}
	for _, key := range []string{"r_hat", "ess"} {
		count, sound := 0, rows[0][key].(float64)
		for _, r := range rows[1:] {
			if v, ok := r[key].(float64); ok && v > sound+diagnoses/2 {
				count++
			}
		}
		name := "ESS"
		if key == "r_hat" {
			name = "R-hat"
		}
		must.Say(t, words, fmt.Sprintf("%s tells %d of the bugs", name, count))
	}
	both := func(a, b int) (n int) { // how many bugs one of two tests finds
		for _, r := range rows[1:] {
			if found(a, r) || found(b, r) {
				n++
			}
		}
		return n
	}
	const byRows, weights, joint, oneStep, invariance = 1, 2, 4, 7, 8
	var fewer, cheaper, of int
	for _, r := range rows[1:] {
		a, seen := r[powerTests[joint].key].(float64)
		b, also := r[powerTests[invariance].key].(float64)
		if !seen || !also || max(a, b) > 1e12 {
			continue
		}
		of++
		if b < a {
			fewer++
		}
		if b*float64(powerTests[invariance].moves) < a*float64(powerTests[joint].moves) {
			cheaper++
		}
	}
	told := both(weights, oneStep)
	must.Say(t, words, fmt.Sprintf("invariance at one step and the means of w together find %d of the %d", told,
		len(rows)-1),
		fmt.Sprintf("the rows and the means of w together find %d", both(byRows, weights)),
		fmt.Sprintf("fewer draws than Geweke's test for %d of the %d", fewer,
			of), fmt.Sprintf("fewer moves for %d", cheaper))
	draws := func(bug, key string) string {
		at := slices.IndexFunc(rows, func(r map[string]any) bool { return r["bug"] == bug })
		return table.Thousands(int(rows[at][key].(float64)))
	}
	sound := "none: a sound kernel"
	must.Say(t, words, fmt.Sprintf("accused after %s draws if states are 20 steps apart, and after %s at 200",
		draws(sound, "sbc_20"), draws(sound, "sbc_200")), fmt.Sprintf("not reversed**, by %s draws",
		draws("sweep not reversed", "invariance_1")),
		fmt.Sprintf("takes %s draws of invariance at 1 step and %s at 20",
			draws("right edge forgotten", "invariance_1"),
			draws("right edge forgotten", "invariance_20")))
	for a := range powerTests {
		for b := range a {
			if n := both(a, b); n > told {
				t.Errorf("%s and %s together find %d, and README.md says that no two find more than %d",
					powerTests[a].head,
					powerTests[b].head, n, told)
			}
		}
	}
}
