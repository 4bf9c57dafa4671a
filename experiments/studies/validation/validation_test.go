package validation

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"breadboard/experiments/studies/run"
	"breadboard/experiments/validation/seeded"
	"breadboard/grid/must"
	"breadboard/grid/text"
	"breadboard/reports/reporttest"
)

const (
	folder = "../../../reports/validation"
	again  = "go -C experiments/studies run . validation makes it"
)

var long = os.Getenv("BREADBOARD_LONG") != ""

// TestBugs: every bug is caught by the law that is to catch it, with a witness that is the bug's place, and its cause
// is named; and the annealing that it was put into is not accused. The committed rows have the exact part of every bug.
func TestBugs(t *testing.T) {
	var all []Caught
	catches := map[string]bool{}
	for _, b := range subjects() {
		c := must.Have(catch(t.Context(), run.Setting{}, b, 0))(t)
		all = append(all, c)
		if b.Name == "" {
			if len(c.Broken) > 0 {
				t.Fatalf("without a bug: %s", c.Verdict)
			}
			continue
		}
		for _, law := range c.Broken {
			catches[law] = true
		}
		holds(t, b, c)
	}
	for _, law := range exactLaws {
		if !catches[string(law)] {
			t.Errorf("no bug breaks the law %q", law)
		}
	}
	was := reporttest.Rows(t, folder, "bugs.json")
	if len(was) != len(all) {
		t.Fatalf("%d rows are committed, and %d are made", len(was), len(all))
	}
	for i, c := range all {
		for key, got := range map[string]any{"bug": c.Bug, "about": c.About, "balance": c.Balance,
			"caught_by": c.Caught, "cause": c.Cause} {
			if got != was[i][key] {
				t.Errorf("%s: %s is %v, committed %v; %s", c.Bug, key, got, was[i][key], again)
			}
		}
		for key, got := range map[string]float64{"value": c.Value, "gap": c.Gap, "J": c.J} {
			if math.IsNaN(got) || math.IsInf(got, 0) {
				if was[i][key] != nil {
					t.Errorf("%s: %s is no number, committed %v; %s", c.Bug, key, was[i][key], again)
				}
				continue
			}
			reporttest.Today(t, c.Bug+": "+key, got, was[i][key])
		}
		broken, _ := was[i]["exact_checks"].([]any)
		if fmt.Sprint(broken) != fmt.Sprint(c.broken()) {
			t.Errorf("%s breaks %v, committed %v; %s", c.Bug, c.Broken, broken, again)
		}
	}
}

var coordinates = regexp.MustCompile(`\[(\d) (\d)\]`)

// holds fails t unless the bug is caught by its law, at its place and by its cause.
func holds(t *testing.T, b seeded.Bug, c Caught) {
	t.Helper()
	if c.Caught == "" || c.Cause != b.Cause || !strings.Contains(c.Verdict, "breaks") ||
		c.Cause != "" && !strings.HasSuffix(c.Verdict, "; likely cause: "+c.CauseSays) {
		t.Errorf("%s: %q is to catch it, by the cause %q: %v: %s", b.Name, b.Caught, b.Cause, c.Broken, c.Verdict)
	}
	if !regexp.MustCompile(b.Witness).MatchString(c.Witness) {
		t.Errorf("%s: the witness %q is not the bug's", b.Name, c.Witness)
	}
	g := seeded.Scene().Grid
	for _, at := range coordinates.FindAllStringSubmatch(c.Witness, -1) {
		var row, col int
		fmt.Sscan(at[1]+" "+at[2], &row, &col)
		if b.Near != nil && !b.Near(g, g.Index(row, col)) {
			t.Errorf("%s: %s of %q has nothing to do with it", b.Name, at[0], c.Witness)
		}
	}
}

// TestSampled: the committed shares are those that samplings find today; in the short form of one bug.
func TestSampled(t *testing.T) {
	was := reporttest.Rows(t, folder, "bugs.json")
	for i, b := range subjects() {
		if i != 6 && !long {
			continue
		}
		c := must.Have(catch(t.Context(), run.Setting{}, b, samplings))(t)
		reporttest.Today(t, b.Name+", any", c.share(c.Any), was[i]["found_by_any"])
		for k, law := range seenLaws {
			reporttest.Today(t, b.Name+", "+string(law), c.share(c.Found[k]), was[i]["found_by: "+string(law)])
		}
	}
}

// TestFiles: the tables and the figure are those of what is measured today, in the long form.
func TestFiles(t *testing.T) {
	if !long {
		t.Skip("the long form makes all files")
	}
	all := must.Have(Measure(t.Context(), run.Setting{}))(t)
	reporttest.FiguresUpToDate(t, folder, Page(all).Unrendered(), again, false)
}

// The figures on the page of verdicts and in the report stand in the table.
func TestPageTellsOfBugs(t *testing.T) {
	page := must.Have(os.ReadFile("../../../cmd/breadboard/doc/verdict.md"))(t)
	report := must.Have(os.ReadFile(filepath.Join(folder, "README.md")))(t)
	rows := reporttest.Rows(t, folder, "bugs.json")[1:]
	for _, law := range seenLaws {
		if !slices.ContainsFunc(rows, func(r map[string]any) bool { return r["found_by: "+string(law)] == 1.0 }) {
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
	words := strings.Join(strings.Fields(string(page)+" "+string(report)), " ")
	must.Say(t, words,
		fmt.Sprintf("We seeded %d bugs", len(rows)), fmt.Sprintf("The verdict names the cause of %d,", named),
		fmt.Sprintf("find %d of the bugs every time, %d now and then, and %d never", always,
			len(rows)-always-never, never),
		fmt.Sprintf("had %s moves of the kernel and as many of annealed chains, %d times over",
			text.Thousands(moves), samplings),
		fmt.Sprintf("It is below 0 for %d, below J for %d more, and at least J for %d.", negative, below, above),
		"`go -C experiments/studies run . validation`")
}
