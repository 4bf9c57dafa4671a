package hidden_test

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"breadboard/chains/hidden"
	"breadboard/grid/text/faulty"
)

func TestReadModelFaulty(t *testing.T) { faulty.Test(t, asJSON, hidden.ReadModel, nil) }

// What never ends, or is nested without an end, is refused within the memory of the longest file.
func TestReadModelEndless(t *testing.T) {
	for what, c := range map[string]struct {
		in   io.Reader
		says string
	}{
		"zeros":    {faulty.Endless("\x00"), "longer than 16 MiB; a JSON object with the keys"},
		"brackets": {strings.NewReader(`{"initial": ` + strings.Repeat("[", 10<<20)), "exceeded max depth"},
		"objects":  {strings.NewReader(strings.Repeat(`{"initial":`, 1<<20)), "exceeded max depth"},
		"keys":     {strings.NewReader(manyKeys(1 << 18)), `observations is missing; "k0" is no key; and many more`},
		"symbols": {strings.NewReader(strings.Replace(asJSON, "[2, 1, 3]", "["+strings.Repeat("9,", 1<<20)+"9]", 1)),
			"observation 1 is 9; a symbol from 1 to 3 would do"},
		"moves": {strings.NewReader(strings.Replace(asJSON, "0.3, 0.7", strings.Repeat("0,", 1<<16)+"1", 1)),
			"65537 states and 3 observations are 1.3e+10 moves; up to 1e+09, observations times the square of states"},
	} {
		var err error
		used := faulty.Bytes(func() { _, err = hidden.ReadModel(c.in, faulty.Name) })
		switch {
		case err == nil || !strings.Contains(err.Error(), c.says):
			t.Errorf("%s: the error is %v, want %s", what, err, c.says)
		case faulty.Unlike(err) != "":
			t.Errorf("%s: %s: %v", what, faulty.Unlike(err), err)
		}
		if used > 256<<20 { // a number of two bytes becomes one of eight, and slices of them grow
			t.Errorf("%s took %d bytes", what, used)
		}
	}
}

// manyKeys is an object of n keys that no model has.
func manyKeys(n int) string {
	var b strings.Builder
	b.WriteString(`{"initial": 0, "transition": 0`)
	for i := range n {
		fmt.Fprintf(&b, `, "k%d": 0`, i)
	}
	return b.String() + "}"
}
