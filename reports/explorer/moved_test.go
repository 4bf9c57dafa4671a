package explorer_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/reports/explorer"
)

// Every view that the page has no more leads to one that it has, from the page and from the program alike, and what
// such a link said beside is left out without a word.
func TestOldLinks(t *testing.T) {
	got := inNode[struct {
		Moved, Shown map[string]string
		Views        []string
		Said         []string
	}](t, `
		const {moved} = await load("explorer/state/moved.js"), {views} = await load("explorer/views/views.js");
		const {state} = await load("explorer/state/link.js"), shown = {}, said = [];
		for (const name of Object.keys(moved)) {
			const read = state("#toy=barrier&T=7&view=" + name + "&less=reverse-p&colours=all&by=t&chains=9", ["view"]);
			shown[name] = read.page.view;
			said.push(...read.said);
		}
		return {moved, shown, said, views: views.map(({id}) => id)};`, nil)
	if diff := cmp.Diff(explorer.Moved, got.Moved); diff != "" || len(got.Moved) == 0 {
		t.Errorf("the page and the program move views otherwise (- program, + page):\n%s", diff)
	}
	for name, now := range got.Moved {
		_, page, err := explorer.ParseLink("#toy=barrier&T=7&view=" + name)
		if err != nil || page.Get("view") != now || got.Shown[name] != now || !slices.Contains(got.Views, now) ||
			slices.Contains(got.Views, name) {
			t.Errorf("view=%s is read as %q by the program and %q by the page, want %s of %q", name, page.Get("view"),
				got.Shown[name], now, got.Views)
		}
	}
	if len(got.Said) > 0 {
		t.Errorf("of old links the page says %q", got.Said)
	}
}
