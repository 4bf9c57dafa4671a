package explore

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"breadboard/experiments"
	"breadboard/toys"
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
	Target   string  `json:"target,omitempty"`      // painted: log f, rows separated by ; and cells by commas, w for a wall
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

// Chain makes the annealing that is asked for, with its T. The error joins all faults of the question, and
// those of a question that is beyond the limits.
func (q Question) Chain() (experiments.Chain, error) {
	s := q.Setting()
	s.T = cmp.Or(s.T, usualT)
	if err := errors.Join(q.noFiles(), inLevels(s.T)); err != nil {
		return experiments.Chain{}, err
	}
	space, err := q.space(s)
	if err == nil {
		err = inWork(space, s.T)
	}
	if err != nil {
		return experiments.Chain{}, err
	}
	return space.Chain()
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
	g, err := s.TargetGrid()
	if err == nil && g.Size() > MostCells {
		return experiments.Space{}, experiments.Faultf("%v %s has %d cells; at most %d would do", experiments.FieldToy, q.Toy,
			g.Size(), MostCells)
	}
	return s.Space() // if there is no such target, its fault is among those of all names
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

// noFiles returns a fault for every name that is not of its catalogue, and so could be a file: a page
// does not read the files of the machine.
func (q Question) noFiles() error {
	var faults []error
	for _, named := range []struct {
		field experiments.Field
		spec  string
	}{{experiments.FieldSchedule, q.Schedule}, {experiments.FieldInitial, q.Initial}} {
		name, _, _ := strings.Cut(named.spec, ":")
		known := slices.DeleteFunc(experiments.Specs(named.field), func(s string) bool { return s == "file:PATH" })
		ok := slices.ContainsFunc(known, func(s string) bool { return s == name || strings.HasPrefix(s, name+":") })
		if named.spec != "" && !ok {
			faults = append(faults, experiments.Unknown(named.field, named.spec, known))
		}
	}
	return errors.Join(faults...)
}

// Painted reads a target as the page writes it, such as "0,1.5;w,2" for 2x2 cells with a wall. It is read
// as a CSV file of log f is, whose rows are lines and whose walls are -inf.
func Painted(text string) (toys.Target, error) {
	if strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r > '~' || r == '"' || r == '#' }) {
		return toys.Target{}, experiments.Faultf("%v painted: it has letters of no number; log f, w for a wall, with a "+
			"comma between cells and a semicolon between rows, as in 0,1.5;w,2, would do", experiments.FieldTarget)
	}
	if cells := 1 + strings.Count(text, ",") + strings.Count(text, ";"); cells > MostCells {
		return toys.Target{}, experiments.Faultf("%v painted: %d cells; at most %d would do", experiments.FieldTarget,
			cells, MostCells)
	}
	var file strings.Builder
	for row := range strings.SplitSeq(text, ";") {
		for i, cell := range strings.Split(row, ",") {
			if i > 0 {
				file.WriteByte(',')
			}
			if cell = strings.TrimSpace(cell); cell == "w" {
				cell = "-inf"
			}
			file.WriteString(cell)
		}
		file.WriteByte('\n')
	}
	t, err := toys.Read(strings.NewReader(file.String()), "painted", toys.LogF)
	if err != nil {
		return toys.Target{}, experiments.Faultf("%v %v", experiments.FieldTarget, err)
	}
	return t, nil
}

// PaintedText writes a target of two axes as Painted reads it, bit for bit. A path of one axis is a row.
// It is "" on more axes.
func PaintedText(t toys.Target) string {
	if t.Grid.Axes() > 2 {
		return ""
	}
	columns := t.Grid.Len(t.Grid.Axes() - 1)
	var text []byte
	for x, v := range t.LogF {
		switch {
		case x > 0 && x%columns == 0:
			text = append(text, ';')
		case x > 0:
			text = append(text, ',')
		}
		if math.IsInf(v, -1) {
			text = append(text, 'w')
		} else {
			text = strconv.AppendFloat(text, v, 'g', -1, 64)
		}
	}
	return string(text)
}
