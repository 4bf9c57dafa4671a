package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"breadboard/experiments"
	"breadboard/experiments/geweke"
	"breadboard/reports"
)

// gewekeCmd tests a kernel together with a model.
type gewekeCmd struct {
	Toy    string `help:"A model by name: ${models}." placeholder:"NAME" complete:"toy"`
	Kernel string `help:"The Markov kernel: ${kernels} (default ${default})." default:"metropolis" placeholder:"NAME" complete:"kernel"`
	Steps  int    `help:"Steps of each chain, with new data between them (default ${default})." default:"10" placeholder:"N"`
	Draws  int    `help:"How many pairs to draw each way (default ${default})." default:"1000" placeholder:"N"`
	diceSeed
	Pictures string `help:"Also draw a P-P plot of each statistic into this directory." placeholder:"DIR" complete:"file"`
	forceFlags
	consentFlags
	outputFlags
}

// Run draws the pairs and prints the statistics.
func (c *gewekeCmd) Run(w *world) error {
	test, need, err := c.test(w)
	if err != nil {
		return err
	}
	if c.Pictures != "" {
		if err := w.checkDir("--pictures", c.into(c.Pictures), reports.GewekeNames...); err != nil {
			return err
		}
	}
	var r geweke.Result
	err = w.timed("geweke", describe(need)+" and", c.Yes,
		func(ctx context.Context, tell experiments.Progress) (err error) {
			r, err = test.Run(ctx, tell)
			return err
		})
	if err != nil {
		return err
	}
	if c.Pictures != "" {
		files, err := reports.GewekePictures(r)
		if err != nil {
			return err
		}
		if err := w.write(c.into(c.Pictures), files); err != nil {
			return err
		}
	}
	if err := w.print(c.format, reports.Geweke(r, c.format)); err != nil {
		return err
	}
	if !r.OK() {
		return errBroken
	}
	return nil
}

// test looks up the names, and returns the test and its size.
func (c *gewekeCmd) test(w *world) (t geweke.Test, need experiments.Need, err error) {
	for _, n := range []struct {
		flag        string
		given, most int
	}{{"--steps", c.Steps, geweke.MostSteps}, {"--draws", c.Draws, geweke.MostDraws}} {
		if n.given < 1 || n.given > n.most {
			err = errors.Join(err, fmt.Errorf("%s %d; a number from 1 to %d would do", n.flag, n.given, n.most))
		}
	}
	setting := experiments.Setting{Toy: c.Toy, Kernel: c.Kernel}
	space, wrong := setting.Space()
	switch {
	case c.Toy == "":
		wrong = fmt.Errorf("--toy is missing; a model, one of %s, would do", strings.Join(models(), ", "))
	case wrong == nil && !setting.IsModel():
		wrong = fmt.Errorf("--toy %s is no model; one of %s would do", c.Toy, strings.Join(models(), ", "))
	}
	if err = errors.Join(err, wrong); err != nil {
		return t, need, bad(err)
	}
	chain, err := w.makeChain(space, geweke.Bytes(c.Draws), nil, c.Yes)
	if err != nil {
		return t, need, err
	}
	return geweke.Of(chain, c.Steps, c.Draws, c.MCSeed), chain.Need(geweke.Bytes(c.Draws)), nil
}
