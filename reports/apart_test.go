package reports

import (
	"math"
	"slices"
	"strings"
	"testing"

	"breadboard/chains/sample"
	"breadboard/exact"
	"breadboard/exact/accounts"
	"breadboard/experiments"
	"breadboard/experiments/apart"
	"breadboard/reports/table"
)

// compared is a row in which the divergence is 1 and the bias 0.5 at M = 1, of which 0.25 is left.
func compared() apart.Row {
	return apart.Row{Setting: experiments.Setting{Kernel: "king", Bridge: "geometric", Schedule: "linear",
		Initial: "uniform"}, Target: "hill", Grid: "1x3", Gold: "posterior", Program: "sir:2", T: 5,
		Options: apart.Options{Runs: apart.Counts{Gold: 7, Target: 8}, Meta: apart.Counts{Gold: 2, Target: 2}, Seed: 3},
		Exact: apart.Exact{Distance: accounts.Distance{Laws: exact.Divergence{Forward: 0.25, Reverse: 0.75}, Expected: 1.5,
			Bias: accounts.Bias{TargetOwn: 0.5}}, HowGold: "closed form", HowTarget: "integral"},
		Estimate: sample.Estimate{Value: 1.3, StdErr: 0.1}, Bias: sample.Estimate{Value: 0.25, StdErr: 0.01},
		Halving: apart.Halving{M: 2, Searched: 16, Curve: []apart.BiasAt{{M: 1}, {M: 2}}}}
}

// cellOf returns the cell of the first row under a key.
func cellOf(t table.Table, key string) any {
	at := slices.IndexFunc(t.Columns, func(c table.Column) bool { return c.Key == key })
	return t.Rows[0][at]
}

func TestApart(t *testing.T) {
	people := Apart([]apart.Row{compared()}, table.Plain)
	for key, want := range map[string]any{"symmetrised_kl": 1., "expected": 1.5, "estimate": "1.30 ± 0.10",
		"bias": "0.25 (20%)", "halved": "M ≈ 2"} {
		if got := cellOf(people, key); got != want {
			t.Errorf("%s is %v, want %v", key, got, want)
		}
	}
	want := "hill on 1x3; kernel king; bridge geometric; schedule linear; gold standard posterior"
	if people.Title != want {
		t.Errorf("the title is %q, want %q", people.Title, want)
	}
	if notes := strings.Join(people.Notes, " "); !strings.Contains(notes, "from 7 gold and 8 program runs, each looked "+
		"at by M = 2, mc-seed 3") {
		t.Errorf("the notes are %q", notes)
	}
	data := Apart([]apart.Row{compared()}, table.JSON)
	for key, want := range map[string]any{"expected": 1.5, "bias": 0.5, "bias_left": 0.25, "runs_program": 8,
		"halving_m": 2, "halving_how": "sampled", "how_program": "integral", "kl_program_gold": 0.75} {
		if got := cellOf(data, key); got != want {
			t.Errorf("%s is %v, want %v", key, got, want)
		}
	}
}

// People see what is known; programs are told what is not finite.
func TestApartUnknown(t *testing.T) {
	r := compared()
	r.Unknown, r.Warnings = []string{"sir:2 is large"}, []string{"sir:2 is large"}
	r.Laws, r.Expected = exact.Divergence{Forward: math.NaN(), Reverse: math.NaN()}, math.NaN()
	r.Bias, r.Halving = sample.Estimate{Value: math.NaN()}, apart.Halving{Why: "the exact divergence is not known"}
	people := Apart([]apart.Row{r}, table.Plain)
	for key, want := range map[string]any{"symmetrised_kl": nil, "expected": nil, "bias": nil, "halved": "unknown"} {
		if got := cellOf(people, key); got != want {
			t.Errorf("%s is %v, want %v", key, got, want)
		}
	}
	if notes := strings.Join(people.Notes, " "); !strings.Contains(notes, "Warning, sir:2 at T = 5: sir:2 is large.") {
		t.Errorf("the notes are %q", notes)
	}
	if got := cellOf(Apart([]apart.Row{r}, table.CSV), "biases"); len(r.Curve) == 0 && got != nil {
		t.Errorf("biases are %v, want an empty cell", got)
	}
	warnings := strings.Join(cellOf(Apart([]apart.Row{r}, table.JSON), "warnings").([]string), "; ")
	for _, says := range []string{"sir:2 is large", "expected = nan", "no halving_m: the exact divergence is not known"} {
		if !strings.Contains(warnings, says) {
			t.Errorf("the warnings are %q, want %q", warnings, says)
		}
	}
}

// A hidden Markov model has no kernel to be named.
func TestApartHidden(t *testing.T) {
	r := compared()
	r.Setting, r.Target, r.Grid = experiments.Setting{}, "weather.json", "2 states and 8 observations"
	want := "weather.json: 2 states and 8 observations; gold standard posterior"
	if people := Apart([]apart.Row{r}, table.Plain); people.Title != want {
		t.Errorf("the title is %q, want %q", people.Title, want)
	}
}

// The M that halves the bias, in words.
func TestHalvedBy(t *testing.T) {
	for want, h := range map[string]apart.Halving{
		"M ≈ 4":   {M: 4, Searched: 16},
		"M > 16":  {Searched: 16},
		"M = 5":   {M: 5, Searched: 16, Exactly: true},
		"no bias": {Why: apart.NoBias},
		"unknown": {Why: "the bias is not finite"},
	} {
		if got := halvedBy(h); got != want {
			t.Errorf("%+v is %q, want %q", h, got, want)
		}
	}
}

// A bias that is told by looks alone may be 0, or seem less. An exact one has no error.
func TestBiasIn(t *testing.T) {
	for _, c := range []struct {
		bias sample.Estimate
		want any
	}{
		{sample.Estimate{Value: 0.25, StdErr: 0.1}, "0.25 (20%)"},
		{sample.Estimate{Value: 0.25, StdErr: math.NaN()}, "0.25 (20%)"},
		{sample.Estimate{Value: 0.25, StdErr: 0.2}, "0.25 ± 0.20"},
		{sample.Estimate{Value: -0.21, StdErr: 0.21}, "-0.21 ± 0.21"},
		{sample.Estimate{Value: math.Inf(1), StdErr: math.NaN()}, math.Inf(1)},
	} {
		r := compared()
		if r.Bias = c.bias; biasIn(r) != c.want {
			t.Errorf("a bias of %v ± %v is %v, want %v", c.bias.Value, c.bias.StdErr, biasIn(r), c.want)
		}
	}
}
