package disktest

import (
	"flag"
	"testing"
)

var long = flag.Bool("long", false, "inject many more faults")

// Times is how often to do a thing: more often with the flag -long.
func Times(short, longer int) int {
	if *long {
		return longer
	}
	return short
}

// A Tally counts what was injected, and how often a law broke.
type Tally struct {
	What               string // is injected, as in "faults of the disk"
	Injected, Failures int
}

// Count counts one more. err is the law that broke, or nil.
func (c *Tally) Count(t *testing.T, where any, err error) {
	t.Helper()
	c.Injected++
	if err != nil {
		c.Failures++
		t.Errorf("%v: %v", where, err)
	}
}

// Log prints the totals in one line.
func (c *Tally) Log(t *testing.T) {
	t.Helper()
	t.Logf("injected %d %s, %d failures", c.Injected, c.What, c.Failures)
}

// Each tries every fault of a run: each of its calls fails alone and with all later ones, and
// whole and torn. try runs it all on a new disk with the fault. It reports whether the
// fault struck, and returns the law that broke. It must also be right if no fault strikes.
func Each(t *testing.T, tally *Tally, try func(Fault) (struck bool, err error)) {
	t.Helper()
	for _, form := range []Fault{{}, {Torn: true}, {Once: true}, {Once: true, Torn: true}} {
		for struck := true; struck; {
			form.At++
			var err error
			struck, err = try(form)
			tally.Count(t, form, err)
		}
	}
}
