// Package code writes the commands and the Go program that give the numbers of a page again: the commands for a shell
// of POSIX (command.go), and the program against the library (program.go). Tests run both, and compare the numbers.
package code

import (
	"slices"

	"breadboard/experiments"
	"breadboard/experiments/explore"
)

// A work says which numbers the commands and the program have to print.
type work struct {
	setting experiments.Setting // with its defaults; no target if one is painted
	usual   experiments.Setting // what the setting is if nothing is chosen
	rows    [][]string          // of a painted target; nil if a toy is named
	program string              // that runs in place of the annealing; "" if none does
	view    string
	beside  explore.Beside
}

// Of writes the code for a view of the page: levels, spectrum, sampled or against. Any other word has the code of the
// exact answer. The error is the question's, or that of what is asked beside it.
func Of(q explore.Question, view string, beside explore.Beside) (explore.Code, error) {
	beside = beside.WithDefaults(q)
	c, err := q.Chain()
	if err == nil {
		err = beside.Check()
	}
	if err != nil {
		return explore.Code{}, err
	}
	w := work{setting: q.Setting().WithDefaults(), usual: experiments.Setting{Toy: q.Toy}.WithDefaults(), view: view,
		beside: beside}
	w.setting.T = c.T
	if q.Program != "ais" { // whose numbers are the annealing's own
		w.program = q.Program
	}
	if q.Target != "" {
		w.rows = rowsOf(c.Target)
	}
	return explore.Code{Command: w.command(), Go: w.goProgram()}, nil
}

// ts are the numbers of levels that the view compares, the question's own among them.
func (w work) ts() []int {
	ts := []int{w.setting.T}
	if w.compares() {
		ts = append(ts, w.beside.Ts...)
	}
	slices.Sort(ts)
	return slices.Compact(ts)
}

// compares reports whether the view has several schedules.
func (w work) compares() bool { return w.view == "against" }
