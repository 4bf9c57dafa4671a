package sweeps

import (
	"cmp"
	"encoding/csv"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/experiments/columns"
	"breadboard/experiments/journal"
	"breadboard/experiments/paper"
	"breadboard/experiments/ranking"
	"breadboard/experiments/sweep"
	"breadboard/grid/must"
	"breadboard/reports/figure"
	"breadboard/reports/reporttest"
	"breadboard/reports/table"
)

var update = flag.Bool("update", false, "make what is committed anew from its cells")

// A swept is a committed study: the rows of its cells in the order of its spec,
// and what they sum up to.
type swept struct {
	dir     string
	rows    []sweep.Row
	summary ranking.Summary
}

// studied reads the cells beside a report. They must be those that the spec asks
// for, every one and no others.
func studied(t *testing.T, dir, spec string) swept {
	t.Helper()
	s, path := swept{dir: dir}, filepath.Join("..", "..", "experiments", spec)
	plan := must.Have(sweep.ReadPlan(must.Have(os.Open(path))(t), path, sweep.Instead{}, journal.Build{}))(t)
	lines := must.Have(csv.NewReader(must.Have(os.Open(filepath.Join(dir, "summary-cells.csv")))(t)).ReadAll())(t)
	committed := map[string][]string{}
	for _, line := range lines[1:] {
		committed[strings.Join(line[:4], " ")] = line[4:]
	}
	for _, c := range plan.Jobs() {
		seed := ""
		if c.Seed != nil {
			seed = strconv.FormatUint(*c.Seed, 10)
		}
		line, ok := committed[strings.Join([]string{c.Toy, seed, c.Schedule, strconv.Itoa(c.T)}, " ")]
		if !ok {
			t.Fatalf("%s: no cell %v", dir, c)
		}
		numbers := map[string]float64{"J": numberOr(line[0]), "B": numberOr(line[1])}
		s.rows = append(s.rows, sweep.Row{Job: c, Values: columns.NewValues(numbers)})
	}
	if len(committed) != len(s.rows) || len(lines) != len(s.rows)+1 {
		t.Fatalf("%s: %d cells in %d lines, want the %d of %s", dir, len(committed), len(lines)-1, len(s.rows), spec)
	}
	s.summary = ranking.Summarize(s.rows)
	return s
}

// numberOr reads a number; it is NaN if nothing is written.
func numberOr(text string) float64 {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return math.NaN()
	}
	return v
}

var studies []swept // which all tests share

func bothStudies(t *testing.T) (short, long swept) {
	t.Helper()
	if studies == nil {
		studies = []swept{studied(t, "../schedules", "schedules.toml"),
			studied(t, "../schedules/long", "schedules-long.toml")}
	}
	return studies[0], studies[1]
}

// The cells of the study sum up to the committed report today.
func TestCommittedStudyOfSchedulesIsUpToDate(t *testing.T) {
	short, long := bothStudies(t)
	for _, s := range []swept{short, long} {
		files := summaryFiles(s.summary, figure.Look{})
		if s.dir == short.dir {
			files = append(files, figure.Files("price", figure.ForScreen,
				func(w io.Writer, m figure.Medium) error { return priceFigure(w, m, sixes(short, long)) })...)
		}
		for _, e := range must.Have(os.ReadDir(s.dir))(t) {
			at := slices.IndexFunc(files, func(f table.File) bool { return f.Name == e.Name() })
			switch {
			case e.IsDir() || e.Name() == "README.md":
			case at < 0:
				t.Errorf("%s/%s is no file of a summary", s.dir, e.Name())
			default:
				reporttest.FiguresUpToDate(t, s.dir, files[at:at+1],
					"go test -run Study ./reports/sweeps -update makes it anew from its cells", *update)
			}
		}
	}
}

// Some cells, measured again. A best schedule is as good as it was to the digits
// that its descent promises; if it is flat there, its other number may differ.
func TestCellsOfTheStudyMeasuredAgain(t *testing.T) {
	short, _ := bothStudies(t)
	again := 0
	for _, row := range short.rows {
		c := row.Job
		if c.Seed != nil && *c.Seed != 7 || c.T > 20 && strings.HasPrefix(c.Schedule, "best") ||
			math.IsNaN(row.At("J")) {
			continue
		}
		g := measured(t, c.Setting, c.T)
		again++
		tolerance := 1e-9 // J and B are promised with nine digits
		if strings.HasPrefix(c.Schedule, "best") {
			tolerance = 1e-6
		}
		if j := math.Abs(g.J()-row.At("J")) / row.At("J"); j > tolerance && c.Schedule != "best-b" {
			t.Errorf("%v: J is %v, committed is %v", c, g.J(), row.At("J"))
		}
		if b := math.Abs(g.B()-row.At("B")) / row.At("B"); b > tolerance && c.Schedule != "best-j" {
			t.Errorf("%v: B is %v, committed is %v", c, g.B(), row.At("B"))
		}
	}
	if again < 3*6*7 {
		t.Errorf("%d cells measured again, want three targets of all formulas", again)
	}
}

