package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"runtime/debug"
	"time"

	"breadboard/cmd/breadboard/internal/system"
	"breadboard/experiments"
)

// consentFlags are those of commands that may need much.
type consentFlags struct {
	Yes bool `help:"Go on with what takes more than ${unasked}."`
}

// unasked is what commands take without being told to go on.
func unasked() string {
	return fmt.Sprintf("%s cells, %s or %v", grouped(experiments.MostUnasked), amount(experiments.MostUnaskedBytes), experiments.MostUnaskedTime)
}

// afford says on stderr what a large need is, where yes is given, and otherwise
// returns it as bad input; so it does, whatever is given, where memory does not do.
func (w *world) afford(n experiments.Need, yes bool) error {
	free, known := system.FreeMemory()
	if known && n.Bytes > free {
		return bad(fmt.Errorf("%s %s of memory, and %s are free; a smaller space would do", measure(n), amount(n.Bytes), amount(free)))
	}
	if !yes || n.Large() { // otherwise nothing depends on the time
		if err := w.time(&n); err != nil {
			return err
		}
	}
	if !n.Large() {
		return nil
	}
	say := fmt.Sprintf("%s %s of memory", measure(n), amount(n.Bytes))
	if !known {
		say += " (how much is free cannot be told here)"
	}
	if n.Time > 0 {
		say += fmt.Sprintf(" and about %s", roughly(n.Time))
	}
	if !yes {
		return bad(fmt.Errorf("%s; --yes goes on", say))
	}
	w.note(say)
	debug.SetGCPercent(frugal)
	debug.FreeOSMemory() // what the trials took
	return nil
}

// frugal is by how many percent the heap may grow before it is swept, where a few
// long vectors fill the memory and there is next to nothing to sweep.
const frugal = 5

// time tells how long the need takes, where it may be long, by trials that grow
// until one takes long enough to be a measure.
func (w *world) time(n *experiments.Need) error {
	if !n.Timed() {
		return nil
	}
	const first, last, enough = 1 << 8, 1 << 17, 500 * time.Millisecond
	for cells := first; ; cells *= 8 {
		t := n.Trial(cells)
		few, err := w.clock(t.Few)
		if err != nil {
			return context.Cause(w.ctx) // a trial that fails tells nothing
		}
		more, err := w.clock(t.More)
		if err != nil {
			return context.Cause(w.ctx)
		}
		if t.Whole || few+more > enough || cells >= last {
			n.Time = t.Time(few, more)
			return nil
		}
	}
}

// clock is how long do takes: the shortest of a few times, where it is so short that
// something else may have held it up.
func (w *world) clock(do func(context.Context) error) (time.Duration, error) {
	const short, most = 100 * time.Millisecond, 4
	shortest, all := time.Duration(math.MaxInt64), time.Duration(0)
	for range most {
		start := time.Now()
		if err := do(w.ctx); err != nil {
			return 0, err
		}
		took := time.Since(start)
		shortest, all = min(shortest, took), all+took
		if all > short {
			break
		}
	}
	return shortest, nil
}

// measure says what is large about a need.
func measure(n experiments.Need) string {
	s := fmt.Sprintf("%s has %s cells", n.Name(), grouped(n.Cells()))
	if n.States > float64(n.Cells()) {
		s += fmt.Sprintf(", on which %s has %s states", n.Kernel, grouped(int(n.States)))
	}
	if n.Steep {
		s += " and a steep log density"
	}
	if n.Levels == 0 {
		return s + ", which take"
	}
	return s + fmt.Sprintf(", which at %s levels take", grouped(n.Levels))
}

// grouped writes a whole number with commas.
func grouped(v int) string {
	s := fmt.Sprint(v)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// amount writes bytes in the unit in which they are not many.
func amount(bytes float64) string {
	units := []string{"KiB", "MiB", "GiB", "TiB", "PiB"}
	v := bytes / 1024
	for len(units) > 1 && v >= 1000 {
		v, units = v/1024, units[1:]
	}
	return fmt.Sprintf("%.3g %s", v, cmp.Or(units[0], "KiB"))
}
