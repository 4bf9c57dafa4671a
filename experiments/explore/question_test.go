package explore_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/experiments"
	"breadboard/experiments/explore"
	"breadboard/grid/must"
)

// TestPaintedIsAFile: a painted target is what --target of a CSV file is, in the grid, the walls and every number.
func TestPaintedIsAFile(t *testing.T) {
	for painted, csv := range map[string]string{
		"0,1.5;w,2":            "0,1.5\n-inf,2\n",
		" 0 , -1e3;w,2;w,-inf": "0,-1e3\n-inf,2\n-inf,-inf\n",
		"w,0,1,3,1":            "-inf,0,1,3,1\n",
		"0;1;2;":               "0\n1\n2\n",
	} {
		path := must.File(t, "target.csv", csv)
		for _, kernel := range []string{"metropolis", "cycle"} {
			file := must.Have(experiments.Setting{Target: path, Kernel: kernel}.Chain())(t)
			rows := must.Have(file.Exactly(t.Context(), []int{7}, nil))(t)
			m := measure(t, explore.Question{Target: painted, Kernel: kernel, T: 7})
			if diff := cmp.Diff(file.Target.Grid.Lens(), m.Axes); diff != "" {
				t.Errorf("%q with %s: the axes: %s", painted, kernel, diff)
			}
			if diff := cmp.Diff(rows[0].Q, floatsOf(m.Q)); diff != "" {
				t.Errorf("%q with %s: the law of the samples: %s", painted, kernel, diff)
			}
			if float64(m.B.Sum) != rows[0].B() {
				t.Errorf("%q with %s: B is %v, of the file %v", painted, kernel, m.B.Sum, rows[0].B())
			}
			for x, wall := range m.Walls {
				if wall != file.Target.Grid.Wall(x) {
					t.Errorf("%q: cell %d is a wall: %v", painted, x, wall)
				}
			}
		}
	}
}

// TestQuestionRefuses: each fault is a sentence that names its field. A file of the machine is none that a page may
// name, whether it exists or not.
func TestQuestionRefuses(t *testing.T) {
	seed := uint64(1)
	crowded := "curve:0" + strings.Repeat(":1", 65)
	for says, q := range map[string]explore.Question{
		`axes "cycle" is unknown`:                                 {Target: "0,1", Axes: "cycle"},
		"axes any,line: 2 words; one for all axes of 3x3x3x3":     {Toy: "potts:2x2:3:1", Axes: "any,line"},
		"labels of three and more have no order; kernel metropol": {Toy: "potts:2x2:3:1", Kernel: "king"},
		"no target: toy NAME, one of":                             {},
		"toy easy and a painted target are both given":            {Toy: "easy", Target: "0,1"},
		"seed 1 is given, but nothing in a painted target":        {Target: "0,1", Seed: &seed},
		"seed 1 is given, but toy barrier has no randomness":      {Toy: "barrier", Seed: &seed},
		"target painted: every cell is -inf":                      {Target: "w,w"},
		"a single cell; a grid of at least two":                   {Target: "3"},
		"row 1, column 2: found NaN; a finite":                    {Target: "0,NaN"},
		`"1e301" is above 1e+300 in magnitude`:                    {Target: "0,1e301"},
		"row 2 has 1 column, and row 1 has 2":                     {Target: "0,1;2"},
		"target painted: it has signs of no number":               {Target: "\x93NUMPY"},
		"target painted: 4,097 cells; at most 4,096 would do":     {Target: strings.Repeat("0,", 4096) + "0"},
		"2^400 cells": {Toy: "ising:20x20:0.4"},
		"toy ising:4x4:0.4 has 65,536 cells; at most 4,096":        {Toy: "ising:4x4:0.4"},
		"T 10001; a number of levels from 2 to 10000 would do":     {Toy: "easy", T: 10_001},
		"T 1; a number of levels from 2":                           {Toy: "easy", T: 1},
		"T -1; a number of levels from 2":                          {Toy: "easy", T: -1},
		"T 5000 on 4096 states; at most 4882 levels would do":      {Toy: "ising:3x4:0.4", T: 5000},
		"T 4000 on 4096 states; at most 2441 levels would do":      {Toy: "ising:3x4:0.4", Schedule: "best-j", T: 4000},
		"program smc:1001: 1001 is more than a page may ask for":   {Toy: "easy", Program: "smc:1001"},
		`schedule "file:/etc/passwd" is unknown; one of linear`:    {Toy: "easy", Schedule: "file:/etc/passwd"},
		`schedule "/etc/passwd" is unknown`:                        {Toy: "easy", Schedule: "/etc/passwd"},
		`initial "file:a.csv" is unknown; one of uniform`:          {Toy: "easy", Initial: "file:a.csv"},
		"66 points; at most 65 would do":                           {Toy: "easy", Schedule: crowded},
		"schedule curve:0:0.5: beta 2 is 0.5; the last is 1":       {Toy: "easy", Schedule: "curve:0:0.5"},
		`kernel "metropolys" is unknown; the nearest known is met`: {Target: "0,1", Kernel: "metropolys"},
	} {
		_, err := q.Chain()
		refused(t, says, err)
	}
	_, err := explore.Question{Toy: "x", Kernel: "y", Schedule: "z", T: 1}.Chain()
	for _, field := range []string{`toy "x"`, `kernel "y"`, `schedule "z"`, "T 1; "} { // all faults are joined
		refused(t, field, err)
	}
}

