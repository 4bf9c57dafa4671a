package experiments

import (
	"fmt"
	"strings"
)

// A Field names the subject of a fault: a name in a setting, or another value of a study. The code that shows a fault
// spells the field as the user gave it: FieldKernel is --kernel on a command line, and kernel in a file of lists.
type Field string

// FieldToy and the others are the fields of a Setting, or of a sweep of settings.
const (
	FieldToy      Field = "toy"
	FieldTarget   Field = "target"
	FieldAxes     Field = "axes"
	FieldSeed     Field = "seed"
	FieldData     Field = "data"
	FieldKernel   Field = "kernel"
	FieldRepeat   Field = "repeat"
	FieldMatrix   Field = "matrix"
	FieldExec     Field = "exec"
	FieldBridge   Field = "bridge"
	FieldInitial  Field = "initial"
	FieldSchedule Field = "schedule"
	FieldProgram  Field = "program"
	FieldT        Field = "T"
	FieldBudget   Field = "evaluations"
)

// A Fault is an error about fields: one sentence that says what was given and what to use.
type Fault struct {
	format string
	args   []any // among them the fields, and an error that may be a fault too
}

// Faultf formats a fault as fmt.Errorf does, but Say spells each Field among args. Write an error among args with %v.
func Faultf(format string, args ...any) error { return Fault{format, args} }

// Error spells every field by its own name.
func (f Fault) Error() string { return f.Say(func(f Field) string { return string(f) }) }

// Say spells every field by name.
func (f Fault) Say(name func(Field) string) string {
	args := make([]any, len(f.args))
	for i, arg := range f.args {
		switch arg := arg.(type) {
		case Field:
			args[i] = name(arg)
		case error:
			args[i] = Say(arg, name)
		default:
			args[i] = arg
		}
	}
	return fmt.Sprintf(f.format, args...)
}

// Unwrap returns the error that the fault quotes.
func (f Fault) Unwrap() error {
	for _, arg := range f.args {
		if err, ok := arg.(error); ok {
			return err
		}
	}
	return nil
}

// Say returns the text of an error in one line, with its fields spelled by name, and with semicolons between joined
// errors.
func Say(err error, name func(Field) string) string {
	switch e := err.(type) {
	case interface {
		Say(func(Field) string) string
	}:
		return e.Say(name)
	case interface{ Unwrap() []error }:
		var all []string
		for _, one := range e.Unwrap() {
			all = append(all, Say(one, name))
		}
		return strings.Join(all, "; ")
	}
	return err.Error()
}

// bothGiven formats the fault of two fields that exclude each other.
const bothGiven = "%v %s and %v %s are both given; use one of the two"
