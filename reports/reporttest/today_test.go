package reporttest

import "testing"

// A number that is off in its eighth digit is seen, and one that is not there.
func TestNear(t *testing.T) {
	for want, is := range map[any]bool{1.0: true, 1 + 1e-12: true, 1 + 1e-7: false, nil: false} {
		if near(1, want) != is {
			t.Errorf("1 is near %v: %v", want, !is)
		}
	}
}