// twice finds two articles of one noun: on a page, a field is spelled "the target".
var twice = regexp.MustCompile(`\ban? (\w+ )?the `)

// refused fails the test unless an error has these words.
func refused(t *testing.T, says string, err error) {
	t.Helper()
	if err == nil {
		t.Errorf("%s: it is answered", says)
	} else if got := experiments.Say(err,
		func(f experiments.Field) string { return string(f) }); !strings.Contains(got, says) {
		t.Errorf("the error is %s, want %s", got, says)
	}
	page := fmt.Sprint(err)
	if err != nil {
		page = experiments.Say(err, func(f experiments.Field) string { return "the " + string(f) })
	}
	if twice.MatchString(page) {
		t.Errorf("the page says %q in %s", twice.FindString(page), page)
	}
}

// TestAnswersRefuse: what is asked beside a question is within its limits.
func TestAnswersRefuse(t *testing.T) {
	easy := explore.Question{Toy: "easy"}
	frames := func(q explore.Question, n int) error { _, err := explore.Along(t.Context(), q, n); return err }
	schedules := func(specs ...string) error {
		return explore.Schedules(t.Context(), easy, specs,
			func(explore.Scheduled) error { return errors.New("a schedule is told") })
	}
	for says, errs := range map[string][]error{
		"program smc:2 has no laws along the levels; ais would do": {frames(explore.Question{Toy: "easy",
			Program: "smc:2"}, 0)},
		"frames; a number from 2 to 201 would do": {frames(easy, 202), frames(easy, 1)},
		`schedule "file:/etc/passwd" is unknown`:  {schedules("linear", "file:/etc/passwd")},
		"17 schedules; at most 16 would do":       {schedules(make([]string, 17)...)},
	} {
		for _, err := range errs {
			refused(t, says, err)
		}
	}
}

// TestLimitsComeFirst: what is beyond them takes no memory. 2^28 cells would take 2 GB.
func TestLimitsComeFirst(t *testing.T) {
	for _, q := range []explore.Question{{Toy: "ising:4x7:0.4"}, {Toy: "potts:3x5:3:1"}, {Toy: "clustering:28:2"},
		{Target: strings.Repeat("0,", 500_000)}} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		must.Refuse(q.Chain())(t, "", "%.80v is answered", q)
		runtime.ReadMemStats(&after)
		if used := after.TotalAlloc - before.TotalAlloc; used > 2<<20 {
			t.Errorf("%.80v took %d bytes", q, used)
		}
	}
}

// secret is the content of files that no question may read. It is a file of betas, of log f and of log f_1 for 2x2
// cells, of a model's data and of a matrix: whoever reads it has an answer.
const secret = "0,1\n0.5,1\n"

