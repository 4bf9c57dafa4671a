package explorer

import (
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/experiments/explore"
)

// links are read to what stands beside them, with what they leave open as in First. Those that Link writes are marked.
var links = []struct {
	text    string
	a, b    *explore.Question
	page    url.Values
	written bool
}{
	{"#toy=barrier&schedule=sigmoid:4&T=100&b.toy=easy&b.seed=7&b.T=1000&beta=0.5&view=levels",
		&explore.Question{Toy: "barrier", Schedule: "sigmoid:4", T: 100},
		&explore.Question{Toy: "easy", Seed: new(uint64(7)), T: 1000},
		url.Values{"beta": {"0.5"}, "view": {"levels"}}, true},
	{"#target=0,1.5;w,-inf&schedule=curve:0:0.2:1&skip_last=true",
		&explore.Question{Target: "0,1.5;w,-inf", Schedule: "curve:0:0.2:1", SkipLast: true}, nil, url.Values{}, true},
	{"#toy=easy&seed=0", &explore.Question{Toy: "easy", Seed: new(uint64(0))}, nil, url.Values{}, true},
	{"#toy=easy&seed=18446744073709551615",
		&explore.Question{Toy: "easy", Seed: new(uint64(1<<64 - 1))}, nil, url.Values{}, true},
	{"http://127.0.0.1:8080/#toy=a%26b+c&tour=3",
		&explore.Question{Toy: "a&b c"}, nil, url.Values{"tour": {"3"}}, false},
	{"toy=easy&toy=hard&T=&skip_last=false", &explore.Question{Toy: "hard"}, nil, url.Values{}, false},
	{"", &explore.Question{}, nil, url.Values{}, false},
	{"http://127.0.0.1:8080/", &explore.Question{}, nil, url.Values{}, false},
	{"#b.T=7&view=levels", &explore.Question{}, &explore.Question{T: 7}, url.Values{"view": {"levels"}}, true},
	{"#toy=easy&b.zoom=2", &explore.Question{Toy: "easy"}, nil, url.Values{"b.zoom": {"2"}}, true},
}

func TestParseLink(t *testing.T) {
	for _, c := range links {
		if got := Link(c.a, c.b, c.page); c.written && got != c.text {
			t.Errorf("wrote %s, want %s", got, c.text)
		}
		a, b, page, err := ParseLink(c.text)
		if err != nil {
			t.Errorf("ParseLink(%q): %v", c.text, err)
		}
		if diff := cmp.Diff([]any{whole(c.a), whole(c.b), c.page}, []any{a, b, page}); diff != "" {
			t.Errorf("ParseLink(%q) (- wanted, + got):\n%s", c.text, diff)
		}
	}
}

func TestParseLinkRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"#T=ten":            "the link has T=ten: a whole number, as 100, would do",
		"#toy=x&b.T=1e3":    "the link has b.T=1e3: a whole number, as 100, would do",
		"#seed=-1":          "the link has seed=-1: a whole number from 0 to 18446744073709551615, as 7, would do",
		"#skip_last=maybe":  "the link has skip_last=maybe: true or false would do",
		"#toy=%zz":          "the link cannot be read, invalid URL escape \"%zz\": #toy=barrier&T=100 would do",
		"#T=a&seed=b&b.T=c": "the link has T=a",
	} {
		_, _, _, err := ParseLink(text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("ParseLink(%q) says %v, want %s", text, err, want)
		}
	}
}
