package sweeps

import (
	"fmt"
	"maps"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/plot"
	"pgregory.net/rapid"

	"breadboard/experiments"
	"breadboard/experiments/columns"
	"breadboard/experiments/ranking"
	"breadboard/experiments/sweep"
	"breadboard/grid/must"
	"breadboard/reports/figure"
	"breadboard/reports/reporttest"
	"breadboard/reports/table"
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
	for _, f := range must.Have(Files(rows, ranking.Summarize(rows), "spec", 0))(t) {
		of[f.Name] = string(reporttest.Content(t, f))
	}
	return of
}

// TestFiles: the files are the rows in two formats, the summary, and a figure in three media.
func TestFiles(t *testing.T) {
	of := filesOf(t, sweepRows())
	want := []string{"rows.csv", "rows.jsonl", "summary.md", "summary.pdf", "summary.png", "summary.svg"}
	if names := slices.Sorted(maps.Keys(of)); !slices.Equal(names, want) {
		t.Errorf("files %v, want %v", names, want)
	}
	if n := strings.Count(of["rows.csv"], "\n"); n != 184 || strings.Count(of["rows.jsonl"], "\n") != n-1 {
		t.Errorf("%d lines of rows.csv", n)
	}
	must.Say(t, of["summary.md"], "the median over the 30 draws of a target", "| easy    |  10 | sigmoid:4 |",
		"| B       |")
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
		empty := strings.Count(of["summary.svg"], ": all 0") + strings.Count(of["summary.svg"], ": none on a log")
		if want := 2 * strings.Count(name, "all "); empty != want {
			t.Errorf("%s has %d empty panels, want %d", name, empty, want)
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

// TestLinesThatDifferInTwoWays: the axis with the most values has the colours and the others have the dashes, as far as
// there are as many.
func TestLinesThatDifferInTwoWays(t *testing.T) {
	outcomes := func(kernels, schedules int) (all []ranking.Outcome) {
		for k := range kernels {
			for i := range schedules {
				row := cell("barrier", 0, fmt.Sprintf("power:%d", i+2), 10, 1, 2)
				row.Job.Kernel = fmt.Sprintf("lazy:0.%d", k+1)
				all = append(all, ranking.Outcome{Job: row.Job})
			}
		}
		return all
	}
	all := outcomes(4, 8)
	for i, name := range layOut(all).names {
		colour, dashes := figure.NthLine(i%8), figure.NthLine(i/8)
		want := colour.WithDashes(dashes.Dashes)
		if got := layOut(all).stylesOf(all)[name]; !reflect.DeepEqual(got, want) {
			t.Errorf("%s has the style %v, want %v", name, got, want)
		}
	}
	for _, all := range [][]ranking.Outcome{outcomes(5, 8), outcomes(4, 9), outcomes(9, 1)} {
		for i, name := range layOut(all).names {
			if got := layOut(all).stylesOf(all)[name]; !reflect.DeepEqual(got, figure.NthLine(i)) {
				t.Errorf("%s, %d of %d, has the style %v", name, i, len(all), got)
			}
		}
	}
}

// TestNamedAreDrawn: of more names than a figure has lines it has what to take on each of twelve targets, all that is
// named of four, and beside these only names that no other beats on some target.
func TestNamedAreDrawn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		targets := rapid.IntRange(1, mostRows+2).Draw(t, "targets")
		names := rapid.IntRange(mostLines+1, 30).Draw(t, "names")
		value := rapid.SampledFrom([]float64{0, 1e-25, 1, 2, 3, math.Inf(1), math.NaN()})
		var rows []sweep.Row
		for i := range targets {
			for k := range names {
				row := cell(fmt.Sprintf("two-basins:%d", i+4), 7, fmt.Sprintf("power:%d", k+2), 10,
					value.Draw(t, "J"), 1+value.Draw(t, "B"))
				row.Job.Kernel = rapid.SampledFrom([]string{"perfect", "king"}).Draw(t, "kernel")
				rows = append(rows, row)
			}
		}
		summary := ranking.Summarize(rows)
		all := summary.Outcomes
		l := layOut(all)
		if len(l.names) <= mostLines {
			t.Skip("so many have no numbers")
		}
		title := func(o ranking.Outcome) string { return o.Job.TargetName() }
		shown := experiments.Distinct(all, title)
		shown = shown[:min(len(shown), mostRows)]
		all = slices.DeleteFunc(slices.Clone(all), func(o ranking.Outcome) bool {
			return !slices.Contains(shown, title(o))
		})
		drawn := l.best(summary.Outcomes, mostLines)
		want := min(mostLines, len(experiments.Distinct(all, l.name)))
		if len(drawn) != want {
			t.Fatalf("%d of %d names are drawn", len(drawn), len(l.names))
		}
		named := map[string]bool{}
		for _, a := range (ranking.Summary{Outcomes: all}).Answers() {
			for i, o := range []*ranking.Outcome{&a.Best, a.Method, a.ByB, &a.Other} {
				if o == nil {
					continue
				}
				named[l.name(*o)] = true
				if (i == 0 || len(shown) <= 4) && !slices.Contains(drawn, l.name(*o)) {
					t.Fatalf("%s is named, and not drawn", l.name(*o))
				}
			}
		}
		for _, name := range drawn {
			unbeaten := slices.ContainsFunc(all, func(o ranking.Outcome) bool {
				return l.name(o) == name && !slices.ContainsFunc(all, func(other ranking.Outcome) bool {
					less := other.J.Q2 < o.J.Q2 && o.J.Q2 > 1e-20 || math.IsNaN(o.J.Q2) && !math.IsNaN(other.J.Q2)
					return title(other) == title(o) && less && !slices.Contains(drawn, l.name(other))
				})
			})
			if !unbeaten && !named[name] {
				t.Fatalf("%s is drawn, and beaten on each target by one that is not", name)
			}
		}
	})
}

