package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"breadboard/cmd/breadboard/internal/system"
	"breadboard/experiments/sweep"
	"breadboard/grid/text"
)

// writePlan puts the plan into the directory, where merge finds it.
func writePlan(dir string, plan sweep.Plan) error {
	var b strings.Builder
	if err := plan.Encode(&b); err != nil {
		return err
	}
	if old, err := os.ReadFile(filepath.Join(dir, planFile)); err == nil && string(old) == b.String() {
		return nil
	}
	return system.WriteAll(context.Background(), dir, []system.File{system.Bytes(planFile, []byte(b.String()))})
}

// planFile is the name of a plan in the directory of a sweep.
const planFile = "sweep.json"

// readPlan reads the plan in a directory.
func readPlan(dir string) (sweep.Plan, error) {
	path := filepath.Join(dir, planFile)
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return sweep.Plan{}, fmt.Errorf("%s: not there; the directory of a sweep, its --out, would do", path)
	} else if err != nil {
		return sweep.Plan{}, fmt.Errorf("%s: %w", path, text.Pathless(err))
	}
	defer f.Close()
	plan, err := sweep.DecodePlan(f)
	if err != nil {
		return plan, fmt.Errorf("%s: %w", path, err)
	}
	return plan, nil
}
