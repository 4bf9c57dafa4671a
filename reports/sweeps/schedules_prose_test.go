package sweeps

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/experiments/ranking"
	"breadboard/reports/table"
)

// Every number in the prose is got from the files beside it.
func TestProseOfTheStudy(t *testing.T) {
	data, err := os.ReadFile("../schedules/README.md")
	if err != nil {
		t.Fatal(err)
	}
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
	linear, sigmoid := gapOn(t, "linear"), gapOn(t, "sigmoid:4")
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

// gapOn measures the default draw of EASY RANDOM at T = 1000.
func gapOn(t *testing.T, schedule string) exact.Gap {
	t.Helper()
	chain, err := experiments.Setting{Toy: "easy", Schedule: schedule}.Chain()
	if err != nil {
		t.Fatal(err)
	}
	a, _, err := chain.At(t.Context(), 1000)
	if err != nil {
		t.Fatal(err)
	}
	g, err := exact.Measure(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	return g
}
