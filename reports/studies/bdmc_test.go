package studies

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"breadboard/experiments/bdmc"
	"breadboard/reports/reporttest"
)

var update = flag.Bool("update", false, "draw what is committed anew from its numbers")

// committedBDMC is the committed study, read from its data. Package bdmc holds these to what is
// made today.
func committedBDMC(t *testing.T) bdmc.Study {
	t.Helper()
	s := bdmc.Study{Size: bdmc.Full(), Cases: bdmc.Cases(bdmc.Full().N)}
	for _, r := range bdmcRows(t, "rows.json") {
		score := func(suffix string) bdmc.Score {
			v := bdmc.Score{Bias: r.number("bias" + suffix), RMSE: r.number("rmse" + suffix),
				BiasErr: r.number("bias" + suffix + "_stderr"), RMSEErr: r.number("rmse" + suffix + "_stderr")}
			v.How = bdmc.How(r.text("how" + suffix))
			return v
		}
		s.Rows = append(s.Rows, bdmc.Row{Case: r.text("model"), Estimator: r.text("estimator"), Knob: r.text("knob"),
			Budget: int(r.number("budget")), Cost: r.number("cost"), Combine: bdmc.Combination(r.text("combine")),
			Single: score(""), Combined: score("_25")})
	}
	for _, r := range bdmcRows(t, "table1.json") {
		s.Fits = append(s.Fits, bdmc.Fit{From: r.text("data_from"), Model: r.text("model"), LogP: r.number("log_p_y"),
			Less: r.number("less_than_own")})
	}
	for _, r := range bdmcRows(t, "overshoot.json") {
		s.Overshoots = append(s.Overshoots, bdmc.Overshoot{Case: r.text("model"), Estimator: r.text("estimator"),
			Budget: int(r.number("budget")), B: r.number("b"), Share: r.number("share"),
			ShareErr: r.number("share_stderr"), Runs: int(r.number("runs"))})
	}
	s.Findings = bdmc.Decide(s)
	s.Times = []bdmc.Time{{}} // the page says that times were taken
	return s
}

// A bdmcRow is a row of a JSON file.
type bdmcRow map[string]any

func (r bdmcRow) text(key string) string { v, _ := r[key].(string); return v }

// number is 0 for null: what is exact has no standard error.
func (r bdmcRow) number(key string) float64 { v, _ := r[key].(float64); return v }

func bdmcRows(t *testing.T, name string) (rows []bdmcRow) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "bdmc", name))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &rows); err != nil {
		t.Fatal(err)
	}
	return rows
}

const againBDMC = "go test -run BDMC ./reports/studies -update draws it anew from its rows, and " +
	"go run ./cmd/breadboard reproduce bdmc --out reports/bdmc --force makes those"

// Every committed file is what its data make today: the page, the verdicts, tables and figures.
// Times are left out, which no two runs share.
func TestCommittedBDMCIsUpToDate(t *testing.T) {
	files, err := BDMCFiles(committedBDMC(t))
	if err != nil {
		t.Fatal(err)
	}
	reporttest.Complete(t, "../bdmc", files, againBDMC)
	for _, f := range files {
		if !strings.HasPrefix(f.Name, "times.") {
			reporttest.UpToDate(t, filepath.Join("..", "bdmc", f.Name), reporttest.Content(t, f), againBDMC, *update)
		}
	}
}

// A number that changes is seen in the page and in the figures.
func TestStaleBDMCIsSeen(t *testing.T) {
	s := committedBDMC(t)
	for i := range s.Rows {
		s.Rows[i].Single.Bias += 0.3
		s.Rows[i].Single.RMSE *= 1.3
	}
	s.Findings = bdmc.Decide(s)
	files, err := BDMCFiles(s)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !slices.Contains([]string{"README.md", "rows.md", "rows.csv", "findings.csv", "figure2.svg", "figure3.png",
			"figure5.svg"}, f.Name) {
			continue
		}
		want, err := os.ReadFile(filepath.Join("..", "bdmc", f.Name))
		if err != nil {
			t.Fatal(err)
		}
		if reporttest.Differs(f.Name, reporttest.Content(t, f), want) == "" {
			t.Errorf("%s: the change is not seen", f.Name)
		}
	}
}
