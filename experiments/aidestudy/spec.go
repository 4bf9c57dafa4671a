package aidestudy

import (
	"cmp"
	"errors"
	"strconv"
	"strings"

	"breadboard/experiments"
)

// FieldGold names the gold standard.
const FieldGold experiments.Field = "gold"

// A Spec names a program, and its own settings: those in which its annealing differs from the study's.
type Spec struct {
	Text    string // as it was given: smc:8:T=20:kernel=king
	Program string // of programs.Catalogue: smc:8
	T       int    // its own; 0 if it has none

	field experiments.Field // that the program was given for
	own   experiments.Setting
}

// Read reads the spec of a program: its name and parameters, and then its own settings. The value of a setting ends at
// the next setting, so that it may have colons, as in smc:8:kernel=lazy:0.5:T=20. The error joins the faults of the
// field.
func Read(field experiments.Field, text string) (Spec, error) {
	s := Spec{Text: text, field: field}
	if text == experiments.ExecProgram {
		s.Program = text
		return s, nil
	}
	T := ""
	settings := map[experiments.Field]*string{experiments.FieldT: &T, experiments.FieldKernel: &s.own.Kernel,
		experiments.FieldSchedule: &s.own.Schedule, experiments.FieldBridge: &s.own.Bridge,
		experiments.FieldInitial: &s.own.Initial}
	program, faults := s.split(settings)
	for field, to := range settings {
		*to = experiments.Canonical(field, *to)
	}
	s.Program = experiments.Canonical(experiments.FieldProgram, program)
	if err := experiments.CheckPrograms(s.Program); err != nil {
		if strings.Contains(s.Program, "=") {
			err = experiments.Faultf("%v; settings of its own are T, kernel, schedule, bridge and initial, as in "+
				"ais:T=100:kernel=king", err)
		}
		faults = append(faults, s.fault(err))
	}
	if T != "" {
		var err error
		if s.T, err = strconv.Atoi(T); err != nil || s.T < 2 {
			faults = append(faults, s.fault(experiments.Faultf("T %q; use a number of levels from 2", T)))
		}
	}
	return s, errors.Join(faults...)
}

// split fills in the settings that the text has, and returns its other parts: the program with its parameters.
func (s Spec) split(settings map[experiments.Field]*string) (program string, faults []error) {
	var parts []string
	var last *string // the value of the last setting
	for part := range strings.SplitSeq(s.Text, ":") {
		key, value, given := strings.Cut(part, "=")
		to := settings[experiments.Field(key)]
		switch {
		case given && to != nil && (*to != "" || value == ""):
			faults = append(faults, s.fault(experiments.Faultf("%v is given twice, or has no value; use settings such "+
				"as T=100:kernel=king", experiments.Field(key))))
		case given && to != nil:
			last = to
			*to = value
		case last != nil:
			*last += ":" + part
		default:
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, ":"), faults
}

// HasOwn reports whether the program has settings of its own.
func (s Spec) HasOwn() bool { return s.T != 0 || s.own != experiments.Setting{} }

// A PlacedProgram has a program and the annealer that it runs with.
type PlacedProgram struct {
	Spec
	Annealer experiments.Annealer
	Ts       []int // at which it runs: one, or one for each T of the study
}

// Place returns the program on the target of a study, at its own T or the study's. What it does not set itself is as in
// the common annealer. The error says why the program cannot run on this target, or cannot run in reverse.
func (s Spec) Place(common experiments.Annealer, ts []int) (PlacedProgram, error) {
	placed := PlacedProgram{s, common, ts}
	if s.Text == experiments.ExecProgram {
		return placed, nil
	}
	var err error
	if s.own != (experiments.Setting{}) {
		setting := common.Setting
		setting.Kernel = cmp.Or(s.own.Kernel, setting.Kernel)
		setting.Schedule = cmp.Or(s.own.Schedule, setting.Schedule)
		setting.Bridge = cmp.Or(s.own.Bridge, setting.Bridge)
		setting.Initial = cmp.Or(s.own.Initial, setting.Initial)
		placed.Annealer, err = setting.AnnealerOn(common.Target)
	}
	switch {
	case err != nil:
	case s.T != 0:
		placed.Ts, err = placed.Annealer.Levels([]int{s.T})
	case s.own.Schedule != "":
		placed.Ts, err = placed.Annealer.Levels(nil, ts...) // a file of betas has its own T
	}
	if err == nil {
		err = experiments.CheckReverse(placed.Annealer, s.Program)
	}
	if err != nil {
		return PlacedProgram{}, s.fault(err)
	}
	return placed, nil
}

// fault returns a fault of the program or of its own settings, which keep their names: they are not fields of the
// study.
func (s Spec) fault(err error) error {
	own := experiments.Say(err, func(f experiments.Field) string { return string(f) })
	return experiments.Faultf("%v %s: %v", s.field, s.Text, own)
}
