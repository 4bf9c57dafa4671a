package papers

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/exact/timeaverage"
	"breadboard/experiments/journal"
	"breadboard/experiments/papers"
	"breadboard/experiments/papers/samplers"
	"breadboard/experiments/score"
	"breadboard/grid/must"
	"breadboard/reports/reporttest"
	"breadboard/reports/scores"
	"breadboard/reports/table"
)

const againSamplers = "breadboard reproduce samplers --out reports/samplers makes it anew"

// committedSamplers reads the shown numbers from the committed rows.
func committedSamplers(t *testing.T) (s ofSamplers) {
	t.Helper()
	read := func(name string) []map[string]any { return reporttest.Rows(t, "..", "samplers", name+".csv") }
	size := read("size")[0]
	count := func(key string) int { return int(size[key].(float64)) }
	s.Found = samplers.Found{Chains: count("chains"), Steps: count("steps"), Budget: count("evaluations"),
		Densities: count("densities"), Kernels: count("kernels"), LeftOut: count("left_out"), Rows: count("rows"),
		Learnt: count("learnt")}
	for _, r := range read("figure3") {
		s.Runs = append(s.Runs, samplers.Run{Density: r["density"].(string), Kernel: r["kernel"].(string),
			Axis: int(r["axis"].(float64)), ESS: orNaN(r["ess"]), Mean: orNaN(r["mean"]), Var: orNaN(r["var"]),
			KS: orNaN(r["ks"]), ExactMean: orNaN(r["exact_mean"]), ExactVar: orNaN(r["exact_var"])})
	}
	for _, r := range read("figure2") {
		s.solved = append(s.solved, score.Row{Density: r["density"].(string), Kernel: r["kernel"].(string),
			Function: r["function"].(string), NESS: orNaN(r["ness"]),
			Accuracy: timeaverage.Accuracy{N: int(r["N"].(float64)), Spread: orNaN(r["ress"]), Variance: 1}})
	}
	for _, r := range read("table1") {
		l := score.Line{Kernel: r["kernel"].(string), Densities: int(r["densities"].(float64))}
		for _, class := range []string{"mean", "var", "ks"} {
			l.Scores = append(l.Scores, score.Score{NESS: orNaN(r["ness_"+class]), Success: orNaN(r["success_"+class])})
		}
		s.board = append(s.board, l)
	}
	for _, r := range read("table2") {
		loss := func(of string) samplers.MeanLoss {
			return samplers.MeanLoss{Mean: orNaN(r[of]), Delta: orNaN(r[of+"_delta"]), StdErr: orNaN(r[of+"_stderr"]),
				P: orNaN(r[of+"_p"])}
		}
		s.Methods = append(s.Methods, samplers.Method{Name: r["method"].(string), MSE: loss("mse"), NLL: loss("nll")})
	}
	return s
}

// TestSamplersPage: the page says the committed numbers, and has the tables of the report.
func TestSamplersPage(t *testing.T) {
	s := committedSamplers(t)
	var says []string
	for _, each := range s.report().Parts[0].Tables {
		for _, row := range each.Rows {
			says = append(says, "| "+strings.Join(table.Each(row, table.ForPeople), " | ")+" |")
		}
	}
	calibration := s.calibrationClaims()
	says = append(says, calibration.Notes...)
	for _, row := range calibration.Rows {
		if row[5].(table.Verdict).Mark == table.Uncertain {
			says = append(says, fmt.Sprintf("The share of %s is within two of its errors of 2.5%%",
				strings.ToUpper(row[0].(string))))
		}
	}
	reporttest.Says(t, filepath.Join("..", "samplers", "README.md"), says...)
	for _, part := range s.report().Parts {
		for _, d := range part.Data {
			var b bytes.Buffer
			must.Do(t, d.Table.Write(&b, table.CSV, table.Style{}))
			file := must.Have(os.ReadFile(filepath.Join("..", "samplers", d.Name+".csv")))(t)
			if diff := cmp.Diff(string(file), b.String()); diff != "" {
				t.Errorf("%s.csv: %s", d.Name, diff)
			}
		}
	}
}

