package lists

import (
	"errors"
	"slices"

	"breadboard/experiments"
)

// Targets looks up every toy and every file, models with each of the data, and what is random with each of the seeds.
// If there is no model, or nothing random, data and seeds go to all, whose lookup refuses them. The error joins the
// faults of all targets.
func Targets(toys, files, data []string, seeds []uint64, axes string) (all []experiments.Resolved, err error) {
	var named []experiments.Setting
	for _, toy := range toys {
		named = append(named, experiments.Setting{Toy: toy, Axes: axes})
	}
	for _, file := range files {
		named = append(named, experiments.Setting{Target: file, Axes: axes})
	}
	isAnyModel := slices.ContainsFunc(named, experiments.Setting.IsModel)
	var faults []error
	find := func(s experiments.Setting) experiments.Resolved {
		found, fault := s.FindTarget()
		faults = append(faults, fault)
		return found
	}
	for _, s := range named {
		if data == nil || isAnyModel && !s.IsModel() {
			all = append(all, find(s))
			continue
		}
		for _, s.Data = range data {
			all = append(all, find(s))
		}
	}
	if err := errors.Join(faults...); err != nil || seeds == nil {
		return all, err
	}
	isAnyRandom := slices.ContainsFunc(all, isRandom)
	if !isAnyRandom {
		seeds = seeds[:1]
	}
	var seeded []experiments.Resolved
	for _, t := range all {
		if isAnyRandom && !isRandom(t) {
			seeded = append(seeded, t)
			continue
		}
		for _, seed := range seeds {
			s := t.Setting
			s.Seed = &seed
			seeded = append(seeded, find(s))
		}
	}
	return seeded, errors.Join(faults...)
}

// isRandom reports whether a target takes a seed.
func isRandom(t experiments.Resolved) bool { return t.Seed != nil }
