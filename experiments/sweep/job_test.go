package sweep

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"breadboard/experiments/journal"
)

// Every part of a job's definition is in its key. Its family has all except the schedule,
// T and the Monte Carlo runs.
func TestKeys(t *testing.T) {
	base := aRow(10)
	free := map[string]bool{
		"Schedule":    true,
		"ScheduleSum": true,
		"T":           true,
		"Chains":      true,
		"MCSeed":      true,
		"Full":        true,
	}
	for _, field := range reflect.VisibleFields(reflect.TypeFor[Job]()) {
		if field.Anonymous {
			continue
		}
		c, name := base.Job, field.Name
		switch f := reflect.ValueOf(&c).Elem().FieldByIndex(field.Index); f.Kind() {
		case reflect.String:
			f.SetString(f.String() + "x")
		case reflect.Int:
			f.SetInt(f.Int() + 1)
		case reflect.Uint64:
			f.SetUint(f.Uint() + 1)
		case reflect.Bool:
			f.SetBool(!f.Bool())
		case reflect.Pointer:
			f.SetZero()
		}
		if journal.Key(c, base.Build) == base.Key {
			t.Errorf("%s is not in the key", name)
		}
		if (c.Family() == base.Job.Family()) != free[name] {
			t.Errorf("%s and the family", name)
		}
	}
}

// A file that changes between the plan and the run stops the sweep, because its rows
// would not belong to their keys.
func TestSweepOfAChangedFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.csv")
	write := func(text string) {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("0,1\n2,3\n")
	plan, err := Spec{Target: List{path}, T: List{"5"}}.Plan(journal.Build{})
	if err != nil {
		t.Fatal(err)
	}
	write("0,1\n2,4\n")
	rows := map[string]Row{}
	err = plan.Work(journal.Shard{}).Run(t.Context(), rows, 1, func([]Row) error { return nil }, func(journal.Pace) {})
	if says := path + " has changed"; err == nil || !strings.HasPrefix(err.Error(), says) {
		t.Errorf("the error is %v, want %s", err, says)
	}
	if len(rows) != 0 {
		t.Errorf("%d rows, want none", len(rows))
	}
}

// A device gives bytes without an end.
func TestHashFileOfADevice(t *testing.T) {
	_, err := HashFile(os.DevNull)
	if want := os.DevNull + ": a pipe or a device, and jobs read"; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("the error is %v, want %s", err, want)
	}
}
