package main

import (
	"cmp"

	"breadboard/experiments/sandwich"
	"breadboard/reports"
)

// sandwichCmd judges log weights that were made elsewhere.
type sandwichCmd struct {
	Forward string `help:"Log weights of forward runs: the column log_w, or the only one, of CSV or .npy; see cmd/breadboard/doc/samplers.md." placeholder:"FILE"`
	Reverse string `help:"Log weights of reverse runs from exact draws of the target, with the forward sign." placeholder:"FILE"`
	columnFlags
	outputFlags
}

// AfterApply takes one more format than other commands do. The parser calls it.
func (c *sandwichCmd) AfterApply() error { return c.oneOf(withGitHub) }

// Run reads the runs, judges them and prints what they say.
func (c *sandwichCmd) Run(s *session) error {
	if c.Forward == "" && c.Reverse == "" {
		return badf("no runs; use --forward FILE, --reverse FILE, or both")
	}
	sets, err := sandwich.Open(c.Forward, c.Reverse, c.reading(s))
	if err != nil {
		return bad(err)
	}
	judged := sandwich.JudgeAll(sets)
	return s.tell(c.format, judged.Verdict == sandwich.Fails, judged.Verdict != sandwich.Holds,
		cmp.Or(c.Forward, c.Reverse), reports.Sandwich(judged, c.format))
}
