package explore_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/experiments/explore"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/toys"
)

// TestPaintedIsAFile: a painted target is what --target of a CSV file is, in the grid, the walls and every number.
func TestPaintedIsAFile(t *testing.T) {
	for painted, csv := range map[string]string{
		"0,1.5;w,2":            "0,1.5\n-inf,2\n",
		" 0 , -1e3;w,2;w,-inf": "0,-1e3\n-inf,2\n-inf,-inf\n",
		"w,0,1,3,1":            "-inf,0,1,3,1\n",
		"0;1;2;":               "0\n1\n2\n",
		"state,logf;0,1;1,w":   "state,logf\n0,1\n1,-inf\n",
	} {
		path := must.File(t, "target.csv", csv)
		file := must.Have(experiments.Setting{Target: path}.Annealer())(t).Target
		own := must.Have(explore.Question{Target: painted}.Annealer())(t).Target
		if diff := cmp.Diff(file.LogF, own.LogF) + cmp.Diff(file.Grid.Lens(), own.Grid.Lens()); diff != "" {
			t.Errorf("%q: %s", painted, diff)
		}
		for x := range own.LogF {
			if own.Grid.Wall(x) != file.Grid.Wall(x) {
				t.Errorf("%q: cell %d is a wall: %v", painted, x, own.Grid.Wall(x))
			}
		}
	}
}

// TestQuestionRefuses: each fault is a sentence that names its field. A file of the machine is none that a page may
// name, whether it exists or not.
func TestQuestionRefuses(t *testing.T) {
	seed := uint64(1)
	for says, q := range map[string]explore.Question{
		"toy ising:100x100:1 has 2^10000 cells; use at most 4,096": {Toy: "ising:100x100:1"},
		`"/etc/passwd" is not a number`:                            {Target: "/etc/passwd"},
		`axes "cycle" is unknown`:                                  {Target: "0,1", Axes: "cycle"},
		"no target: use toy NAME":                                  {},
		"toy easy and a painted target are both given":             {Toy: "easy", Target: "0,1"},
		"seed 1 is given, but nothing in a painted target":         {Target: "0,1", Seed: &seed},
		"target painted has 4,097 cells; use at most 4,096":        {Target: strings.Repeat("0,", 4096) + "0"},
		"target painted: every cell is -inf":                       {Target: "w,w"},
		"toy ising:4x4:0.4 has 65,536 cells; use at most 4,096":    {Toy: "ising:4x4:0.4"},
		"T 10001; use a number of levels from 2 to 10000":          {Toy: "easy", T: 10_001},
		"T 1; use a number of levels from 2":                       {Toy: "easy", T: 1},
		"schedule file:/etc/passwd: the page takes no files here":  {Toy: "easy", Schedule: "file:/etc/passwd"},
		"initial a.csv: the page takes no files here, and":         {Toy: "easy", Initial: "a.csv"},
		`schedule "sigmod:0.5" is unknown; use sigmoid`:            {Toy: "easy", Schedule: "sigmod:0.5"},
		"program smc:1001 has a size of 1001; use at most 1000":    {Toy: "easy", Program: "smc:1001"},
		"vb:seed=1001:restarts=1002 has a size of 1002":            {Program: "vb:seed=1001:restarts=1002"},
		"66 points; use at most 65":                                {Schedule: "curve" + strings.Repeat(":1", 66)},
		`kernel "metropolys" is unknown; use metropolis`:           {Target: "0,1", Kernel: "metropolys"},
	} {
		must.Refuse(q.Annealer())(t, says, "%+v", q)
	}
	_, err := explore.Question{Toy: "x", Kernel: "y"}.Annealer()
	must.Fail(t, err, `toy "x"`, "two faults") // all are joined
	must.Fail(t, err, `kernel "y"`, "two faults")
}

// TestNoLevelsOfPrograms: a program has no distributions at levels.
func TestNoLevelsOfPrograms(t *testing.T) {
	q := explore.Question{Toy: "easy", Program: "smc:2"}
	must.Refuse(explore.LevelDistributions(t.Context(), q, 0))(t, "program smc:2 has no levels; use ais", "%+v", q)
}

// TestNoFiles: no text of a question reads a file of the machine. The names of files of betas, of log f and of a
// model's data are tried in each field, where there are such files and where there are none: every answer and every
// refusal is the same, but for a name of the catalogue.
func TestNoFiles(t *testing.T) {
	dir := t.TempDir()
	names := []string{"/etc/passwd", "file:/etc/passwd", "../../../../etc/passwd", "/dev/stdin", "/proc/self/environ"}
	for _, file := range []string{"s.csv", "s.npy", "s", "linear", "barrier", "sigmoid:4", "uniform", "ais",
		"curve:0:1", "prior"} {
		path := filepath.Join(dir, file)
		must.Do(t, os.WriteFile(path, []byte("0,1\n0.5,1\n"), 0o600))
		names = append(names, file, path, "./"+file, "file:"+file, "FILE:"+path, " file:"+path, "@"+path,
			"linear:"+path, "curve:"+path, "tempered:"+path, "matrix:"+path, "barrier:"+path, "smc:"+path, path+":a",
			"$(cat "+path+")")
	}
	t.Chdir(dir)
	there := said(names)
	t.Chdir(t.TempDir())
	for name, now := range said(names) {
		if there[name] != now {
			t.Errorf("%s: with files %q, without %q", name, there[name], now)
		}
	}
}

