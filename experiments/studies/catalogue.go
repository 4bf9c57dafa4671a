package main

import (
	"context"

	"breadboard/experiments/studies/aidepaper"
	"breadboard/experiments/studies/bdmc"
	"breadboard/experiments/studies/pages"
	"breadboard/experiments/studies/run"
	"breadboard/experiments/studies/samplers"
	"breadboard/experiments/studies/seeds"
	"breadboard/reports/study"
)

// An entry is a study, as the command knows it.
type entry struct {
	name, about string
	takes       string   // about how long, on two cores
	random      bool     // it has draws, and so a --seed
	files       []string // the names of all that it writes
	byHand      []string // files beside these in its folder, and besides a README.md
	make        func(ctx context.Context, setting run.Setting) (study.Study, error)
}

// catalogue has all studies. A new one is a package beside these, and a line here.
var catalogue = []entry{
	{name: "aide", about: "Figures 2 to 4 of AIDE (Cusumano-Towner and Mansinghka 2017)", takes: "2 minutes",
		random: true, files: pages.AIDENames, make: printed(aidepaper.Reproduce, pages.AIDE)},
	{name: "bdmc", about: "Section 6 of BDMC (Grosse, Ghahramani and Adams 2015)", takes: "3 minutes",
		random: true, files: pages.BDMCNames, make: printed(bdmc.Reproduce, pages.BDMC)},
	{name: "samplers", about: "Tables 1 and 2, Figures 2 and 3 of Turner and Neal (2017): how well samplers work",
		takes: "4 minutes", random: true, files: pages.SamplersNames, make: printed(samplers.Reproduce,
			pages.Samplers)},
	{name: "seeds", about: "the draws of the random toys that are nearest to BREAD's published figures",
		takes: "half a minute", files: pages.SeedsNames, make: printed(seeds.Search, pages.Seeds)},
}

// printed measures, and prints what was found.
func printed[R any](measure func(context.Context, run.Setting) (R, error), page func(R) study.Study) func(
	context.Context, run.Setting) (study.Study, error) {
	return func(ctx context.Context, setting run.Setting) (study.Study, error) {
		found, err := measure(ctx, setting)
		if err != nil {
			return study.Study{}, err
		}
		return page(found), nil
	}
}
