package tune

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"breadboard/exact/tuning"
	"breadboard/experiments"
	"breadboard/experiments/journal"
	"breadboard/experiments/lists"
)

// An Ask is what is tuned: for each target, goal and price, over kernels and bridges.
type Ask struct {
	journal.Heading
	Targets     []experiments.Setting `json:"targets"` // a target and its initial density; the rest is empty
	Kernels     []string              `json:"kernels"` // names, and ranges as laplace:0.5..4
	Bridges     []string              `json:"bridges"`
	Goals       []Goal                `json:"goals"`            // of each target
	Ratios      []Goal                `json:"ratios,omitempty"` // of one setting for all targets
	Costs       []int                 `json:"costs"`
	FreeWeights bool                  `json:"free_weights,omitempty"`
}

// A Goal is what is least.
type Goal string

// The goals: of one target, and of one setting for several, for which they are ratios.
const (
	ByJ      Goal = "J"
	ByB      Goal = "B"
	ByWorst  Goal = "worst"
	ByMedian Goal = "median"
)

// Goals lists those of one target, and Ratios those of several.
var (
	Goals  = []Goal{ByJ, ByB}
	Ratios = []Goal{ByWorst, ByMedian}
)

// isRatio reports whether a goal is one of ratios.
func (g Goal) isRatio() bool { return slices.Contains(Ratios, g) }

// A Part is what a search may choose, while all else is plain: the first kernel and the first bridge, equal steps of
// beta and one step of the kernel a level.
type Part string

// The parts.
const (
	Everything Part = ""
	Kernels    Part = "kernel"
	Bridges    Part = "bridge"
	Betas      Part = "betas"
	Steps      Part = "steps"
	EvenSteps  Part = "betas and one number of steps" // as many steps at each level: what a list of steps is held to
	Nothing    Part = "plain"
)

// A Job is one search.
type Job struct {
	experiments.Setting      // the target; its kernel and its bridge may be ranges
	Goal                Goal `json:"goal"`
	Cost                int  `json:"cost"` // the most evaluations of a run
	FreeWeights         bool `json:"free_weights,omitempty"`
	Part                Part `json:"part,omitempty"`
	// Panel has several targets in the place of the one; nil of one.
	Panel *Panel `json:"panel,omitempty"`
}

// String names the job to people.
func (j Job) String() string {
	if j.Panel != nil {
		return j.Panel.name(j)
	}
	what := fmt.Sprintf("%s with %s, %s, least %s at %d evaluations", j.TargetLabel(), j.Kernel, j.Bridge, j.Goal,
		j.Cost)
	if j.Part != Everything {
		what += ", " + string(j.Part) + " alone"
	}
	return what
}

// Jobs lists the searches: by targets, prices and goals, each with every kernel on every bridge. Behind those of least
// J come those that choose one part alone, and behind all those for one setting for several targets.
func (a Ask) Jobs() []Job { return append(a.singleJobs(), a.panelJobs()...) }

// singleJobs are those of one target.
func (a Ask) singleJobs() (all []Job) {
	for _, target := range a.Targets {
		for _, cost := range a.Costs {
			for _, goal := range a.Goals {
				j := Job{Setting: target, Goal: goal, Cost: cost, FreeWeights: a.FreeWeights}
				for _, j.Kernel = range a.Kernels {
					for _, j.Bridge = range a.Bridges {
						all = append(all, j)
					}
				}
				if goal == ByJ {
					all = append(all, a.alone(j)...)
				}
			}
		}
	}
	return all
}

// alone are the searches of one part.
func (a Ask) alone(j Job) (all []Job) {
	j.Bridge = a.Bridges[0]
	j.Part = Kernels
	for _, j.Kernel = range a.Kernels {
		all = append(all, j)
	}
	j.Kernel = a.Kernels[0]
	j.Part = Bridges
	for _, j.Bridge = range a.Bridges {
		all = append(all, j)
	}
	j.Bridge = a.Bridges[0]
	parts := []Part{Nothing, Betas, Steps, EvenSteps}
	if a.FreeWeights { // a level of several steps is then several levels
		parts = []Part{Nothing, Betas}
	}
	for _, j.Part = range parts {
		all = append(all, j)
	}
	return all
}

// Hash is the same for asks of the same jobs, in any build.
func (a Ask) Hash() string {
	a.Heading = journal.Heading{}
	return journal.Hash(a)
}

// Size is the number of jobs, which are as many on each target at each price. They are not listed for it, because an
// ask may have more than memory holds.
func (a Ask) Size() int {
	one := a
	one.Costs = a.Costs[:min(len(a.Costs), 1)]
	panels := len(one.panelJobs())
	one.Targets = a.Targets[:min(len(a.Targets), 1)]
	return (len(one.singleJobs())*len(a.Targets) + panels) * len(a.Costs)
}

