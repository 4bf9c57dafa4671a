package main

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"breadboard/grid/must"
)

// The folder has the page, and the engine that its page says it loads. The command finds the source that the program
// was built from, wherever it runs. It says what it needs where it has no Go or no temporary folder, and writes
// nothing then, or over files of others. The same command again
// is no harm, which the long form tries. Every folder of the page stays inside its site, whichever of them is a link,
// and nothing is left in TMPDIR.
func TestExploreSite(t *testing.T) {
	dir := t.TempDir()
	site := filepath.Join(dir, "site")
	refused(t, program(t, ".", "explore", "--site", site, "--open"), "leave --open out")
	path := os.Getenv("PATH")
	t.Setenv("PATH", "/bin/nowhere:"+dir)
	must.Do(t, os.Symlink("/bin/bash", filepath.Join(dir, "bash"))) // the helper starts the program in it
	refused(t, program(t, ".", "explore", "--site", site), "A program that .ci/release made has it",
		"in a clone of the repository and with Go 1.26 on the PATH")
	t.Setenv("PATH", path)
	if _, err := os.Stat(site); err == nil {
		t.Error("a folder was made for nothing")
	}
	outside, room := t.TempDir(), t.TempDir()
	t.Setenv("TMPDIR", filepath.Join(dir, "nowhere"))
	refused(t, quiet(program(t, ".", "explore", "--site", filepath.Join(dir, "roomless"))), "--site builds",
		"in TMPDIR, would do")
	t.Setenv("TMPDIR", room)
	must.Do(t, os.Mkdir(site, 0o755))
	write(t, filepath.Join(site, "index.html"), "mine")
	refused(t, program(t, ".", "explore", "--site", site), "a new or an empty directory would do")
	must.Do(t, os.Remove(filepath.Join(site, "index.html")))
	made := program(t, dir, "explore", "--site", site, "toy=easy&T=7")
	if made.code != 0 || !strings.Contains(made.stdout, "--directory "+site) ||
		!strings.Contains(made.stdout, "8000/#toy=easy") {
		t.Errorf("exit code %d, and it prints %s%s", made.code, made.stdout, made.stderr)
	}
	file := must.Have(os.Open(filepath.Join(site, "engine.wasm.gz")))(t)
	defer file.Close()
	plain := must.Have(io.ReadAll(must.Have(gzip.NewReader(file))(t)))(t)
	if !strings.HasPrefix(string(plain), "\x00asm") {
		t.Error("the engine is no WebAssembly")
	}
	const most = 6_000_000 // bytes that a reader waits for
	size := must.Have(file.Stat())(t).Size()
	index := read(t, filepath.Join(site, "index.html"))
	if !strings.Contains(index, fmt.Sprintf(`<meta id="engine" content="%d">`, size)) || size > most {
		t.Errorf("the page has another size than %d bytes, or these are more than %d", size, most)
	}
	for name, part := range map[string]string{"catalogue.json": "commit c0ffee", "index.html": "<!doctype html>",
		"vendor/go.LICENSE": "The Go Authors", "state/worker.js": "wasm_exec.js"} {
		if !strings.Contains(strings.ToLower(read(t, filepath.Join(site, name))), strings.ToLower(part)) {
			t.Errorf("%s has no %s", name, part)
		}
	}
	if long {
		again := program(t, ".", "explore", "--site", site, "toy=easy&T=7")
		if again.code != 0 {
			t.Errorf("the same command again: %s", again.stderr)
		}
		other := filepath.Join(dir, "other")
		if twin := program(t, ".", "explore", "--site", other, "toy=easy&T=7"); twin.code != 0 {
			t.Errorf("the same command in another place: %s", twin.stderr)
		}
		twins := filesIn(t, other)
		for name, bytes := range filesIn(t, site) {
			if twins[name] != bytes {
				t.Errorf("the same command writes another %s", name)
			}
		}
		givenAway(t, filepath.Join(site, "engine.wasm.gz"))
	}
	staysInside(t, site, outside)
	for _, empty := range []string{outside, room} {
		if left := listing(t, empty); left != "" {
			t.Errorf("left outside of the site: %s", left)
		}
	}
}

// filesIn are the files below a folder, by their names as seen from it.
func filesIn(t *testing.T, folder string) map[string]string {
	t.Helper()
	all := map[string]string{}
	must.Do(t, filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			all[must.Have(filepath.Rel(folder, path))(t)] = read(t, path)
		}
		return err
	}))
	return all
}

// givenAway holds a program with an engine inside, as .ci/release builds it, to write a site where there is neither a
// clone nor Go, with that engine.
func givenAway(t *testing.T, engine string) {
	t.Helper()
	dir := t.TempDir()
	place := must.Have(filepath.Abs("internal/shipped/engine.wasm.gz"))(t)
	overlay := must.Have(json.Marshal(map[string]any{"Replace": map[string]string{place: engine}}))(t)
	write(t, filepath.Join(dir, "overlay.json"), string(overlay))
	binary := filepath.Join(dir, "breadboard")
	build := exec.Command("go", "build", "-tags", "site", "-overlay", filepath.Join(dir, "overlay.json"), "-o", binary,
		".")
	if said, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	alone := exec.Command(binary, "explore", "--site", "site")
	alone.Dir = dir
	alone.Env = []string{"PATH=/nowhere"}
	if said, err := alone.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	if read(t, filepath.Join(dir, "site", "engine.wasm.gz")) != read(t, engine) {
		t.Error("the site has another engine than the program")
	}
	must.Say(t, read(t, filepath.Join(dir, "site", "index.html")), `<meta id="engine" content="`)
}

// staysInside makes links of the site's folders, one after the other, and asks for the site again: that is refused. The
// short form does so with the first of them.
func staysInside(t *testing.T, site, outside string) {
	t.Helper()
	folders := 0
	must.Do(t, filepath.WalkDir(site, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() || path == site {
			return err
		}
		folders++
		if folders > 1 && !long {
			return nil
		}
		beside := path + "-moved"
		must.Do(t, os.Rename(path, beside))
		must.Do(t, os.Symlink(outside, path))
		refused(t, program(t, ".", "explore", "--site", site), "is a link to another place")
		must.Do(t, os.Remove(path))
		must.Do(t, os.Rename(beside, path))
		return filepath.SkipDir
	}))
	if folders == 0 {
		t.Error("the site has no folders")
	}
}

// quiet is a result without the line that says that the engine is being built.
func quiet(r result) result {
	_, r.stderr, _ = strings.Cut(r.stderr, "first time\n")
	return r
}
