package faulty

import (
	"bytes"
	"flag"
	"fmt"
	"sync"
	"testing"
)

var long = flag.Bool("long", false, "inject many more faults")

// Times returns how often to do a thing: more often with the flag -long.
func Times(short, longer int) int {
	if *long {
		return longer
	}
	return short
}

// OnlyLong skips a test that is made with the flag -long alone, and says why.
func OnlyLong(t *testing.T, why string) {
	t.Helper()
	if !*long {
		t.Skip(why)
	}
}

// A Tally counts what was injected, and how often a law broke. Tests that run in parallel may share it.
type Tally struct {
	What               string // is injected, as in "faults of the disk"
	Injected, Failures int
	First              error // the first failure

	mu sync.Mutex
}

// Count counts one more, at a place. err is the law that broke, or nil.
func (c *Tally) Count(where any, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.Injected++
	if err != nil {
		if c.Failures++; c.First == nil {
			c.First = fmt.Errorf("%v: %w", where, err)
		}
	}
}

// Bits counts every bit of data that is another, and every end that is missing. try returns the law that one
// of them breaks.
func (c *Tally) Bits(data []byte, try func(changed []byte) error) {
	for i := range 8 * len(data) {
		changed := bytes.Clone(data)
		changed[i/8] ^= 1 << (i % 8)
		c.Count(fmt.Sprintf("bit %d of byte %d", i%8, i/8), try(changed))
	}
	for n := range data {
		c.Count(fmt.Sprintf("the first %d bytes", n), try(data[:n]))
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
