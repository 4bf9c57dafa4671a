package experiments

import (
	"fmt"
	"strings"
)

// A Field names the subject of a fault: one of the names of an annealing, or another
// value that a study is given. Whoever shows a fault to people spells the field as
// they gave it: on a command line FieldKernel is --kernel, in a file of lists it is
// kernel.
type Field string

// The fields that name annealings.
const (
	FieldToy      Field = "toy"
	FieldTarget   Field = "target"
	FieldSeed     Field = "seed"
	FieldKernel   Field = "kernel"
	FieldBridge   Field = "bridge"
	FieldInitial  Field = "initial"
	FieldSchedule Field = "schedule"
	FieldT        Field = "T"
)

// A Fault is an error about fields: one sentence that says what was given and what
// would do.
type Fault struct {
	format string
	args   []any // among them the fields, and errors that may be faults too
}

// Faultf is fmt.Errorf, except that a Field among args is spelled by Say. An error
// among args is written with %v.
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

// Unwrap returns the errors that the fault quotes.
func (f Fault) Unwrap() []error {
	var all []error
	for _, arg := range f.args {
		if err, ok := arg.(error); ok {
			all = append(all, err)
		}
	}
	return all
}

// Say is the text of an error with its fields spelled by name, also if the faults are
// joined.
func Say(err error, name func(Field) string) string {
	switch e := err.(type) {
	case interface {
		Say(func(Field) string) string
	}:
		return e.Say(name)
	case interface{ Unwrap() []error }:
		if all := Faults(e.Unwrap()); strings.ReplaceAll(err.Error(), "\n", "; ") == all.Error() {
			return all.Say(name)
		}
	}
	return err.Error()
}

// Faults are several errors in one line, so that people see everything wrong at once.
type Faults []error

// Add adds err unless it is nil.
func (f *Faults) Add(err error) {
	if err != nil {
		*f = append(*f, err)
	}
}

// Err returns the faults as one error, nil if there are none.
func (f Faults) Err() error {
	if len(f) == 0 {
		return nil
	}
	return f
}

// Error separates them by semicolons.
func (f Faults) Error() string { return f.Say(func(f Field) string { return string(f) }) }

// Say is Error with the fields spelled by name.
func (f Faults) Say(name func(Field) string) string {
	s := make([]string, len(f))
	for i, err := range f {
		s[i] = Say(err, name)
	}
	return strings.Join(s, "; ")
}

// Unwrap returns each of them.
func (f Faults) Unwrap() []error { return f }
