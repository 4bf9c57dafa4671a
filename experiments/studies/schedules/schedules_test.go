package schedules

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"breadboard/experiments"
	"breadboard/experiments/paper"
	"breadboard/experiments/ranking"
	"breadboard/experiments/sweep"
	"breadboard/grid/must"
	"breadboard/reports/reporttest"
	"breadboard/reports/table"
)

const (
	folder = "../../../reports/schedules"
	again  = "go -C experiments/studies run . schedules makes it"
)

// committed has the rows of the committed cells. They must be those that the spec asks for, every one and no others.
func committed(t *testing.T, dir string, spec []byte) (rows []sweep.Row) {
	t.Helper()
	lines := reporttest.Lines(t, filepath.Join(folder, dir), "summary-cells.csv")
	cells := map[string][]string{}
	for _, line := range lines {
		cells[strings.Join(line[:4], " ")] = line[4:]
	}
	jobs := must.Have(planned(spec, false))(t)
	for _, j := range jobs {
		seed := ""
		if j.Seed != nil {
			seed = strconv.FormatUint(*j.Seed, 10)
		}
		line, ok := cells[strings.Join([]string{j.Toy, seed, j.Schedule, strconv.Itoa(j.T)}, " ")]
		if !ok {
			t.Fatalf("%s: no cell %v", dir, j)
		}
		rows = append(rows, filled(j, Cell{numberOr(line[0]), numberOr(line[1])}))
	}
	if len(cells) != len(rows) || len(lines) != len(rows) {
		t.Fatalf("%s: %d cells in %d lines, want %d", dir, len(cells), len(lines), len(rows))
	}
	return rows
}

// numberOr reads a number; it is NaN if nothing is written.
func numberOr(text string) float64 {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return math.NaN()
	}
	return v
}

// found is what is committed.
func found(t *testing.T) Found {
	t.Helper()
	return Found{Short: committed(t, "", short), Long: committed(t, "long", long)}
}

// TestFiles: the committed cells sum up to the committed report today.
func TestFiles(t *testing.T) {
	all := found(t)
	reporttest.FiguresUpToDate(t, folder, Page(all).Unrendered(), again, false)
	reporttest.FiguresUpToDate(t, filepath.Join(folder, "long"), PageLong(all).Unrendered(), again, false)
}

// Some cells, measured again. A best schedule is as good as it was to the digits
// that its descent promises; if it is flat there, its other number may differ.
func TestCellsOfTheStudyMeasuredAgain(t *testing.T) {
	held := 0
	for _, row := range committed(t, "", short) {
		c := row.Job
		if c.Seed != nil && *c.Seed != 7 || c.T > 20 && strings.HasPrefix(c.Schedule, "best") ||
			math.IsNaN(row.At("J")) {
			continue
		}
		g := must.Have(measured(t.Context(), c.Setting, c.T))(t)
		held++
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
	if held < 3*6*7 {
		t.Errorf("%d cells measured again, want three targets of all formulas", held)
	}
}

// Numbers in the prose are got from the files beside it, or measured; and no choice by B costs more than the bound.
func TestProseOfTheStudy(t *testing.T) {
	data := must.Have(os.ReadFile(filepath.Join(folder, "README.md")))(t)
	prose := strings.Join(strings.Fields(string(data)), " ")
	all := found(t)
	short := ranking.Summarize(all.Short)
	long := ranking.Summarize(all.Long)
	for _, c := range slices.Concat(short.All.Contests, short.Open.Contests,
		long.All.Contests) {
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
func distancePhrases(s ranking.Summary) (all []string) {
	for _, o := range s.Outcomes {
		if o.Job.T == 160 && strings.Contains("linear fisher geometric:0.1 best-b best-j", o.Job.Schedule) {
			all = append(all, fmt.Sprintf("| %s | `%s` | %.2f | %.2f |", paper.Title(o.Job.Toy), o.Job.Schedule,
				o.OverJ.Q2, o.OverB.Q2))
		}
	}
	return all
}

// longPhrases compares linear and sigmoid:4 on EASY RANDOM at T = 1000: on the draw of the
// default seed, and over the draws of the study.
func longPhrases(t *testing.T, s ranking.Summary) []string {
	linear := must.Have(measured(t.Context(), experiments.Setting{Toy: "easy", Schedule: "linear"}, 1000))(t)
	sigmoid := must.Have(measured(t.Context(), experiments.Setting{Toy: "easy", Schedule: "sigmoid:4"}, 1000))(t)
	crossed := 0
	sixfold := 0
	most := 0.0
	for _, c := range s.Contests {
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
			setting := experiments.Setting{Toy: "barrier", Kernel: kernel, Schedule: schedule}
			g := must.Have(measured(t.Context(), setting, 160))(t)
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
