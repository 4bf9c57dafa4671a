package explore

import (
	"strings"
	"time"

	"breadboard/experiments"
	"breadboard/toys"
)

// Choices are the catalogues, with the limits that a page should keep to.
type Choices struct {
	Toys      []Choice       `json:"toys"`
	Kernels   []Choice       `json:"kernels"`
	Bridges   []Choice       `json:"bridges"`
	Schedules []Choice       `json:"schedules"`
	Initials  []Choice       `json:"initials"`
	Programs  []Choice       `json:"programs"`
	Limits    map[string]int `json:"limits"`
	Version   string         `json:"version"` // of the program; the server fills it in
}

// A Choice is a line of a catalogue.
type Choice struct {
	Name    string `json:"name"`
	Spec    string `json:"spec"`    // with its parameters, as "sigmoid:DELTA"
	Example string `json:"example"` // that can be chosen as it stands, as "sigmoid:4"
	About   string `json:"about"`
	Seeded  bool   `json:"seeded,omitempty"`
	Model   bool   `json:"model,omitempty"` // a toy that is a model, or a choice that needs one
}

// Catalogue is what a page offers to choose from. Files are not offered, because a stranger must not
// read those of the machine.
func Catalogue() Choices {
	c := Choices{
		Kernels: choices(experiments.FieldKernel), Bridges: choices(experiments.FieldBridge),
		Schedules: choices(experiments.FieldSchedule), Initials: choices(experiments.FieldInitial),
		Programs: choices(experiments.FieldProgram), Limits: limits(),
	}
	for i, line := range choices(experiments.FieldToy) {
		line.Seeded, line.Model = toys.Catalogue[i].Seeded, toys.Catalogue[i].Model != nil
		c.Toys = append(c.Toys, line)
	}
	markNeedy(c.Bridges, func(example string) experiments.Setting { return experiments.Setting{Bridge: example} })
	markNeedy(c.Initials, func(example string) experiments.Setting { return experiments.Setting{Initial: example} })
	markNeedy(c.Programs, func(example string) experiments.Setting { return experiments.Setting{Program: example} })
	return c
}

// choices are the lines of a catalogue that have an example.
func choices(f experiments.Field) (all []Choice) {
	for _, line := range experiments.Catalogue(f) {
		if line.Example != "" {
			name, _, _ := strings.Cut(line.Spec, ":")
			all = append(all, Choice{Name: name, Spec: line.Spec, Example: line.Example, About: line.About})
		}
	}
	return all
}

// markNeedy marks the choices that BARRIER refuses because it is no model.
func markNeedy(all []Choice, with func(example string) experiments.Setting) {
	for i := range all {
		s := with(all[i].Example)
		s.Toy = "barrier"
		c, err := s.Chain()
		if err == nil && s.Program != "" {
			err = c.Suits(s.Program)
		}
		all[i].Model = err != nil
	}
}

// limits are the bounds of limits.go by the names that a page knows.
func limits() map[string]int {
	return map[string]int{
		"bytes": MostBytes, "cells": MostCells, "states": MostStates, "T": MostLevels, "work": MostWork,
		"points": MostPoints, "frames": MostFrames, "betas": MostBetas, "spectra": MostSpectra, "ts": MostTs,
		"curves": MostCurves, "schedules": MostSchedules, "chains": MostChains, "walkers": MostWalkers,
		"particles": MostParticles, "seconds": int(MostTime / time.Second),
	}
}
