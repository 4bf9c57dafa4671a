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

// After a hundred faults a reader need not go on, and the number of faults says nothing.
func TestFaultsFull(t *testing.T) {
	var f text.Faults
	for i := range 100 {
		if f.Full() {
			t.Fatalf("full after %d faults", i)
		}
		f.Add("x")
	}
	if !f.Full() {
		t.Error("not full after 100 faults")
	}
	if got, want := f.Error(), "x; x; x; and many more"; got != want {
		t.Errorf("100 faults are %q, want %q", got, want)
	}
}