// Check returns an error if the ask has no job, or too many, or ratios to a least J that nobody looks for.
func (a Ask) Check() error {
	if a.Ratios != nil && !slices.Contains(a.Goals, ByJ) {
		return experiments.Faultf("a ratio of J to the least J of each target, and J is not looked for; J besides, as "+
			"in J,%s, would do", a.Ratios[0])
	}
	if a.Ratios != nil && len(a.Targets) == 1 {
		return experiments.Faultf("the least %s ratio of one target; several targets would do", a.Ratios[0])
	}
	n := a.Size()
	if n < 1 || n > lists.Most {
		return fmt.Errorf("the plan of a tuning with %d searches; from 1 to %d would do", n, lists.Most)
	}
	return nil
}

// Find looks up every target with every kernel and bridge, at both ends of its ranges, and what a step costs. The error
// joins all faults.
func (a Ask) Find() (found []experiments.Found, err error) {
	var faults []error
	said := map[string]bool{}
	add := func(err error) {
		if err != nil && !said[err.Error()] {
			said[err.Error()] = true
			faults = append(faults, err)
		}
	}
	for _, s := range a.Targets {
		for _, kernel := range a.Kernels {
			names, err := ends(experiments.FieldKernel, kernel)
			add(err)
			for _, s.Kernel = range names {
				f, err := s.Find()
				add(err)
				if err == nil {
					found = append(found, f)
					add(a.affords(f))
				}
			}
		}
		s.Kernel = ""
		for _, bridge := range a.Bridges {
			names, err := ends(experiments.FieldBridge, bridge)
			add(err)
			for _, s.Bridge = range names {
				_, err := s.Find()
				add(err)
			}
		}
	}
	return found, errors.Join(faults...)
}

// ends are the names at both ends of a range, or the name itself.
func ends(field experiments.Field, spec string) ([]string, error) {
	d, ok, err := experiments.ReadDial(field, spec)
	if !ok || err != nil {
		return []string{spec}, err
	}
	return []string{d.At(0), d.At(1)}, nil
}

// affords is the fault of a price at which two levels are too dear, or that makes more of them than are searched.
func (a Ask) affords(f experiments.Found) error {
	if f.Grid.Size() > MostCells {
		return experiments.Faultf("%s has %d cells; up to %d would do, because a search makes thousands of runs",
			f.TargetName(), f.Grid.Size(), MostCells)
	}
	step := f.StepCost()
	level := weightCost(a.FreeWeights) + step
	least := slices.Min(a.Costs)
	most := slices.Max(a.Costs)
	switch {
	case !(step > 0): // NaN is not known
		return experiments.Faultf("%v %s: how many evaluations its step takes is not known, or none; another kernel "+
			"would do", experiments.FieldKernel, f.Kernel)
	case level > float64(least):
		return experiments.Faultf("%v %d, and a level of %s takes %.4g; as many would do", FieldCost, least, f.Kernel,
			level)
	case float64(most)/step > tuning.MaxLevels:
		return experiments.Faultf("%v %d affords %.0f steps of %s; a price of up to %d of them would do", FieldCost,
			most, float64(most)/step, f.Kernel, tuning.MaxLevels)
	}
	return nil
}

// FieldCost is the flag of prices.
const FieldCost experiments.Field = "cost"

// MostCells is the largest number of cells of a target. At 65,536 a search of a hundred levels takes hours.
const MostCells = 1 << 14

// weightCost is what the weight of a level costs.
func weightCost(free bool) float64 {
	if free {
		return 0
	}
	return 1
}

// About how many passes over all cells at all levels a search makes: bars show by them how far a command is. A search
// of everything makes passesOfAll, one of a part fewer, and one for several targets passesOfPanel on each of them.
const (
	passesOfAll   = 1000
	passesOfPanel = 3000
)

var passesOfPart = map[Part]int{Nothing: 1, Kernels: 30, Bridges: 30, Betas: 300}

// cells is the number of cells of all targets.
func (p Panel) cells(sizes map[string]int) (n int) {
	for _, s := range p.Targets {
		n += cmp.Or(sizes[s.TargetLabel()], 1)
	}
	return n
}

// costs are the times of the jobs, about, in units of one cell at one level.
func (a Ask) costs(jobs []Job, sizes map[string]int) (all []int) {
	for _, j := range jobs {
		if j.Panel != nil {
			all = append(all, j.Panel.cells(sizes)*j.Cost*passesOfPanel)
			continue
		}
		all = append(all, cmp.Or(sizes[j.TargetLabel()], 1)*j.Cost*cmp.Or(passesOfPart[j.Part], passesOfAll))
	}
	return all
}
