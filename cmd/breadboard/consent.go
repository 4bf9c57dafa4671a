package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"runtime/debug"
	"time"

	"github.com/schollz/progressbar/v3"

	"breadboard/chains/outside"
	"breadboard/chains/work"
	"breadboard/cmd/breadboard/internal/system"
	"breadboard/experiments"
	"breadboard/experiments/journal"
	"breadboard/experiments/matrices"
	"breadboard/experiments/validation"
	"breadboard/reports/table"
)

// consentFlags belong to commands that may need many cells, much memory or much time.
type consentFlags struct {
	Yes bool `help:"Go on even if it takes more than ${unasked}, or a minute by the count of its work."`
}

// sizeFlags belong to commands that are expected to take long. They ask only about size.
type sizeFlags struct {
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
		w.say(bad(err).Error())
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
		w.say(words)
	}
	if !known {
		free = math.Inf(1)
	}
	// Of several needs the largest counts. A limit that the user gave in GOMEMLIMIT stays.
	limit, now := heapLimit(bytes, free), debug.SetMemoryLimit(-1)
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
	s := fmt.Sprintf("%s has %s %s", n.TargetName(), table.Thousands(n.Cells()), n.StateName())
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

// progress shows a bar on stderr if that is a terminal. Call tell as the work goes on,
// and finish to remove the bar. If stderr is no terminal both do nothing.
func (w *world) progress(what string) (tell experiments.Progress, finish func()) {
	if !w.bar {
		return nil, func() {}
	}
	bar := w.newBar(what, progressbar.OptionSetWidth(30))
	tell = func(done, total int) {
		if done < total { // finish removes the bar
			bar.ChangeMax(total)
			_ = bar.Set(done)
		}
	}
	return tell, func() { _ = bar.Clear() }
}

// pace returns such a bar for a sweep. It shows the number of jobs, and moves with
// their costs, because some jobs take much longer than others.
func (w *world) pace(what string) (tell func(journal.Pace), finish func()) {
	if !w.bar {
		return func(journal.Pace) {}, func() {}
	}
	bar := w.newBar(what, progressbar.OptionSetWidth(20),
		progressbar.OptionSetPredictTime(true), progressbar.OptionSetElapsedTime(true))
	start := w.clock.now()
	tell = func(p journal.Pace) {
		if p.Jobs < p.AllJobs {
			speed := float64(p.Jobs) / w.clock.now().Sub(start).Seconds()
			bar.ChangeMax(p.AllCost)
			bar.Describe(fmt.Sprintf("%s: %d of %d results, %.3g/s", what, p.Jobs, p.AllJobs, speed))
			_ = bar.Set(p.Cost)
		}
	}
	return tell, func() { _ = bar.Clear() }
}

func (w *world) newBar(what string, more ...progressbar.Option) *progressbar.ProgressBar {
	return progressbar.NewOptions(1, append(more,
		progressbar.OptionSetWriter(w.stderr), progressbar.OptionSetDescription(what),
		progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish(),
		progressbar.OptionSetRenderBlankState(true))...)
}

// mostUnaskedWork is the most work of a run without asking for consent, in counted time (package work). No clock has
// a part in it: what is asked about on a quiet machine is asked about on a busy one.
var mostUnaskedWork = time.Minute // the short form of a test has less

// A clock tells the time, and calls f after d unless stop is called before.
type clock struct {
	now   func() time.Time
	after func(d time.Duration, f func()) (stop func() bool)
}

// tooLong is why a run is stopped. It states the time that it counts for.
type tooLong string

// Error is the time in words.
func (t tooLong) Error() string { return string(t) }

// bounded returns the result of a run that reports its progress, and draws a bar. Unless yes is given, a run whose
// work counts for more than a minute is stopped as soon as that is known, and is bad input: takes says what takes
// that long, as in "the runs take". Most of the work is counted before it begins.
func bounded[R any](w *world, what, takes string, yes bool,
	run func(context.Context, experiments.Progress) (R, error)) (result R, err error) {
	tell, finish := w.progress(what)
	defer finish()
	if yes {
		return run(w.ctx, tell)
	}
	ctx, count := work.Bounded(w.ctx, mostUnaskedWork)
	defer count.Close()
	result, err = run(ctx, tell)
	if count.TooMuch() && w.ctx.Err() == nil {
		long := tooLong("about " + roughly(count.Counted()) + " or more, by the count of its work")
		return result, badf("%s %w; --yes goes on", takes, long)
	}
	return result, err
}

