package page

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSpans(t *testing.T) {
	for text, want := range map[string][]span{
		"":                  {{}},
		"plain":             {{Words: "plain"}},
		"my[1](2*3)_x_.csv": {{Words: "my"}, {Words: "1", Href: "2*3"}, {Words: "_x_.csv"}},
		"run `a [b](c)`!":   {{Words: "run "}, {Words: "a [b](c)", Code: true}, {Words: "!"}},
		"[0, 1) (x)":        {{Words: "[0, 1) (x)"}},
	} {
		if diff := cmp.Diff(want, spans(text)); diff != "" {
			t.Errorf("%q:\n%s", text, diff)
		}
	}
}

// A link to anything but a page or a file is not followed.
func TestLinksLeadToPages(t *testing.T) {
	p := example()
	p.Intro = []string{"[words](javascript:alert(1))"}
	if strings.Contains(written(t, p), "javascript:") {
		t.Error("the page has a script in a link")
	}
}

func TestEnding(t *testing.T) {
	files := []string{"a.png", "a.svg", "b.csv", "b.json", "c"}
	for i, want := range []string{"a.png", ".svg", "b.csv", ".json", "c"} {
		if got := ending(files, i); got != want {
			t.Errorf("%s is %q, want %q", files[i], got, want)
		}
	}
}
