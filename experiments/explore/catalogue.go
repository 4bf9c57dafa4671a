package explore

import (
	"strings"

	"breadboard/experiments"
	"breadboard/toys"
)

// Choices are the catalogues, and how far T goes.
type Choices struct {
	Toys       []Choice `json:"toys"`
	Kernels    []Choice `json:"kernels"`
	Bridges    []Choice `json:"bridges"`
	Schedules  []Choice `json:"schedules"`
	Initials   []Choice `json:"initials"`
	Programs   []Choice `json:"programs"`
	MostLevels int      `json:"most_levels"`
	Version    string   `json:"version"` // of the program; the server fills it in
}

// A Choice is a line of a catalogue.
type Choice struct {
	Name    string `json:"name"`
	Spec    string `json:"spec"`    // with its parameters, as "sigmoid:DELTA"
	Example string `json:"example"` // that can be chosen as it stands, as "sigmoid:4"
	About   string `json:"about"`
	Seeded  bool   `json:"seeded,omitempty"`
}

// Catalogue returns the names that a page offers. Files are not offered, because a stranger must not
// read those of the machine.
func Catalogue() Choices {
	c := Choices{
		Kernels: choices(experiments.FieldKernel), Bridges: choices(experiments.FieldBridge),
		Schedules: choices(experiments.FieldSchedule), Initials: choices(experiments.FieldInitial),
		Programs: choices(experiments.FieldProgram), MostLevels: MostLevels,
	}
	for i, line := range choices(experiments.FieldToy) {
		line.Seeded = toys.Catalogue[i].Seeded
		c.Toys = append(c.Toys, line)
	}
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
