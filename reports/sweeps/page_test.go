package sweeps

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"breadboard/experiments/ranking"
	"breadboard/experiments/sweep"
	"breadboard/grid/must"
	"breadboard/reports/figure"
	"breadboard/reports/page"
	"breadboard/reports/reporttest"
)

// TestMain draws coarse pictures, but in the long form.
func TestMain(m *testing.M) {
	if os.Getenv("BREADBOARD_LONG") == "" {
		figure.Coarse = 8
	}
	os.Exit(m.Run())
}

// written is the page of a sweep.
func written(t *testing.T, rows []sweep.Row, made page.Made) string {
	t.Helper()
	var b strings.Builder
	must.Do(t, pageOf(ranking.Summarize(rows), sweep.Plan{Ts: []int{10, 100}}, made).Write(&b))
	return b.String()
}

// The page stands alone, has a figure a row of panels, the numbers of the result, and links to what is beside it.
func TestPage(t *testing.T) {
	page := written(t, sweepRows(), page.Made{Command: "breadboard sweep --toy easy,barrier",
		Version: "breadboard, commit abc"})
	if count := reporttest.Alone(t, page); count["figure"] != 4 || count["svg"] != 4 {
		t.Errorf("%d figures with %d drawings, want the first panel, one for each of two targets, and one of both",
			count["figure"], count["svg"])
	}
	must.Say(t, page,
		"breadboard sweep --toy easy,barrier", "commit abc", "<td>10, 100</td>",
		">EASY RANDOM, 30 draws</h2>", ">BARRIER</h2>", "20 of 61 contests.", "in a band between the quartiles",
		"J = 0 has no place on a logarithmic axis.", `href="rows.csv"`, `href="summary.png"`, `href="summary-dear.csv"`,
		"#toy=easy&amp;seed=0&amp;kernel=metropolis&amp;bridge=geometric&amp;"+
			"initial=uniform&amp;schedule=sigmoid:4&amp;"+
			"T=100&amp;view=schedule", ">sigmoid:4, seed 0, T = 100</a>")
}

// The page begins with the news: whether B finds the least J.
func TestPageBeginsWithTheNews(t *testing.T) {
	var rows []sweep.Row
	for _, schedule := range []string{"linear", "sigmoid:4"} {
		for _, T := range []int{10, 20} {
			rows = append(rows, cell("barrier", 0, schedule, T, 1, 2))
		}
	}
	must.Say(t, written(t, rows, page.Made{}),
		`<p class="fine">The choice of least B has the least J in all of 2 cases.</p>`)
}

// drawingFor is the figure of rows.
func drawingFor(t *testing.T, rows []sweep.Row) drawing {
	t.Helper()
	d, ok := drawingOf(ranking.Summarize(rows).Outcomes)
	if !ok {
		t.Fatal("there is no figure")
	}
	return d
}

// A line goes from left to right, in whatever order its T were asked for, and the explorer shows its last point.
func TestPointsAreInOrder(t *testing.T) {
	d := drawingFor(t, []sweep.Row{kernelAt("king", 20), kernelAt("king", 5), kernelAt("king", 10)})
	_, line := d.curve(d.strips[0].lines[0], d.measures[0])
	if got := fmt.Sprint(line); got != "[{5 1} {10 1} {20 1}]" {
		t.Errorf("its points are %s", got)
	}
	if got := d.explored(d.strips[0]); len(got) != 1 || got[0].Name != "T = 20" {
		t.Errorf("the explorer is opened at %v, want T = 20 alone", got)
	}
}

// A large sweep has a page of a few megabytes, which says what it leaves out.
func TestLargeSweepHasABoundedPage(t *testing.T) {
	var rows []sweep.Row
	for toy, ts := range []int{2, 260} { // the second group is too large by itself
		for line := range 21 {
			for T := range ts {
				rows = append(rows, cell(fmt.Sprint("toy", toy), 1, fmt.Sprint("power:", line), T+2, 1, 2))
			}
		}
	}
	page := written(t, rows, page.Made{Command: strings.Repeat("1,", mostCommand)})
	if most := 5 << 20; len(page) > most {
		t.Errorf("the page has %d bytes, want at most %d", len(page), most)
	}
	must.Say(t, page, "the first 20 of 21 lines", "the first 1 of 2 groups", "The command is too long",
		"These are 100 of 5,502 rows")
}

// Many draws are one band along T, which the page has. Beside names each would be a mark, which the page has not.
func TestManyDrawsOnAPage(t *testing.T) {
	var along, beside []sweep.Row
	for seed := range uint64(10_200) {
		one := cell("easy", seed, "linear", 10, 1, 2)
		beside = append(beside, one)
		one.Job.T = 20
		along = append(along, one)
	}
	if page := written(t, slices.Concat(along[:5200], beside[:5200]),
		page.Made{}); reporttest.Alone(t, page)["svg"] != 3 {
		t.Error("the page of many draws along T has no figure")
	}
	page := written(t, beside, page.Made{})
	if reporttest.Alone(t, page)["svg"] != 0 || !strings.Contains(page, "too large with the figure") ||
		!strings.Contains(page, `href="summary.png"`) {
		t.Error("the page of many draws beside names does not say where they are drawn")
	}
}

// What the explorer does not take has no link: a file, or more levels than it runs.
func TestSettingsBeyondTheExplorer(t *testing.T) {
	of := func(T int, change func(*sweep.Job)) sweep.Row {
		r := cell("barrier", 0, "linear", T, 1, 2)
		change(&r.Job)
		return r
	}
	for name, change := range map[string]func(*sweep.Job){
		"a target from a file":   func(j *sweep.Job) { j.Toy, j.Target = "", "t.csv" },
		"a schedule from a file": func(j *sweep.Job) { j.Schedule, j.ScheduleSum = "betas.txt", "abc" },
		"many levels":            func(j *sweep.Job) { j.T *= 10_000 },
	} {
		d := drawingFor(t, []sweep.Row{of(10, change), of(20, change)})
		if got := d.explored(d.strips[0]); got != nil {
			t.Errorf("%s: %v", name, got)
		}
	}
}
