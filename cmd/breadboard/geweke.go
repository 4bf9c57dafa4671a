package main

import (
	"errors"
	"fmt"
	"strings"

	"breadboard/experiments"
	"breadboard/experiments/geweke"
	"breadboard/reports"
	"breadboard/reports/table"
)

// gewekeCmd tests a kernel together with a model.
type gewekeCmd struct {
	Toy    string `help:"A model by name: ${models}." placeholder:"NAME" complete:"toy"`
	Kernel string `help:"The Markov kernel: ${kernels} (default ${default})." default:"metropolis" placeholder:"NAME" complete:"kernel"`
	modelAxes
	modelFlags
	Exec       string `help:"A program that makes the steps, in any language: see cmd/breadboard/clients. It is told log p(x, y) of every cell anew whenever the data y change." placeholder:"COMMAND" asks:"step"`
	Reversible bool   `help:"The kernel of --exec keeps detailed balance, so that --test invariance can step backwards by its own moves."`
	timeoutFlag
	Test   string `help:"How: ${gewekes}. joint is Geweke's test of latents and data together; sbc (simulation-based calibration) ranks the true latents among later states of a chain; invariance ranks an exact draw among the states before and after it (default ${default})." default:"joint" placeholder:"TEST" complete:"geweke"`
	Steps  int    `help:"Steps of each chain, with new data between them; of sbc and invariance, from one ranked state to the next (default ${default})." default:"10" placeholder:"N"`
	Others *int   `help:"Among how many other states sbc and invariance rank (7)." placeholder:"N"`
	Draws  int    `help:"How many pairs to draw each way, or how many ranks (default ${default})." default:"1000" placeholder:"N"`
	diceSeed
	Pictures string `help:"Also draw a P-P plot of each statistic into this directory." placeholder:"DIR" complete:"file"`
	forceFlags
	consentFlags
	outputFlags
}

// check returns bad input in the flags, without a look at the model.
func (c *gewekeCmd) check() (err error) {
	others := 7
	if c.Others == nil {
		c.Others = &others
	} else if c.Test == string(geweke.Joint) {
		err = errors.New("--others are of ranks, and --test joint has none; --test sbc, or no --others, would do")
	}
	backwards := c.Test == string(geweke.Invariance)
	switch {
	case c.Exec != "" && backwards && !c.Reversible:
		err = errors.Join(err, errors.New("--test invariance steps backwards, and --exec has no reversal; "+
			"--reversible, if it keeps detailed balance, or --test sbc or joint would do"))
	case c.Reversible && !backwards:
		err = errors.Join(err, fmt.Errorf("--reversible is for steps backwards, and --test %s has none; --test "+
			"invariance, or no --reversible, would do", c.Test))
	}
	return err
}

// Run draws the pairs and prints the statistics.
func (c *gewekeCmd) Run(w *world) (err error) {
	space, wrong := c.find()
	err = errors.Join(c.check(), wrong)
	if err != nil {
		return bad(err)
	}
	bytes := geweke.Bytes(c.Draws)
	chain, err := w.makeChain(space, bytes, nil, c.Yes)
	if err == nil && c.Pictures != "" {
		err = w.checkDir("--pictures", c.into(c.Pictures), reports.GewekeNames...)
	}
	if err != nil {
		return err
	}
	r, err := c.runTest(w, chain, describe(chain.Need(bytes))+" and")
	if err == nil && c.Pictures != "" {
		var files []table.File
		if files, err = reports.GewekePictures(r); err == nil {
			err = w.write(c.into(c.Pictures), files)
		}
	}
	if err == nil {
		err = w.print(c.format, reports.Geweke(r, c.format))
	}
	if err == nil && !r.OK() {
		err = errBroken // of sbc that ranks are even, which a slow kernel breaks too
	}
	return err
}

// find looks up the model and the kernel. Of the user's model it is the prior.
func (c *gewekeCmd) find() (experiments.Found, error) {
	setting := experiments.Setting{Toy: c.Toy, Axes: c.Axes, Kernel: c.Kernel}
	if c.modelFlags.hasModel() {
		if err := c.modelFlags.check(c.Toy); err != nil {
			return experiments.Found{}, err
		}
		return c.prior(setting)
	}
	space, err := setting.Find()
	would := strings.Join(models(), ", ")
	switch {
	case c.Toy == "":
		err = fmt.Errorf("--toy is missing; a model, one of %s, would do, or your own by --prior and --model", would)
	case err == nil && !setting.IsModel():
		err = fmt.Errorf("--toy %s is no model; one of %s would do", c.Toy, would)
	}
	return space, err
}

// runTest makes the draws, by the programs if there are any.
func (c *gewekeCmd) runTest(w *world, chain experiments.Chain, takes string) (r geweke.Result, err error) {
	defer func() { err = programFault(err) }()
	test := geweke.Test{}
	var model *modelProgram
	if c.modelFlags.hasModel() {
		model, err = c.startModel(w.ctx, c.Timeout, c.MCSeed, chain.Target.Grid)
		if err != nil {
			return r, err
		}
		defer func() { err = errors.Join(err, model.close()) }()
		test = geweke.OfTold(model.modelOn(c.modelName(), chain), chain, c.Steps, c.Draws, c.MCSeed)
	} else {
		test = geweke.Of(chain, c.Steps, c.Draws, c.MCSeed)
	}
	test.Kind = geweke.Kind(c.Test)
	test.Others = *c.Others
	if c.Exec != "" {
		m, err := model.kernel(w.ctx, c.Exec, c.Timeout, c.MCSeed, chain.Target.Grid)
		if err != nil {
			return r, err
		}
		defer func() { err = errors.Join(err, m.Close()) }()
		test.Mover = m
	}
	r, err = bounded(w, "geweke", takes, c.Yes, test.Run)
	return r, unfit(err)
}
