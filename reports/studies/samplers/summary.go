package samplers

import (
	"slices"

	"breadboard/experiments"
	"breadboard/experiments/samplers"
	"breadboard/experiments/score"
)

// shown is how many points a panel of Figure 3 has, at most.
const shown = 600

// A summary has the numbers that are rendered. All of them are in the files of data, so that a page can
// be made anew from these.
type summary struct {
	Size         size
	Boards       []board         // Table 1
	Profiles     []score.Profile // of time averages
	Solved       []score.Row     // Figure 2: means from an exact draw that succeed
	Points       []score.Point
	Verdicts     []samplers.Verdict
	Counterparts []samplers.Counterpart
	Calibrations []samplers.Calibration
	Metas        []samplers.Meta
	Findings     []experiments.Finding
}

// A board is a leaderboard with its place among the files.
type board struct {
	name, unit string
	score.Board
}

// boards are Table 1 at equal steps from each start, as many as the sampled chains have, and from an exact
// draw at equal evaluations of the density and at equal time.
func boards(s samplers.Study) (all []board) {
	asLong := slices.DeleteFunc(slices.Clone(s.Scores), func(r score.Row) bool { return r.Budget != s.N })
	for _, b := range score.Boards(asLong) {
		all = append(all, board{b.Start, score.Steps.Unit(), b})
	}
	for _, b := range score.Boards(s.Evaluations) {
		all = append(all, board{string(score.Evaluations), score.Evaluations.Unit(), b})
	}
	for _, b := range score.Boards(s.Times) {
		all = append(all, board{string(score.Time), score.Time.Unit(), b})
	}
	return all
}

// A size says how much was run.
type size struct {
	Quick                             bool
	Chains, N                         int
	Densities, Kernels, Runs, LeftOut int
}

// summarize takes from a study what is rendered.
func summarize(s samplers.Study) summary {
	sum := summary{Boards: boards(s), Points: s.Points("exact", shown), Verdicts: s.Verdicts,
		Counterparts: s.Counterparts, Calibrations: s.Calibrations, Metas: s.Metas, Findings: s.Findings}
	sum.Size = size{Quick: s.Quick, Chains: s.Chains, N: s.N, Runs: len(s.Runs), LeftOut: len(s.LeftOut)}
	densities, kernels := map[string]bool{}, map[string]bool{}
	var averages []score.Row // KS distances are measured at the last step alone
	for _, r := range s.Scores {
		densities[r.Density], kernels[r.Kernel] = true, true
		if r.Class() == "ks" {
			continue
		}
		averages = append(averages, r)
		if r.Class() == "mean" && r.Start == "exact" && r.Budget == s.N && r.Solved() {
			sum.Solved = append(sum.Solved, r)
		}
	}
	sum.Size.Densities, sum.Size.Kernels = len(densities), len(kernels)
	sum.Profiles = score.Profiles(averages)
	return sum
}

// profiles are those from a start.
func (s summary) profiles(start string) []score.Profile {
	return slices.DeleteFunc(slices.Clone(s.Profiles), func(p score.Profile) bool { return p.Start != start })
}

// starts are those of the profiles, each once.
func (s summary) starts() (names []string) {
	for _, p := range s.Profiles {
		if !slices.Contains(names, p.Start) {
			names = append(names, p.Start)
		}
	}
	return names
}
