package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"breadboard/experiments/disk"
	"breadboard/grid/text"
	"breadboard/reports/figure"
)

// A stopped is the cause of a context that a signal ended.
type stopped struct{ signal syscall.Signal }

// Error names the signal.
func (s stopped) Error() string { return s.signal.String() }

// signalCode returns the exit code after a signal, which is 128 and the signal's number: 130 after Ctrl-C,
// whose number is 2.
func signalCode(ctx context.Context) int {
	s := stopped{syscall.SIGINT}
	errors.As(context.Cause(ctx), &s)
	return 128 + int(s.signal)
}

// untilSignal returns a context that the first signal ends: Ctrl-C, kill, Ctrl-\, a terminal that is closed, or a fault
// that another process sends. The second one ends breadboard at once. After nohup, breadboard goes on without its
// terminal.
func untilSignal(ctx context.Context) context.Context {
	ctx, cancel := context.WithCancelCause(ctx)
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, os.Interrupt, syscall.SIGTERM, syscall.SIGQUIT, syscall.SIGSEGV)
	if !signal.Ignored(syscall.SIGHUP) {
		signal.Notify(caught, syscall.SIGHUP)
	}
	go func() {
		s := <-caught
		signal.Stop(caught)
		number, _ := s.(syscall.Signal) // on every system a signal is a number
		cancel(stopped{number})
	}()
	return ctx
}

// patience bounds how long breadboard runs on after a signal. Most loops look for the signal, but not all: ten
// thousand restarts of vb on a large space do not, and reading a pipe without a writer cannot. It is safe to end at any
// moment, because files are always whole.
const patience = 200 * time.Millisecond

// endSoon ends breadboard if it still runs some time after the signal. It leaves the last words on stderr. SIGQUIT is
// sent to what hangs, so it first says there what breadboard does.
func endSoon(ctx context.Context, stderr io.Writer) {
	time.Sleep(time.Duration(wordsOf(ctx).patience.Load()))
	time.Sleep(patience)
	disk.End()
	figure.End()
	time.AfterFunc(patience, func() { os.Exit(signalCode(ctx)) }) // nobody may read stderr, which is full
	if context.Cause(ctx) == error(stopped{syscall.SIGQUIT}) {
		trace := make([]byte, 1<<20)
		_, _ = stderr.Write(trace[:runtime.Stack(trace, true)])
	}
	sayLast(ctx, stderr)
	os.Exit(signalCode(ctx))
}

// lastWords hold the sentence to say at an interrupt. A command sets them while it runs. They are in the context of
// main, because breadboard may be ended while the command still runs (see patience).
type lastWords struct {
	atomic.Pointer[func() string]
	patience atomic.Int64 // nanoseconds that the command may take besides
	said     sync.Once    // the command may end while endSoon speaks
}

// sayLast prints the last words, once in a run of breadboard.
func sayLast(ctx context.Context, stderr io.Writer) {
	last := wordsOf(ctx)
	last.said.Do(func() {
		line := "interrupted"
		if say := last.Load(); say != nil {
			line += "; " + (*say)()
		}
		fmt.Fprintln(stderr, "breadboard: "+text.OneLine(line))
	})
}

type lastWordsKey struct{}

// wordsOf returns the last words in the context of a command.
func wordsOf(ctx context.Context) *lastWords { return ctx.Value(lastWordsKey{}).(*lastWords) }

// onInterrupt sets the words that follow "interrupted".
func (s *session) onInterrupt(say func() string) {
	wordsOf(s.ctx).Store(&say)
}
