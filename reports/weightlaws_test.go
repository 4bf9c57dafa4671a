package reports

import (
	"math"
	"strings"
	"testing"

	"breadboard/exact/accounts/averages"
	"breadboard/experiments"
	"breadboard/reports/table"
)

// Tails have two bounds and Markov's, and programs without them are named once.
func TestTails(t *testing.T) {
	rows := []experiments.WeightLaw{tails("smc:2", 3, 0, "too large"), tails("smc:2", 4, 0, "too large"),
		tails("sir:2", 3, 0.25, "")}
	out := write(t, Tails(rows, table.Plain), table.Plain, table.Style{Width: -1})
	for _, want := range []string{"0.25000", "0.26000", "0.36788", "closed form",
		"Not known: forward of smc:2 at T = 3, reverse of smc:2 at T = 3, forward of smc:2 at T = 4"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
}

// tails are of one program at b = 1.
func tails(program string, T int, low float64, unknown string) experiments.WeightLaw {
	known := experiments.Perhaps[[]averages.Tail]{Unknown: unknown}
	if unknown == "" {
		known.Value = []averages.Tail{{B: 1, Low: low, High: low + 0.01, How: averages.Closed}}
	}
	return experiments.WeightLaw{Target: "easy", Program: program, T: T, B: []float64{1}, Above: known, Below: known}
}

// Programs see a row for every tail, and why it is empty.
func TestTailsForPrograms(t *testing.T) {
	rows := []experiments.WeightLaw{tails("smc:2", 3, 0, "too large"), tails("sir:2", 3, 0.25, "")}
	rows[1].Below = rows[0].Below // as if it alone took too long
	out := write(t, Tails(rows, table.CSV), table.CSV, table.Style{})
	for _, want := range []string{"easy,,3,smc:2,1,,,,,,0.36787944117144233,forward is not known: too large",
		"easy,,3,sir:2,1,closed form,0.25,0.26,,,0.36787944117144233,reverse is not known: too large"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
}

// An infinite mean has a warning for programs.
func TestAverages(t *testing.T) {
	rows := []experiments.WeightLaw{{Target: "easy", Program: "cms:3", T: 3, LogR: 2,
		Arithmetic: combined(-0.5, 4), Harmonic: combined(math.Inf(1), math.Inf(1)),
		Largest: experiments.Perhaps[averages.Combined]{Unknown: "too large"}}}
	people := write(t, Averages(rows, 25, table.Plain), table.Plain, table.Style{})
	for _, want := range []string{"Averages of 25 runs", "1.5000", "inf", "integral",
		"Not known: largest of cms:3 at T = 3: too large."} {
		if !strings.Contains(people, want) {
			t.Errorf("%q is not in\n%s", want, people)
		}
	}
	data := write(t, Averages(rows, 25, table.JSON), table.JSON, table.Style{})
	for _, want := range []string{`"average": "harmonic"`, `"e_log": null`, "e_log = inf, bias = inf, rmse = inf",
		"largest is not known: too large"} {
		if !strings.Contains(data, want) {
			t.Errorf("%q is not in\n%s", want, data)
		}
	}
}

func combined(mean, square float64) experiments.Perhaps[averages.Combined] {
	return experiments.Perhaps[averages.Combined]{Value: averages.Combined{Mean: mean, Square: square,
		How: averages.Integral}}
}
