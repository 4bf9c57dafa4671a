package explorer

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/experiments/explore"
	"breadboard/grid/must"
)

// saved is Page as a text.
func saved(t *testing.T, k Kept) string {
	t.Helper()
	if k.Link == "" {
		return Empty()
	}
	var page bytes.Buffer
	must.Do(t, Page(&page, k))
	return page.String()
}

// keptIn is the content of the element that holds the answers.
func keptIn(t *testing.T, page string) string {
	t.Helper()
	_, rest, found := strings.Cut(page, keptBegins)
	text, _, ends := strings.Cut(rest, keptEnds)
	if !found || !ends {
		t.Fatal("the page has no place for answers")
	}
	return text
}

// A browser ends the element at the first </script>, whatever JSON means there. Every other text comes back as it was.
func TestPageKeepsAnswers(t *testing.T) {
	nasty := "</script><script>alert(1)</script><!-- --> & \u2028 \u2029 ü \x00 $& $1"
	want := Kept{Link: "#toy=barrier&T=100", Catalogue: explore.Choices{Version: nasty},
		Answers: map[string]any{"measure": map[string]any{"notes": nasty, "slack": 0.1}}}
	text := keptIn(t, saved(t, want))
	for _, breaks := range []string{"<", ">", "\u2028", "\u2029"} {
		if strings.Contains(text, breaks) {
			t.Errorf("the answers hold %q as it is", breaks)
		}
	}
	var got Kept
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatalf("the answers are no JSON: %v", err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the answers changed (- kept, + read):\n%s", diff)
	}
}

// save.js puts answers in the place of this null.
func TestPageWithoutAnswers(t *testing.T) {
	if text := keptIn(t, saved(t, Kept{})); text != "null" {
		t.Errorf("a page without answers holds %s, not null", text)
	}
	script := must.Have(os.ReadFile("page/take/save.js"))(t)
	for _, marker := range []string{"'" + keptBegins + "'", "`${begins}null" + keptEnds + "`"} {
		if !strings.Contains(string(script), marker) {
			t.Errorf("save.js does not know %s", marker)
		}
	}
}

// Answers that JSON cannot hold are refused, and not written by half.
func TestPageRefuses(t *testing.T) {
	var page bytes.Buffer
	err := Page(&page, Kept{Link: "#", Answers: map[string]any{"measure": func() {}}})
	if err == nil || page.Len() > 0 {
		t.Errorf("wrote %d bytes and said %v", page.Len(), err)
	}
}

// Every module that a module imports is inside, by its name. A file that names another by its address would not find
// it.
func TestPageHasAllModules(t *testing.T) {
	page := saved(t, Kept{})
	var names struct{ Imports map[string]string }
	must.Do(t, json.Unmarshal([]byte(importMap.FindStringSubmatch(page)[2]), &names))
	imported := regexp.MustCompile(`(?m)^(?:import|export)\b[^"';]*?from "([^"]+)"|^import ` +
		`"([^"]+)"|\bimport\("([^"]+)"`)
	for module, address := range names.Imports {
		text := decoded(t, address)
		for _, part := range imported.FindAllStringSubmatch(text, -1) {
			if other := part[1] + part[2] + part[3]; names.Imports[other] == "" {
				t.Errorf("%s imports %s, which is not inside", module, other)
			}
		}
		if strings.Contains(text, "import.meta") {
			t.Errorf("%s asks for its own address, which says nothing in a saved page", module)
		}
	}
}

// Whatever the page loads is inside: scripts, styles, and what styles name.
func TestPageNeedsNoNetwork(t *testing.T) {
	page := saved(t, Kept{})
	parts := fileOf.FindAllStringSubmatch(page, -1)
	if len(parts) < 5 {
		t.Errorf("only %d files are inside", len(parts))
	}
	for _, part := range parts {
		text := decoded(t, part[2])
		if strings.HasPrefix(part[2], "data:text/css") &&
			regexp.MustCompile(`@import|url\((?:[^d]|d[^a])`).MatchString(text) {
			t.Errorf("the styles %.40q... load more", text)
		}
	}
	if loads := regexp.MustCompile(`<(?:img|iframe|object|embed|video|audio|base)\b`).FindString(page); loads != "" {
		t.Errorf("the page has a %s, which inside does not know", loads)
	}
}

