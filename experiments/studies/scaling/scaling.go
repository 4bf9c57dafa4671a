// Package scaling asks how time and memory of J and B grow with cells, moves and T. It runs the scaling benchmarks of
// package exact, each in a process of its own so that its memory is known. reports/scaling has what was found, on one
// machine: another has other numbers.
package scaling

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"strings"

	"breadboard/experiments/studies/run"
)

// workbench is the root of the workbench's module, from the folder in which the studies are run.
const workbench = "../.."

// quickly are the benchmarks of a quick look: few cells, and few levels.
const quickly = "Scaling(Cells|Levels)/(plane=(7x7|16x16|32x32|64x64|128x128|256x256)|" +
	"spins=(2x3|2x4|2x5|3x4|2x7|4x4)|barrier=(10|30|100|300))$"

// Measure runs the benchmarks, three times each, and returns what they print.
func Measure(ctx context.Context, setting run.Setting) (string, error) {
	pattern, count := "Scaling", "3"
	if setting.Quick {
		pattern, count = quickly, "1"
	}
	return run.Once(ctx, setting.Shelf, "benchmarks", func(ctx context.Context) (string, error) {
		c := exec.CommandContext(ctx, "go", "test", "-run", "^$", "-bench", pattern, "-benchtime", "1x",
			"-count", count, "-timeout", "1h", "./exact")
		c.Dir = workbench
		var faults bytes.Buffer
		c.Stderr = &faults
		text, err := c.Output()
		if err != nil {
			return "", fmt.Errorf("%s, in the root of the clone: %w: %s", strings.Join(c.Args, " "), err,
				strings.TrimSpace(faults.String()))
		}
		return string(text), nil
	})
}