// TestNamesDiffer: names that would be alike without their middles are written out.
func TestNamesDiffer(t *testing.T) {
	var rows []sweep.Row
	for _, bridge := range []string{"moments:gaussian", "power:0.12345678901234"} {
		for _, repeat := range []int{4, 16} {
			for _, kernel := range []string{"laplace:2", "laplace:4"} {
				row := kernelAt(kernel, 10)
				row.Job.Repeat = repeat
				row.Job.Bridge = bridge
				rows = append(rows, row)
			}
		}
	}
	svg := filesOf(t, rows)["summary.svg"]
	must.Say(t, svg, ">repeat 16, laplace:2, power:0.12345678901234<", ">repeat 16, laplace:4, power:0.12345678901234<")
}

// TestResults: in every case people read what differs, what is alike and what to take. A figure shows every axis with
// several values, and T is across if it is one of them.
func TestResults(t *testing.T) {
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
	tempered := two(1, 5)
	tempered[1].Job.Initial = "tempered:0.5"
	start := two(1, 5)
	start[1].Job.Initial = "file:own.csv"
	ours := two(1, 5)
	ours[0].Job.Initial = "own.csv"
	ours[0].Job.Schedule = "friction"
	ours[1].Job.Kernel = "perfect"
	late := two(1, 5)
	late[1].Job.Schedule = "best-j"
	late[1].Chosen = &sweep.SearchResult{Converged: true, Value: 1, Plain: 1.05, Betas: []float64{0, 0.5, 0.99, 1, 1}}
	halfway := two(1, 5)
	halfway[1].Chosen = &sweep.SearchResult{Value: 1, Plain: 2, Betas: []float64{0, 0.5, 1}}
	losing := append(two(1, 5), two(1, 5)[0], two(1, 5)[0], two(1, 5)[0])
	for i, schedule := range []string{"best-j", "best-b", "best-b"} {
		losing[i+2].Job.Schedule, losing[i+2].Job.T = schedule, 9+i
		losing[i+2].Chosen = halfway[1].Chosen
	}
	var lucky []sweep.Row // fisher has the least median, by one draw of three
	for seed, js := range [][2]float64{{1, 1.5}, {3, 2.9}, {5, 6}} {
		lucky = append(lucky, cell("easy", uint64(seed), "linear", 10, js[0], 4),
			cell("easy", uint64(seed), "fisher", 10, js[1], 5))
	}
	same := repeated("slice")
	same.Job.Chains = 1234
	same.Job.MCSeed = 5
	same.Job.SkipLast = true
	many := budget
	for i := range 30 {
		many = append(many, cell("easy", 7, fmt.Sprintf("power:%d", i+2), 10, float64(40-i), float64(i+50)))
		many[i+2].Job.Budget = 1000 * (1 + i%2)
	}
	missing := []sweep.Row{cell("barrier", 0, "linear", 10, 2, 3), cell("barrier", 0, "linear", 10, 1, math.NaN())}
	missing[1].Job.Kernel = "mine"
	missing[1].Misses = "in cell 1"
	many[3].Job.Program = "sir:4"
	sampled := two(math.NaN(), 3)
	searched := two(1, 5)
	searched[0].Job.Schedule, searched[1].Job.Kernel = "best-j", "perfect"
	unlucky := slices.Clone(lucky)
	for i := range unlucky {
		unlucky[i].Values = columns.Values{"J": unlucky[i].Values["J"], "B": 9 - unlucky[i].Values["B"]}
	}
	var answers, results strings.Builder
	for _, rows := range [][]sweep.Row{two(1, 5), two(1.99, 3), two(1.9999, 3), two(1.1, 3), two(2, 3), two(2, 4),
		two(inf, 5), two(1000, 3), two(150, 3), two(20, 3), two(19, 3), two(1e-29, 5), halfway, late, searched, unlucky,
		perfect, power, moments, tempered, start, ours, losing} {
		fmt.Fprintln(&answers, strings.Join(Result(ranking.Summarize(rows), "out").Notes[1:], "\n"))
	}
	must.Golden(t, "testdata/answers.golden", answers.String())
	var targets, several []sweep.Row
	for i := range mostRows + 1 {
		name := fmt.Sprintf("two-basins:%d", i+4)
		targets = append(targets, cell(name, 7, "linear", 10, 3, 4), cell(name, 7, "linear", 20, 2, 3))
		several = append(several, cell([]string{"easy", "hard"}[i/8], uint64(i), "linear", 10, float64(i)+1, 4))
	}
	for _, rows := range [][]sweep.Row{two(1, 5), budget, sweepRows(), lucky,
		{repeated("king"), repeated("slice"), kernelAt("slice", 10)}, {same}, many, missing, sampled, nil,
		{kernelAt("king", 10), kernelAt("king", 20), kernelAt("slice", 10), kernelAt("slice", 20)},
		{cell("easy", 0, "linear", 10, 1, 2), cell("easy", 1, "linear", 10, 3, 2), cell("easy", 0, "linear", 20, 1, 2),
			kernelAt("metropolis", 10)}, targets, several,
		{cell("easy", 7, "linear", 10, 2, 3), cell("easy", 7, "fisher", 20, 1, 2)},
		{targets[0], targets[2], cell("easy", 8, "linear", 10, 2, 3)}} {
		summary := ranking.Summarize(rows)
		must.Do(t, Result(summary, "out").Write(&results, table.Plain, table.Style{Width: 120}))
		if f, ok := figureOf(summary.Outcomes); ok {
			fmt.Fprintln(&results, "figure:", reporttest.Words(t, f))
		}
	}
	for i := range targets[:20] { // marks may be more than lines
		targets[i] = cell("barrier", 0, fmt.Sprintf("power:%d", i+2), 10, 3+float64(i), 30)
	}
	f, _ := figureOf(ranking.Summarize(targets[:20]).Outcomes)
	fmt.Fprintln(&results, "figure:", reporttest.Words(t, f))
	must.Golden(t, "testdata/results.golden", results.String())
}

