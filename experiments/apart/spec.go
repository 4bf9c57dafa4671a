package apart

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"

	"breadboard/chains/programs"
	"breadboard/experiments"
)

// FieldGold names the gold standard.
const FieldGold experiments.Field = "gold"

// A Spec names a program, and the settings in which its annealing differs from a common one.
type Spec struct {
	Text    string // as it was given: smc:8:T=20:kernel=king
	Program string // of programs.Catalogue: smc:8
	T       *int   // its own; nil if it has none

	field experiments.Field // that the program was given for
	own   map[experiments.Field]string
}

// keys are the settings that a program may have of its own.
var keys = []experiments.Field{experiments.FieldT, experiments.FieldKernel, experiments.FieldSchedule,
	experiments.FieldBridge, experiments.FieldInitial}

// Read reads the spec of a program: its name and parameters, and then settings of its own. The value of
// a setting runs to the next setting, so it may have colons, as in smc:8:kernel=lazy:0.5:T=20. The error
// joins the faults of the field.
func Read(field experiments.Field, text string) (Spec, error) {
	s := Spec{Text: text, field: field, own: map[experiments.Field]string{}}
	if text == Exec {
		return s, nil
	}
	program, settings := split(text)
	s.Program = experiments.Canonical(experiments.FieldProgram, program)
	var faults []error
	fault := func(format string, args ...any) {
		faults = append(faults, s.fault(experiments.Faultf(format, args...)))
	}
	if err := experiments.CheckPrograms(s.Program); err != nil {
		if strings.Contains(program, "=") {
			err = experiments.Faultf("%v; settings of its own are T, kernel, schedule, bridge and initial, as in "+
				"ais:T=100:kernel=king", err)
		}
		faults = append(faults, ofProgram{err, field})
	}
	for _, setting := range settings {
		key, value, _ := strings.Cut(setting, "=")
		field := experiments.Field(key)
		switch _, twice := s.own[field]; {
		case twice:
			fault("%v is given twice; once would do", field)
		case value == "":
			fault("%v has no value; settings such as T=100 or kernel=king would do", field)
		}
		s.own[field] = experiments.Canonical(field, value)
	}
	if text := s.own[experiments.FieldT]; text != "" {
		T, err := strconv.Atoi(text)
		s.T = &T
		if err != nil {
			fault("T %q is not a whole number; a number of levels from 2 would do", text)
		}
	}
	return s, errors.Join(faults...)
}

func split(text string) (program string, settings []string) {
	parts := strings.Split(text, ":")
	for i, part := range parts {
		key, _, given := strings.Cut(part, "=")
		switch known := given && slices.Contains(keys, experiments.Field(key)); {
		case known:
			settings = append(settings, part)
		case settings != nil:
			settings[len(settings)-1] += ":" + part
		case i > 0:
			program += ":" + part
		default:
			program = part
		}
	}
	return program, settings
}

// endsAlone reports whether the program knows the initial density and the target alone.
func (s Spec) endsAlone() bool {
	return s.Text == Exec || programs.EntryOf(s.Program).Ends
}

// Own reports whether the program has settings of its own.
func (s Spec) Own() bool { return len(s.own) > 0 }

// Setting returns the setting of the program's annealing; common has what it does not say.
func (s Spec) Setting(common experiments.Setting) experiments.Setting {
	common.Kernel = cmp.Or(s.own[experiments.FieldKernel], common.Kernel)
	common.Schedule = cmp.Or(s.own[experiments.FieldSchedule], common.Schedule)
	common.Bridge = cmp.Or(s.own[experiments.FieldBridge], common.Bridge)
	common.Initial = cmp.Or(s.own[experiments.FieldInitial], common.Initial)
	return common
}

// Space returns the space of the program's annealing on the target of common, with the Ts at which it
// runs if the study has these ts. The error has only faults that the common space does not have too.
func (s Spec) Find(common experiments.Found, faults error, ts []int) (experiments.Found, []int, error) {
	if !s.Own() {
		return common, ts, nil
	}
	space, err := common.Beside(s.Setting(common.Setting))
	known, new := each(faults), []error(nil)
	for _, one := range each(err) {
		if !slices.ContainsFunc(known, func(k error) bool { return k.Error() == one.Error() }) {
			new = append(new, s.fault(one))
		}
	}
	if new != nil {
		return space, nil, errors.Join(new...)
	}
	switch _, schedule := s.own[experiments.FieldSchedule]; {
	case s.T != nil:
		ts, err = space.Levels([]int{*s.T})
	case schedule:
		ts, err = space.Levels(nil, ts...) // a file of betas has its own T
	}
	if err != nil {
		err = s.fault(err)
	}
	return space, ts, err
}

func each(err error) (all []error) {
	switch e := err.(type) {
	case nil:
		return nil
	case interface{ Unwrap() []error }:
		for _, one := range e.Unwrap() {
			all = append(all, each(one)...)
		}
		return all
	}
	return []error{err}
}

// fault is a fault of one of the program's own settings, which are not fields of the study: they keep their own names.
func (s Spec) fault(err error) error {
	own := experiments.Say(err, func(f experiments.Field) string { return string(f) })
	return experiments.Faultf("%v %s: %v", s.field, s.Text, own)
}

// An ofProgram error spells the field of a program as that of the spec: the gold standard is a program too.
type ofProgram struct {
	error
	field experiments.Field
}

// Say spells every field by name.
func (e ofProgram) Say(name func(experiments.Field) string) string {
	return experiments.Say(e.error, func(f experiments.Field) string {
		if f == experiments.FieldProgram {
			f = e.field
		}
		return name(f)
	})
}

// Error spells every field by its own name.
func (e ofProgram) Error() string {
	return e.Say(func(f experiments.Field) string { return string(f) })
}

// Unwrap returns the error.
func (e ofProgram) Unwrap() error { return e.error }
