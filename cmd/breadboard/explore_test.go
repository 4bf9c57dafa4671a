package main

import (
	"bufio"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"breadboard/grid/must"
)

// TestExploreServes: the page starts at the setting of the flags, or of a file, and at the paper's BARRIER if there is
// none. It is served while the program runs, and Ctrl-C ends the program while it computes what takes half a minute.
func TestExploreServes(t *testing.T) {
	for line, want := range map[string]string{
		"explore --addr 127.0.0.1:0": "toy=barrier&kernel=metropolis&bridge=geometric&schedule=linear&T=100",
		"explore --addr 127.0.0.1:0 --target g.csv --axes ring,any --program smc:8": "target=0,1.5;2,w&axes=ring,any&" +
			"kernel=metropolis&bridge=geometric&schedule=linear&program=smc:8&T=100",
	} {
		cmd := exec.Command(binary, strings.Fields(line)...)
		dir := files(t, map[string]string{"g.csv": "0,1.5\n2,-inf\n"})
		r := finish(t, cmd, dir, func() error {
			cmd.Stdout = nil // its output is read at once
			out := must.Have(cmd.StdoutPipe())(t)
			must.Do(t, cmd.Start())
			link := must.Have(bufio.NewReader(out).ReadString('\n'))(t)
			address, fragment, _ := strings.Cut(strings.TrimSpace(link), "#")
			if fragment != want {
				t.Errorf("%s: the link is %s, want %s", line, link, want)
			}
			page := must.Have(http.Get(address))(t)
			page.Body.Close()
			if page.StatusCode != http.StatusOK {
				t.Errorf("%s: %s", address, page.Status)
			}
			go func() { // its answer never comes
				_, _ = http.Post(address+"api/exact", "application/json",
					strings.NewReader(`{"toy":"barrier","T":10000,"program":"smc:1000"}`))
			}()
			time.Sleep(100 * time.Millisecond) // it computes by then; if not, the test is only weaker
			must.Do(t, cmd.Process.Signal(os.Interrupt))
			return cmd.Wait()
		})
		checkEnd(t, r, result{code: 130, stderr: "breadboard: the page is at this link until Ctrl-C\n" +
			"breadboard: interrupted\n"})
	}
}

// TestExploreSite: the folder has the page and the engine that the page says it loads, of one to six million bytes.
func TestExploreSite(t *testing.T) {
	site := filepath.Join(t.TempDir(), "site")
	r := program(t, ".", "explore", "--site", site, "--toy", "easy", "-T", "7")
	holds(t, r.stdout, "--directory "+site, "8000/#toy=easy")
	size := must.Have(os.Stat(filepath.Join(site, "engine.wasm.gz")))(t).Size()
	if size < 1_000_000 || size > 6_000_000 {
		t.Errorf("the engine has %d bytes", size)
	}
	holds(t, r.stdout, fmt.Sprintf("loads %.3g MiB once", float64(size)/(1<<20)))
	must.Say(t, textOf(t, site, "index.html"), fmt.Sprintf(`<meta id="engine" content="%d">`, size))
	must.Say(t, textOf(t, site, "catalogue.json"), "commit c0ffee")
	must.Say(t, textOf(t, site, "state/worker.js"), "wasm_exec.js")
}
