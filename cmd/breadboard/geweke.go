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
	Steps int `help:"Steps of each chain, with new data between them (default ${default})." default:"10" placeholder:"N"`
	Draws int `help:"How many pairs to draw each way (default ${default})." default:"1000" placeholder:"N"`
	diceSeed
	Pictures string `help:"Also draw a P-P plot of each statistic into this directory." placeholder:"DIR" complete:"file"`
	forceFlags
	consentFlags
	outputFlags
}

// Run draws the pairs and prints the statistics.
func (c *gewekeCmd) Run(w *world) (err error) {
	for _, n := range []struct {
		flag        string
		given, most int
	}{{"--steps", c.Steps, geweke.MostSteps}, {"--draws", c.Draws, geweke.MostDraws}} {
		if n.given < 1 || n.given > n.most {
			err = errors.Join(err, fmt.Errorf("%s %d; a number from 1 to %d would do", n.flag, n.given, n.most))
		}
	}
	setting := experiments.Setting{Toy: c.Toy, Axes: c.Axes, Kernel: c.Kernel}
	space, wrong := setting.Space()
	switch would := strings.Join(models(), ", "); {
	case c.Toy == "":
		wrong = fmt.Errorf("--toy is missing; a model, one of %s, would do", would)
	case wrong == nil && !setting.IsModel():
		wrong = fmt.Errorf("--toy %s is no model; one of %s would do", c.Toy, would)
	}
	if err = errors.Join(err, wrong); err != nil {
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
	r, err := timed(w, "geweke", describe(chain.Need(bytes))+" and", c.Yes,
		geweke.Of(chain, c.Steps, c.Draws, c.MCSeed).Run)
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
		err = errBroken
	}
	return err
}