// shownMoves are moves of a program whose progress is shown. On a terminal it says once, after the first replies, what
// is to come: how many moves, and how long they take at the speed of these replies. Then it draws a bar. Elsewhere it
// says every minute how many were made. After a signal there are no more moves, and none when the time is over, of
// which each beta has an equal share of what the others left, and so have annealed chains.
type shownMoves struct {
	outside.Mover
	w      *world
	enough float64 // moves for every law
	budget int
	betas  int
	// asksAll says that a line is answered whenever that is: the program waits in its caller, which answers the line
	// before it reads the verdict.
	asksAll bool
	ends    time.Time // zero if the time has no bound
	level   time.Time // when this beta's share of it ends
	aimed   int       // betas so far

	done  int                  // moves
	first int                  // of the first line
	start time.Time            // after the first line, which is not timed because a program may have to start
	tell  experiments.Progress // nil before the first replies
	clear func()               // removes the bar, if there is one
	told  int                  // minutes, elsewhere
}

// Aim aims the program, and gives the beta its share of the time.
func (m *shownMoves) Aim(ctx context.Context, beta float64, logf []float64) error {
	now := m.w.clock.now()
	parts := m.betas - m.aimed
	if m.betas > 1 { // annealed chains come after them
		parts++
	}
	m.level = now.Add(m.ends.Sub(now) / time.Duration(max(1, parts)))
	m.aimed++
	if m.asksAll {
		ctx = context.WithoutCancel(ctx)
	}
	return m.unlessOver(func() error { return m.Mover.Aim(ctx, beta, logf) })
}

// unlessOver asks the program for something, if there are to be more moves.
func (m *shownMoves) unlessOver(ask func() error) error {
	if !m.ends.IsZero() && !m.w.clock.now().Before(m.level) {
		return validation.ErrNoMore
	}
	err := ask()
	if m.w.ctx.Err() != nil {
		return validation.ErrNoMore
	}
	return err
}

// Move moves line by line, of a thousand moves each.
func (m *shownMoves) Move(ctx context.Context, next, states []int) error {
	if m.asksAll {
		ctx = context.WithoutCancel(ctx)
	}
	for len(states) > 0 {
		n := min(len(states), 1000)
		if err := m.unlessOver(func() error { return m.Mover.Move(ctx, next[:n], states[:n]) }); err != nil {
			return err
		}
		m.show(n)
		next, states = next[n:], states[n:]
	}
	return nil
}

// show shows that a line of so many moves was answered.
func (m *shownMoves) show(moves int) {
	now := m.w.clock.now()
	if m.done == 0 {
		m.first, m.start = moves, now
	}
	m.done += moves
	all := int(min(m.enough, float64(m.budget))) // moves at the most
	took := now.Sub(m.start)
	switch {
	case !m.w.bar:
		if minutes := int(took.Minutes()); minutes > m.told {
			m.told = minutes
			m.w.say(fmt.Sprintf("%s of up to %s moves in %s", table.Thousands(m.done),
				table.Thousands(max(all, m.done)),
				roughly(took)))
		}
		return
	case m.tell != nil:
		m.tell(min(m.done, all), all) // a second look asks for more
		return
	case took < 50*time.Millisecond: // replies are counted before the program says how long all will take
		return
	}
	betas := "one beta"
	if m.betas > 1 {
		betas = fmt.Sprintf("%d betas", m.betas)
	}
	const longest = 1e9 // seconds
	perSecond := float64(m.done-m.first) / took.Seconds()
	say := fmt.Sprintf("up to %s moves at %s, which take about %s at the speed of the first replies (%s a second)",
		table.Thousands(all), betas, roughly(time.Duration(min(longest, float64(all)/perSecond)*float64(time.Second))),
		table.Thousands(int(perSecond)))
	if m.enough > float64(m.budget) {
		say += fmt.Sprintf("; that is the budget, and %s moves would decide every law",
			table.Thousands(int(min(m.enough, 1e18))))
	}
	m.w.say(say)
	m.tell, m.clear = m.w.progress("validate")
}
