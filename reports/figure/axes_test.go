package figure

import (
	"math"
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
		{1e-12, 3, 6, "1e-12 1e-9 1e-6 0.001 1"},
		{9e-7, 20, 8, "1e-6 1e-5 1e-4 0.001 0.01 0.1 1 10"},
		{9e-7, 20, 6, "1e-6 1e-4 0.01 1"},
		{0.1, 3e6, 8, "0.1 1 10 100 1,000 10,000 100,000 1e6"},
		{990, 1010, 6, "990 995 1,000 1,005 1,010"},
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

func TestNumber(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0", math.Copysign(0, -1): "0", 1: "1", -1500: "-1,500", 0.1 + 0.2: "0.3", 0.001: "0.001", 0.00025: "2.5e-4",
		-1e-4: "-1e-4", 999999: "999,999", 1e6: "1e6", 2.5e7: "2.5e7", 1e-12: "1e-12", 999999.9: "1e6", 12.5: "12.5",
	} {
		if got := Number(v); got != want {
			t.Errorf("%v is %s, want %s", v, got, want)
		}
	}
}
