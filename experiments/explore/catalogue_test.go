package explore_test

import (
	"strings"
	"testing"

	"breadboard/experiments"
	"breadboard/experiments/explore"
)

// TestCatalogueCanBeChosen: every example makes a chain as it stands, on BARRIER or on a model.
func TestCatalogueCanBeChosen(t *testing.T) {
	c := explore.Catalogue()
	for _, list := range []struct {
		field   experiments.Field
		choices []explore.Choice
		with    func(s *experiments.Setting, example string)
	}{
		{experiments.FieldToy, c.Toys, func(s *experiments.Setting, e string) { s.Toy = e }},
		{experiments.FieldKernel, c.Kernels, func(s *experiments.Setting, e string) { s.Kernel = e }},
		{experiments.FieldBridge, c.Bridges, func(s *experiments.Setting, e string) { s.Bridge = e }},
		{experiments.FieldSchedule, c.Schedules, func(s *experiments.Setting, e string) { s.Schedule = e }},
		{experiments.FieldInitial, c.Initials, func(s *experiments.Setting, e string) { s.Initial = e }},
		{experiments.FieldProgram, c.Programs, func(s *experiments.Setting, e string) { s.Program = e }},
	} {
		if offered, all := len(list.choices), len(experiments.Specs(list.field)); offered == 0 || offered < all-1 {
			t.Errorf("%v: %d of %d names are offered", list.field, offered, all)
		}
		for _, choice := range list.choices {
			onToy := chosen("barrier", choice.Example, list.with)
			if onModel := chosen("clustering:3:2", choice.Example, list.with); onToy != nil && onModel != nil {
				t.Errorf("%v %s cannot be chosen: %v; %v", list.field, choice.Example, onToy, onModel)
			}
			if choice.Name == "" || choice.About == "" || !strings.HasPrefix(choice.Spec, choice.Name) {
				t.Errorf("%v: the name, the spec or the meaning is wrong in %+v", list.field, choice)
			}
		}
	}
}

// chosen returns why a toy refuses an example that with puts into its setting.
func chosen(toy, example string, with func(s *experiments.Setting, example string)) error {
	s := experiments.Setting{Toy: toy}
	with(&s, example)
	chain, err := s.Chain()
	if err == nil && chain.Program != "" {
		err = chain.Suits(chain.Program)
	}
	return err
}

// TestCatalogueHasNoFiles: the page cannot name a file of the machine.
func TestCatalogueHasNoFiles(t *testing.T) {
	c := explore.Catalogue()
	for _, choice := range append(c.Schedules, c.Initials...) {
		if choice.Name == "file" {
			t.Errorf("%s is offered", choice.Spec)
		}
	}
}