// said asks a question with each name in each field that holds a text, and returns the answers.
func said(names []string) map[string]string {
	all := map[string]string{}
	tried := []explore.Question{{Toy: "barrier", T: 4}, {Target: "0,1;0.5,1", T: 4}, {Toy: "clustering:2:2", T: 4}}
	for n, name := range names {
		for k := range reflect.TypeFor[explore.Question]().NumField() {
			q := tried[n%len(tried)]
			field := reflect.ValueOf(&q).Elem().Field(k)
			if field.Kind() != reflect.String {
				continue
			}
			field.SetString(name)
			an, err := q.Annealer()
			if err == nil {
				err = fmt.Errorf("%v %v", an.Target.LogF, an.Fingerprint())
			}
			key := fmt.Sprintf("%s=%s", reflect.TypeFor[explore.Question]().Field(k).Name, name)
			all[key] = experiments.Say(err, func(f experiments.Field) string { return string(f) })
		}
	}
	return all
}

// TestCatalogueCanBeChosen: every name is offered but those of files, and every example makes a chain as it stands, on
// BARRIER, on a model, or on spins.
func TestCatalogueCanBeChosen(t *testing.T) {
	c := explore.OfferedChoices()
	for field, choices := range map[experiments.Field][]experiments.CatalogueLine{experiments.FieldToy: c.Toys,
		experiments.FieldKernel: c.Kernels, experiments.FieldBridge: c.Bridges,
		experiments.FieldSchedule: c.Schedules} {
		named := slices.DeleteFunc(experiments.Specs(field), func(spec string) bool { return spec == "file:PATH" })
		if len(choices) != len(named) {
			t.Errorf("%v: %d of %d names are offered", field, len(choices), len(named))
		}
		for _, one := range choices {
			var faults []error
			for _, toy := range []string{"barrier", "clustering:3:2", "ising:2x2:0.4"} {
				q := explore.Question{Toy: toy}
				must.Do(t, json.Unmarshal(fmt.Appendf(nil, "{%q: %q}", field, one.Example), &q)) // fields are keys
				annealer, err := q.Annealer()
				if err == nil && annealer.Program != "" {
					err = experiments.CheckProgramsOn(annealer, annealer.Program)
				}
				faults = append(faults, err)
			}
			if !slices.Contains(faults, nil) || one.About == "" || !strings.HasPrefix(one.Spec, one.Name) {
				t.Errorf("%v %+v cannot be chosen: %v", field, one, faults)
			}
		}
	}
}

// TestDrawIsTheToy: the drawn target is the toy's, and its text paints the same one, bit for bit.
func TestDrawIsTheToy(t *testing.T) {
	for name, toy := range map[string]toys.Target{"barrier": toys.Barrier(), "staircase": toys.Staircase(),
		"potts:1x2:3:1": toys.Potts(1, 2, 3, 1)} {
		d := must.Have(explore.CanvasOf(explore.Question{Toy: name}))(t)
		if want := toy.Grid.Kind(0).String(); d.Kinds != want && d.Kinds+want != "line" {
			t.Errorf("%s: drawn on axes of the kinds %q, want %s", name, d.Kinds, want)
		}
		if d.Rows*d.Columns != toy.Grid.Size() || d.Columns != toy.Grid.Len(1) {
			t.Errorf("%s: %d rows of %d for %v cells", name, d.Rows, d.Columns, toy.Grid)
		}
		painted := must.Have(explore.Painted(d.Target))(t)
		if diff := cmp.Diff(toy.LogF, painted.LogF); diff != "" {
			t.Errorf("%s: painted from the text log f differs: %s", name, diff)
		}
		for x, wall := range d.Walls {
			if wall != toy.Grid.Wall(x) {
				t.Errorf("%s, cell %d is drawn as a wall: %v", name, x, wall)
			}
		}
	}
}

// TestOneAxis: a target on one axis of any kind stays on it, as drawn, in its text and in the question that a page asks
// with both. J and B are those of the target itself, whether it is drawn once or again.
func TestOneAxis(t *testing.T) {
	for _, kind := range []grid.Kind{grid.Line, grid.Ring, grid.Any} {
		logf := []float64{0.1, math.Inf(-1), 1e-300, -2, 1.0 / 3, 0}
		own := toys.Target{Grid: grid.New(6).Of(kind).WallsWhere(func(x int) bool { return x == 1 }), LogF: logf}
		an := must.Have(must.Have(experiments.Setting{Kernel: "metropolis"}.FindOn(own))(t).Annealer())(t)
		a, _, err := an.At(t.Context(), 20)
		must.Do(t, err)
		want := must.Have(exact.Measure(t.Context(), a))(t)
		d := explore.CanvasOn(an)
		for range 2 {
			q := explore.Question{Target: d.Target, Axes: d.Kinds, T: 20}
			target := must.Have(q.Annealer())(t).Target
			if diff := cmp.Diff(logf, target.LogF) + cmp.Diff([]int{6}, target.Grid.Lens()) +
				cmp.Diff(own.Grid.Kinds(), target.Grid.Kinds()); diff != "" || d.Rows != 1 {
				t.Errorf("%v: %d rows of %s are another target: %s", kind, d.Rows, d.Target, diff)
			}
			m := must.Have(explore.Measure(t.Context(), q))(t)
			if float64(m.J.Sum) != want.Final.Jeffreys() || float64(m.B.Sum) != want.Paths.Jeffreys() {
				t.Errorf("%v: J %v and B %v, want %v", kind, m.J.Sum, m.B.Sum, want)
			}
			d = must.Have(explore.CanvasOf(q))(t)
		}
	}
}
