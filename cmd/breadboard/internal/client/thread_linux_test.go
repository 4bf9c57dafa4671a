package client

import (
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"testing"
)

// Without a guardian the program, though not its children, dies with the thread that started it.
func TestDieWithThread(t *testing.T) {
	g := new(group)
	started := make(chan error)
	go onBriefThread(func() { started <- g.start(exec.Command("sleep", "60")) })
	if err := <-started; err != nil {
		t.Skip(err)
	}
	if err := g.program.Wait(); err == nil || err.Error() != "signal: killed" {
		t.Errorf("it ended with %v, want a kill", err)
	}
}

// onBriefThread calls f on a thread that ends with f, because the goroutine stays locked to it. The
// first thread of a program never ends: the goroutine that is there only keeps it from another.
func onBriefThread(f func()) {
	runtime.LockOSThread()
	if syscall.Gettid() == os.Getpid() {
		done := make(chan struct{})
		go func() {
			defer close(done)
			onBriefThread(f)
		}()
		<-done
		return
	}
	f()
}
