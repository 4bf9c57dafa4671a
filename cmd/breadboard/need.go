package main

import (
	"fmt"
	"runtime/debug"

	"breadboard/experiments"
	"breadboard/internal/system"
)

// consentFlags belong to commands that may need many cells, much memory or long.
type consentFlags struct {
	Yes bool `help:"Go on with what takes more than ${unasked} or ${unaskedTime}."`
}

// sizeFlags belong to commands that are expected to take long. They ask about size alone.
type sizeFlags struct {
	Yes bool `help:"Go on with what takes more than ${unasked}."`
}

// unasked says what size commands take on without asking for consent.
func unasked() string {
	return fmt.Sprintf("%s cells, %s", grouped(experiments.MostUnasked), amount(experiments.MostUnaskedBytes))
}

// makeChain makes the target of a space, for a command that needs so many bytes at
// every T of ts. A large space is refused as bad input before its target is made, unless
// yes is given; so it is, whatever is given, if the memory does not suffice.
func (w *world) makeChain(space experiments.Space, bytes experiments.Bytes, ts []int, yes bool) (experiments.Chain,
	error) {
	if err := w.afford(space.Need(bytes, ts...), yes); err != nil {
		return experiments.Chain{}, err
	}
	chain, err := space.Chain()
	if err == nil && chain.Steep { // it needs more than its names showed
		err = w.afford(chain.Need(bytes, ts...), yes)
	}
	return chain, bad(err)
}

// afford tells a large need on stderr if yes is given, and otherwise returns it as bad
// input. A need for more memory than there is is always bad input.
func (w *world) afford(n experiments.Need, yes bool) error {
	if n.Bytes > experiments.MostUnaskedBytes { // one annealing is too much, and not all of them together
		n.Levels = n.Most
	}
	free, known := system.FreeMemory()
	if known && n.Bytes > free {
		return bad(fmt.Errorf("%s, and %s are free; a smaller space would do", describe(n), amount(free)))
	}
	if !n.Large() {
		return nil
	}
	say := describe(n)
	if !known {
		say += " (how much is free cannot be told here)"
	}
	if !yes {
		return bad(fmt.Errorf("%s; --yes goes on", say))
	}
	w.note(say)
	debug.SetGCPercent(frugal)
	return nil
}

// The heap may grow by frugal percent before it is swept. A few long vectors fill the
// memory then, and there is next to nothing to sweep.
const frugal = 5

// describe says how large a space is and what memory it takes.
func describe(n experiments.Need) string {
	s := fmt.Sprintf("%s has %s cells", n.TargetName(), grouped(n.Cells()))
	if n.States > float64(n.Cells()) {
		s += fmt.Sprintf(", on which %s has %s states", n.Kernel, grouped(int(n.States)))
	}
	if n.Steep {
		s += " and a steep log density"
	}
	s += ", which "
	if n.Levels > 0 {
		s += fmt.Sprintf("at %s levels ", grouped(n.Levels))
	}
	return s + fmt.Sprintf("take %s of memory", amount(n.Bytes))
}

// grouped writes a whole number with commas.
func grouped(v int) string {
	s := fmt.Sprint(v)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// amount writes bytes in the largest unit that fits about once or more.
func amount(bytes float64) string {
	units := []string{"KiB", "MiB", "GiB", "TiB", "PiB"}
	v := bytes / 1024
	for len(units) > 1 && v >= 1000 {
		v, units = v/1024, units[1:]
	}
	return fmt.Sprintf("%.3g %s", v, units[0])
}
