package geweke_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/experiments/geweke"
	"breadboard/grid/must"
	"breadboard/reports/reporttest"
	"breadboard/reports/table"
	"breadboard/toys"
)

var update = flag.Bool("update", false, "count the false alarms of reports/power anew")

// alarmed are the models on which right kernels are tested. Labels can be relabelled in the first two, so that their
// posteriors have several modes.
var alarmed = []toys.Model{toys.NewClustering(3, 2).Model(), toys.NewAttributes(2, 2).Model(),
	toys.NewLowRank(2, 1, 1).Model(), toys.NewRegression(2, 7).Model()}

// TestFalseAlarms: over models, right kernels of the catalogue and seeds, the test of invariance has p-values below
// 0.05 and 0.001 no more often than that; calibration too if 200 steps are enough to forget, and not if there are 10.
// The committed counts are made in the long form.
func TestFalseAlarms(t *testing.T) {
	people := table.Table{Title: "How often right kernels are accused", Columns: table.Columns("model", "test", "steps",
		"runs", "below_05=p below 0.05", "below_001=p below 0.001", "kernels=kernels with p below 0.001")}
	seeds := uint64(3)
	if !long && !*update {
		seeds = 1
	}
	for i, m := range alarmed {
		if seeds == 1 && i != 2 {
			continue
		}
		for _, c := range []geweke.Test{{Kind: geweke.Invariance, Steps: 1}, {Kind: geweke.Invariance, Steps: 10},
			{Kind: geweke.SBC, Steps: 10}, {Kind: geweke.SBC, Steps: 200}} {
			if seeds == 1 && c.Kind == geweke.SBC {
				continue
			}
			runs := 0
			below05 := 0
			below001 := 0
			accused := map[string]bool{}
			for at, k := range kernels.Catalogue {
				if k.Name == "identity" && c.Kind == geweke.SBC || chains.Fits(k.Make, m.Grid) != nil {
					continue
				}
				for seed := range seeds {
					c.Model, c.Kernel, c.Others, c.Draws, c.MCSeed = m, k.Make, 7, 200, uint64(at)*seeds+seed
					p := run(t, c).Worst().P
					runs++
					if p < 0.05 {
						below05++
					}
					if p < 0.001 {
						below001++
						accused[k.Name] = true
					}
				}
			}
			people.Add(m.Name, string(c.Kind), c.Steps, runs, below05, below001, len(accused))
			if c.Kind == geweke.Invariance && (below001 > 0 || float64(below05) > 0.12*float64(runs)+2) {
				t.Errorf("%s: invariance of %d steps accuses %d and %d of %d: %v", m.Name, c.Steps, below05,
					below001, runs, accused)
			}
		}
	}
	people.Note("A run has 200 draws, ranked among 7 others. Runs: the kernels of the catalogue that fit the model, "+
		"%d times each, the kernel at place k of the catalogue with the mc-seeds from %[1]dk on. SBC leaves out "+
		"identity, which moves nowhere. All p are corrected for the number of statistics.", seeds)
	defer alarmsSay(t) // when the counts are written
	if seeds == 1 {
		return
	}
	for _, f := range append(table.Data("alarms", people), table.Page("alarms.md", people)) {
		path, content := filepath.Join("..", "..", "reports", "power", f.Name), reporttest.Content(t, f)
		if *update {
			must.Do(t, os.WriteFile(path, content, 0o644))
		} else {
			reporttest.UpToDate(t, path, content, "go test ./experiments/geweke -run FalseAlarms -update counts them "+
				"anew", false)
		}
	}
}

// alarmsSay holds the page to the sums of the committed counts.
func alarmsSay(t *testing.T) {
	t.Helper()
	var rows []struct {
		Test     string `json:"test"`
		Steps    int    `json:"steps"`
		Runs     int    `json:"runs"`
		Below05  int    `json:"below_05"`
		Below001 int    `json:"below_001"`
	}
	folder := filepath.Join("..", "..", "reports", "power")
	must.Do(t, json.Unmarshal(must.Have(os.ReadFile(filepath.Join(folder, "alarms.json")))(t), &rows))
	page := string(must.Have(os.ReadFile(filepath.Join(folder, "README.md")))(t))
	sums := map[string][3]int{}
	for _, r := range rows {
		key := fmt.Sprintf("| %s, %d apart |", r.Test, r.Steps)
		sum := sums[key]
		sums[key] = [3]int{sum[0] + r.Runs, sum[1] + r.Below05, sum[2] + r.Below001}
	}
	for key, sum := range sums {
		must.Say(t, page, fmt.Sprintf("%s %d | %d | %d |", key, sum[0], sum[1], sum[2]))
	}
}