// sixes are the standings of the six schedules that no truth chose, of each toy from T = 3 to 3000.
func sixes(short, long swept) map[string][]ranking.Standing {
	all := map[string][]ranking.Standing{}
	for _, s := range append(slices.Clone(short.summary.Open.Standings), long.summary.All.Standings...) {
		all[paper.Title(s.Group)] = append(all[paper.Title(s.Group)], s)
	}
	return all
}

// priceFigure draws against T what the choice by B costs, and how far the orders by J and by B agree.
func priceFigure(w io.Writer, m figure.Medium, of map[string][]ranking.Standing) error {
	plots := []*plot.Plot{figure.NewPlot(), figure.NewPlot()}
	ends := make([]figure.EndLabels, 2)
	for i, toy := range []string{"EASY RANDOM", "HARD RANDOM", "BARRIER"} {
		style := figure.NthLine(i)
		lines := make([]plotter.XYs, 2)
		bands := make([]plotter.XYs, 2)
		for _, s := range of[toy] {
			for k, v := range [][3]float64{{s.Cost.Q1, s.Cost.Q2, s.Cost.Q3}, {s.Tau.Low, s.Tau.Mean, s.Tau.High}} {
				x := float64(s.T)
				lines[k] = append(lines[k], plotter.XY{X: x, Y: v[1]})
				if s.Contests > 1 {
					bands[k] = append(slices.Insert(bands[k], 0, plotter.XY{X: x, Y: v[0]}), plotter.XY{X: x, Y: v[2]})
				}
			}
		}
		for k, p := range plots {
			p.Add(style.Band(bands[k]), style.Line(lines[k]), style.Dots(lines[k]))
			ends[k].Add(toy, style, lines[k])
		}
	}
	for k, p := range plots {
		figure.SetLog(&p.X, figure.LogTicks{Powers: 6, Evenly: 6})
		figure.Widen(&p.X, 1.1)
		p.Add(ends[k])
	}
	figure.SetLog(&plots[0].Y, figure.LogTicks{Powers: 6, Evenly: 6})
	plots[1].Y.Min, plots[1].Y.Max = -1, 1
	plots[1].Y.Tick.Marker = plot.ConstantTicks{{Value: -1, Label: "−1"},
		{Value: 0, Label: "0"}, {Value: 1, Label: "1"}}
	const width, height = 860, 330
	return figure.Render(w, m, width, height, func(c draw.Canvas) {
		figure.Panels{Plots: [][]*plot.Plot{plots}, Tiles: draw.Tiles{PadX: 24},
			Heads: []string{"What the choice by B costs: its J over the least J",
				"Kendall's tau of the orders by J and by B"},
			Feet: []string{figure.AcrossT, figure.AcrossT}}.Draw(figure.Crop(c, 14, 34, width-30, height-60))
	})
}

// Numbers in the prose are got from the files beside it, or measured; and no choice by B costs more than the bound.
func TestProseOfTheStudy(t *testing.T) {
	data := must.Have(os.ReadFile("../schedules/README.md"))(t)
	prose := strings.Join(strings.Fields(string(data)), " ")
	short, long := bothStudies(t)
	for _, c := range slices.Concat(short.summary.All.Contests, short.summary.Open.Contests,
		long.summary.All.Contests) {
		if j := c.Winner(experiments.J); !(c.Cost() <= j.B/j.J*(1+1e-9)) {
			t.Errorf("%v: the choice by B has %v times the least J, and B/J is %v", c.Job, c.Cost(), j.B/j.J)
		}
	}
	for _, phrase := range slices.Concat(pricePhrases(sixes(short, long)), distancePhrases(short), longPhrases(t, long),
		kernelPhrases(t)) {
		if !strings.Contains(prose, phrase) {
			t.Errorf("the prose does not say: %s", phrase)
		}
	}
}

