package experiments_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"breadboard/experiments"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/toys"
)

// said are the initial densities of the catalogue, as it describes them: the log of f_1 by that of f_T, in a
// cell that is no wall.
var said = map[string]func(target toys.Target, x int) float64{
	"uniform": func(toys.Target, int) float64 { return 0 },
	"prior":   func(target toys.Target, x int) float64 { return target.Model.Steps[0][x] },
	"tempered:BETA": func(target toys.Target, x int) float64 { // (f_T/max f_T)^0.5
		return 0.5 * (target.LogF[x] - slices.Max(target.LogF))
	},
	"file:PATH": func(_ toys.Target, x int) float64 { return filed(x) },
}

// filed returns log f of a cell, as the files of this test hold it.
func filed(x int) float64 { return 3 - float64(x%5) }

// logSum is the log of a sum of exponentials, plainly.
func logSum(logf []float64) float64 {
	top, sum := slices.Max(logf), 0.0
	for _, v := range logf {
		sum += math.Exp(v - top)
	}
	return top + math.Log(sum)
}

// heldTargets are the toys with their example, of 64 cells at most, and files.
func heldTargets(t *testing.T) (all []experiments.Setting) {
	for _, toy := range toys.Catalogue {
		s := experiments.Setting{Toy: experiments.ExampleOf(toy)}
		if must.Have(s.Find())(t).Grid.Size() <= 64 {
			all = append(all, s)
		}
	}
	return append(all, experiments.Setting{Target: must.File(t, "t.csv", "1005,1007,-inf\n1002,990,1006.5\n")})
}

// filedOn writes a file of filed on a box.
func filedOn(t *testing.T, g grid.Grid) string {
	var b strings.Builder
	for x := range g.Size() {
		end := ","
		if (x+1)%g.Len(g.Axes()-1) == 0 {
			end = "\n"
		}
		fmt.Fprintf(&b, "%v%s", filed(x), end)
	}
	return must.File(t, "initial.csv", b.String())
}

// TestLogRIsOfWhatIsSaid: log R of every initial density, on every target, is log Z_T - log Z_1 of the
// densities that the catalogue describes, whatever the kernel, the bridge and the program.
func TestLogRIsOfWhatIsSaid(t *testing.T) {
	for _, s := range heldTargets(t) {
		an := must.Have(s.Annealer())(t)
		target, seen := an.Target, 0
		for _, spec := range experiments.Specs(experiments.FieldInitial) {
			s.Initial = strings.Replace(spec, "BETA", "0.5", 1)
			if spec == "prior" && target.Model == nil || spec == "file:PATH" && target.Grid.Axes() > 2 {
				continue
			}
			if spec == "file:PATH" {
				s.Initial = "file:" + filedOn(t, target.Grid)
			}
			first := slices.Clone(target.LogF)
			for x, v := range target.LogF {
				first[x] = said[spec](target, x)
				if spec != "file:PATH" && math.IsInf(v, -1) {
					first[x] = v
				}
			}
			want := logSum(target.LogF) - logSum(first)
			holdLogR(t, s, want)
			seen++
		}
		if seen < 2 {
			t.Errorf("%s has %d initial densities", s.TargetName(), seen)
		}
	}
}

// holdLogR checks log R of a setting.
func holdLogR(t *testing.T, s experiments.Setting, want float64) {
	t.Helper()
	check := func(how string, got, want float64) {
		t.Helper()
		must.Near(t, got, want, 1e-11*max(1, math.Abs(want)),
			"%s from %s, %s: log R", s.TargetName(), s.Initial, how)
	}
	hows := []experiments.Setting{{}, {Kernel: "cycle"}, {Bridge: "mixture"}, {Bridge: "power:0.5"}}
	if s.Initial == "prior" {
		hows = append(hows, experiments.Setting{Bridge: "observations"})
	}
	for _, how := range hows {
		s.Kernel, s.Bridge = how.Kernel, how.Bridge
		an := must.Have(s.Annealer())(t)
		rows := must.Have(an.Measure(t.Context(), []int{3}, experiments.Ask{}, nil))(t)
		check(how.Kernel+how.Bridge, rows[0].LogR, want)
	}
	s.Kernel, s.Bridge = "", ""
	an := must.Have(s.Annealer())(t)
	if an.Target.Grid.Size() > 16 {
		return
	}
	specs := strings.Fields("ais importance posterior sir:2 smc:2 cms:1 hme-chain:1 rejection vb ns:2")
	rows := must.Have(an.Measure(t.Context(), []int{2}, experiments.Ask{Programs: specs}, nil))(t)
	for _, r := range rows {
		check(r.Program, r.LogR, want)
	}
}
