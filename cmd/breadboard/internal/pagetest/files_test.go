package pagetest

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"breadboard/reports/explorer/browsertest"
)

// drop lets a file fall onto the grid, as the hand does that pulls it out of a folder.
const drop = `(() => {
	const carried = new DataTransfer(), grid = document.querySelector('[data-side="a"] [role="grid"]');
	carried.items.add(new File([%q], %q));
	const event = (name) => new DragEvent(name, {bubbles: true, cancelable: true, dataTransfer: carried});
	const taken = !grid.dispatchEvent(event("dragover"));
	grid.dispatchEvent(event("drop"));
	return taken;
})()`

// changed waits until the numbers are others than before.
func changed(tab *browsertest.Tab, before row) {
	tab.Wait(`Number(document.querySelector("#numbers tbody td").title) !== ` + number(before.J))
	settled(tab)
}

// A file that is dropped onto the grid is the target, and gives the numbers of the command.
func TestDroppedFile(t *testing.T) {
	tab := open(t, browsertest.Desk, serve(t, "127.0.0.1:0").link("toy=barrier&T=20"))
	before := numbers(tab, 1)
	if !browsertest.Value[bool](tab, fmt.Sprintf(drop, "0,1.5\n2,-inf\n", "target.csv")) {
		t.Error("the grid does not take files")
	}
	tab.Wait(`location.hash.includes("target=0,1.5;2,w")`)
	changed(tab, before)
	numbers(tab, 1).holds(t, rowOf(t, shell(t, t.TempDir(), `printf '0,1.5\n2,-inf\n' > target.csv && `+
		"breadboard exact --target target.csv -T 20 --format json")))
}

// A file of probabilities is opened as what it is: log f are their logarithms.
func TestFileOfProbabilities(t *testing.T) {
	tab := open(t, browsertest.Desk, serve(t, "127.0.0.1:0").link("toy=barrier&T=20"))
	before := numbers(tab, 1)
	file := filepath.Join(t.TempDir(), "p.csv")
	if err := os.WriteFile(file, []byte("0.25,0.25\n0.5,0\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	browsertest.Value[string](tab, element(`[data-side="a"] .open select`)+`.value = "p"`)
	tab.Upload(`[data-side="a"] input[type=file]`, file)
	changed(tab, before)
	numbers(tab, 1).holds(t, rowOf(t, run(t, "", "exact", "--target", file, "--density", "p", "-T", "20", "--format", "json")))
}
