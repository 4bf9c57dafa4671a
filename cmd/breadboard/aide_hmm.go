package main

import (
	"context"
	"errors"
	"fmt"

	"breadboard/chains/hidden"
	"breadboard/experiments"
	"breadboard/experiments/apart"
	"breadboard/reports"
)

// hidden compares programs on a hidden Markov model.
func (c *aideCmd) hidden(w *world) error {
	study, err := c.hiddenStudy()
	if err != nil {
		return bad(err)
	}
	var rows []apart.Row
	takes := fmt.Sprintf("%d + %d runs, each looked at by M = %d + %d, take", study.Runs.Gold, study.Runs.Target,
		study.Meta.Gold, study.Meta.Target)
	bytes := study.LookBytes()
	if err := w.affordBytes(fmt.Sprintf("%s %s of memory", takes, amount(bytes)), "fewer", bytes,
		bytes > experiments.MostUnaskedBytes, c.Yes); err != nil {
		return err
	}
	err = w.timed("aide", takes, c.Yes, func(ctx context.Context, tell experiments.Progress) (err error) {
		rows, err = study.Rows(ctx, tell)
		return err
	})
	if err != nil {
		return c.shorter(err)
	}
	return w.print(c.format, reports.Apart(rows, c.format))
}

// hiddenStudy reads the model and the programs. The error says all that is wrong with them.
func (c *aideCmd) hiddenStudy() (s apart.HiddenStudy, err error) {
	options, wrong := c.options()
	m, err := hidden.Open(c.HMM)
	if err := errors.Join(wrong, err); err != nil {
		return s, err
	}
	if c.Program == nil {
		c.Program = []string{"smc-data:10"}
	}
	return apart.NewHidden(c.HMM, m, c.Gold, separated(c.Program), options)
}
