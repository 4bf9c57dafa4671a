package main

import (
	"errors"
	"slices"

	"breadboard/experiments"
	"breadboard/experiments/certified"
	"breadboard/reports"
)

// certifyCmd proves how many digits of exactCmd's numbers are right.
type certifyCmd struct {
	chainFlags
	targetSeeds
	Catalogue bool `help:"Instead, prove every kernel on every toy, bridge and schedule, and the extremes."`
	outputFlags
}

// Run proves the digits and prints them.
func (c *certifyCmd) Run(w *world) (err error) {
	var rows []certified.Row
	if c.Catalogue {
		if err := w.affordLeast("certify --catalogue", leastProofs); err != nil {
			return err
		}
		tell, finish := w.progress("certify")
		rows, err = certified.All(w.ctx, certified.Cases(), tell)
		finish()
	} else {
		bytes := func(ts []int, _ int) experiments.Bytes { // it proves as many Ts at once as there are cores
			return experiments.AtOnce(experiments.CertifyBytes, ts)
		}
		o, noOrder := c.order(w, bytes, c.targetSeeds, replaced{}, 10, 100, 1000)
		if noOrder != nil {
			return noOrder
		}
		rows, err = carryOut(w, "certify", o, func(k task) ([]certified.Row, error) {
			return certified.Of(k.ctx, k.chain, k.ts, k.tell)
		})
	}
	switch {
	case err != nil:
		return err
	case c.Catalogue:
		err = w.print(c.format, reports.CertificateSummary(rows, c.format))
	default:
		err = w.print(c.format, reports.Certificates(rows, c.format)...)
	}
	if err == nil && slices.ContainsFunc(rows, func(r certified.Row) bool { return !r.Kept() }) {
		return errors.New("a result has fewer than nine right digits") // when everything is printed
	}
	return err
}
