package sweeps

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"breadboard/experiments"
	"breadboard/experiments/columns"
	"breadboard/experiments/ranking"
	"breadboard/experiments/sweep"
	"breadboard/grid/must"
	"breadboard/reports/figure"
	"breadboard/reports/reporttest"
)

func cell(toy string, seed uint64, schedule string, T int, j, b float64) sweep.Row {
	c := sweep.Job{Setting: experiments.Setting{Toy: toy, Schedule: schedule, T: T}.WithDefaults()}
	if toy != "barrier" {
		c.Seed = &seed
	}
	return sweep.Row{Job: c, Values: columns.Values{"J": columns.Real(j), "B": columns.Real(b)}}
}

// sweepRows returns thirty draws and a target that is not random, with something infinite.
// On the first ten draws B picks the schedule with six times the least J.
func sweepRows() []sweep.Row {
	var rows []sweep.Row
	for seed := range uint64(30) {
		for _, T := range []int{10, 100} {
			j := float64(seed+1) / float64(T)
			cross := 1.0
			if seed < 10 {
				cross = 9
			}
			rows = append(rows, cell("easy", seed, "linear", T, 6*j, 7*j),
				cell("easy", seed, "sigmoid:4", T, j, j*cross), cell("easy", seed, "best-j", T, j/2, 20*j))
		}
	}
	return append(rows, cell("barrier", 0, "linear", 10, 2, math.Inf(1)), cell("barrier", 0, "sigmoid:4", 10, 1, 5),
		cell("barrier", 0, "best-j", 10, 0, 5))
}

// filesOf returns the files of rows, by name.
func filesOf(t *testing.T, rows []sweep.Row) map[string]string {
	t.Helper()
	of := map[string]string{}
	for _, f := range must.Have(Files(rows, ranking.Summarize(rows), "spec"))(t) {
		of[f.Name] = string(reporttest.Content(t, f))
	}
	return of
}

// TestFiles: the files are the rows in two formats, the summary, and a figure in two media.
func TestFiles(t *testing.T) {
	of := filesOf(t, sweepRows())
	want := []string{"rows.csv", "rows.jsonl", "summary.md", "summary.png", "summary.svg"}
	if names := slices.Sorted(maps.Keys(of)); !slices.Equal(names, want) {
		t.Errorf("files %v, want %v", names, want)
	}
	if n := strings.Count(of["rows.csv"], "\n"); n != 184 || strings.Count(of["rows.jsonl"], "\n") != n-1 {
		t.Errorf("%d lines of rows.csv", n)
	}
	must.Say(t, of["summary.md"], "the median over the 30 draws of a target", "| easy    |  10 | sigmoid:4 |",
		"| B       |")
}

// TestMissing: a kernel that misses p may have the least J, has no B to choose by, and a note says how far it misses.
func TestMissing(t *testing.T) {
	rows := []sweep.Row{cell("barrier", 0, "linear", 10, 2, 3), cell("barrier", 0, "linear", 10, 1, math.NaN())}
	rows[1].Job.Kernel = "mine"
	rows[1].Misses = "in cell 1"
	table := Result(ranking.Summarize(rows), "")
	must.Say(t, strings.Join(table.Notes, "; "), "take mine: J 1, 50% less than metropolis; B does not choose",
		"mine has J by its forward distribution, and no B, because its steps miss p: in cell 1.")
}

// TestSweepsWithLittleToCompare: whatever is missing or not finite, there is a summary without a NaN.
func TestSweepsWithLittleToCompare(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for name, rows := range map[string][]sweep.Row{
		"nothing":       nil,
		"one cell":      {cell("barrier", 0, "linear", 10, 1, 2)},
		"all infinite":  {cell("barrier", 0, "linear", 10, inf, inf), cell("barrier", 0, "sigmoid:4", 10, inf, inf)},
		"all zero":      {cell("barrier", 0, "linear", 10, 0, 0), cell("barrier", 0, "sigmoid:4", 10, 0, 0)},
		"none measured": {cell("barrier", 0, "linear", 10, nan, nan)},
	} {
		of := filesOf(t, rows)
		if strings.Contains(strings.ToLower(of["summary.svg"]+of["summary.md"]), "nan") {
			t.Errorf("%s: NaN in the summary", name)
		}
		if none := strings.Contains(of["summary.md"], "Nothing has a J or a B"); none != (name[:2] == "no") {
			t.Errorf("%s: it says that nothing has a J: %v", name, none)
		}
		if _, drawn := of["summary.svg"]; drawn != (len(rows) > 1 && name != "nothing") {
			t.Errorf("%s has a figure: %v", name, drawn)
		}
	}
}

// kernelAt returns a cell of one sweep.
func kernelAt(name string, T int) sweep.Row {
	r := cell("barrier", 0, "linear", T, 1, 2)
	r.Job.Kernel = name
	return r
}

// TestFigureOfAnyAxis: the figure shows every axis with several values, and T is across if it is one of them.
func TestFigureOfAnyAxis(t *testing.T) {
	for name, c := range map[string]struct {
		rows  []sweep.Row
		words []string
	}{
		"kernels": {[]sweep.Row{kernelAt("king", 10), kernelAt("slice", 10)}, []string{">king<", ">slice<", ">nats<"}},
		"kernels over T": {[]sweep.Row{kernelAt("king", 10), kernelAt("king", 20), kernelAt("slice", 10),
			kernelAt("slice", 20)}, []string{"T, number", ">king<", ">slice<"}},
		"targets over T": {[]sweep.Row{cell("easy", 0, "linear", 10, 1, 2), cell("easy", 1, "linear", 10, 3, 2),
			cell("easy", 0, "linear", 20, 1, 2), kernelAt("metropolis", 10)},
			[]string{"T, number", "J (nats), BARRIER", "B (nats), EASY", "between the quartiles"}},
	} {
		svg := filesOf(t, c.rows)["summary.svg"]
		for _, want := range c.words {
			if !strings.Contains(svg, want) {
				t.Errorf("the figure of %s has no %s", name, want)
			}
		}
	}
}

