package browsertest

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
)

// names of the program, as systems have them.
var names = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"}

// started is the one browser of a test binary: tests take turns in it.
var started struct {
	sync.Mutex
	ctx  context.Context
	stop context.CancelFunc
}

// Run runs the tests of a package, and stops its browser after them. TestMain of the package calls it.
func Run(m *testing.M) int {
	code := m.Run()
	started.Lock()
	defer started.Unlock()
	if started.ctx != nil {
		_ = chromedp.Cancel(started.ctx) // it removes the profile; all tests are over
		started.stop()
	}
	return code
}

// running returns the context of the browser, which it starts if it has to.
func running(t testing.TB) context.Context {
	t.Helper()
	started.Lock()
	defer started.Unlock()
	if started.ctx != nil {
		return started.ctx
	}
	path, err := find(exec.LookPath)
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.DisableGPU)
	if os.Geteuid() == 0 { // Chromium has no sandbox for root
		options = append(options, chromedp.NoSandbox)
	}
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, _ := chromedp.NewContext(allocator) // stop ends it too
	if err := chromedp.Do(ctx); err != nil {
		stop()
		t.Fatalf("%s does not start: %v", path, err)
	}
	started.ctx, started.stop = ctx, stop
	return ctx
}

var errNone = errors.New("no Chromium is on the PATH: .ci/chromium installs Debian's, and " +
	"the tests of the page need it")

// find returns the first of the names that lookPath knows.
func find(lookPath func(string) (string, error)) (string, error) {
	for _, name := range names {
		if path, err := lookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errNone
}