// TestBarsSideBySide: no bar is on another, and each is nearer to its own T than to the next. Without bars a mark
// stands at its T.
func TestBarsSideBySide(t *testing.T) {
	bar := regexp.MustCompile(`<path d="M([0-9.]+),([0-9.]+)L([0-9.]+),([0-9.]+)" style="fill:none;stroke:#[0-9A-F]+;` +
		`stroke-width:0.8`)
	for _, draws := range []uint64{1, 20} {
		var rows []sweep.Row
		for seed := range draws {
			for i, schedule := range []string{"linear", "sigmoid:4", "fisher"} {
				for _, T := range []int{10, 30, 1000} {
					j := (1 + float64(seed)) * (1 + 0.01*float64(i)) / float64(T)
					rows = append(rows, cell("easy", seed, schedule, T, j, 2*j))
				}
			}
		}
		f, _ := figureOf(ranking.Summarize(rows).Outcomes)
		f.Plots = [][]*plot.Plot{f.Plots[0][:1]}
		var svg strings.Builder
		must.Do(t, f.Write(&svg, figure.SVG, 0))
		var at []float64
		for _, found := range bar.FindAllStringSubmatch(svg.String(), -1) {
			if found[1] == found[3] {
				at = append(at, must.Have(strconv.ParseFloat(found[1], 64))(t))
			}
		}
		slices.Sort(at)
		if at = slices.Compact(at); len(at) != map[uint64]int{1: 3, 20: 9}[draws] {
			t.Fatalf("%d draws have bars at %v", draws, at)
		}
		if draws == 1 {
			continue
		}
		for i := 1; i < len(at); i++ {
			if gap := at[i] - at[i-1]; gap < 4 || i%3 == 0 && gap < 2*(at[i-1]-at[i-2]) {
				t.Errorf("bar %d is %v points from the one before: %v", i, gap, at)
			}
		}
	}
}
