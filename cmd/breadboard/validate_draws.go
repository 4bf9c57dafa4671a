package main

import (
	"slices"

	"breadboard/chains"
	"breadboard/experiments/draws"
	"breadboard/grid/sheets"
	"breadboard/reports"
	"breadboard/toys"
)

// judgeDraws compares every sample of the file with the target.
func (c *validateCmd) judgeDraws(w *world) error {
	how, err := c.reading(w)
	if err != nil {
		return err
	}
	space, err := c.ofTarget(c.Seed).Find()
	if err != nil {
		return bad(err)
	}
	chain, err := w.makeChain(space)
	if err != nil {
		return err
	}
	all, err := c.samplesOf(w, how, chain.Target)
	if err != nil {
		return bad(err)
	}
	err = w.print(c.format, reports.Draws(chain, all, c.format)...)
	if err == nil && slices.ContainsFunc(all, func(r draws.Result) bool { return r.Verdict == draws.Differs }) {
		err = errBroken
	}
	return err
}

// samplesOf reads the file and compares its samples with the target.
func (c *validateCmd) samplesOf(w *world, how sheets.Reading, target toys.Target) ([]draws.Result, error) {
	sheet, err := sheets.Open(c.Draws, "a CSV or .npy file of cells")
	if err != nil {
		return nil, err
	}
	if err := sheet.As(how, draws.Words(target.Grid)); err != nil {
		return nil, err
	}
	samples, err := draws.Read(sheet, target.Grid)
	if err != nil {
		return nil, err
	}
	return draws.Judge(target.Grid, chains.Normalized(target.LogF), samples), nil
}
