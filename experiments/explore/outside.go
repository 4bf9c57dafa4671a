package explore

import (
	"slices"

	"breadboard/experiments"
)

// A page can show a kernel that nobody here wrote: a program of the user's tells its rows. Whoever starts the page
// names the program on the command line. A question names it by the kernel Told and by nothing else, so that no link
// and no stranger's question can start a program.

// Told is the kernel of the page's program.
const Told = "exec"

// An Outside is the program that a page has.
type Outside struct {
	Command string // as the page shows it
	Ask     experiments.Ask
}

// Asking is the question on a page that has this program, or none. A server that has one imports package matrices.
func (q Question) Asking(o *Outside) Question {
	q.Outside = o
	return q
}

// inCommand is the fault of a question for a program that the page has not.
func (q Question) inCommand() error {
	if q.Kernel != Told || q.Outside != nil {
		return nil
	}
	return experiments.Faultf("%v %s is a program that tells its rows, and this page has none; breadboard explore "+
		"with %v COMMAND has one", experiments.FieldKernel, Told, experiments.FieldExec)
}

// With is the catalogue of a page that has this program, or none: its kernel stands first.
func (c Choices) With(o *Outside) Choices {
	if o == nil {
		return c
	}
	own := Choice{Name: Told, Spec: Told, Example: Told, About: o.Command + ", which tells its rows"}
	c.Kernels = slices.Insert(slices.Clone(c.Kernels), 0, own)
	return c
}
