package bdmc

import (
	"testing"
	"time"
)

// Every row but that of the symmetry correction, which costs nothing, has a time. The clock goes
// a second at a time.
func TestTimes(t *testing.T) {
	seconds := 0
	now := func() time.Time { seconds++; return time.Unix(int64(seconds), 0) }
	times, err := Times(t.Context(), []Case{tiny()}, now)
	if err != nil {
		t.Fatal(err)
	}
	taken := map[string]int{}
	for _, v := range times {
		taken[v.Estimator]++
		if v.Taken != time.Second {
			t.Errorf("%s at %d took %v", v.Estimator, v.Budget, v.Taken)
		}
	}
	for _, name := range Legend {
		if (taken[name] > 0) != (name != "VB+sym") {
			t.Errorf("%d times of %s", taken[name], name)
		}
	}
}
