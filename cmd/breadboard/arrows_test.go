package main

import (
	"path"
	"path/filepath"
	"testing"
)

// mayEnter says which rooms a room's code may import: data goes one way. exact
// and chains/sample never meet, so that their agreement is evidence.
var mayEnter = map[string][]string{
	"grid": nil,
	// What is wrong with a file is said alike wherever files are read.
	"grid/text":    nil,
	"grid/npy":     {"grid/text"},
	"grid/parquet": {"grid/text"},
	// For tests only: nobody else may import it. It knows readers as functions.
	"grid/text/faulty": nil,
	// For tests only: it writes Parquet with the library, so that no reader of ours reads its own words.
	"grid/parquet/parquettest": nil,
	"toys":                     {"grid", "grid/npy", "grid/text"},
	// Densities on which samplers are scored.
	"toys/zoo":            {"toys", "toys/zoo/posteriors", "toys/zoo/surrogates", "grid/text"},
	"toys/zoo/data":       nil,
	"toys/zoo/posteriors": {"toys", "toys/zoo/data", "grid"},
	"toys/zoo/surrogates": {"toys", "grid"},
	"chains":              {"grid", "grid/text", "chains/crew", "chains/numbers"},
	"chains/operators":    {"chains", "chains/lanes", "chains/numbers", "grid"},
	"chains/kernels":      {"chains/operators", "chains/numbers", "chains", "grid"},
	"chains/lanes":        nil,
	// What definitions of kernels are computed with: it knows neither cells nor densities.
	"chains/numbers": nil,
	"chains/crew":    nil,
	// Diagnostics see the values of a function along chains, and nothing else.
	"chains/diagnostics": nil,
	"chains/sample":      {"chains", "chains/aide", "chains/programs", "chains/crew"},
	"chains/enumerate":   {"chains"},
	"chains/programs":    {"chains", "grid", "grid/text"},
	"chains/laws":        {"grid", "chains"},
	// AIDE and particles know nothing of cells: programs return things of any type.
	"chains/aide":      {"chains"},
	"chains/particles": {"chains"},
	// Hidden Markov models: paths are no cells, but a filter's names are those of programs.
	"chains/hidden": {"chains", "chains/aide", "chains/programs", "grid/text"},
	// Partitions of data, which particles take in point by point.
	"chains/mixture": {"chains"},
	// A sampler that adds points one by one is written out by walking all paths of its dice.
	"chains/partitions": {"chains", "chains/enumerate", "chains/operators", "chains/particles", "grid"},
	// For tests only: nobody else may import them. chaintest knows nothing of exact, which
	// is held to what it enumerates.
	"chains/chaintest": {"grid", "chains", "chains/kernels", "chains/enumerate", "chains/laws", "chains/programs",
		"chains/aide", "chains/numbers"},
	"chains/chaintest/bugs": {"grid", "chains", "chains/kernels"},
	"exact":                 {"chains", "chains/lanes"},
	// A program's type says what it is. Its account is computed from that, or, if it is tiny,
	// from every path of its dice.
	"exact/accounts": {"exact", "exact/accounts/laplace", "exact/accounts/multisets", "exact/accounts/stationary",
		"chains", "chains/programs", "chains/enumerate"},
	// Integrals know no programs, sums along a chain know its kernel, and multisets the path of
	// their particles.
	"exact/accounts/laplace":    nil,
	"exact/accounts/stationary": {"exact/accounts/laplace", "chains"},
	"exact/accounts/multisets":  {"chains", "chains/programs"},
	"exact/accounts/averages": {"exact", "exact/accounts/laplace", "exact/accounts/stationary", "chains",
		"chains/programs"},
	// AIDE's expectation at any M: the accounts of two programs, and the laws of their weights.
	"exact/accounts/apart": {"exact", "exact/accounts", "exact/accounts/laplace", "chains", "chains/aide",
		"chains/programs"},
	// Paths are Markov chains, or multisets of particles: nothing is enumerated.
	"exact/hidden": {"exact", "exact/accounts", "exact/accounts/multisets", "chains", "chains/hidden",
		"chains/programs"},
	"chains/outside":  {"chains", "grid", "grid/npy", "grid/parquet", "grid/text"},
	"chains/evidence": {"chains"},
	// certain knows kernels by their definitions alone.
	"exact/certain": {"chains/kernels", "chains/numbers", "chains", "chains/crew", "grid"},
	// How well time averages estimate: the rows of one operator, and nothing of densities.
	"exact/timeaverage":      {"chains", "exact/spectra"},
	"exact/gaussian":         {"chains", "grid"},
	"exact/elimination":      nil,
	"exact/spectra":          {"chains", "exact/elimination"},
	"exact/spectra/implicit": {"chains", "exact/spectra"},
	// An error of tuning lists the kernels that it can take.
	"exact/tuning": {"chains/kernels", "chains", "grid", "exact/elimination"},
	// The rows of a study hold annealings, and what is measured of them.
	"experiments": {"experiments/columns", "exact", "exact/accounts", "exact/accounts/averages",
		"exact/certain", "exact/tuning", "chains/kernels", "chains/evidence", "chains/laws", "chains/outside",
		"chains/sample", "chains/programs", "chains/crew", "chains", "toys", "grid", "grid/npy", "grid/text"},
	"experiments/validation": {"experiments", "grid", "exact", "exact/spectra", "exact/spectra/implicit",
		"chains/evidence", "chains/kernels", "chains/laws", "chains/operators", "chains/outside", "chains/sample", "chains",
		"experiments/score", "experiments/validation/cause", "grid/text", "toys", "toys/zoo"},
	// Causes are guessed from rows and their broken laws, and know nothing of verdicts.
	"experiments/validation/cause": {"chains/kernels", "chains/laws", "chains", "grid"},
	// A walker steps by a kernel and draws data from a model, neither of which sees the other.
	"experiments/geweke": {"experiments", "chains", "chains/evidence", "chains/sample", "toys"},
	// Jobs of any kind: what they compute is their caller's.
	// Whoever writes files goes through it.
	"experiments/disk": {"grid/text"},
	// For tests only: disks that fail.
	"experiments/disk/disktest": {"experiments/disk", "grid/text/faulty"},
	"experiments/journal":       {"experiments", "experiments/disk", "chains/crew", "grid/text"},
	// One grammar of lists, for flags and for files of lists.
	"experiments/lists": {"experiments"},
	"experiments/sweep": {"experiments", "experiments/columns", "experiments/journal", "experiments/lists", "exact",
		"chains", "chains/sample", "grid/npy", "grid/text"},
	// What is drawn of an annealing, as data.
	"experiments/portrait": {"experiments", "exact", "exact/accounts", "exact/accounts/averages", "chains",
		"chains/sample"},
	// What a page asks while somebody paints, answered by the calls of the commands.
	"experiments/explore": {"experiments", "experiments/columns", "experiments/portrait", "exact", "exact/spectra",
		"exact/tuning", "chains", "chains/sample", "toys", "grid", "grid/text"},
	"experiments/ranking": {"experiments", "experiments/sweep"},
	// Kernels on the densities of a zoo.
	"experiments/score": {"experiments", "experiments/columns", "experiments/journal", "exact/gaussian",
		"exact/timeaverage", "chains", "chains/diagnostics", "chains/kernels", "chains/laws", "chains/outside",
		"chains/sample", "toys", "toys/zoo", "grid"},
	// What diagnostics say of sampled chains, beside what is true of them.
	"experiments/samplers": {"experiments", "experiments/columns", "experiments/samplers/regression",
		"experiments/score", "exact/spectra", "exact/timeaverage", "chains", "chains/diagnostics", "chains/kernels", "toys",
		"toys/zoo"},
	// Rows of numbers: it knows no chains.
	"experiments/samplers/regression": {"experiments"},
	// It has tests alone: bugs of public threads, and what they break.
	"experiments/shipped": nil,
	// Data and a model come in; what is measured is of exact and its accounts.
	"experiments/protocol": {"experiments", "exact", "exact/accounts", "chains", "chains/programs", "toys", "grid/text"},
	"experiments/bdmc": {"experiments", "exact/accounts", "exact/accounts/averages", "chains", "chains/kernels",
		"chains/programs", "chains/sample", "toys", "grid/text"},
	"experiments/paper": {"experiments", "exact", "chains", "chains/kernels", "toys", "grid"},
	// The experiments of the AIDE paper.
	"experiments/aidepaper": {"experiments", "experiments/aidepaper/bias", "experiments/aidepaper/filters",
		"experiments/aidepaper/galaxies", "experiments/aidepaper/modes", "experiments/aidepaper/partitions",
		"experiments/aidepaper/terms"},
	"experiments/aidepaper/terms": nil,
	"experiments/aidepaper/bias": {"experiments", "experiments/aidepaper/terms", "exact", "exact/accounts",
		"exact/accounts/laplace", "chains", "chains/aide", "chains/kernels", "chains/particles", "chains/programs",
		"chains/sample", "toys", "grid"},
	"experiments/aidepaper/modes": {"experiments", "experiments/aidepaper/terms", "exact/accounts", "chains",
		"chains/programs", "grid"},
	"experiments/aidepaper/partitions": {"experiments", "experiments/aidepaper/terms", "exact/accounts", "chains",
		"chains/aide", "chains/mixture", "chains/particles", "chains/partitions", "chains/programs", "chains/sample"},
	"experiments/aidepaper/galaxies": {"experiments", "experiments/aidepaper/terms", "chains", "chains/aide",
		"chains/enumerate", "chains/mixture", "chains/particles", "chains/sample"},
	"experiments/aidepaper/filters": {"experiments", "experiments/aidepaper/terms", "exact/hidden", "chains",
		"chains/aide", "chains/hidden", "chains/programs", "chains/sample"},
	// Programs of any type, and accounts of those on cells.
	"experiments/apart": {"experiments", "exact", "exact/accounts", "exact/accounts/apart", "exact/hidden", "chains",
		"chains/aide", "chains/evidence", "chains/hidden", "chains/outside", "chains/programs", "chains/sample", "grid",
		"grid/text"},
	// What the numbers of a run are called, and where each is found in it.
	"experiments/columns": {"exact", "chains/sample"},
	// A renderer takes rows apart: they hold steps of exact and grids.
	"reports": {"reports/figure", "reports/table", "experiments", "experiments/paper", "experiments/ranking",
		"experiments/columns", "experiments/validation", "experiments/geweke",
		"experiments/apart", "chains", "chains/evidence", "chains/laws", "exact", "exact/accounts/averages", "exact/spectra",
		"exact/spectra/implicit", "grid", "grid/text"},
	// The runs that a sampler made, one a row.
	"reports/draws": {"experiments", "experiments/journal", "chains/sample", "grid", "reports/table"},
	// It draws data that is collected elsewhere, with the tables of the commands that print them.
	"reports/runs": {"reports", "reports/charts", "reports/explorer", "reports/figure", "reports/page", "reports/table",
		"experiments", "experiments/explore", "experiments/portrait", "grid/text"},
	"reports/sweeps": {"reports", "reports/charts", "reports/explorer", "reports/figure", "reports/page", "reports/table",
		"experiments", "experiments/columns", "experiments/explore", "experiments/ranking", "experiments/sweep",
		"chains", "grid/text"}, // betas are written as they are read
	// The page of a validation, with the pictures of both kinds.
	"reports/inspected": {"reports", "reports/explorer", "reports/figure", "reports/page", "reports/table",
		"experiments/explore", "experiments/validation", "grid"},
	"reports/scores": {"reports/figure", "reports/table", "experiments/columns", "experiments/score"},
	// A study shows a sample's check as the command itself does.
	"reports/studies": {"reports", "reports/charts", "reports/explorer", "reports/figure", "reports/page", "reports/table",
		"experiments", "experiments/bdmc", "experiments/explore", "experiments/paper", "experiments/protocol",
		"experiments/ranking", "grid/text"},
	"reports/studies/aide": {"reports/figure", "reports/table", "experiments", "experiments/aidepaper",
		"experiments/aidepaper/bias", "experiments/aidepaper/filters", "experiments/aidepaper/galaxies",
		"experiments/aidepaper/modes", "experiments/aidepaper/partitions", "experiments/aidepaper/terms", "grid/text"},
	"reports/studies/samplers": {"reports/scores", "reports/figure", "reports/table", "experiments",
		"experiments/samplers", "experiments/score"},
	"reports/table":  {"chains/crew", "grid/text"}, // many files are made at the same time
	"reports/figure": {"reports/table", "grid/text"},
	// What draws on a page is JavaScript; a chart is data.
	"reports/charts": {"experiments/explore", "grid"},
	// The page of the explorer, as files, and its links, which name questions.
	"reports/explorer": {"experiments/explore", "reports/charts"},
	// A page knows figures as functions that draw, and charts as data.
	"reports/page": {"reports/figure", "reports/charts", "reports/table", "grid/text"},
	// For tests only: nobody else may import them.
	"reports/explorer/browsertest": nil,
	"reports/explorer/nodetest":    {"reports/charts", "reports/explorer"},
	"reports/reporttest":           {"reports/table", "reports/figure", "experiments/columns"},
	// The program at the other end of a pipe knows a grid; the system knows nothing of kernels.
	"cmd/breadboard/internal/client": {"grid", "grid/text"},
	"cmd/breadboard/internal/system": nil,
	// It has tests alone: they use the page of the built program.
	"cmd/breadboard/internal/pagetest": nil,
	// The server answers with data; the page's files are handed to it.
	"cmd/breadboard/internal/server": {"experiments", "experiments/explore", "reports/explorer", "chains/crew",
		"grid/text", "cmd/breadboard/internal/code"},
	// Commands are spelled in cmd alone.
	"cmd/breadboard/internal/code": {"experiments", "experiments/explore", "toys"},
	"cmd/breadboard": {"experiments/columns", "reports", "reports/draws", "reports/studies", "reports/studies/aide",
		"reports/studies/samplers", "reports/sweeps", "reports/table", "experiments", "experiments/samplers",
		"experiments/aidepaper", "experiments/bdmc", "experiments/paper", "experiments/protocol",
		"experiments/disk", "experiments/journal", "experiments/lists", "experiments/portrait", "experiments/ranking",
		"experiments/sweep",
		"cmd/breadboard/internal/system", "grid/text"},
	"cmd/breadboard/pictures.go": {"experiments", "experiments/portrait", "experiments/validation", "reports/runs"},
	// A worker's panic is reported as a bug.
	// The page's files go to the server that sends them, or into one file.
	"cmd/breadboard/explore.go": {"chains/crew", "experiments/explore", "reports/charts", "reports/explorer",
		"cmd/breadboard/internal/server", "cmd/breadboard/internal/system", "experiments", "grid/text"},
	"cmd/breadboard/explore_setting.go": {"experiments", "experiments/explore", "reports/explorer"},
	"cmd/breadboard/explore_export.go":  {"cmd/breadboard/internal/server", "reports/explorer"},
	"cmd/breadboard/main.go":            {"experiments", "chains/crew", "grid/text"},
	// The catalogues are printed as they stand: a study of them would say nothing more.
	"cmd/breadboard/list.go": {"reports", "reports/figure", "reports/table", "experiments", "experiments/paper",
		"chains/kernels", "chains", "toys", "toys/zoo"},
	"cmd/breadboard/list_zoo.go":   {"reports/table", "toys/zoo"},
	"cmd/breadboard/aide_hmm.go":   {"experiments", "experiments/apart", "reports", "chains/hidden"},
	"cmd/breadboard/aide.go":       {"experiments", "experiments/apart", "reports", "cmd/breadboard/internal/client"},
	"cmd/breadboard/score.go":      {"experiments", "experiments/journal", "experiments/score", "reports/table"},
	"cmd/breadboard/score_plan.go": {"experiments", "experiments/lists", "experiments/score", "toys", "toys/zoo"},
	"cmd/breadboard/score_shards.go": {"experiments/journal", "experiments/score", "reports/scores",
		"reports/sweeps", "reports/table"},
	"cmd/breadboard/score_kernels.go": {"experiments", "experiments/score", "chains", "chains/kernels",
		"chains/outside", "cmd/breadboard/internal/client"},
	"cmd/breadboard/geweke.go": {"experiments", "experiments/geweke", "reports"},
	// What comes from outside is read or started here, and handed on as it is.
	"cmd/breadboard/validate.go": {"experiments", "experiments/explore", "experiments/validation", "reports",
		"reports/inspected", "reports/table",
		"cmd/breadboard/internal/client"},
	"cmd/breadboard/validate_matrix.go": {"experiments", "experiments/validation", "chains/outside", "chains",
		"grid/text"},
	"cmd/breadboard/aide_exec.go":   {"experiments", "experiments/apart", "cmd/breadboard/internal/client"},
	"cmd/breadboard/exec.go":        {"cmd/breadboard/internal/client"},
	"cmd/breadboard/sample_exec.go": {"experiments", "cmd/breadboard/internal/client"},
	"cmd/breadboard/validate_samples.go": {"experiments", "experiments/validation", "chains/outside", "chains/evidence",
		"cmd/breadboard/internal/client"},
	"cmd/breadboard/validate_shown.go": {"experiments", "chains/outside", "reports/table"},
}

// TestArrows reads the imports of every file. The files are read here and by no
// other program, so that go test knows what its result depends on.
func TestArrows(t *testing.T) {
	seen := map[string]bool{}
	for file, imports := range imported(t, filepath.Join("..", "..")) {
		room := path.Dir(file)
		seen[room] = true
		if _, known := mayEnter[room]; !known {
			t.Errorf("%s is a room that nobody drew", room)
		}
		for _, fault := range forbidden(file, imports) {
			t.Errorf("%s imports %s", file, fault)
		}
	}
	for room := range mayEnter {
		if !seen[room] && path.Ext(room) == "" {
			t.Errorf("%s is drawn and has no files", room)
		}
	}
}
