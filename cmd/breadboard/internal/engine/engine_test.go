package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"breadboard/cmd/breadboard/internal/answers"
	"breadboard/grid/must"
)

// golang runs the go command for WebAssembly.
func golang(t *testing.T, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", args...)
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	said, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("go %q: %v\n%s", args, err, said)
	}
	return string(said)
}

// inNode answers questions of two words, an address and a body, one on each line, as worker.js does.
const inNode = `
globalThis.require = require;
require(process.argv[2]);
const fs = require("node:fs"), go = new Go();
WebAssembly.instantiate(fs.readFileSync(process.argv[3]), go.importObject).then(async ({instance}) => {
	go.run(instance);
	const all = [];
	let told;
	for (const [address, body] of JSON.parse(fs.readFileSync(0, "utf8"))) {
		told = [];
		all.push(await new Promise((end) =>
			breadboard(address, new TextEncoder().encode(body), (line, problem) => end([line, problem, ...told]),
				(share) => told.push(String(share)))));
	}
	process.stdout.write(JSON.stringify(all), () => process.exit(0));
});`

// TestEngine: the engine answers in WebAssembly what its package answers here: numbers within 1e-12, and problems
// letter by letter.
func TestEngine(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	questions := [][2]string{
		{"api/measure", `{"toy":"barrier","T":100}`},
		{"api/measure", `{"target":"0,1.5;w,2","kernel":"heat-bath","T":7}`},
		{"api/levels", `{"toy":"easy","T":20,"frames":11}`},
		{"api/command", `{"toy":"barrier","T":10}`},
		{"api/draw", `{"toy":"easy"}`},
		{"api/measure", `{"toy":"nix"}`},
		{"api/nothing", ""},
		{"api/exact", `{"toy":"two-basins:5","schedule":"best-j","T":12}`},
	}
	wasm := filepath.Join(t.TempDir(), "engine.wasm")
	script := filepath.Join(t.TempDir(), "ask.cjs")
	golang(t, "build", "-trimpath", "-ldflags=-s -w", "-o", wasm, ".")
	must.Do(t, os.WriteFile(script, []byte(inNode), 0o644))
	starter := must.Have(filepath.Abs("../../../../reports/explorer/page/vendor/wasm_exec.js"))(t)
	cmd := exec.CommandContext(t.Context(), node, script, starter, wasm)
	cmd.Stdin, cmd.Stderr = bytes.NewReader(must.Have(json.Marshal(questions))(t)), os.Stderr
	var all [][]string
	must.Do(t, json.Unmarshal(must.Have(cmd.Output())(t), &all))
	for i, q := range questions {
		want, p := answers.Ask(t.Context(), q[0], []byte(q[1]), nil)
		if searched := i == len(questions)-1; searched != (len(all[i]) > 10) {
			t.Errorf("%s: told %q", q, all[i][2:])
		}
		problem := ""
		if p != nil {
			problem = string(answers.Encoded(p))
		}
		if all[i][1] != problem {
			t.Errorf("%s: the problem %q, want %q", q, all[i][1], problem)
		}
		if diff := cmp.Diff(decoded(t, want), decoded(t, []byte(all[i][0])), lastDigits); diff != "" {
			t.Errorf("%s: %s", q, diff)
		}
	}
}

// lastDigits lets numbers differ in their last digits: those near 0 are differences, or probabilities.
var lastDigits = cmpopts.EquateApprox(1e-12, 1e-12)

// decoded returns a line of JSON as values, and nil for no line.
func decoded(t *testing.T, line []byte) (value any) {
	t.Helper()
	if len(line) > 0 {
		must.Do(t, json.Unmarshal(line, &value))
	}
	return value
}

// TestEngineIsSmall: what a page loads has no server in it, because package net/http alone would be a megabyte.
func TestEngineIsSmall(t *testing.T) {
	for dep := range strings.FieldsSeq(golang(t, "list", "-deps", ".")) {
		for _, large := range []string{"net/http", "crypto/tls", "gonum.org/v1/plot", "breadboard/reports"} {
			if strings.Contains(dep, large) {
				t.Errorf("the engine has %s", dep)
			}
		}
	}
}