// The policy allows the import map by its hash. If a letter of it changes, the browser refuses it.
func TestPagePolicy(t *testing.T) {
	page := saved(t, Kept{})
	sum := sha256.Sum256([]byte(importMap.FindStringSubmatch(page)[2]))
	hash := "script-src data: 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	policy := strings.Index(page, hash)
	scripts := strings.Index(page, "<script")
	if policy < 0 || policy > scripts {
		t.Errorf("the policy is at %d, and the first script at %d", policy, scripts)
	}
	if strings.Contains(page, "connect-src") || !strings.Contains(page, "default-src 'none'") {
		t.Error("the policy lets the page ask somebody")
	}
}

// decoded is the text of a data: address.
func decoded(t *testing.T, address string) string {
	t.Helper()
	_, text, found := strings.Cut(address, ";base64,")
	if !found || !strings.HasPrefix(address, "data:") {
		t.Fatalf("%.60s is no file that is inside", address)
	}
	return string(must.Have(base64.StdEncoding.DecodeString(text))(t))
}

// links are read to what stands beside them, with what they leave open as in First. Those that Link writes are marked.
var links = []struct {
	text    string
	q       explore.Question
	page    url.Values
	written bool
}{
	{"#toy=barrier&schedule=sigmoid:4&T=100&beta=0.5&view=cells",
		explore.Question{Toy: "barrier", Schedule: "sigmoid:4", T: 100},
		url.Values{"beta": {"0.5"}, "view": {"cells"}}, true},
	{"#target=0,1.5;w,-inf&schedule=curve:0:0.2:1&skip_last=true",
		explore.Question{Target: "0,1.5;w,-inf", Schedule: "curve:0:0.2:1", SkipLast: true}, url.Values{}, true},
	{"#toy=easy&seed=0", explore.Question{Toy: "easy", Seed: new(uint64(0))}, url.Values{}, true},
	{"#toy=easy&seed=18446744073709551615",
		explore.Question{Toy: "easy", Seed: new(uint64(1<<64 - 1))}, url.Values{}, true},
	{"http://127.0.0.1:8080/#toy=a%26b+c&beta=1", explore.Question{Toy: "a&b c"}, url.Values{"beta": {"1"}}, false},
	{"toy=easy&toy=hard&T=&skip_last=false", explore.Question{Toy: "hard"}, url.Values{}, false},
	{"", explore.Question{}, url.Values{}, false},
	{"http://127.0.0.1:8080/", explore.Question{}, url.Values{}, false},
	{"#toy=easy&zoom=2", explore.Question{Toy: "easy"}, url.Values{"zoom": {"2"}}, true},
}

func TestParseLink(t *testing.T) {
	for _, c := range links {
		if got := Link(c.q, c.page); c.written && got != c.text {
			t.Errorf("wrote %s, want %s", got, c.text)
		}
		q, page, err := ParseLink(c.text)
		if err != nil {
			t.Errorf("ParseLink(%q): %v", c.text, err)
		}
		if diff := cmp.Diff([]any{completed(c.q), c.page}, []any{q, page}); diff != "" {
			t.Errorf("ParseLink(%q) (- wanted, + got):\n%s", c.text, diff)
		}
	}
}

func TestParseLinkRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"#T=ten":           "the link has T=ten: a whole number, as 100, would do",
		"#toy=x&T=15e-1":   "the link has T=15e-1: a whole number, as 100, would do",
		"#seed=-1":         "the link has seed=-1: a whole number from 0 to 18446744073709551615, as 7, would do",
		"#skip_last=maybe": "the link has skip_last=maybe: true or false would do",
		"#toy=%zz":         "the link cannot be read, invalid URL escape \"%zz\": #toy=barrier&T=100 would do",
		"#T=a&seed=b":      "the link has T=a",
	} {
		_, _, err := ParseLink(text)
		must.Fail(t, err, want, "ParseLink(%q) says", text)
	}
}
