package main

import (
	"context"

	"breadboard/experiments/studies/adaptive"
	"breadboard/experiments/studies/advice"
	"breadboard/experiments/studies/aidepaper"
	"breadboard/experiments/studies/backward"
	"breadboard/experiments/studies/bdmc"
	"breadboard/experiments/studies/estimators"
	"breadboard/experiments/studies/foreign"
	"breadboard/experiments/studies/growth"
	"breadboard/experiments/studies/leaderboard"
	"breadboard/experiments/studies/pages"
	"breadboard/experiments/studies/paths"
	"breadboard/experiments/studies/power"
	"breadboard/experiments/studies/rates"
	"breadboard/experiments/studies/representations"
	"breadboard/experiments/studies/run"
	"breadboard/experiments/studies/samplers"
	"breadboard/experiments/studies/sandwich"
	"breadboard/experiments/studies/scaling"
	"breadboard/experiments/studies/schedules"
	"breadboard/experiments/studies/seeds"
	"breadboard/experiments/studies/shipped"
	"breadboard/experiments/studies/surrogates"
	"breadboard/experiments/studies/tempering"
	"breadboard/experiments/studies/validation"
	"breadboard/reports/study"
	"breadboard/reports/table"
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
	{name: "adaptive", about: "whether the evidence of sequential Monte Carlo is biased by choosing its betas",
		takes: "6 minutes", random: true, files: adaptive.Names, make: printed(adaptive.Measure, adaptive.Page)},
	{name: "advice", about: "by how much the usual advice misses the best setting at a price",
		takes: "5 minutes", random: true, files: advice.Names,
		byHand: []string{"front.csv", "front.png", "front.svg"}, make: printed(advice.Measure, advice.Page)},
	{name: "aide", about: "the experiments of AIDE (Cusumano-Towner and Mansinghka 2017)", takes: "9 minutes",
		random: true, files: pages.AIDENames, make: printed(aidepaper.Reproduce, pages.AIDE)},
	{name: "backward", about: "what better meta-inference would buy, and samplers that miss their target",
		takes: "10 minutes", random: true, files: backward.Names, make: printed(backward.Measure, backward.Page)},
	{name: "bdmc", about: "Section 6 of BDMC (Grosse, Ghahramani and Adams 2015)", takes: "3 minutes",
		random: true, files: pages.BDMCNames, make: printed(bdmc.Reproduce, pages.BDMC)},
	{name: "estimators", about: "whether the optimal estimator of log R gains where the path is fine",
		takes: "seconds", random: true, files: estimators.Names, make: printed(estimators.Measure, estimators.Page)},
	{name: "foreign", about: "what is seen of samplers in JAGS, MCMCpack, emcee and NumPy", takes: "6 minutes",
		random: true, files: foreign.Names, make: printed(foreign.Measure, foreign.Page)},
	{name: "growth", about: "whether B stays tight as a system grows",
		takes: "over half an hour", files: growth.Names, make: printed(growth.Measure, growth.Page)},
	{name: "leaderboard", about: "which kernel is best at equal evaluations, and where annealing beats a chain",
		takes: "15 minutes", random: true, files: leaderboard.Names, make: printed(leaderboard.Measure,
			leaderboard.Page)},
	{name: "paths", about: "which bridge, schedule and kernel make the most of so many evaluations",
		takes: "3 minutes", random: true, files: paths.Names, make: printed(paths.Measure, paths.Page)},
	{name: "power", about: "how many draws a test takes to find a bug", takes: "a minute", random: true,
		files: power.Names, make: printed(power.Measure, power.Page)},
	{name: "rates", about: "whether the bounds of discrete diffusion order its samplers as what comes out does",
		takes: "10 minutes", random: true, files: rates.Names, make: printed(rates.Measure, rates.Page)},
	{name: "representations", about: "which form of a matrix is better, with Hamiltonian dynamics and against time",
		takes: "3 minutes", random: true, files: representations.Names,
		make: printed(representations.Reproduce, representations.Page)},
	{name: "samplers", about: "how well samplers work, and whether diagnostics know it (Turner and Neal 2017)",
		takes: "4 minutes", random: true, files: pages.SamplersNames, make: printed(samplers.Reproduce,
			pages.Samplers)},
	{name: "sandwich", about: "how far the verdict on log weights can be trusted",
		takes: "3 minutes", random: true, files: sandwich.Names, make: printed(sandwich.Measure, sandwich.Page)},
	{name: "scaling", about: "how time and memory of J and B grow with cells, moves and T", takes: "10 minutes",
		files: scaling.Names, make: scalingPage},
	{name: "schedules", about: "whether one may choose a schedule by B", takes: "3 minutes", files: schedules.Names,
		byHand: []string{"long"}, make: printed(schedules.Measure, schedules.Page)},
	{name: "schedules/long", about: "the same with ever more levels, where B is loose", takes: "10 seconds",
		files: schedules.LongNames, make: printed(schedules.MeasureLong, schedules.PageLong)},
	{name: "seeds", about: "the draws of the random toys that are nearest to BREAD's published figures",
		takes: "half a minute", files: pages.SeedsNames, make: printed(seeds.Search, pages.Seeds)},
	{name: "shipped", about: "bugs of samplers that people shipped, and which laws show them",
		takes: "seconds", files: shipped.Names, make: printed(shipped.Reproduce, shipped.Page)},
	{name: "surrogates", about: "how far samplers on surrogates are from samplers on their posteriors",
		takes: "a minute", random: true, files: surrogates.Names, make: printed(surrogates.Measure, surrogates.Page)},
	{name: "tempering", about: "how good parallel tempering is, exactly, beside annealing and particles",
		takes: "10 minutes", random: true, files: tempering.Names, make: printed(tempering.Measure, tempering.Page)},
	{name: "validation", about: "which check finds which of 31 seeded bugs",
		takes: "10 seconds", random: true, files: validation.Names, byHand: table.Names("csv json md", "geweke"),
		make: printed(validation.Measure, validation.Page)},
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

// scalingPage prints what the benchmarks printed, if it can be read.
func scalingPage(ctx context.Context, setting run.Setting) (study.Study, error) {
	text, err := scaling.Measure(ctx, setting)
	if err != nil {
		return study.Study{}, err
	}
	return scaling.Page(text)
}
