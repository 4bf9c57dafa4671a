package sweeps

import (
	"bytes"
	"encoding/csv"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/experiments/columns"
	"breadboard/experiments/journal"
	"breadboard/experiments/ranking"
	"breadboard/experiments/sweep"
	"breadboard/grid/must"
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
func studied(dir, spec string) (swept, error) {
	s := swept{dir: dir}
	cells, err := askedFor(filepath.Join("..", "..", "experiments", spec))
	if err != nil {
		return s, err
	}
	lines, err := linesOf(filepath.Join(dir, "summary-cells.csv"))
	if err != nil {
		return s, err
	}
	committed := map[string][]string{}
	for _, line := range lines[1:] {
		committed[strings.Join(line[:4], " ")] = line[4:]
	}
	for _, c := range cells {
		seed := ""
		if c.Seed != nil {
			seed = strconv.FormatUint(*c.Seed, 10)
		}
		line, ok := committed[strings.Join([]string{c.Toy, seed, c.Schedule, strconv.Itoa(c.T)}, " ")]
		if !ok {
			return s, fmt.Errorf("%s: no cell %v", dir, c)
		}
		numbers := map[string]float64{"J": numberOr(line[0]), "B": numberOr(line[1])}
		s.rows = append(s.rows, sweep.Row{Job: c, Values: columns.NewValues(numbers)})
	}
	if len(committed) != len(s.rows) || len(lines) != len(s.rows)+1 {
		return s, fmt.Errorf("%s: %d cells in %d lines, want the %d of %s", dir, len(committed), len(lines)-1, len(s.rows), spec)
	}
	s.summary = ranking.Summarize(s.rows)
	return s, nil
}

func linesOf(path string) ([][]string, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return csv.NewReader(bytes.NewReader(data)).ReadAll()
}

// askedFor returns the cells that a spec asks for.
func askedFor(path string) ([]sweep.Job, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	plan, err := sweep.ReadPlan(f, path, sweep.Instead{}, journal.Build{})
	return plan.Jobs(), err
}

// numberOr reads a number; it is NaN if nothing is written.
func numberOr(text string) float64 {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return math.NaN()
	}
	return v
}

var (
	shortStudy = sync.OnceValues(func() (swept, error) { return studied("../schedules", "schedules.toml") })
	longStudy  = sync.OnceValues(func() (swept, error) { return studied("../schedules/long", "schedules-long.toml") })
)

func bothStudies(t *testing.T) (short, long swept) {
	t.Helper()
	short, err := shortStudy()
	must.Do(t, err)
	long, err = longStudy()
	must.Do(t, err)
	return short, long
}

