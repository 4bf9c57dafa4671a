package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/pprof"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"breadboard/grid/text"
)

// A stopped is the cause of a context that a signal ended.
type stopped struct{ signal syscall.Signal }

// Error names the signal.
func (s stopped) Error() string { return s.signal.String() }

// signalCode returns the exit code of a program that a signal ended, which is 128 and the signal's
// number: 130 after Ctrl-C, whose number is 2.
func signalCode(ctx context.Context) int {
	s := stopped{syscall.SIGINT}
	errors.As(context.Cause(ctx), &s)
	return 128 + int(s.signal)
}

// untilSignal returns a context that the first signal ends: Ctrl-C, or what a terminal that is closed, Ctrl-\ or kill
// sends. The second one ends the program at once. A program that nohup started goes on without its terminal.
func untilSignal(ctx context.Context) context.Context {
	ctx, cancel := context.WithCancelCause(ctx)
	caught := make(chan os.Signal, 1)
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGQUIT}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	signal.Notify(caught, signals...)
	go func() {
		s := <-caught
		signal.Stop(caught)
		number, _ := s.(syscall.Signal) // on every system a signal is a number
		cancel(stopped{number})
	}()
	return ctx
}

// The program is ended if it still runs so long after a signal. Most loops look for it, but
// not all: ten thousand restarts of vb on a large space do not, and reading a pipe that nobody
// writes to cannot. Files are whole at every moment.
const patience = 200 * time.Millisecond

// speech is the time that the last words may take. They take milliseconds, but a busy machine may keep them waiting,
// and a pipe that nobody reads never takes them.
const speech = 5 * time.Second

// endSoon ends the program if it still runs some time after the signal. It leaves the last words on stderr. After
// SIGQUIT, which is sent to a program that hangs, it first says there what the program does.
func endSoon(ctx context.Context, stderr io.Writer) {
	time.Sleep(time.Duration(wordsOf(ctx).patience.Load()))
	time.Sleep(patience)
	said := make(chan struct{})
	go func() {
		defer close(said)
		sayLast(ctx, stderr, signalCode(ctx) == 128+int(syscall.SIGQUIT))
	}()
	select {
	case <-said:
	case <-time.After(speech):
	}
	os.Exit(signalCode(ctx))
}

// lastWords hold the sentence to say at an interrupt. A command sets them while it runs. They are in the program's
// context because a program that does not stop soon is ended while its command still runs (see patience).
type lastWords struct {
	atomic.Pointer[func() string]
	patience atomic.Int64 // nanoseconds that the command may take besides
	said     sync.Once    // the command may end while endSoon speaks
}

// sayLast prints the last words, once in a program's life, after a trace of what it does if that is asked for.
func sayLast(ctx context.Context, stderr io.Writer, trace bool) {
	last := wordsOf(ctx)
	last.said.Do(func() {
		if trace {
			_ = pprof.Lookup("goroutine").WriteTo(stderr, 2)
		}
		line := "interrupted"
		if say := last.Load(); say != nil {
			line += "; " + (*say)()
		}
		fmt.Fprintln(stderr, "breadboard: "+text.OneLine(line))
	})
}

type lastWordsKey struct{}

// wordsOf are the last words of the program that has this context, or new ones if it has none.
func wordsOf(ctx context.Context) *lastWords {
	if last, ok := ctx.Value(lastWordsKey{}).(*lastWords); ok {
		return last
	}
	return new(lastWords)
}

// ifInterrupted sets the words that follow "interrupted".
func (w *world) ifInterrupted(say func() string) {
	wordsOf(w.ctx).Store(&say)
}

// patient gives the command some time after a signal, for what it prints then.
func (w *world) patient(d time.Duration) {
	wordsOf(w.ctx).patience.Store(int64(d))
}
