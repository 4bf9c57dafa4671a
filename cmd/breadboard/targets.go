package main

import (
	"errors"
	"slices"

	"breadboard/experiments"
	"breadboard/experiments/lists"
)

// listTargets are the targets that the flags name, toys before files, each with the flags that apply to it:
// data are those of models. If nothing there has a use for a flag every
// target keeps it, and the fault is found where names are looked up. Flags that name one target, or none, stay as they
// are.
func (f annealingFlags) listTargets() ([]targetFlags, error) {
	toys, noToys := several(experiments.FieldToy, f.Toy)
	files, noFiles := several(experiments.FieldTarget, f.Target)
	if err := errors.Join(noToys, noFiles); err != nil {
		return nil, err
	}
	if len(toys)+len(files) < 2 {
		return []targetFlags{f.targetFlags}, nil
	}
	isModel := func(toy string) bool { return experiments.Setting{Toy: toy}.IsModel() }
	models := slices.ContainsFunc(toys, isModel)
	var all []targetFlags
	for _, toy := range toys {
		t := f.targetFlags
		t.Toy = toy
		t.Target = ""
		if models && !isModel(toy) {
			t.Data = ""
		}
		all = append(all, t)
	}
	for _, file := range files {
		t := f.targetFlags
		t.Toy = ""
		t.Target = file
		if models {
			t.Data = ""
		}
		all = append(all, t)
	}
	return all, nil
}

// several are the names of a flag, which may have none.
func several(field experiments.Field, names string) ([]string, error) {
	if names == "" {
		return nil, nil
	}
	return lists.Words(field, []string{names})
}
