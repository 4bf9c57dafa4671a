package experiments

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
)

// The names of what is used where nothing is named.
const (
	uniform = "uniform"
	linear  = "linear"
)

// setting is the cell's, but for T.
func (c Cell) setting() Setting {
	return Setting{Toy: c.Toy, TargetFile: c.Target, Seed: c.Seed, Kernel: c.Kernel, Bridge: c.Bridge, Schedule: c.Schedule,
		Initial: c.Initial, SkipLast: c.SkipLast}
}

// chain looks up everything that the cell names.
func (c Cell) chain() (Chain, error) { return c.setting().Chain() }

// initialFile is the path of an initial density, where it comes from a file.
func initialFile(name string) (path string, ok bool) {
	if path, ok := strings.CutPrefix(name, "file:"); ok {
		return path, true
	}
	for _, known := range InitialSpecs() {
		if kind, _, _ := strings.Cut(known, ":"); name == kind || strings.HasPrefix(name, kind+":") {
			return "", false
		}
	}
	return name, looksLikeFile(name, ".csv")
}

// scheduleFile is the path of a schedule that comes from a file.
func scheduleFile(name string) string { return strings.TrimPrefix(name, "file:") }

// hashFile is the SHA-256 of a file's content.
func hashFile(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("%s: %w; a file that can be read would do", path, pathless(err))
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", fmt.Errorf("%s: %w", path, pathless(err))
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// unchanged returns an error where a file of the cell is no longer what it was
// when the sweep was planned.
func (c Cell) unchanged() error {
	initial, _ := initialFile(c.Initial)
	for _, file := range []struct{ path, sum string }{
		{c.Target, c.TargetSum}, {initial, c.InitialSum}, {scheduleFile(c.Schedule), c.ScheduleSum},
	} {
		if file.sum == "" {
			continue
		}
		switch sum, err := hashFile(file.path); {
		case err != nil:
			return err
		case sum != file.sum:
			return fmt.Errorf("%s has changed since the sweep began; the same command again begins anew with what it is now", file.path)
		}
	}
	return nil
}

// A cellChains hands out chains, one for all cells that differ in schedule and T
// alone, and forgets it with the last of them.
type cellChains struct {
	mu  sync.Mutex
	all map[string]*sharedChain
}

type sharedChain struct {
	left  int // cells to come
	once  sync.Once
	chain Chain
	err   error
}

func newCellChains(cells []Cell) *cellChains {
	f := &cellChains{all: map[string]*sharedChain{}}
	for _, c := range cells {
		name := c.Family()
		if f.all[name] == nil {
			f.all[name] = &sharedChain{}
		}
		f.all[name].left++
	}
	return f
}

// chain is the cell's. Every cell is to ask once.
func (f *cellChains) chain(c Cell) (Chain, error) {
	name := c.Family()
	f.mu.Lock()
	shared := f.all[name]
	if shared.left--; shared.left == 0 {
		delete(f.all, name)
	}
	f.mu.Unlock()
	shared.once.Do(func() { shared.chain, shared.err = c.chain() })
	if shared.err != nil {
		return Chain{}, shared.err
	}
	chain, err := shared.chain.WithSchedule(c.Schedule)
	if err == nil {
		err = c.unchanged()
	}
	return chain, err
}

// run computes a cell. The error is ctx's, or that a file has changed.
func (f *cellChains) run(ctx context.Context, c Cell, b Build, workers int) (Row, error) {
	if ctx.Err() != nil {
		return Row{}, context.Cause(ctx)
	}
	chain, err := f.chain(c)
	if err != nil {
		return Row{}, err
	}
	return c.run(ctx, chain, b, workers)
}
