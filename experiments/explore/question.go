// Package explore answers the questions of a page on which people paint a density and drag a schedule. A Question
// (question.go) is an annealing, with a target that is painted or named. Each answer is data for JSON:
//
//	Measured   J, both divergences and B: a fifth of a millisecond on 7x7 at T = 1000, for every stroke
//	Exact      these, the betas, and J and B of the annealing that stops at each level
//	Levels     p_beta and the forward distribution at levels of the annealing
//	Walk       the cells of 200 chains at such levels, what they proposed, and their B beside reverse chains
//	Canvas     a target to paint on
//	Choices    the catalogues of names
//
// Targets are read and written in target.go, and measured in measure.go, by the same calls of package exact that the
// commands make. Runs are made in runs.go.
package explore

import (
	"cmp"
	"errors"
	"strconv"
	"strings"
	"time"

	"breadboard/experiments"
	"breadboard/grid/text"
	"breadboard/toys"
)

// A Question names an annealing as a page and its link do. Every key of its JSON is a key of the link, so that
//
//	#toy=barrier&kernel=metropolis&schedule=sigmoid:4&T=100
//
// is a question. An empty value stands for its default, as in experiments.Setting.
type Question struct {
	Toy      string  `json:"toy,omitempty"`
	Seed     *uint64 `json:"seed,omitempty,string"` // of a random toy; a text: numbers of scripts have 53 bits
	Target   string  `json:"target,omitempty"`      // painted: log f, as Painted reads it
	Axes     string  `json:"axes,omitempty"`        // kinds of the axes; the target's own if empty
	Kernel   string  `json:"kernel,omitempty"`
	Bridge   string  `json:"bridge,omitempty"`
	Initial  string  `json:"initial,omitempty"`
	Schedule string  `json:"schedule,omitempty"` // of the catalogue; curve:0:0.2:1 is one that was dragged
	SkipLast bool    `json:"skip_last,omitempty"`
	Program  string  `json:"program,omitempty"`
	T        int     `json:"T,omitempty"`
	Repeat   int     `json:"repeat,omitempty"` // the steps of the kernel at each level
}

// Setting returns the names of the question. A painted target has none.
func (q Question) Setting() experiments.Setting {
	return experiments.Setting{Toy: q.Toy, Seed: q.Seed, Axes: q.Axes, Kernel: q.Kernel, Bridge: q.Bridge,
		Initial: q.Initial, Schedule: q.Schedule, SkipLast: q.SkipLast, Program: q.Program, T: q.T, Repeat: q.Repeat}
}

// MostBytes and the other limits keep an answer quick, because anybody who finds the page can ask. A question beyond a
// limit is refused, with the limit in the error. A server for strangers also ends an answer after MostTime.
const (
	MostBytes  = 1 << 20 // of a question
	MostCells  = 4096    // of a target
	MostLevels = 10_000  // T
	MostTime   = 30 * time.Second

	mostPoints = 65   // of a curve, or other parameters of a name
	mostSize   = 1000 // of a whole number in a name but a seed, as of particles
)

// usualT is the T of a question without one.
const usualT = 100

// Annealer makes the annealing of the question, with its T. The error joins the faults of the question, or says which
// limit it exceeds.
func (q Question) Annealer() (experiments.Annealer, error) {
	found, err := q.find()
	if err != nil {
		return experiments.Annealer{}, err
	}
	return found.Annealer()
}

