package explore

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"breadboard/experiments"
	"breadboard/grid/text"
)

// A Question is an annealing as a page and its link name it. Every key of its JSON is a key of the link as well, so
// that
//
//	#toy=barrier&kernel=metropolis&schedule=sigmoid:4&T=100
//
// is a question. An empty value stands for its default, as in experiments.Setting.
type Question struct {
	Toy      string  `json:"toy,omitempty"`
	Seed     *uint64 `json:"seed,omitempty,string"` // of a random toy; a script's numbers hold 53 bits, so it is a text
	Target   string  `json:"target,omitempty"`      // painted: log f, as Painted reads it
	Kernel   string  `json:"kernel,omitempty"`
	Bridge   string  `json:"bridge,omitempty"`
	Initial  string  `json:"initial,omitempty"`
	Schedule string  `json:"schedule,omitempty"` // of the catalogue; curve:0:0.2:1 is one that was dragged
	SkipLast bool    `json:"skip_last,omitempty"`
	Program  string  `json:"program,omitempty"`
	T        int     `json:"T,omitempty"`
}

// Setting returns the names of the question. A painted target has none.
func (q Question) Setting() experiments.Setting {
	return experiments.Setting{Toy: q.Toy, Seed: q.Seed, Kernel: q.Kernel, Bridge: q.Bridge, Initial: q.Initial,
		Schedule: q.Schedule, SkipLast: q.SkipLast, Program: q.Program, T: q.T}
}

// usualT is the number of levels if the question does not say.
const usualT = 100

// Chain makes the annealing that is asked for, with its T. The error joins all faults of the question, or says which
// limit it is beyond.
func (q Question) Chain() (experiments.Chain, error) {
	space, err := q.checked()
	if err != nil {
		return experiments.Chain{}, err
	}
	return space.Chain()
}

// checked looks all names up and keeps them within the limits, before anything is computed.
func (q Question) checked() (experiments.Space, error) {
	noFile := q.dropFiles()
	s := q.Setting()
	s.T = cmp.Or(s.T, usualT)
	noLevels, noProgram := inLevels(s.T), inProgram(s.Program)
	space, err := q.space(s)
	if err = errors.Join(noFile, noLevels, noProgram, err); err == nil {
		err = inWork(space, s.T)
	}
	return space, err
}

// space looks the names up, after it has looked at the number of cells.
func (q Question) space(s experiments.Setting) (experiments.Space, error) {
	if q.Target != "" {
		t, err := Painted(q.Target)
		if err = errors.Join(q.noToy(), err); err != nil {
			return experiments.Space{}, err
		}
		return s.SpaceOn(t)
	}
	if q.Toy == "" {
		return experiments.Space{}, experiments.Faultf("no target: %v NAME, one of %s, or a painted %v, such as 0,1.5;w,2, "+
			"would do", experiments.FieldToy, strings.Join(experiments.Specs(experiments.FieldToy), ", "),
			experiments.FieldTarget)
	}
	g, err := s.TargetGrid()
	if err == nil && g.Size() > MostCells {
		return experiments.Space{}, experiments.Faultf("%v %s has %d cells; at most %d would do", experiments.FieldToy, q.Toy,
			g.Size(), MostCells)
	}
	return s.Space() // if there is no such toy, its fault is among those of all names
}

// noToy returns a fault if a painted target comes with a toy or a seed.
func (q Question) noToy() error {
	switch {
	case q.Toy != "":
		return experiments.Faultf("%v %s and a painted %v are both given; one of the two would do",
			experiments.FieldToy, q.Toy, experiments.FieldTarget)
	case q.Seed != nil:
		return experiments.Faultf("%v %d is given, but nothing in a painted %v is random; %v",
			experiments.FieldSeed, *q.Seed, experiments.FieldTarget, experiments.ErrNotRandom)
	}
	return nil
}

// dropFiles takes away each name that a page may not ask for, and returns its fault.
func (q *Question) dropFiles() error {
	noSchedule := inCatalogue(experiments.FieldSchedule, q.Schedule)
	if noSchedule != nil {
		q.Schedule = ""
	}
	noInitial := inCatalogue(experiments.FieldInitial, q.Initial)
	if noInitial != nil {
		q.Initial = ""
	}
	return errors.Join(noSchedule, noInitial)
}

// inCatalogue returns a fault if a name is not of its catalogue, and so could be a file: a page does not read the
// files of the machine. It counts the points of a curve. An empty name is a default.
func inCatalogue(field experiments.Field, spec string) error {
	name, points, _ := strings.Cut(spec, ":")
	var known []string
	for _, line := range experiments.Catalogue(field) {
		if line.Example != "" { // a file has none
			known = append(known, line.Spec)
		}
	}
	is := func(known string) bool { return known == name || strings.HasPrefix(known, name+":") }
	switch n := 1 + strings.Count(points, ":"); {
	case spec == "":
		return nil
	case !slices.ContainsFunc(known, is):
		return experiments.Unknown(field, spec, known)
	case n > MostPoints:
		return experiments.Faultf("%v %s has %d points; at most %d would do", field, text.Brief(spec, 60), n, MostPoints)
	}
	return nil
}