// TestFigureOfManyLines: a figure has no more lines than styles that differ, those with the least J and the
// one with the least B.
func TestFigureOfManyLines(t *testing.T) {
	var rows []sweep.Row
	styles := map[string]bool{}
	for i := range mostLines + 1 {
		style := figure.NthLine(i)
		styles[fmt.Sprintf("%v %v %T", style.Colour, style.Dashes, style.Mark)] = true
		schedule := fmt.Sprintf("power:%d", i+2)
		for _, T := range []int{10, 20} {
			rows = append(rows, cell("barrier", 0, schedule, T, float64(100-i), 200))
		}
	}
	svg := filesOf(t, rows)["summary.svg"]
	must.Say(t, svg, ">power:3<", ">power:18<", "The 16 of 17 names with the least J, and with the least B.")
	if strings.Contains(svg, ">power:2<") || len(styles) <= mostLines {
		t.Errorf("of %d lines %d differ, or the one with the most J is drawn", mostLines+1, len(styles))
	}
	rows[0].Values["B"] = 150 // of power:2
	svg = filesOf(t, rows)["summary.svg"]
	must.Say(t, svg, ">power:2<", ">power:18<")
	if strings.Contains(svg, ">power:3<") {
		t.Error("the name with the least B stands in place of no other")
	}
}

// TestAnswers: a sentence says what to take in every case.
func TestAnswers(t *testing.T) {
	inf := math.Inf(1)
	two := func(j, b float64) []sweep.Row {
		return []sweep.Row{cell("barrier", 0, "linear", 10, 2, 4), cell("barrier", 0, "fisher", 10, j, b)}
	}
	repeated := func(kernel string) sweep.Row {
		r := kernelAt(kernel, 10)
		r.Job.Repeat = 2
		return r
	}
	budget := two(1, 5)
	budget[0].Job.Budget, budget[1].Job.Budget = 1000, 1000
	perfect := two(1, 5)
	perfect[1].Job.Kernel = "perfect"
	power := two(1, 5)
	power[1].Job.Bridge = "power:0.5"
	moments := two(1, 5)
	moments[1].Job.Bridge = "moments:mean"
	late := two(1, 5)
	late[1].Chosen = &sweep.SearchResult{Converged: true, Betas: []float64{0, 0.5, 0.99, 1, 1}}
	halfway := two(1, 5)
	halfway[1].Chosen = &sweep.SearchResult{Betas: []float64{0, 0.5, 1}}
	var lucky []sweep.Row // fisher has the least median, by one draw of three
	for seed, js := range [][2]float64{{1, 1.5}, {3, 2.9}, {5, 6}} {
		lucky = append(lucky, cell("easy", uint64(seed), "linear", 10, js[0], 4),
			cell("easy", uint64(seed), "fisher", 10, js[1], 5))
	}
	for want, rows := range map[string][]sweep.Row{
		"At T = 10 take fisher: J 1, 50% less than linear; choosing by B takes linear, at 100% more J.":   two(1, 5),
		"At T = 10 take fisher: J 1.99, 0.5% less than linear; choosing by B takes it too.":               two(1.99, 3),
		"At T = 10 take fisher: J 2, the same as linear, and less B; choosing by B takes it too.":         two(2, 3),
		"more J. Its descent stopped before it converged: betas with less J may exist.":                   halfway,
		"At T = 10 take linear: J 2, the same as fisher; choosing by B takes it too.":                     two(2, 4),
		"At T = 10 take linear: J 2, where that of fisher is infinite; choosing by B takes it too.":       two(inf, 5),
		"At T = 10 take linear: J 2, over 99% less than fisher; choosing by B takes fisher, at 500 times": two(1000, 3),
		"At T = 10 take fisher: J below rounding (under 1e-20), beside 2 of linear; choosing by B takes linear, at J " +
			"2.": two(1e-29, 5),
		"At 1,000 evaluations take fisher: J 1, 50% less": budget,
		"On easy, at T = 100 take best-j: J 0.0775, 92% less than linear (30 of 30 draws); choosing by B takes " +
			"sigmoid:4, at 100% more J. On barrier, at T = 10 take best-j: J below rounding (under 1e-20), " +
			"beside 2 of linear": sweepRows(),
		"At T = 10 J does not choose: fisher has the least median, 2.9, but less than linear on 1 of 3 draws; " +
			"choosing by B takes linear, at 3.4% more J.": lucky,
		"At T = 10 and repeat 2 take king: J 1": {repeated("king"), repeated("slice"), kernelAt("slice", 10)},
		"more J. Its J is a limit, and not that of a method: the kernel perfect draws from the target itself. Of the " +
			"rows that anneal by f alone take metropolis, linear: J 2.": perfect,
		"the bridge power:0.5 needs log R. Of the rows that anneal by f alone take geometric, linear: J 2.": power,
		"method: the bridge moments needs the target's own moments. Of the rows":                            moments,
		"Most of its levels have beta >= 0.99: they run a chain on the target, and hardly anneal. Of the rows " +
			"that anneal by f alone take linear: J 2.": late,
	} {
		must.Say(t, strings.Join(Result(ranking.Summarize(rows), "out").Notes, " "), want)
	}
}