// secrets makes a directory of files by many names, and goes there. It returns names of them, in all ways to write one.
func secrets(t *testing.T) (names []string) {
	t.Helper()
	dir := t.TempDir()
	t.Chdir(dir)
	for _, file := range []string{"s.csv", "s.txt", "s.npy", "s", "linear", "linear:1",
		"barrier", "metropolis",
		"sigmoid:4", "uniform", "tempered:s", "geometric", "ais", "curve:0:1", "fisher", "prior", "easy"} {
		path := filepath.Join(dir, file)
		must.Do(t, os.WriteFile(path, []byte(secret), 0o600))
		names = append(names, file, path, "./"+file, "file:"+file, "file:"+path, "FILE:"+path,
			" file:"+path, "file://"+path,
			"@"+path, "<"+path, "linear:"+path, "curve:"+path, "sigmoid:"+path, "tempered:"+path, "uniform:"+path,
			"matrix:"+path, "barrier:"+path, "power:"+path, "smc:"+path, path+":a", "$(cat "+path+")", "`cat "+path+"`")
	}
	return append(names, "/etc/passwd", "file:/etc/passwd", "../../../../etc/passwd",
		"/dev/stdin", "/proc/self/environ")
}

// TestNoFiles: no text of a question reads a file of the machine. The same names are tried where there are no files:
// every answer and every refusal is the same, but for a name of the catalogue. The short form tries each name in each
// field of one question in three.
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
			for n, name := range names {
				of := q
				field := reflect.ValueOf(&of).Elem().Field(k)
				if field.Kind() != reflect.String || n%len(tried) != i {
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

// TestCatalogueCanBeChosen: every example makes a chain as it stands, on BARRIER, on a model, on spins, or on a
// Boltzmann machine along the bridge joint.
func TestCatalogueCanBeChosen(t *testing.T) {
	c := explore.Catalogue()
	for _, list := range []struct {
		field   experiments.Field
		choices []explore.Choice
		with    func(s *experiments.Setting, example string)
	}{
		{experiments.FieldToy, c.Toys, func(s *experiments.Setting, e string) { s.Toy = e }},
		{experiments.FieldKernel, c.Kernels, func(s *experiments.Setting, e string) { s.Kernel = e }},
		{experiments.FieldBridge, c.Bridges, func(s *experiments.Setting, e string) { s.Bridge = e }},
		{experiments.FieldSchedule, c.Schedules, func(s *experiments.Setting, e string) { s.Schedule = e }},
		{experiments.FieldAxes, c.Axes, func(s *experiments.Setting, e string) { s.Axes = e }},
		{experiments.FieldInitial, c.Initials, func(s *experiments.Setting, e string) { s.Initial = e }},
		{experiments.FieldProgram, c.Programs, func(s *experiments.Setting, e string) { s.Program = e }},
	} {
		named := slices.DeleteFunc(experiments.Specs(list.field), func(spec string) bool {
			return spec == "file:PATH" || spec == "FORMULA" // a page reads no files, and takes names
		})
		if offered, all := len(list.choices), len(named); offered != all {
			t.Errorf("%v: %d of %d names are offered", list.field, offered, all)
		}
		for _, choice := range list.choices {
			onToy := chosen("barrier", choice.Example, list.with)
			onModel := chosen("clustering:3:2", choice.Example, list.with)
			onSpins := chosen("ising:2x2:0.4", choice.Example, list.with)
			faults := []error{onToy, onModel, onSpins}
			if !slices.Contains(faults, nil) {
				t.Errorf("%v %s cannot be chosen: %v", list.field, choice.Example, faults)
			}
			if choice.Name == "" || choice.About == "" || !strings.HasPrefix(choice.Spec, choice.Name) {
				t.Errorf("%v: the name, the spec or the meaning is wrong in %+v", list.field, choice)
			}
		}
	}
}

// chosen returns why a toy refuses an example that with puts into its setting.
func chosen(toy, example string, with func(s *experiments.Setting, example string)) error {
	s := experiments.Setting{Toy: toy}
	with(&s, example)
	chain, err := s.Chain()
	if err == nil && chain.Program != "" {
		err = experiments.Suits(chain, chain.Program)
	}
	return err
}
