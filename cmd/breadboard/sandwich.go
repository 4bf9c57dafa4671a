package main

import (
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
	if err := s.print(c.format, reports.Sandwich(judged, c.format)); err != nil {
		return err
	}
	if judged.Verdict == sandwich.Fails {
		return errBroken
	}
	return nil
}
