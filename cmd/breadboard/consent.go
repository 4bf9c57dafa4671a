package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"runtime/debug"

	"breadboard/cmd/breadboard/internal/system"
	"breadboard/experiments"
	"breadboard/experiments/matrices"
	"breadboard/reports/table"
)

// consentFlags belong to commands that may need many cells or much memory.
type consentFlags struct {
	Yes bool `help:"Go on even if it takes more than ${unasked}."`
}

// What commands take whose flags hardly change it, measured: all toys as pictures take 48 MiB, the
// full study of BREAD 216 MiB, the quick ones up to 86 MiB, and the proofs of the catalogue 174 MiB.
const (
	leastPictures = 56 << 20
	leastStudy    = 224 << 20
	leastQuick    = 96 << 20
	leastProofs   = 176 << 20
)

// makeChain makes the target of a space, for a command that needs this many bytes at
// every T of ts. It refuses a large space as bad input before it makes the target, unless
// yes is given. It always refuses a space for which the memory does not suffice.
func (w *world) makeChain(space experiments.Found, bytes experiments.Bytes, ts []int, yes bool) (experiments.Chain,
	error) {
	if err := w.afford(space.Need(bytes, ts...), yes); err != nil {
		return experiments.Chain{}, err
	}
	chain, err := space.Chain()
	if err == nil && chain.Steep { // it needs more memory than its names showed
		err = w.afford(chain.Need(bytes, ts...), yes)
	}
	if err == nil {
		w.doubt(chain.Doubts())
	}
	return chain, bad(err)
}

// doubt says on stderr what is doubtful about files.
func (w *world) doubt(doubts []error) {
	for _, err := range doubts {
		w.notify(bad(err).Error())
	}
}

// afford prints a large need on stderr if yes is given, and otherwise returns it as bad
// input. A need for more memory than the machine has is always bad input.
func (w *world) afford(n experiments.Need, yes bool) error {
	if n.Bytes > experiments.MostUnaskedBytes { // one annealing is too large, not all of them together
		n.Levels = n.Most
	}
	less := "a smaller space"
	if n.Cells() <= experiments.MostUnasked { // the space is not to blame
		less = "a smaller space, fewer levels or fewer chains"
	}
	return w.affordBytes(describe(n), less, n.Bytes, n.Large(), yes)
}

// affordLeast returns bad input if the memory does not suffice for what a command takes at least.
func (w *world) affordLeast(command string, bytes float64) error {
	return w.affordBytes(fmt.Sprintf("%s takes %s of memory", command, amount(bytes)),
		"a larger limit", bytes, false, false)
}

// affordFolders returns bad input if the memory does not suffice for the matrices of a folder. It is asked before
// they are read.
func (w *world) affordFolders(paths ...string) error {
	for _, path := range paths {
		bytes := matrices.FolderBytes(path)
		if err := w.affordBytes(fmt.Sprintf("the matrices of %s and a run take %s of memory", path, amount(bytes)),
			"fewer or smaller matrices", bytes, false, false); err != nil {
			return err
		}
	}
	return nil
}

// affordBytes is afford for so many bytes. The words say what takes them, less is what would do instead,
// and large says whether to ask.
func (w *world) affordBytes(words, less string, bytes float64, large, yes bool) error {
	free, known := system.FreeMemory()
	if known && bytes > free {
		return badf("%s, and %s are free; %s would do", words, amount(free), less)
	}
	if large && !known {
		words += " (how much is free is not known here)"
	}
	if large && !yes {
		return badf("%s; --yes goes on", words)
	}
	if large {
		w.notify(words)
	}
	if !known {
		free = math.Inf(1)
	}
	// Of several needs the largest counts. A limit that the user gave in GOMEMLIMIT stays.
	limit := heapLimit(bytes, free)
	now := debug.SetMemoryLimit(-1)
	if os.Getenv("GOMEMLIMIT") == "" && (now == math.MaxInt64 || now < limit) {
		debug.SetMemoryLimit(limit)
	}
	return nil
}

// heapLimit is the runtime's limit for a program that takes so many bytes where so many are free. It has the runtime
// collect garbage before the program holds half as much again as was foretold. Without it the heap grows to twice what
// is in use: 2 GiB for vectors of 1 GiB. The runtime does not count the program's own code. A low limit would only make
// it collect more often, so that there is a least one; but not where less is free: under it the heap would grow to 64
// MiB in a control group of 48.
func heapLimit(bytes, free float64) int64 {
	const code, least, room = 16 << 20, 64 << 20, 1.5
	return int64(min(max(room*bytes-code, least), free-code))
}

// describe states the size of a space and the memory that it takes.
func describe(n experiments.Need) string {
	s := fmt.Sprintf("%s has %s cells", n.TargetName(), table.Thousands(n.Cells()))
	if n.States > float64(n.Cells()) {
		s += fmt.Sprintf(", on which %s has %s states", n.Kernel, table.Thousands(int(n.States)))
	}
	if n.Steep {
		s += " and a steep log density"
	}
	s += ", which "
	if n.Levels > 0 {
		s += fmt.Sprintf("at %s levels ", table.Thousands(n.Levels))
		if n.Repeat > 1 {
			s += fmt.Sprintf("of %d steps each ", n.Repeat)
		}
	}
	return s + fmt.Sprintf("take %s of memory", amount(n.Bytes))
}

// amount writes bytes in the largest unit that fits about once or more.
func amount(bytes float64) string {
	units := []string{"KiB", "MiB", "GiB", "TiB", "PiB"}
	v := bytes / 1024
	for len(units) > 1 && v >= 1000 {
		v, units = v/1024, units[1:]
	}
	return fmt.Sprintf("%.3g %s", v, units[0])
}

// watched returns the result of a run that reports its progress, and draws a bar.
func watched[R any](w *world, what string, compute func(context.Context, experiments.Progress) (R, error)) (R, error) {
	tell, finish := w.progress(what)
	defer finish()
	return compute(w.ctx, tell)
}
