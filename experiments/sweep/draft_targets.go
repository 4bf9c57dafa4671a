package sweep

import (
	"slices"

	"breadboard/experiments"
)

// targets finds every toy with every seed, and every file.
func (d *draft) targets() {
	random := d.wrong["toy"] // a toy that could not be read may be random
	for _, name := range d.toys {
		if d.data != nil && isModel(name) {
			d.fits(experiments.Setting{Toy: name})
			continue
		}
		space, ok := d.space(experiments.Setting{Toy: name})
		random = random || !ok || space.Seed != nil // an unknown toy may be random too
		if !ok {
			continue
		}
		drawn := []*uint64{space.Seed}
		if space.Seed != nil && d.seeds != nil {
			drawn = nil
			for i := range d.seeds {
				drawn = append(drawn, &d.seeds[i])
			}
		}
		d.Targets = slices.Grow(d.Targets, len(drawn))
		for _, seed := range drawn {
			d.Targets = append(d.Targets, Subject{Toy: name, Seed: seed, Size: space.Grid.Size()})
		}
	}
	if d.seeds != nil && !random {
		d.add(experiments.Faultf("%v %s is given, but none of the targets is random; %v",
			experiments.FieldSeed, d.Spec.Seed[0], experiments.ErrNotRandom))
	}
	if models := slices.ContainsFunc(d.toys, isModel); d.data != nil && !models && !d.wrong["toy"] {
		d.add(experiments.Faultf("%v %s is given, but none of the targets is a model; leave it out",
			experiments.FieldData, d.Spec.Data[0]))
	}
	for _, path := range d.files {
		if space, ok := d.space(experiments.Setting{Target: path, Density: d.Spec.Density}); ok {
			d.Targets = append(d.Targets, Subject{File: path, Sum: d.hash(path), Size: space.Grid.Size()})
		}
	}
}

func isModel(toy string) bool { return experiments.Setting{Toy: toy}.IsModel() }

// fits adds a model with every file of data.
func (d *draft) fits(model experiments.Setting) {
	for _, model.Data = range d.data {
		if space, ok := d.space(model); ok {
			d.Targets = append(d.Targets, Subject{Toy: model.Toy, Data: model.Data, DataSum: d.hash(model.Data),
				Size: space.Grid.Size()})
		}
	}
}
