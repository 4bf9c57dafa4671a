package main

import (
	"fmt"
	"slices"

	"breadboard/chains"
	"breadboard/experiments"
	"breadboard/experiments/draws"
	"breadboard/grid/sheets"
	"breadboard/reports"
	"breadboard/reports/table"
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
	chain, err := w.makeChain(space, experiments.Held(1, 4, 0, 0), nil, c.Yes)
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
	tell, finish := w.progress("validate")
	defer finish()
	how.Tell = tell.Share(0, 1, 2)
	sheet, err := sheets.Open(c.Draws, "a CSV or .npy file of cells")
	if err != nil {
		return nil, err
	}
	defer sheet.Close()
	if err := sheet.As(how, draws.Words(target.Grid)); err != nil {
		return nil, err
	}
	room := func(n draws.Need) error { return w.affordDraws(n, c.Yes) }
	samples, err := draws.Read(sheet, target.Grid, room)
	if err == nil {
		err = room(draws.NeedOf(target.Grid, samples))
	}
	if err != nil {
		return nil, err
	}
	return draws.JudgeWithin(room, target.Grid, chains.Normalized(target.LogF), samples)
}

// affordDraws asks for the memory that it takes to read and judge draws.
func (w *world) affordDraws(n draws.Need, yes bool) error {
	words := table.Counted(n.Draws, "draw")
	if n.Samples > 1 {
		words += " in " + table.Counted(n.Samples, "sample")
	}
	if n.Chains > max(1, n.Samples) {
		words += " of " + table.Counted(n.Chains, "chain")
	}
	bytes := experiments.ProgramBytes + n.Bytes()
	words = fmt.Sprintf("%s on %s take %s of memory", words, table.Counted(n.Cells, "cell"), amount(bytes))
	return w.affordBytes(words, "fewer of them", bytes, bytes > experiments.MostUnaskedBytes, yes)
}
