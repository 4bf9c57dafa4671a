package sweep

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
	"strings"

	"breadboard/experiments"
	"breadboard/experiments/columns"
	"breadboard/experiments/journal"
	"breadboard/grid/npy"
	"breadboard/grid/text"
)

// A Job is one annealing of a sweep, with its Monte Carlo runs. Tables and journals call
// it a cell of the sweep; it is not a cell of a grid. A job is complete in itself: its
// names have their defaults filled in, and every file has its checksum.
type Job struct {
	experiments.Setting
	Chains int    `json:"chains,omitempty"`  // Monte Carlo chains in each direction; 0 is none
	MCSeed uint64 `json:"mc_seed,omitempty"` // seed of their dice; 0 if there are none
	Full   bool   `json:"full,omitempty"`    // also the numbers that take long and only check the others
}

// Family is a key of all names except the schedule, T and Monte Carlo: jobs of a family
// share a Chain.
func (j Job) Family() string {
	j.Schedule, j.ScheduleSum, j.T, j.Chains, j.MCSeed, j.Full = "", "", 0, 0, 0, false
	return journal.Hash(j)
}

// TargetKey is a key of the draw of a target.
func (j Job) TargetKey() string {
	return journal.Hash(Subject{Toy: j.Toy, File: j.Target, Sum: j.TargetSum, Seed: j.Seed, Data: j.Data,
		DataSum: j.DataSum})
}

// ProgramName is the program, also if it is annealing.
func (j Job) ProgramName() string { return cmp.Or(j.Program, annealing) }

// Skipped is a note if the last kernel is left out, and "" if not.
func (j Job) Skipped() string {
	if j.SkipLast {
		return "without the last kernel"
	}
	return ""
}

// String names the job to people.
func (j Job) String() string {
	s := []string{j.TargetName()}
	if j.Seed != nil {
		s = append(s, fmt.Sprintf("seed %d", *j.Seed))
	}
	s = append(s, j.Kernel, j.Bridge, j.Initial, j.Schedule)
	if j.SkipLast {
		s = append(s, j.Skipped())
	}
	s = append(s, fmt.Sprintf("T = %d", j.T))
	if j.Program != "" {
		s = append(s, j.Program)
	}
	if j.Chains > 0 {
		s = append(s, fmt.Sprintf("%d chains", j.Chains))
	}
	return strings.Join(s, ", ")
}

// HashFile returns the SHA-256 of a file's content. The hash of an array of an archive, as
// file.npz:name, is the archive's. The hash of a folder is of the names and the hashes of its
// files, without those that begin with a dot. A pipe or a device is refused: it may give other
// bytes when a job reads it, or bytes without an end.
func HashFile(path string) (string, error) {
	file, _ := npy.Member(path)
	f, err := os.Open(file)
	if err != nil {
		return "", fmt.Errorf("%s: %w; a file that can be read would do", path, text.Pathless(err))
	}
	defer f.Close()
	h := sha256.New()
	info, err := f.Stat()
	switch {
	case err != nil:
	case info.IsDir():
		if err := hashFolder(h, path); err != nil {
			return "", err
		}
	case !info.Mode().IsRegular():
		err = errors.New("a pipe or a device, and jobs read their files again; a copy of it, in a file, would do")
	default:
		_, err = io.Copy(h, f)
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", path, text.Pathless(err))
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

func hashFolder(h hash.Hash, path string) error {
	list, err := os.ReadDir(path) // in the order of names
	if err != nil {
		return fmt.Errorf("%s: %w", path, text.Pathless(err))
	}
	for _, entry := range list {
		if strings.HasPrefix(entry.Name(), ".") {
			continue
		}
		sum, err := HashFile(filepath.Join(path, entry.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(h, "%q %s\n", entry.Name(), sum)
	}
	return nil
}

// unchanged returns an error if a file of the job has changed since the sweep was
// planned.
func (j Job) unchanged() error {
	initial, _ := experiments.InitialFile(j.Initial)
	for _, file := range []struct{ path, sum string }{
		{j.Target, j.TargetSum}, {j.Data, j.DataSum}, {initial, j.InitialSum}, {j.Matrix, j.MatrixSum},
		{experiments.ScheduleFile(j.Schedule), j.ScheduleSum},
	} {
		if file.sum == "" {
			continue
		}
		switch sum, err := HashFile(file.path); {
		case err != nil:
			return err
		case sum != file.sum:
			return fmt.Errorf("%s has changed since the sweep began; the same command again begins anew with what it "+
				"is now",
				file.path)
		}
	}
	return nil
}

// A Row is a finished job with all its numbers. A number that was not asked for, or does
// not exist, is NaN; Warnings say why, unless it is obvious. Infinite numbers are
// infinite. In JSON a row is one object.
type Row struct {
	Key      string         `json:"key"`
	Job      Job            `json:"cell"`           // one cell of the sweep
	Grid     string         `json:"grid,omitempty"` // "7x7"
	Values   columns.Values `json:"values"`
	How      string         `json:"how,omitempty"`    // how a program's account was got; "" for annealing
	Chosen   *Chosen        `json:"chosen,omitempty"` // nil unless exact results chose the schedule
	Fault    string         `json:"fault,omitempty"`  // why a cell cannot be run; then all numbers are NaN
	Warnings []string       `json:"warnings,omitempty"`
	Build    journal.Build  `json:"build"`
}

// Chosen says how exact results chose a schedule.
type Chosen struct {
	Start       string       `json:"start"` // the schedule from which it was improved; "" if it was not
	Converged   bool         `json:"converged"`
	Gradient    columns.Real `json:"gradient"` // the norm of the gradient at the end
	Evaluations int          `json:"evaluations"`
	Betas       []float64    `json:"betas,omitempty"` // of best-b and best-j; what constant speed gives takes no time
}

// At returns the number with this name.
func (r Row) At(name string) float64 { return r.Values.At(name) }

// Origin returns the row's key, and the job and the build of which it is the key.
func (r Row) Origin() (key string, job any, by journal.Build) { return r.Key, r.Job, r.Build }

// A Work is a plan ready to run: all its jobs, or a shard of them.
type Work struct {
	Plan Plan
	*journal.Work[Job, Row]
}

// Work lists the jobs of the plan, and marks the shard's.
func (p Plan) Work(shard journal.Shard) *Work {
	return &Work{p, journal.NewWork[Job, Row](p.Jobs(), p.costs(), p.Build, shard)}
}

// Run computes every job of the shard without a row in rows, as journal's Work does. Rows do
// not depend on workers. The error may also be that a file has changed.
func (w *Work) Run(ctx context.Context, rows map[string]Row, workers int,
	commit func([]Row) error, watch func(journal.Pace)) error {
	pool := newPool(w.Todo(rows))
	one := func(ctx context.Context, j Job, workers int) (Row, error) {
		return pool.run(ctx, j, w.Build, workers)
	}
	return w.Work.Run(ctx, rows, workers, one, commit, watch)
}
