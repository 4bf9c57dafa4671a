package main

import (
	"errors"
	"slices"

	"breadboard/experiments"
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
func (c *certifyCmd) Run(w *world) error {
	if c.Catalogue {
		return c.all(w)
	}
	bytes := func(ts []int, _ int) experiments.Bytes { // it proves as many Ts at once as there are cores
		return experiments.AtOnce(experiments.CertifyBytes, ts)
	}
	order, err := c.order(w, bytes, c.targetSeeds, programFlags{}, 10, 100, 1000)
	if err != nil {
		return err
	}
	rows, err := carryOut(w, "certify", order, func(k task) ([]experiments.Certified, error) {
		return k.chain.Certify(k.ctx, k.ts, k.tell)
	})
	if err != nil {
		return err
	}
	return verdict(rows, w.print(c.format, reports.Certificates(rows, c.format)...))
}

// errTooFew is the error of a result with fewer right digits than promised, after everything is printed.
var errTooFew = errors.New("a result has fewer than nine right digits")

// verdict returns err, or errTooFew if a result has too few right digits.
func verdict(rows []experiments.Certified, err error) error {
	if err == nil && slices.ContainsFunc(rows, func(r experiments.Certified) bool { return !r.Kept() }) {
		return errTooFew
	}
	return err
}

func (c *certifyCmd) all(w *world) error {
	if err := w.affordLeast("certify --catalogue", leastProofs); err != nil {
		return err
	}
	tell, finish := w.progress("certify")
	rows, err := experiments.CertifyAll(w.ctx, experiments.CertifyCases(), tell)
	finish()
	if err != nil {
		return err
	}
	return verdict(rows, w.print(c.format, reports.CertificateSummary(rows, c.format)))
}
