// Package nodetest runs the modules of pages in Node, without a browser. A test hands over what Go knows, has a module
// make a chart, a table or a sentence of it, and holds what comes back to what Go knows:
//
//	said := nodetest.Value[string](t, `
//		const {digits} = await load("explorer/digits.js");
//		return digits(input);`, 0.25)
//
// dom.js stands for the document. It lays nothing out, so what needs a layout is held by package browsertest.
package nodetest

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"breadboard/reports/charts"
	"breadboard/reports/explorer"
)

//go:embed dom.js run.js
var own embed.FS

// errNone says what would do.
var errNone = errors.New("no node is on the PATH: Node 20 or later, as Debian's nodejs, would do, and the tests of " +
	"the page's modules need it")

// Value runs the body of an asynchronous function in JavaScript, and returns what it returns. input is what Go hands
// over, as JSON; load imports a module by its name, such as "explorer/digits.js". Without Node the test is skipped;
// where the variable CI is true it fails.
func Value[T any](t testing.TB, body string, input any) (answer T) {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil && os.Getenv("CI") == "true" {
		t.Fatal(errNone)
	}
	if err != nil {
		t.Skip(errNone)
	}
	asked, err := json.Marshal(map[string]any{"body": body, "input": input})
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if err := modules(folder); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	cmd := exec.CommandContext(t.Context(), node, filepath.Join(folder, "run.js"))
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(asked), &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s\n%v\n%s", body, err, errs.String())
	}
	if err := json.Unmarshal(out.Bytes(), &answer); err != nil {
		t.Fatalf("%s\n%v: %s", body, err, out.String())
	}
	return answer
}

// modules writes the modules into a folder. Node finds explorer/digits.js as the file of a package there.
func modules(folder string) error {
	for name, files := range map[string]fs.FS{"node_modules/explorer": explorer.Files(),
		"node_modules/charts": charts.Files(), "": own} {
		into := filepath.Join(folder, filepath.FromSlash(name))
		err := errors.Join(os.MkdirAll(into, 0o755), os.CopyFS(into, files),
			os.WriteFile(filepath.Join(into, "package.json"), []byte(`{"type": "module"}`), 0o644))
		if err != nil {
			return err
		}
	}
	return nil
}
