package reports

import (
	"bytes"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"testing"

	"breadboard/chains/laws"
	"breadboard/exact/spectra"
	"breadboard/experiments"
	"breadboard/experiments/geweke"
	"breadboard/experiments/validation"
	"breadboard/grid/must"
	"breadboard/reports/figure"
	"breadboard/reports/reporttest"
	"breadboard/reports/table"
)

// shown is a text of tables, as people read them or software.
type shown struct{ bytes.Buffer }

func (s *shown) add(t *testing.T, f table.Format, tables ...table.Table) {
	t.Helper()
	must.Do(t, table.WriteAll(s, f, table.Style{Width: 110}, tables...))
	fmt.Fprintln(s)
}

// long matches a number with many digits, and tiny one that is rounding.
var (
	long = regexp.MustCompile(`[0-9]+\.[0-9]{6,}(e[-+][0-9]+)?`)
	tiny = regexp.MustCompile(`-?[0-9.]+e-(1[2-9]|[2-9][0-9])`)
)

// is fails t unless the text is that of a file in testdata, but for rounding.
func (s *shown) is(t *testing.T, name string) {
	t.Helper()
	text := tiny.ReplaceAllString(s.String(), "~0")
	must.Golden(t, "testdata/"+name+".golden", long.ReplaceAllStringFunc(text, func(digits string) string {
		v := must.Have(strconv.ParseFloat(digits, 64))(t)
		return strconv.FormatFloat(v, 'g', 6, 64)
	}))
}

// measured measures a setting in every way that a table shows.
func measured(t *testing.T, s experiments.Setting, ask experiments.Ask, ts ...int) []experiments.Measurement {
	t.Helper()
	an := must.Have(s.Annealer())(t)
	return must.Have(an.Measure(t.Context(), ts, ask, nil))(t)
}

// TestExactly: what people and software read of exact numbers, at several T, of several targets, by step, by cell and
// with proofs.
func TestExactly(t *testing.T) {
	var s shown
	seed := uint64(7)
	steps := experiments.Ask{ByLevel: true, ByCell: true, Drawn: true}
	file := must.File(t, "t.csv", "0,1.5,-inf\n2,-1,0.25\n")
	walled := experiments.Setting{Target: file, Initial: "tempered:0.5", SkipLast: true, Kernel: "heat-bath"}
	rows := measured(t, walled, steps, 3, 4)
	for i := range rows {
		rows[i].Annealer.Setting.Target = "t.csv"
	}
	descent := exactly(t, experiments.Setting{Toy: "two-basins:5", Schedule: "best-j"}, 6)
	descent[0].Warnings = append(descent[0].Warnings, "this is far", "that is near")
	descent[0].Defect = 2e-9
	both := append(descent, exactly(t, experiments.Setting{Toy: "easy", Seed: &seed, Axes: "ring"}, 3, 4)...)
	both[1].Warnings = []string{"this is far"}
	both[2].NearB = 0.75
	eight := append(both[1:2:2], exactly(t, experiments.Setting{Toy: "easy", Seed: new(uint64(8))}, 3)...)
	for T, has := range map[int]bool{experiments.MostKept: true, experiments.MostKept + 1: false} {
		long := rows[0]
		long.T = T
		if (exactRecord(long)["betas"] != nil) != has {
			t.Errorf("the betas of T = %d are there: %v", T, !has)
		}
	}
	far := measured(t, experiments.Setting{Toy: "barrier"}, steps, 24)
	unknown := rows[0]
	unknown.Unknown = "it is large"
	cells := append(measured(t, experiments.Setting{Toy: "two-basins:5"},
		experiments.Ask{Programs: []string{"sir:2"}, ByCell: true}, 3), unknown)
	for _, f := range []table.Format{table.Plain, table.CSV} {
		s.add(t, f, Exactly(rows, f))
		s.add(t, f, Steps(rows, f)...)
		s.add(t, f, Cells(rows[1:], f))
	}
	s.add(t, table.JSON, Steps(rows[:1], table.JSON)...)
	s.is(t, "exactly")
	s.Reset()
	s.add(t, table.Plain, Exactly(both, table.Plain), Exactly(both[:1], table.Plain), Exactly(both[1:2], table.Plain),
		Exactly(eight, table.Plain), Weights(both), Weights(both[:2]),
		Cells(cells, table.Plain))
	s.add(t, table.Plain, Steps(append(far, rows...), table.Plain)[0])
	s.add(t, table.CSV, Cells(cells[1:], table.CSV))
	must.Do(t, WriteBetas(&s, rows[1]))
	proofs := measured(t, experiments.Setting{Toy: "two-basins:5"}, experiments.Ask{Proofs: true}, 3)
	for _, f := range []table.Format{table.Plain, table.CSV} {
		s.add(t, f, Certificates(proofs, f))
	}
	curves := []Curve{{Name: "a", T: []int{10, 100, 1000}, J: []float64{3, 0, 0.2}, B: []float64{math.Inf(1), 2, 1}},
		{Name: "b", T: []int{20, 50}, J: []float64{7, 5}, B: []float64{11, 6}}}
	marks := []Mark{{experiments.J, 30, 4}, {experiments.B, 300, 1.5}}
	an := rows[0].Annealer
	maps := figure.Maps{Side: 90, Rows: [][]figure.Map{{
		Map(an.Target.Grid, []float64{1, -2, 5, math.Inf(1), math.NaN(), 0.5}, true, "u"),
		Map(an.Target.Grid, []float64{1, 2, 5, 4, 3, 0.5}, false, "v"), Map(an.Target.Grid, nil, false, "")}}}
	fmt.Fprintf(&s, "%s\n%s\n%s\n", reporttest.Words(t, Figure3(curves, marks...)),
		reporttest.Words(t, Figure3(curves)), reporttest.Words(t, maps))
	s.is(t, "several")
}

