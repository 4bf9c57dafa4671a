package main

import (
	"errors"
	"slices"

	"breadboard/experiments"
	"breadboard/experiments/journal"
	"breadboard/experiments/sweep"
	"breadboard/reports/sweeps"
)

// betasFlags belong to commands that finish a sweep.
type betasFlags struct {
	SaveBetas string `help:"Also write the betas of every best-b and best-j, a file each, to this directory, as --schedule file: reads them." placeholder:"DIR" complete:"file"`
}

// check returns what is wrong with --save-betas, before any work.
func (f betasFlags) check(plan sweep.Plan, shard journal.Shard) error {
	switch {
	case f.SaveBetas == "":
		return nil
	case !slices.ContainsFunc(plan.Schedules, func(s sweep.Named) bool { return experiments.ChoosingPasses(s.Name) > 0 }):
		return errors.New("--save-betas, and no schedule is found by descent; --schedule best-b, best-j or both would do")
	case shard.N > 0:
		return errors.New("--save-betas with --shard, which makes a part of the rows; --save-betas of merge would do")
	}
	return nil
}

// save writes the files of --save-betas, and returns a note that says so.
func (f betasFlags) save(w *world, rows []sweep.Row, force forceFlags) (note string, err error) {
	if f.SaveBetas == "" {
		return "", nil
	}
	files, err := sweeps.Betas(rows)
	if err != nil {
		return "", err
	}
	set := force.into(f.SaveBetas)
	if err := w.checkDir("--save-betas", set); err != nil {
		return "", err
	}
	if err := w.write(set, files); err != nil {
		return "", err
	}
	return sweeps.SavedBetas(files, f.SaveBetas), nil
}
