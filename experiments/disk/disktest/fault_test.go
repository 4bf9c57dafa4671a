package disktest

import (
	"errors"
	"os"
	"testing"

	"breadboard/experiments/disk"
	"breadboard/grid/text/faulty"
)

// save writes a file of two words, and syncs it and its name.
func save(d disk.Disk) error {
	f, err := d.OpenFile("file", os.O_CREATE|os.O_RDWR)
	if err != nil {
		return err
	}
	_, first := f.Write([]byte("one "))
	_, second := f.Write([]byte("two"))
	return errors.Join(first, second, f.Sync(), f.Close(), d.SyncDir("."))
}

func content(t *testing.T, d disk.Disk) string {
	t.Helper()
	f, err := d.Open("file")
	if err != nil {
		return "no file"
	}
	defer f.Close()
	b := make([]byte, 100)
	n, _ := f.Read(b)
	return string(b[:n])
}

// The writer has six calls. The second and third are writes.
func TestFault(t *testing.T) {
	for _, c := range []struct {
		fault Fault
		want  string
	}{
		{Fault{At: 1}, "no file"},
		{Fault{At: 2}, ""},
		{Fault{At: 2, Torn: true}, "on"},
		{Fault{At: 2, Once: true}, "two"},
		{Fault{At: 3, Torn: true}, "one t"},
		{Fault{At: 6}, "one two"},
	} {
		m := NewMemory()
		d := c.fault.On(m)
		if err := save(d); !errors.Is(err, ErrInjected) {
			t.Errorf("%v: error %v", c.fault, err)
		}
		if !d.Struck() {
			t.Errorf("%v: it did not strike", c.fault)
		}
		if got := content(t, m); got != c.want {
			t.Errorf("%v: the file holds %q, want %q", c.fault, got, c.want)
		}
	}
	if d := (Fault{At: 7}).On(NewMemory()); save(d) != nil || d.Struck() || d.Calls() != 6 {
		t.Errorf("a fault after the end: %d calls, struck is %v", d.Calls(), d.Struck())
	}
}

// Each tries six calls in four forms, and once a form with no fault.
func TestEach(t *testing.T) {
	tally := faulty.Tally{What: "faults"}
	Each(&tally, func(f Fault) (bool, error) {
		d := f.On(NewMemory())
		if err := save(d); (err != nil) != d.Struck() {
			return d.Struck(), errors.New("the writer hides a fault")
		}
		return d.Struck(), nil
	})
	if tally.Injected != 4*7 || tally.Failures != 0 {
		t.Errorf("%d faults, %d failures; want 28 and none", tally.Injected, tally.Failures)
	}
}
