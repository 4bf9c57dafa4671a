package main

import (
	"bufio"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"breadboard/grid/must"
	"breadboard/reports/table"
)

// TestExploreServes: the page starts at the setting of the flags, or of a file, and at the paper's BARRIER if there is
// none. It is served while the program runs, and Ctrl-C ends the program while it computes what takes half a minute.
func TestExploreServes(t *testing.T) {
	const everywhere = "breadboard: --addr :0 lets other machines in: whoever reaches this port can have this one " +
		"compute\n"
	for line, want := range map[string]string{
		"explore --addr 127.0.0.1:0": "toy=barrier&kernel=metropolis&bridge=geometric&schedule=linear&T=100",
		"explore --addr :0 --target g.csv --axes ring,any --program smc:8": "target=0,1.5;2,w&axes=ring,any&" +
			"kernel=metropolis&bridge=geometric&schedule=linear&program=smc:8&T=100",
		"explore --addr 127.0.0.1:0 --target line.npy": "target=state,logf;0,0;1,1.5;2,w&axes=line&kernel=metropolis&" +
			"bridge=geometric&schedule=linear&T=100",
	} {
		cmd := exec.Command(binary, strings.Fields(line)...)
		dir := files(t, map[string]string{"g.csv": "0,1.5\n2,-inf\n", "line.npy": array(t, "(3,)", "0 1.5 -inf")})
		r := finish(t, cmd, dir, func() error {
			cmd.Stdout = nil // its output is read at once
			out := must.Have(cmd.StdoutPipe())(t)
			must.Do(t, cmd.Start())
			link := must.Have(bufio.NewReader(out).ReadString('\n'))(t)
			address, fragment, _ := strings.Cut(strings.TrimSpace(link), "#")
			if fragment != want || !strings.HasPrefix(link, "http://127.0.0.1:") {
				t.Errorf("%s: the link is %s, want %s", line, link, want)
			}
			page := must.Have(http.Get(address))(t)
			page.Body.Close()
			if !strings.Contains(line, " :0 ") {
				taken := strings.Trim(address, "htp:/")
				refused(t, program(t, dir, "explore", "--addr", taken), "--addr "+taken+" is in use, perhaps by "+
					"another breadboard explore; use another port, or 0 for a free one")
			}
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
		warns := ""
		if strings.Contains(line, " :0 ") {
			warns = everywhere
		}
		checkEnd(t, r, result{code: 130, stderr: warns + "breadboard: the page is at this link until Ctrl-C\n" +
			"breadboard: interrupted\n"})
	}
}

// TestExploreSite: the folder has the page and the engine that the page says it loads, of one to six million bytes.
func TestExploreSite(t *testing.T) {
	const building = "breadboard: the engine is being built, which takes a minute the first time\n"
	site := filepath.Join(t.TempDir(), "site")
	r := program(t, ".", append(strings.Fields("explore --toy easy --seed 7 --axes ring --kernel heat-bath --bridge "+
		"power:0.5 --schedule sigmoid:4 --initial tempered:0.5 --repeat 3 --skip-last-kernel -T 7 --site"), site)...)
	size := must.Have(os.Stat(filepath.Join(site, "engine.wasm.gz")))(t).Size()
	if size < 1_000_000 || size > 6_000_000 {
		t.Errorf("the engine has %d bytes", size)
	}
	checkEnd(t, r, result{stdout: fmt.Sprintf("%s has the page; a browser loads %.3g MiB once. Any static server "+
		"serves it, as\n\n    python3 -m http.server --directory %[1]s\n\nThen the page is at "+
		"http://127.0.0.1:8000/#toy=easy&seed=7&axes=ring&kernel=heat-bath&bridge=power:0.5&initial=tempered:0.5&"+
		"schedule=sigmoid:4&skip_last=true&T=7&repeat=3\n", site, float64(size)/(1<<20)),
		stderr: building})
	must.Say(t, textOf(t, site, "index.html"), fmt.Sprintf(`<meta id="engine" content="%d">`, size),
		`{"kind":"catalogue","body":{"toy":"easy","seed":"7",`)
	must.Say(t, textOf(t, site, "catalogue.json"), "commit c0ffee")
	must.Say(t, textOf(t, site, "state/worker.js"), "wasm_exec.js")
	all := siteFiles(map[string][]byte{"z": nil, "index.html": nil, "a": nil})
	if names := table.Each(all, func(f table.File) string { return f.Name }); !slices.Equal(names,
		[]string{"a", "z", "index.html"}) {
		t.Errorf("the files are written as %v, want the page last", names)
	}
	cube := filepath.Join(site, "cube.npy")
	must.Do(t, os.WriteFile(cube, []byte(array(t, "(2,2,2)", "0 1 2 3 4 5 6 7")), 0o600))
	refused(t, program(t, site, "explore", "--target", "cube.npy"),
		"--target cube.npy has 3 axes; use one or two, which can be painted")
	t.Setenv("PATH", "")
	checkEnd(t, program(t, site, "explore", "--site", "."), result{code: 2, stderr: building + "breadboard: --site " +
		"needs " +
		"the page's engine, which this executable was built without; use breadboard in a clone of the repository " +
		"with Go on the PATH, or an executable that .ci/release made (go build: exec: \"go\": executable file not " +
		"found in $PATH )\n"})
}
