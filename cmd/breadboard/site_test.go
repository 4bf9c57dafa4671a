package main

import (
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"breadboard/grid/must"
)

// The folder has the page, and the engine that its page says it loads. The command says what it needs where there is no
// Go, and writes nothing over files of others.
func TestExploreSite(t *testing.T) {
	dir := t.TempDir()
	path := os.Getenv("PATH")
	t.Setenv("PATH", "/bin/nowhere:"+dir)
	must.Do(t, os.Symlink("/bin/bash", filepath.Join(dir, "bash"))) // the helper starts the program in it
	r := program(t, ".", "explore", "--site", filepath.Join(dir, "none"))
	must.Say(t, r.stderr, "--site needs the page's engine")
	t.Setenv("PATH", path)
	site := filepath.Join(dir, "site")
	must.Do(t, os.Mkdir(site, 0o755))
	write(t, filepath.Join(site, "index.html"), "mine")
	refused(t, program(t, ".", "explore", "--site", site), "a new or an empty directory")
	must.Do(t, os.Remove(filepath.Join(site, "index.html")))
	made := program(t, ".", "explore", "--site", site, "--toy", "easy", "-T", "7")
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
	must.Say(t, read(t, filepath.Join(site, "catalogue.json")), "commit c0ffee")
	must.Say(t, read(t, filepath.Join(site, "state/worker.js")), "wasm_exec.js")
}