// TestSamplersPictures: the committed pictures show the committed rows.
func TestSamplersPictures(t *testing.T) {
	s := committedSamplers(t)
	reporttest.Picture(t, filepath.Join("..", "samplers", "calibration.png"), s.calibration(), againSamplers)
	reporttest.Picture(t, filepath.Join("..", "samplers", "boxes.png"), scores.Boxes(s.solved), againSamplers)
}

// TestSamplersFit: tables for people fit 80 columns, and none is split.
func TestSamplersFit(t *testing.T) {
	for _, part := range committedSamplers(t).report().Parts {
		for _, each := range part.Tables {
			var b bytes.Buffer
			must.Do(t, each.Write(&b, table.Plain, table.Style{}))
			for line := range strings.Lines(b.String()) {
				if n := len([]rune(strings.TrimSpace(line))); n > 80 {
					t.Errorf("%s: a line of %d columns", each.Title, n)
				}
			}
			if n := strings.Count(b.String(), "┌"); n != 1 {
				t.Errorf("%s is split into %d", each.Title, n)
			}
		}
	}
}

// TestSamplersVerdicts: a verdict follows the numbers.
func TestSamplersVerdicts(t *testing.T) {
	for want, pair := range map[string][2]difference{
		"worse, as published":           {{0.3, 0.01}, {0.1, 0.04}},
		"better, as published":          {{-0.3, 0.01}, {-0.1, 0.04}},
		"the other way":                 {{0.3, 0.01}, {-0.1, 0.04}},
		"not significant here":          {{0.3, 0.01}, {0.1, 0.06}},
		"no difference, as published":   {{0.3, 0.06}, {-0.1, 0.06}},
		"worse, significant here alone": {{0.3, 0.06}, {0.1, 0.01}},
	} {
		if got := signs(pair[0], pair[1]); got.Text != want || (got.Mark == table.Failed) != (want == "the other way") {
			t.Errorf("%v is %+v, want %s", pair, got, want)
		}
	}
	s := committedSamplers(t)
	for i := range s.Runs { // an honest estimate
		s.Runs[i].ESS = s.Runs[i].Mean
	}
	honest := table.Verdict{Text: "not optimistic here", Mark: table.Failed}
	if v := s.calibrationClaims().Rows[0][5]; v != honest {
		t.Errorf("of an honest ESS the verdict is %+v", v)
	}
	last := len(publishedSamplers)
	before := s.compared("NESS", publishedSampler.NESS, ness).Rows[last][2].(table.Verdict)
	for i, l := range s.board { // all samplers the other way round
		s.board[i].Scores = table.Each(l.Scores, func(of score.Score) score.Score {
			return score.Score{NESS: 1 - of.NESS, Success: 1 - of.Success}
		})
	}
	after := s.compared("NESS", publishedSampler.NESS, ness).Rows[last][2].(table.Verdict)
	if before.Mark != table.Failed || after.Mark != table.Passed {
		t.Errorf("the order is %+v, and the other way round %+v", before, after)
	}
}

// TestSamplersGoOn: a quick look that is made twice finds the same rows, and the second works at nothing.
func TestSamplersGoOn(t *testing.T) {
	unfinished := must.Have(papers.Open(filepath.Join(t.TempDir(), "u.jsonl"), "quick", journal.Build{}))(t)
	defer func() { must.Do(t, unfinished.Close()) }()
	var shown [2]string
	for i := range shown {
		found := must.Have(samplers.Reproduce(t.Context(), papers.Setting{Quick: true, Unfinished: unfinished}))(t)
		for _, part := range Samplers(found).Parts {
			for _, d := range part.Data {
				var b bytes.Buffer
				must.Do(t, d.Table.Write(&b, table.CSV, table.Style{}))
				shown[i] += b.String()
			}
		}
	}
	if diff := cmp.Diff(shown[0], shown[1]); diff != "" {
		t.Error(diff)
	}
}

// orNaN is a number of a row, NaN in an empty cell.
func orNaN(cell any) float64 {
	if v, ok := cell.(float64); ok {
		return v
	}
	return math.NaN()
}
