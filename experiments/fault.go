package experiments

import (
	"fmt"
	"strings"
)

// A Fault is an error about fields: one sentence that says what was given and what would do.
type Fault struct {
	format string
	args   []any // among them the fields, and an error that may be a fault too
}

// Faultf is fmt.Errorf, except that a Field among args is spelled by Say. An error among args is written with %v.
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

// Say is the text of an error in one line, with its fields spelled by name. Errors that
// are joined are separated by semicolons.
func Say(err error, name func(Field) string) string {
	switch e := err.(type) {
	case interface {
		Say(func(Field) string) string
	}:
		return e.Say(name)
	case interface{ Unwrap() []error }: // of errors.Join, if its text is that of its errors
		var own, all []string
		for _, one := range e.Unwrap() {
			own = append(own, one.Error())
			all = append(all, Say(one, name))
		}
		if strings.Join(own, "\n") == err.Error() {
			return strings.Join(all, "; ")
		}
	}
	return err.Error()
}