// The cells of the study sum up to the committed report today.
func TestCommittedStudyOfSchedulesIsUpToDate(t *testing.T) {
	short, long := bothStudies(t)
	for _, s := range []swept{short, long} {
		made := map[string]table.File{}
		for _, f := range summaryFiles(s.summary) {
			made[f.Name] = f
		}
		entries := must.Have(os.ReadDir(s.dir))(t)
		for _, e := range entries {
			if e.IsDir() || e.Name() == "README.md" {
				continue
			}
			f, ok := made[e.Name()]
			if !ok {
				t.Errorf("%s/%s is no file of a summary", s.dir, e.Name())
				continue
			}
			if strings.HasSuffix(f.Name, ".png") && !*update && os.Getenv("BREADBOARD_LONG") == "" {
				continue // it is drawn as the SVG is
			}
			reporttest.UpToDate(t, filepath.Join(s.dir, e.Name()), reporttest.Content(t, f),
				"go test -run Study ./reports/sweeps -update makes it anew from its cells", *update)
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

// Every number in the prose is got from the files beside it.
func TestProseOfTheStudy(t *testing.T) {
	data := must.Have(os.ReadFile("../schedules/README.md"))(t)
	prose := strings.Join(strings.Fields(string(data)), " ")
	short, long := bothStudies(t)
	for _, c := range append(short.summary.Open.Dear, long.summary.All.Dear...) {
		if c.Job.Toy != "easy" {
			t.Errorf("the prose says that B's choice is dear on EASY RANDOM alone, but %v", c.Job)
		}
	}
	for _, phrase := range append(append(agreementPhrases(short), distancePhrases(short)...), longPhrases(t, long)...) {
		if !strings.Contains(prose, phrase) {
			t.Errorf("the prose does not say: %s", phrase)
		}
	}
}

var titles = map[string]string{"easy": "EASY RANDOM", "hard": "HARD RANDOM", "barrier": "BARRIER"}

func agreementPhrases(s swept) []string {
	var all []string
	open := s.summary.Open
	all = append(all, fmt.Sprintf("%.2f (95%% interval %.2f to %.2f) over the whole sweep", open.Overall.Mean,
		open.Overall.Low, open.Overall.High))
	for _, k := range open.ByGroup {
		phrase := fmt.Sprintf("%.2f on %s", k.Mean, titles[k.Group])
		if k.Targets > 1 {
			phrase = fmt.Sprintf("%.2f (%.2f to %.2f) on %s", k.Mean, k.Low, k.High, titles[k.Group])
		}
		all = append(all, phrase)
	}
	all = append(all, fmt.Sprintf("In %d of %s contests", len(open.Dear), table.Thousands(len(open.Contests))),
		fmt.Sprintf("in %d of %s", len(s.summary.All.Dear), table.Thousands(len(s.summary.All.Contests))))
	return all
}

// distancePhrases says how far schedules are from the best at the largest T.
func distancePhrases(s swept) []string {
	var all []string
	last := 0
	for _, o := range s.summary.Outcomes {
		last = max(last, o.Job.T)
	}
	for _, o := range s.summary.Outcomes {
		if o.Job.T != last {
			continue
		}
		row := fmt.Sprintf("| %s | %s | %.2f | %.2f |", titles[o.Job.Toy], o.Job.Schedule, o.OverJ.Q2, o.OverB.Q2)
		if len(o.Draws) > 1 {
			row = fmt.Sprintf("| %s | %s | %.2f (%.2f to %.2f) | %.2f (%.2f to %.2f) |", titles[o.Job.Toy],
				o.Job.Schedule, o.OverJ.Q2, o.OverJ.Q1, o.OverJ.Q3, o.OverB.Q2, o.OverB.Q1, o.OverB.Q3)
		}
		all = append(all, row)
	}
	return all
}

// longPhrases compares linear and sigmoid:4 on EASY RANDOM at T = 1000: on the draw of the
// default seed, and over the draws of the study.
func longPhrases(t *testing.T, s swept) []string {
	linear := measured(t, experiments.Setting{Toy: "easy", Schedule: "linear"}, 1000)
	sigmoid := measured(t, experiments.Setting{Toy: "easy", Schedule: "sigmoid:4"}, 1000)
	crossed, sixfold, draws, most := 0, 0, 0, 0.0
	for _, c := range s.summary.Contests {
		if c.Job.Toy != "easy" || c.Job.T != 1000 {
			continue
		}
		of := map[string]ranking.Entry{}
		for _, e := range c.Entries {
			of[e.Schedule] = e
		}
		l, s := of["linear"], of["sigmoid:4"]
		draws++
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
		fmt.Sprintf("on %d of %d draws", crossed, draws),
		fmt.Sprintf("on %d of them J is six times less or more, and on one %.0f times", sixfold, most),
		fmt.Sprintf("In %d of %s contests there", len(s.summary.All.Dear),
			table.Thousands(len(s.summary.All.Contests))),
	}
}

// measured measures an annealing.
func measured(t *testing.T, s experiments.Setting, T int) exact.Measured {
	t.Helper()
	chain := must.Have(s.Chain())(t)
	a, _, err := chain.At(t.Context(), T)
	must.Do(t, err)
	g := must.Have(exact.Measure(t.Context(), a))(t)
	return g
}
