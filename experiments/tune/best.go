package tune

import (
	"cmp"
	"context"
	"math"
	"slices"

	"breadboard/chains/evidence"
	"breadboard/experiments"
)

// A Best is the best setting of a target at a price, by one goal, over all kernels and bridges.
type Best struct {
	Row
	OverLeast float64 // its J over the least J that was found at the price: what choosing by B costs; NaN without it
}

// Bests are the best rows, by targets, prices and goals, in the order of the jobs. rows are those of all jobs.
func Bests(rows []Row) (all []Best) {
	whole := slices.DeleteFunc(slices.Clone(rows), func(r Row) bool { return r.Job.Part != Everything })
	for _, rivals := range experiments.GroupBy(whole, rivalry) {
		all = append(all, Best{Row: slices.MinFunc(rivals, byGoal)})
	}
	for i, b := range all {
		all[i].OverLeast = b.overLeast(all)
	}
	return all
}

// byGoal orders rows of one goal by its value.
func byGoal(a, b Row) int { return cmp.Compare(a.Value(), b.Value()) }

// overLeast is J of the row over the least J of its target at its price; NaN if that was not looked for.
func (r Row) overLeast(bests []Best) float64 {
	for _, b := range bests {
		if sameTarget(b.Job, r.Job) && b.Job.Cost == r.Job.Cost && b.Job.Goal == ByJ {
			return overLeast(float64(r.J), float64(b.J))
		}
	}
	return math.NaN()
}

// overLeast is a quotient of two J; 1 where both are rounding.
func overLeast(v, least float64) float64 {
	if v < rounding && least < rounding {
		return 1
	}
	return v / least
}

// rivalry is alike for searches of which one is the best.
func rivalry(r Row) string {
	j := r.Job
	j.Kernel = ""
	j.Bridge = ""
	return j.String()
}

// sameTarget reports whether two jobs are on one target, from one initial density.
func sameTarget(a, b Job) bool {
	return a.TargetLabel() == b.TargetLabel() && a.Initial == b.Initial
}

// An Alone is what choosing one part is worth at a price, with all else plain.
type Alone struct {
	Row
	OverLeast float64 // its J over the least J that was found at the price
}

// Alones are the best rows of each part, and the plain setting, by targets and prices.
func Alones(rows []Row) (all []Alone) {
	bests := Bests(rows)
	parts := slices.DeleteFunc(slices.Clone(rows), func(r Row) bool { return r.Job.Part == Everything })
	for _, rivals := range experiments.GroupBy(parts, rivalry) {
		least := slices.MinFunc(rivals, byGoal)
		all = append(all, Alone{Row: least, OverLeast: least.overLeast(bests)})
	}
	return all
}

// A Shared is one setting for several targets at a price, of those that are best for one of them.
type Shared struct {
	Cost    int
	By      string  // "worst" or "median": which ratio is least
	Setting Row     // of whose target it is best
	Worst   float64 // the largest of the targets' ratios: J over the least J found for the target at the price
	Median  float64
	// LeftOut are the ratios on each target of the setting that the others would choose, among their own best.
	LeftOut []float64
}

// Share says which setting suits several targets best, by J. The error is the context's, or of a setting that cannot be
// run on another target.
func Share(ctx context.Context, rows []Row) (all []Shared, err error) {
	byJ := slices.DeleteFunc(Bests(rows), func(b Best) bool { return b.Job.Goal != ByJ })
	for _, bests := range experiments.GroupBy(byJ, func(b Best) int { return b.Job.Cost }) {
		if len(bests) < 2 {
			continue
		}
		ratios := make([][]float64, len(bests)) // of a setting, on each target
		for i, from := range bests {
			for _, on := range bests {
				ratio, err := ratioOn(ctx, from, on)
				if err != nil {
					return nil, err
				}
				ratios[i] = append(ratios[i], ratio)
			}
		}
		for _, by := range []string{"worst", "median"} {
			all = append(all, shareBy(by, bests, ratios))
		}
	}
	return all, nil
}

// ratioOn is J of the setting of one best row on the target of another, over the least J there.
func ratioOn(ctx context.Context, from, on Best) (float64, error) {
	s := on.Setting
	s.Kernel = from.Setting.Kernel
	s.Bridge = from.Setting.Bridge
	s.Schedule = from.Setting.Schedule
	s.Repeat = from.Setting.Repeat
	s.StepsByLevel = from.Setting.StepsByLevel
	s.T = from.Setting.T
	chain, err := s.Chain()
	if err != nil {
		return 0, err
	}
	e, _, err := measured(ctx, chain)
	if err != nil {
		return 0, err
	}
	return overLeast(e.Cell.Jeffreys(), float64(on.J)), nil
}

// shareBy chooses the setting of the least worst, or of the least median ratio, among all, and for each target among
// those of the others.
func shareBy(by string, bests []Best, ratios [][]float64) Shared {
	judged := func(i, without int) float64 {
		kept := slices.Clone(ratios[i])
		if without >= 0 {
			kept = slices.Delete(kept, without, without+1)
		}
		if by == "worst" {
			return slices.Max(kept)
		}
		return evidence.Median(kept)
	}
	choose := func(without int) int {
		chosen := -1
		for i := range bests {
			if i != without && (chosen < 0 || judged(i, without) < judged(chosen, without)) {
				chosen = i
			}
		}
		return chosen
	}
	i := choose(-1)
	s := Shared{Cost: bests[0].Job.Cost, By: by, Setting: bests[i].Row, Worst: slices.Max(ratios[i]),
		Median: evidence.Median(ratios[i])}
	for k := range bests {
		s.LeftOut = append(s.LeftOut, ratios[choose(k)][k])
	}
	return s
}
