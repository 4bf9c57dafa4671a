//go:build !purego

package lanes

import "testing"

// TestFour: the loops of four cells are right where there are none of eight.
func TestFour(t *testing.T) {
	defer func(was bool) { faster = was }(faster)
	faster = false
	for name, test := range map[string]func(*testing.T){"pull": TestPull, "carry": TestCarry, "words": TestWords} {
		t.Run(name, test)
	}
}
