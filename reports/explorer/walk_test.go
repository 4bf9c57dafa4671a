package explorer

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"breadboard/grid/must"
)

// inNode answers questions, each a walk with a place between its levels, by what the page says of the first run there.
const inNode = `
globalThis.document = {getElementById: () => null}; // no engine is named there
globalThis.matchMedia = () => ({matches: false});
const {stepOf, words} = await import("./picture/walk.js");
let asked = "";
for await (const some of process.stdin) asked += some;
console.log(JSON.stringify(JSON.parse(asked).map(({walk, at}) => words(stepOf(walk, at, 0), [2, 3]))));
`

// A followed is a walk of one run and a place in it, with the words for that.
type followed struct {
	Walk struct {
		Levels   []int   `json:"levels"`
		Cells    [][]int `json:"cells"`
		Proposed [][]int `json:"proposed"`
	} `json:"walk"`
	At struct {
		K      int     `json:"k"`
		Passed float64 `json:"passed"`
	} `json:"at"`
	want string
}

// TestWordsOfAStep: a proposal is accepted if the run moves to it, and rejected if the run stays: also one that is off
// the board, and one to the cell where the run is. Nothing is decided in the first half of a step, and a place at a
// level has the step that led there.
func TestWordsOfAStep(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	var all []followed
	ask := func(k int, passed float64, proposed [][]int, want string) {
		f := followed{want: want}
		f.Walk.Levels = []int{1, 4, 9, 16, 25}
		f.Walk.Cells = [][]int{{1}, {4}, {4}, {4}, {0}}
		f.Walk.Proposed = proposed
		f.At.K = k
		f.At.Passed = passed
		all = append(all, f)
	}
	proposed := [][]int{{4}, {4}, {-1}, {0}}
	for step, says := range []string{"Level 4: (0, 1) → (1, 1)", "Level 9: (1, 1) → (1, 1)",
		"Level 16: (1, 1) → off the board", "Level 25: (1, 1) → (0, 0)"} {
		verdict := []string{": accepted", ": rejected", ": rejected", ": accepted"}[step]
		ask(step+1, 0, proposed, says+verdict)
		ask(step, 0.75, proposed, says+verdict)
		ask(step, 0.25, proposed, says+"?")
	}
	ask(0, 0, proposed, "Level 4: (0, 1) → (1, 1)?") // no step led there
	ask(2, 0, [][]int{{4}, {0}, {4}, {0}}, "Level 9: (1, 1) → (0, 0): rejected")
	ask(2, 0.75, nil, "Level 16: (1, 1) → (1, 1), no proposal known")

	dir := t.TempDir()
	for name, text := range Served() {
		path := filepath.Join(dir, name)
		must.Do(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must.Do(t, os.WriteFile(path, text, 0o644))
	}
	must.Do(t, os.WriteFile(filepath.Join(dir, "package.json"), []byte(`{"type": "module"}`), 0o644))
	must.Do(t, os.WriteFile(filepath.Join(dir, "asks.js"), []byte(inNode), 0o644))
	cmd := exec.CommandContext(t.Context(), node, filepath.Join(dir, "asks.js"))
	cmd.Stdin = bytes.NewReader(must.Have(json.Marshal(all))(t))
	cmd.Stderr = os.Stderr
	var said []string
	must.Do(t, json.Unmarshal(must.Have(cmd.Output())(t), &said))
	for i, f := range all {
		if said[i] != f.want {
			level := f.Walk.Levels[f.At.K]
			t.Errorf("at level %d and %v of a step it says %q, want %q", level, f.At.Passed, said[i], f.want)
		}
	}
}
