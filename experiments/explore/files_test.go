package explore_test

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"breadboard/experiments"
	"breadboard/experiments/explore"
)

// secret is the content of files that no question may read. It is a file of betas, of log f and of log f_1 for 2x2
// cells, of a model's data and of a matrix: whoever reads it has an answer.
const secret = "0,1\n0.5,1\n"

// secrets makes a directory of files by many names, and goes there. It returns names of them, in all ways to write one.
func secrets(t *testing.T) (names []string) {
	t.Helper()
	dir := t.TempDir()
	t.Chdir(dir)
	for _, file := range []string{"s.csv", "s.txt", "s.npy", "s.npz", "s", "linear", "linear:1", "barrier", "metropolis",
		"sigmoid:4", "uniform", "tempered:s", "geometric", "ais", "curve:0:1", "fisher", "prior", "easy"} {
		path := filepath.Join(dir, file)
		if err := os.WriteFile(path, []byte(secret), 0o600); err != nil {
			t.Fatal(err)
		}
		names = append(names, file, path, "./"+file, "file:"+file, "file:"+path, "FILE:"+path, " file:"+path, "file://"+path,
			"@"+path, "<"+path, "linear:"+path, "curve:"+path, "sigmoid:"+path, "tempered:"+path, "uniform:"+path,
			"matrix:"+path, "barrier:"+path, "power:"+path, "smc:"+path, path+":a", "$(cat "+path+")", "`cat "+path+"`")
	}
	return append(names, "/etc/passwd", "file:/etc/passwd", "../../../../etc/passwd", "/dev/stdin", "/proc/self/environ")
}

// TestNoFiles: no text of a question reads a file of the machine. The same names are tried where there are no files:
// every answer and every refusal is the same, but for a name of the catalogue.
func TestNoFiles(t *testing.T) {
	names := secrets(t)
	tried := []explore.Question{{Toy: "barrier", T: 4}, {Target: "0,1;0.5,1", T: 4}, {Toy: "clustering:2:2", T: 4}}
	there := said(tried, names)
	t.Chdir(t.TempDir())
	for name, now := range said(tried, names) {
		if there[name] != now {
			t.Errorf("%s: with files %q, without %q", name, there[name], now)
		}
	}
}

// said asks each question with each name in each field that holds a text, and returns the answers.
func said(tried []explore.Question, names []string) map[string]string {
	all := map[string]string{}
	for i, q := range tried {
		for k := range reflect.TypeFor[explore.Question]().NumField() {
			for _, name := range names {
				of := q
				field := reflect.ValueOf(&of).Elem().Field(k)
				if field.Kind() != reflect.String {
					continue
				}
				field.SetString(name)
				c, err := of.Chain()
				if err == nil {
					err = fmt.Errorf("%v %v", c.Target.LogF, c.ScheduleSum+c.InitialSum)
				}
				key := fmt.Sprintf("question %d, %s=%s", i, reflect.TypeFor[explore.Question]().Field(k).Name, name)
				all[key] = experiments.Say(err, func(f experiments.Field) string { return string(f) })
			}
		}
	}
	return all
}

// TestNoFilesOfCatalogue: a name that could be a file is refused by a sentence, in the schedules of a view as well, and
// has nothing of the file in it.
func TestNoFilesOfCatalogue(t *testing.T) {
	for _, name := range secrets(t) {
		if !strings.ContainsAny(name, "/") {
			continue // it may be of a catalogue
		}
		q := explore.Question{Toy: "barrier", T: 4}
		schedules := explore.Schedules(t.Context(), q, []string{name}, func(s explore.Scheduled) error {
			if s.Note == "" {
				t.Errorf("the schedule %s has J = %v", name, s.J)
			}
			return nil
		})
		curve := explore.Curve(t.Context(), q, []string{name}, []int{4}, func(p explore.Point) error {
			if p.Note == "" {
				t.Errorf("the curve of %s has J = %v", name, p.J)
			}
			return nil
		})
		q.Initial = name
		_, initial := q.Chain()
		if initial == nil {
			t.Errorf("initial %s is answered", name)
		}
		for _, err := range []error{schedules, curve, initial} {
			if err != nil && (strings.Contains(err.Error(), "0.5,1") || strings.Contains(err.Error(), "no such file")) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}
