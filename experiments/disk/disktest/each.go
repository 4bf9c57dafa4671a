package disktest

import (
	"flag"
	"fmt"
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
	First              error // the first failure
}

// Count counts one more, at a place. err is the law that broke, or nil.
func (c *Tally) Count(where any, err error) {
	c.Injected++
	if err != nil {
		if c.Failures++; c.First == nil {
			c.First = fmt.Errorf("%v: %w", where, err)
		}
	}
}

// Report prints the totals in one line. The test fails if a law broke.
func (c *Tally) Report(t *testing.T) {
	t.Helper()
	t.Logf("injected %d %s, %d failures", c.Injected, c.What, c.Failures)
	if c.First != nil {
		t.Errorf("the first failure: %v", c.First)
	}
}

// Each tries every fault of a run: each of its calls fails alone and with all later ones, and
// whole and torn. try runs it all on a new disk with the fault. It reports whether the
// fault struck, and returns the law that broke. It must also be right if no fault strikes.
func (c *Tally) Each(try func(Fault) (struck bool, err error)) {
	for _, form := range []Fault{{}, {Torn: true}, {Once: true}, {Once: true, Torn: true}} {
		for struck := true; struck; {
			form.At++
			var err error
			struck, err = try(form)
			c.Count(form, err)
		}
	}
}
