package reports

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"breadboard/chains/evidence"
	"breadboard/chains/sample"
	"breadboard/exact/certain"
	"breadboard/experiments"
	"breadboard/grid/must"
	"breadboard/reports/table"
)

// crossCheck returns an estimate that is right, two that are far off, one with a warning, and one that is not finite.
func crossCheck(toy string) experiments.Measurement {
	annealer, err := experiments.Setting{Toy: toy}.Annealer()
	if err != nil {
		panic(err)
	}
	m := experiments.Measurement{Annealer: annealer}
	m.T = 10
	m.Check = &experiments.Check{Chains: 50, MCSeed: 3,
		Comparisons: []experiments.Comparison{
			{Name: "B", Formula: "B", Exact: 2, Estimate: 2.1, StdErr: 0.1, Z: 1,
				Interval: sample.Interval{Low: 1.9, High: 2.3}},
			{Name: "mean_w", Formula: "E_fwd[w] Z_1/Z_T", Exact: 1, Estimate: 2, StdErr: 0.1, Z: 10, Warning: "few"},
			{Name: "mean_inv_w", Formula: "E_rev[1/w] Z_T/Z_1", Exact: 1, Estimate: 0.1, StdErr: 0.1, Z: -9},
			{Name: "ess", Formula: "ESS of one weight", Exact: math.Inf(1), Estimate: 1, StdErr: 0.1, Z: math.NaN()},
		},
		Bootstrap: sample.Interval{Low: 1.91, High: 2.29},
		Fit:       evidence.Pearson{Statistic: 13, DF: 8, P: 0.11},
		Warnings:  []string{"few", "why"}}
	return m
}

// TestCrossCheck: people see marks behind numbers that are too far off or that are not to be trusted. For software the
// chi-square is one more row, and a warning gives the reason of a null.
func TestCrossCheck(t *testing.T) {
	var s shown
	seed := uint64(8)
	first, second, third := crossCheck("barrier"), crossCheck("two-basins:5"), crossCheck("barrier")
	second.Program = "sir:2"
	second.Annealer.Seed = &seed
	second.Check.How = "sampled"
	second.Check.AgainstP = true
	second.Check.Comparisons = second.Check.Comparisons[1:]
	second.Check.Fit = evidence.ChiSquare([]int{2, 1}, []float64{0.5, 0.5})
	third.Check.UnknownQ = true
	third.Check.Warnings = nil
	third.Check.Comparisons[1].Z = math.Inf(1)
	third.Check.Comparisons[1].Warning = ""
	s.add(t, table.Plain, CrossCheck([]experiments.Measurement{first}, table.Plain),
		CrossCheck([]experiments.Measurement{first, second, third}, table.Plain))
	s.add(t, table.CSV, CrossCheck([]experiments.Measurement{first, second, third}, table.CSV),
		CrossCheck([]experiments.Measurement{first}, table.CSV))
	s.is(t, "crosscheck")
	check := CrossCheck([]experiments.Measurement{first}, table.Plain)
	colored := write(t, check, table.Plain, table.Style{Color: true})
	if strings.Count(colored, "\x1b[31m") != 1 || !strings.Contains(colored, "\x1b[31m-9.00") {
		t.Errorf("red is another z than -9: %s", colored)
	}
}

// proven returns a result beside what it should be.
func proven(name string, value, truth float64) experiments.Proof {
	at := big.NewFloat(truth)
	return experiments.Proof{Name: name, Value: value, Truth: certain.Enclosure{Lo: at, Hi: at}}
}

// plainly returns a table for people, with one blank between two words.
func plainly(t *testing.T, made table.Table) string {
	t.Helper()
	return strings.Join(strings.Fields(write(t, made, table.Plain, table.Style{})), " ")
}

// TestCertificates: every result has the number of its right digits, rounded down, and a result with too few is named.
func TestCertificates(t *testing.T) {
	an := must.Have(experiments.Setting{Toy: "barrier"}.Annealer())(t)
	row := experiments.Measurement{Annealer: an, Bits: 256,
		Proofs: []experiments.Proof{proven("J", 2.5, 2.5000000001),
			proven("B", 4, 4), proven("path_kl_rev", 2.5, 2.501), proven("kl_p_q", 0, 0)}}
	row.T = 7
	must.Say(t, plainly(t, Certificates([]experiments.Measurement{row}, table.Plain)),
		"barrier on 7x7; kernel metropolis",
		"│ 7 │ J │ 2.5 │ 2.50000000010000 │ 10.3 │", "│ B │ 4 │ 4.00000000000000 │ 16 │", "256 bits",
		"(!!) path_kl_rev at T = 7 is off by 0.0010000: fewer than 9 digits are right.", "│ 3.3 │")
}
