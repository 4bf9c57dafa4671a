package explore_test

import (
	"strings"
	"testing"

	"breadboard/experiments"
	"breadboard/experiments/explore"
)

// TestCatalogueCanBeChosen: every example makes a chain as it stands, on BARRIER unless it needs a model.
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
			s := experiments.Setting{Toy: "barrier"}
			if choice.Model {
				s.Toy = "clustering:3:2"
			}
			list.with(&s, choice.Example)
			if chain, err := s.Chain(); err != nil {
				t.Errorf("%v %s cannot be chosen: %v", list.field, choice.Example, err)
			} else if err = suits(chain); err != nil {
				t.Errorf("%v %s does not suit: %v", list.field, choice.Example, err)
			}
			if choice.Name == "" || choice.About == "" || !strings.HasPrefix(choice.Spec, choice.Name) {
				t.Errorf("%v: the name, the spec or the meaning is wrong in %+v", list.field, choice)
			}
		}
	}
}

// suits returns why a chain cannot run its program, if it has one.
func suits(c experiments.Chain) error {
	if c.Program == "" {
		return nil
	}
	return c.Suits(c.Program)
}

// TestCatalogueMarksModels: these and no others are models, or need one.
func TestCatalogueMarksModels(t *testing.T) {
	c := explore.Catalogue()
	for _, list := range []struct {
		of   []explore.Choice
		want string
	}{
		{c.Toys, "clustering attributes lowrank regression"},
		{c.Bridges, "observations"},
		{c.Initials, "prior"},
		{c.Programs, "bic smc-data shme"},
	} {
		var marked []string
		for _, choice := range list.of {
			if choice.Model {
				marked = append(marked, choice.Name)
			}
		}
		if got := strings.Join(marked, " "); got != list.want {
			t.Errorf("marked as of models: %s; %s are expected", got, list.want)
		}
	}
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