// TestValidations: what people read of a kernel that keeps its laws, of one that breaks them, and of moves.
func TestValidations(t *testing.T) {
	var s shown
	add := func(v validation.Validation) {
		s.add(t, table.Plain, append([]table.Table{Verdict(v)}, Validation(v)[1:]...)...)
	}
	for kernel, T := range map[string]int{"metropolis": 24, "identity": 3} {
		an := must.Have(experiments.Setting{Toy: "two-basins:5", Kernel: kernel}.Annealer())(t)
		v := must.Have(validation.Run(t.Context(), must.Have(validation.FromAnnealer(t.Context(), an, T))(t), nil))(t)
		must.Do(t, v.Measure(t.Context(), nil))
		v.Notes = []string{"a remark", "another"}
		if kernel == "identity" {
			v.B = math.NaN()
			v.Levels = v.Levels[:1]
			v.Levels[0].SpeedErr = "it is large"
			fit := aGeweke()
			v.Fit = &fit
		}
		add(v)
		s.is(t, kernel)
		s.Reset()
	}
	var v validation.Validation
	must.Fill(&v)
	v.Candidate.Role = validation.Whole
	v.Laws = []laws.Finding{{Law: laws.MovesFollowRows, Value: 1e-12, Limit: 1e-4, Witness: "cell 3"},
		{Law: laws.Invariance, OK: true, Value: 1e-15, Limit: 1e-12, Witness: "cell 4"},
		{Law: laws.EachCell, OK: true, Single: true, Value: 4.9e-8, Limit: 5e-7, Witness: "cell 6"},
		{Law: laws.Connected, Unclear: true, OK: true, Value: math.NaN(), Witness: "cell 5"},
		{Law: laws.SeenDraws, OK: true, Value: 0.02, Limit: 1e-4}}
	v.Levels[0].Speed.Mixing.Steps = spectra.Never
	v.Fit = &geweke.Result{Test: aGeweke().Test, Findings: aGeweke().Findings[:1]}
	add(v)
	s.add(t, table.CSV, LawsData(v))
	v.BySamples = false
	v.Cause = nil
	v.LeftOut = nil
	s.add(t, table.Plain, Verdict(v), Validation(v)[1])
	v.MCSeed = nil
	v.Laws = v.Laws[:2]
	v.WorstPair = nil
	v.Candidate.Proposed = func(int) [][]float64 { return nil }
	s.add(t, table.Plain, Verdict(v), Validation(v)[1])
	s.is(t, "moves")
}
