package main

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"runtime/pprof"
	"sync/atomic"
	"syscall"
	"time"

	"breadboard/cmd/breadboard/internal/code"
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

// speech is the time that the last words may take. A pipe that nobody reads takes none.
const speech = 100 * time.Millisecond

// endSoon ends the program if it still runs some time after the signal. It leaves the last words on stderr. After
// SIGQUIT, which is sent to a program that hangs, it first says there what the program does.
func endSoon(ctx context.Context, stderr io.Writer) {
	time.Sleep(patience)
	said := make(chan struct{})
	go func() {
		defer close(said)
		if signalCode(ctx) == 128+int(syscall.SIGQUIT) {
			_ = pprof.Lookup("goroutine").WriteTo(stderr, 2)
		}
		exitCode(ctx, context.Cause(ctx), stderr)
	}()
	select {
	case <-said:
	case <-time.After(speech):
	}
	os.Exit(signalCode(ctx))
}

// lastWords hold the sentence to say at an interrupt. A command sets them while it runs. They are in the program's
// context because a program that does not stop soon is ended while its command still runs (see patience).
type lastWords struct{ say atomic.Pointer[func() string] }

type lastWordsKey struct{}

// withLastWords returns a context in which commands can leave their last words.
func withLastWords(ctx context.Context) context.Context {
	return context.WithValue(ctx, lastWordsKey{}, new(lastWords))
}

// ifInterrupted sets the words that follow "interrupted".
func (w *world) ifInterrupted(say func() string) {
	if last, ok := w.ctx.Value(lastWordsKey{}).(*lastWords); ok {
		last.say.Store(&say)
	}
}

// spelled is the command as a shell reads it: breadboard sweep --exec 'python3 k.py'.
func (w *world) spelled() string {
	return code.Quoted(append([]string{"breadboard"}, w.command.Args...)...)
}
