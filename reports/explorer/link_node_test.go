package explorer_test

import (
	"net/url"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"breadboard/experiments/explore"
	"breadboard/reports/explorer"
	"breadboard/reports/explorer/browsertest"
	"breadboard/reports/explorer/nodetest"
)

func TestMain(m *testing.M) { os.Exit(browsertest.Run(m)) }

// What Go writes is read by link.js, and what link.js writes of it is read by Go as it was.
func TestLinkThroughThePage(t *testing.T) {
	var written []string
	for i := range 100 {
		written = append(written, drawnLink.Example(i))
	}
	said := nodetest.Value[[][]string](t, `const {fragment, state} = await load("explorer/state/link.js");
		return input.map((link) => state(link, ["view", "beta"])).map((one) => [fragment(one), ...one.said]);`, written)
	for i, link := range written {
		if len(said[i]) > 1 {
			t.Errorf("link.js says of %s: %s", link, said[i][1:])
		}
		if diff := cmp.Diff(parsed(t, link), parsed(t, said[i][0])); diff != "" {
			t.Errorf("%s becomes %s (- Go, + JavaScript):\n%s", link, said[i][0], diff)
		}
	}
}

// drawnLink is a link that Go writes: of texts with any letters, and of one setting or two.
var drawnLink = rapid.Custom(func(t *rapid.T) string {
	question := func(name string) *explore.Question {
		q := &explore.Question{Toy: rapid.String().Draw(t, name), Target: rapid.String().Draw(t, name),
			Kernel: rapid.String().Draw(t, name), SkipLast: rapid.Bool().Draw(t, name), T: rapid.IntRange(1, 10_000).Draw(t,
				name)}
		if rapid.Bool().Draw(t, name) {
			q.Seed = new(rapid.Uint64().Draw(t, name)) // beyond the whole numbers of JavaScript
		}
		return q
	}
	page := url.Values{"view": {rapid.String().Draw(t, "view")}, "beta": {rapid.StringMatching(`0\.\d+`).Draw(t, "beta")}}
	var b *explore.Question
	if rapid.Bool().Draw(t, "two") {
		b = question("b")
	}
	return explorer.Link(question("a"), b, page)
})

func parsed(t *testing.T, link string) []any {
	t.Helper()
	a, b, page, err := explorer.ParseLink(link)
	if err != nil {
		t.Fatal(err)
	}
	return []any{a, b, page}
}
