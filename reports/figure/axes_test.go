package figure

import (
	"strings"
	"testing"
)

// A logarithmic axis has enough labels to be read and not too many, and no tick beyond
// its ends.
func TestLogTicks(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		powers    int
		want      string
	}{
		{0.005, 2000, 6, "0.01 0.1 1 10 100 1,000"},
		{0.05, 20, 6, "0.1 1 10"},
		{4, 600, 6, "5 10 20 50 100 200 500"},
		{0.98, 1.36, 6, "1 1.1 1.2 1.3"},
		{1e-12, 3, 6, "1e-12 1e-09 1e-06 0.001 1"},
		{9e-7, 20, 8, "0.000001 0.00001 0.0001 0.001 0.01 0.1 1 10"},
		{9e-7, 20, 6, "0.000001 0.0001 0.01 1"},
		{0.1, 3e6, 8, "0.1 1 10 100 1,000 10,000 100,000 1,000,000"},
		{990, 1010, 6, "990 995 1000 1005 1010"},
	} {
		var got []string
		for _, tick := range (LogTicks{Powers: c.powers, Evenly: 6}).Ticks(c.low, c.high) {
			if tick.Value < c.low*(1-1e-9) || tick.Value > c.high*(1+1e-9) {
				t.Errorf("from %v to %v: a tick at %v", c.low, c.high, tick.Value)
			}
			if tick.Label != "" {
				got = append(got, tick.Label)
			}
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("from %v to %v: %s, want %s", c.low, c.high, s, c.want)
		}
	}
}