func pricePhrases(of map[string][]ranking.Standing) []string {
	at := func(toy string, T int) ranking.Standing {
		return of[toy][slices.IndexFunc(of[toy], func(s ranking.Standing) bool { return s.T == T })]
	}
	easy3 := at("EASY RANDOM", 3)
	last := at("EASY RANDOM", 3000)
	hard3 := at("HARD RANDOM", 3)
	hard10 := at("HARD RANDOM", 10)
	dear := func(T int) int { return at("EASY RANDOM", T).Dear }
	won := func(by []ranking.Share, schedule string) int {
		return by[slices.IndexFunc(by, func(s ranking.Share) bool { return s.Schedule == schedule })].Wins
	}
	fisher := func(T int) int { return won(at("HARD RANDOM", T).ByJ, "fisher") }
	return []string{
		fmt.Sprintf("has there %.2f times the least J at T = 3, and %.2f times at T = 3000",
			easy3.Cost.Q2, last.Cost.Q2),
		fmt.Sprintf("it rises, from %.2f at T = 3 to %.2f at T = 3000", easy3.Tau.Mean, last.Tau.Mean),
		fmt.Sprintf("on %d of 200 draws at T = 40, on %d at T = 160, on %d at T = 1000 and on %d at T = 3000; at "+
			"worst it has %.1f times", dear(40), dear(160), dear(1000), dear(3000), last.Cost.Max),
		fmt.Sprintf("at T = 3 %.2f times the least J (the median; at most %.2f times), at T = 10 %.2f times (at most "+
			"%.2f)",
			hard3.Cost.Q2, hard3.Cost.Max, hard10.Cost.Q2, hard10.Cost.Max),
		fmt.Sprintf("the least B on all draws, but for %d at T = 3000", 200-won(at("HARD RANDOM", 3000).ByB, "fisher")),
		fmt.Sprintf("on %d of 200 draws at T = 20, on %d at T = 40, on %d at T = 300, and then on fewer: on %d at T "+
			"= 1000, and on %d at T = 3000, where `linear` has it on the other %d",
			fisher(20), fisher(40), fisher(300), fisher(1000),
			fisher(3000), won(at("HARD RANDOM", 3000).ByJ, "linear")),
		fmt.Sprintf("from T = 20 on has %.2f times the least J", slices.MaxFunc(of["HARD RANDOM"][3:],
			func(a, b ranking.Standing) int { return cmp.Compare(a.Cost.Max, b.Cost.Max) }).Cost.Max),
		fmt.Sprintf("costs at most %.0f%% of J", 100*(at("BARRIER", 5).Cost.Q2-1)),
	}
}

// distancePhrases say how far schedules are from the best at the largest T of the sweep that has the best.
func distancePhrases(s swept) (all []string) {
	for _, o := range s.summary.Outcomes {
		if o.Job.T == 160 && strings.Contains("linear fisher geometric:0.1 best-b best-j", o.Job.Schedule) {
			all = append(all, fmt.Sprintf("| %s | `%s` | %.2f | %.2f |", paper.Title(o.Job.Toy), o.Job.Schedule,
				o.OverJ.Q2, o.OverB.Q2))
		}
	}
	return all
}

// longPhrases compares linear and sigmoid:4 on EASY RANDOM at T = 1000: on the draw of the
// default seed, and over the draws of the study.
func longPhrases(t *testing.T, s swept) []string {
	linear := measured(t, experiments.Setting{Toy: "easy", Schedule: "linear"}, 1000)
	sigmoid := measured(t, experiments.Setting{Toy: "easy", Schedule: "sigmoid:4"}, 1000)
	crossed := 0
	sixfold := 0
	most := 0.0
	for _, c := range s.summary.Contests {
		if c.Job.Toy != "easy" || c.Job.T != 1000 {
			continue
		}
		of := map[string]ranking.Entry{}
		for _, e := range c.Entries {
			of[e.Schedule] = e
		}
		l, s := of["linear"], of["sigmoid:4"]
		if s.J < l.J && s.B > l.B {
			crossed++
			most = max(most, l.J/s.J)
		}
		if s.J*6 <= l.J {
			sixfold++
		}
	}
	return []string{
		fmt.Sprintf("J falls from %.3g to %.3g, %.1f times less", linear.J(), sigmoid.J(), linear.J()/sigmoid.J()),
		fmt.Sprintf("B grows from %.3g to %.3g, by %.0f%%", linear.B(), sigmoid.B(), 100*(sigmoid.B()/linear.B()-1)),
		fmt.Sprintf("on %d of 200 draws", crossed),
		fmt.Sprintf("on %d of them J is six times less or more, and on one %.0f times", sixfold, most),
	}
}

// kernelPhrases are the rows of the table of kernels on BARRIER.
func kernelPhrases(t *testing.T) (all []string) {
	for _, kernel := range []string{"metropolis", "king", "barker", "heat-bath"} {
		var c ranking.Contest
		for schedule := range strings.FieldsSeq("linear sigmoid:4 power:2 geometric:0.1 fisher friction") {
			g := measured(t, experiments.Setting{Toy: "barrier", Kernel: kernel, Schedule: schedule}, 160)
			c.Entries = append(c.Entries, ranking.Entry{Schedule: schedule, J: g.J(), B: g.B()})
		}
		j := c.Winner(experiments.J)
		row := fmt.Sprintf("| `%s` | %.2f | %.2f |", kernel, j.B/j.J, c.Cost())
		if j.B > 100*j.J {
			row = fmt.Sprintf("| `%s` | %s | %.1f |", kernel, table.Thousands(int(j.B/j.J)), c.Cost())
		}
		all = append(all, row)
	}
	return all
}

// measured measures an annealing.
func measured(t *testing.T, s experiments.Setting, T int) exact.Measured {
	t.Helper()
	chain := must.Have(s.Chain())(t)
	a, _, err := chain.At(t.Context(), T)
	must.Do(t, err)
	return must.Have(exact.Measure(t.Context(), a))(t)
}
