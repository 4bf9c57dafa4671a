package tune

import (
	"fmt"
	"strings"

	"breadboard/experiments"
)

// A Panel is what one setting is searched for: several targets, with the kernels and bridges from which to choose.
// The setting has one kernel, one bridge, and one list of betas and steps. It is afforded on each target, also on those
// that are left out, though a step may take more evaluations on one than on another.
type Panel struct {
	Targets []experiments.Setting `json:"targets"`
	Kernels []string              `json:"kernels"`
	Bridges []string              `json:"bridges"`
	Without []int                 `json:"without,omitempty"` // the places of targets that are left out
}

// mostGroups is the number of parts in which targets are left out: each target alone, if they are no more. A search
// takes as long as the targets are many, so that leaving out each of a hundred would take a hundred times a hundred.
const mostGroups = 12

// Groups is the number of searches that leave some of n targets out.
func Groups(n int) int { return min(n, mostGroups) }

// panelJobs are the searches for one setting: by prices and goals, with all targets and without each of them.
func (a Ask) panelJobs() (all []Job) {
	n := len(a.Targets)
	if n < 2 {
		return nil
	}
	for _, cost := range a.Costs {
		for _, goal := range a.Ratios {
			j := Job{Goal: goal, Cost: cost, FreeWeights: a.FreeWeights}
			for group := -1; group < Groups(n); group++ {
				panel := Panel{Targets: a.Targets, Kernels: a.Kernels, Bridges: a.Bridges}
				for k := group; group >= 0 && k < n; k += mostGroups {
					panel.Without = append(panel.Without, k)
				}
				j.Panel = &panel
				all = append(all, j)
			}
		}
	}
	return all
}

// name names the search to people.
func (p Panel) name(j Job) string {
	what := fmt.Sprintf("one setting for %d targets, least %s ratio at %d evaluations", len(p.Targets), j.Goal, j.Cost)
	var without []string
	for _, k := range p.Without {
		without = append(without, p.Targets[k].TargetLabel())
	}
	if without != nil {
		what += ", without " + strings.Join(without, "; ")
	}
	return what
}
