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
	rows := []experiments.WeightLaw{{Target: "easy", Program: "smc:2", T: 3}, {Target: "easy", Program: "smc:2", T: 4},
		{Target: "easy", Program: "sir:2", T: 3, Above: []averages.Tail{{B: 1, Low: 0.25, High: 0.26}},
			Below: []averages.Tail{{B: 1, Low: 0.125, High: 0.13}}}}
	out := write(t, Tails(rows, table.Plain), table.Plain, table.Style{})
	for _, want := range []string{"0.25000", "0.13000", "0.36788", "Not known: smc:2. "} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
}

// An infinite mean has a warning for programs.
func TestAverages(t *testing.T) {
	rows := []experiments.WeightLaw{{Target: "easy", Program: "cms:3", T: 3, LogR: 2,
		Arithmetic: &averages.Combined{Mean: -0.5, Square: 4},
		Harmonic:   &averages.Combined{Mean: math.Inf(1), Square: math.Inf(1)}}}
	people := write(t, Averages(rows, 25, table.Plain), table.Plain, table.Style{})
	for _, want := range []string{"Averages of 25 runs", "1.5000", "inf", "Not known: largest of cms:3."} {
		if !strings.Contains(people, want) {
			t.Errorf("%q is not in\n%s", want, people)
		}
	}
	data := write(t, Averages(rows, 25, table.JSON), table.JSON, table.Style{})
	for _, want := range []string{`"average": "harmonic"`, `"e_log": null`, "e_log = inf, bias = inf, rmse = inf"} {
		if !strings.Contains(data, want) {
			t.Errorf("%q is not in\n%s", want, data)
		}
	}
}
