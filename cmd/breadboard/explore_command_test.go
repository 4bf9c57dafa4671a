package main

import (
	"fmt"
	"math"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"breadboard/cmd/breadboard/internal/shell"
	"breadboard/experiments/explore"
	"breadboard/grid/must"
)

// TestPageCommands: the command of a question prints the numbers of the page, digit for digit, in a shell: of a painted
// target with a wall and numbers of all digits, and of a program.
func TestPageCommands(t *testing.T) {
	for _, q := range []explore.Question{
		{Target: "-0.1,1.5;0.30000000000000004,w;-12,3e-17", Axes: "ring,any", Kernel: "barker",
			Schedule: "curve:0:0.2:0.7:1", T: 12, SkipLast: true},
		{Toy: "barrier", Program: "sir:5", T: 5},
	} {
		e := must.Have(explore.Exactly(t.Context(), q))(t)
		command := must.Have(shell.Command(q))(t)
		cmd := exec.Command("sh", "-c", fmt.Sprintf("breadboard() { %q \"$@\" --format json; }\n%s", binary, command))
		r := finish(t, cmd, t.TempDir(), cmd.Run)
		ended(t, r, result{stdout: r.stdout})
		var all []float64
		for _, word := range regexp.MustCompile(`-?[0-9][0-9.]*(e[-+]?[0-9]+)?`).FindAllString(r.stdout, -1) {
			v, _ := strconv.ParseFloat(strings.TrimRight(word, "."), 64)
			all = append(all, v)
		}
		for _, v := range []explore.Number{e.J.Sum, e.B.Sum, e.J.QP, e.LogR} {
			if !math.IsNaN(float64(v)) && !slices.Contains(all, float64(v)) {
				t.Errorf("%s\ndoes not print %v:\n%s", command, v, r.stdout)
			}
		}
	}
}