// find looks up all names and checks the limits, before anything is computed.
func (q Question) find() (found experiments.Resolved, err error) {
	s := q.Setting()
	s.T = cmp.Or(s.T, usualT)
	err = errors.Join(checkNoFile(experiments.FieldSchedule, s.Schedule),
		checkNoFile(experiments.FieldInitial, s.Initial), checkSizes(experiments.FieldSchedule, s.Schedule),
		checkSizes(experiments.FieldProgram, s.Program))
	if s.T < 2 || s.T > MostLevels {
		err = errors.Join(err, experiments.Faultf("%v %d; use a number of levels from 2 to %d", experiments.FieldT,
			s.T, MostLevels))
	}
	switch {
	case err != nil:
		return found, err
	case q.Target != "" && q.Toy != "":
		return found, experiments.Faultf("%v %s and a painted target are both given; use one of the two",
			experiments.FieldToy, q.Toy)
	case q.Target != "" && q.Seed != nil:
		return found, experiments.Faultf("%v %d is given, but nothing in a painted target is random; %v",
			experiments.FieldSeed, *q.Seed, experiments.ErrNotRandom)
	case q.Target != "":
		t, err := Painted(q.Target)
		if err != nil {
			return found, err
		}
		return s.FindOn(t)
	case q.Toy == "":
		return found, experiments.Faultf("no target: use %v NAME, such as %s, or a painted target, such as 0,1.5;w,2",
			experiments.FieldToy, strings.Join(experiments.Specs(experiments.FieldToy)[:3], ", "))
	}
	found, err = s.Find()
	if cells, is := errors.AsType[toys.TooManyCells](err); is {
		return found, tooManyCells(experiments.FieldToy, q.Toy, string(cells))
	}
	if cells := found.Grid.Size(); cells > MostCells {
		return found, tooManyCells(experiments.FieldToy, q.Toy, text.Thousands(cells))
	}
	return found, err
}

// tooManyCells returns the fault of a target with too many cells.
func tooManyCells(field experiments.Field, name, cells string) error {
	return experiments.Faultf("%v %s has %s cells; use at most %s", field, name, cells, text.Thousands(MostCells))
}

// checkSizes returns a fault if a name has more parameters or larger whole numbers than a page may ask for.
func checkSizes(field experiments.Field, spec string) error {
	parameters := strings.Split(spec, ":")[1:]
	if n := len(parameters); n > mostPoints {
		return experiments.Faultf("%v %s has %d points; use at most %d", field, text.Brief(spec, 60), n, mostPoints)
	}
	for _, p := range parameters {
		name, value, named := strings.Cut(p, "=")
		if !named {
			value = name
		}
		if n, err := strconv.Atoi(value); err == nil && n > mostSize && name != "seed" {
			return experiments.Faultf("%v %s has a size of %d; use at most %d", field, text.Brief(spec, 60), n,
				mostSize)
		}
	}
	return nil
}

// checkNoFile returns a fault if a name is not in its catalogue, and so may be a file: a page must not read files of
// the machine. An empty name is a default.
func checkNoFile(field experiments.Field, spec string) error {
	name, _, _ := strings.Cut(spec, ":")
	var known []string
	for _, line := range experiments.Offered(field) {
		if spec == "" || name == line.Name {
			return nil
		}
		known = append(known, line.Spec)
	}
	if name == "file" || strings.HasSuffix(spec, ".csv") || strings.HasSuffix(spec, ".npy") {
		return experiments.Faultf("%v %s: the page takes no files here, and breadboard exact does; "+
			"use a name, such as %s", field, text.Brief(spec, 60), known[0])
	}
	return experiments.Unknown(field, spec, known)
}

// Choices has the catalogues, and the largest T.
type Choices struct {
	Toys       []experiments.CatalogueLine `json:"toys"`
	Kernels    []experiments.CatalogueLine `json:"kernels"`
	Bridges    []experiments.CatalogueLine `json:"bridges"`
	Schedules  []experiments.CatalogueLine `json:"schedules"`
	MostLevels int                         `json:"most_levels"`
	Version    string                      `json:"version"` // of the program; the server fills it in
}

// OfferedChoices returns the names that a page offers. They are no files, because a stranger must not read files of the
// machine.
func OfferedChoices() Choices {
	return Choices{
		Toys: experiments.Offered(experiments.FieldToy), Kernels: experiments.Offered(experiments.FieldKernel),
		Bridges: experiments.Offered(experiments.FieldBridge), MostLevels: MostLevels,
		Schedules: experiments.Offered(experiments.FieldSchedule),
	}
}
