package power

import (
	"context"
	"slices"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/experiments/geweke"
	"breadboard/experiments/studies/run"
	"breadboard/reports/study"
	"breadboard/reports/table"
	"breadboard/toys"
)

// An Alarm says how often right kernels are accused by a test on a model.
type Alarm struct {
	Model    string
	Test     string
	Steps    int
	Seeds    int // of each kernel
	Runs     int
	Below05  int      // runs with p below 0.05
	Below001 int      // and below 0.001
	Accused  []string // the kernels with such a p
}

// alarmed are the models on which right kernels are tested. Labels can be relabelled in the first two, so that their
// posteriors have several modes.
func alarmed() []toys.Model {
	return []toys.Model{toys.NewClustering(3, 2).Model(), toys.NewAttributes(2, 2).Model(),
		toys.NewLowRank(2, 1, 1).Model(), toys.NewRegression(2, 7).Model()}
}

// alarmTests are tests of invariance, and calibration after few steps and after many.
var alarmTests = []geweke.Test{{Kind: geweke.Invariance, Steps: 1}, {Kind: geweke.Invariance, Steps: 10},
	{Kind: geweke.SBC, Steps: 10}, {Kind: geweke.SBC, Steps: 200}}

// Every run has so many draws, each ranked among others, and each kernel so many runs.
const (
	alarmDraws  = 200
	alarmOthers = 7
	alarmSeeds  = 3
)

// alarms counts them. A quick look has one model, the tests of invariance, and one run of each kernel.
func alarms(ctx context.Context, setting run.Setting) ([]Alarm, error) {
	models := alarmed()
	tests := alarmTests
	seeds := alarmSeeds
	if setting.Quick {
		models = models[2:3]
		tests = tests[:2]
		seeds = 1
	}
	var all []geweke.Test
	var sizes []int
	for _, m := range models {
		for _, test := range tests {
			test.Model = m
			test.Others = alarmOthers
			test.Draws = alarmDraws
			all = append(all, test)
			sizes = append(sizes, test.Steps*m.Grid.Size())
		}
	}
	return run.Each(ctx, setting.Shelf, "alarms", sizes, setting.Tell, func(ctx context.Context, i int) (Alarm, error) {
		return count(ctx, setting, all[i], seeds)
	})
}

// count runs a test with every kernel of the catalogue that fits its model. SBC leaves out identity, which moves
// nowhere.
func count(ctx context.Context, setting run.Setting, test geweke.Test, seeds int) (Alarm, error) {
	a := Alarm{Model: test.Model.Name, Test: string(test.Kind), Steps: test.Steps, Seeds: seeds}
	for at, k := range kernels.Catalogue {
		if k.Name == "identity" && test.Kind == geweke.SBC || chains.Fits(k.Make, test.Model.Grid) != nil {
			continue
		}
		test.Kernel = k.Make
		for seed := range seeds {
			test.MCSeed = setting.Seeded(uint64(at*seeds + seed))
			found, err := test.Run(ctx, nil)
			if err != nil {
				return a, err
			}
			p := found.Worst().P
			a.Runs++
			if p < 0.05 {
				a.Below05++
			}
			if p < 0.001 {
				a.Below001++
				if !slices.Contains(a.Accused, k.Name) {
					a.Accused = append(a.Accused, k.Name)
				}
			}
		}
	}
	return a, nil
}

// addAlarms adds the table.
func addAlarms(all *study.Study, alarms []Alarm) {
	people := table.Table{Title: "How often right kernels are accused", Columns: table.Columns("model", "test", "steps",
		"runs", "below_05=p below 0.05", "below_001=p below 0.001", "kernels=kernels with p below 0.001")}
	for _, a := range alarms {
		people.Add(a.Model, a.Test, a.Steps, a.Runs, a.Below05, a.Below001, len(a.Accused))
	}
	people.Note("A run has %d draws, ranked among %d others. Runs: the kernels of the catalogue that fit the model, "+
		"%d times each, the kernel at place k of the catalogue with the mc-seeds from %[3]dk on. SBC leaves out "+
		"identity, which moves nowhere. All p are corrected for the number of statistics.", alarmDraws, alarmOthers,
		alarms[0].Seeds)
	all.People = append(all.People, people)
	all.Add("alarms", people)
	all.Others = append(all.Others, table.Page("alarms.md", people))
}
