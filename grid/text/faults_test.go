package text_test

import (
	"testing"

	"breadboard/grid/text"
)

func TestFaults(t *testing.T) {
	var f text.Faults
	if err := f.Err(); err != nil {
		t.Errorf("no fault is the error %v", err)
	}
	for i, want := range []string{"a1", "a1; a2", "a1; a2; a3", "a1; a2; a3; and 1 more", "a1; a2; a3; and 2 more"} {
		f.Add("a%d", i+1)
		if got := f.Err().Error(); got != want {
			t.Errorf("%d faults are %q, want %q", i+1, got, want)
		}
	}
}
