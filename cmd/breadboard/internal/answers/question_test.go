package answers

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/experiments"
	"breadboard/experiments/explore"
)

func TestRead(t *testing.T) {
	got, p := Read([]byte(` {"toy":"easy","seed":"18446744073709551615","T":100,"skip_last":true,
		"frames":3} `))
	if p != nil {
		t.Fatal(p)
	}
	want := Asked{Question: explore.Question{Toy: "easy", Seed: new(uint64(1<<64 - 1)), T: 100, SkipLast: true},
		Beside: Beside{Frames: 3}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(- wanted, + got): %s", diff)
	}
	if _, p := Read([]byte("{}")); p != nil {
		t.Errorf("the empty question: %v", p)
	}
}

func TestReadRefuses(t *testing.T) {
	for _, c := range []struct{ body, field, says string }{
		{``, "", "the question is no JSON object"},
		{`[]`, "", "the question is no JSON object"},
		{`"toy"`, "", "the question is no JSON object"},
		{`{"toy":"easy"`, "", "it ends too soon"},
		{`{"toy":"ea`, "", "it ends too soon"},
		{`{"toy":easy}`, "", "invalid character 'e'"},
		{`{"toy":"easy"} {}`, "", "something follows the question"},
		{`{"toy":"easy"}x`, "", "something follows the question"},
		{`{"-":{"Command":"sh"}}`, "-", `the key "-", which is not known`},
		{`{"size":7}`, "size", `the key "size", which is not known`},
		{`{"TOY":"easy"}`, "TOY", `the key "TOY", which is not known`},
		{`{"toy":"easy","toy":"hard"}`, "toy", "stands twice"},
		{`{"toy":7}`, "toy", "toy is 7; a text would do"},
		{`{"toy":null}`, "toy", "toy is null; a text would do"},
		{`{"T":"100"}`, "T", `T is "100"; a whole number`},
		{`{"T":1e999}`, "T", "T is 1e999; a whole number"},
		{`{"T":99999999999999999999}`, "T", "a whole number"},
		{`{"T":1.5}`, "T", "T is 1.5; a whole number"},
		{`{"seed":7}`, "seed", "seed is 7; a whole number from 0 to 18446744073709551615 in quotation marks"},
		{`{"seed":"-1"}`, "seed", `seed is "-1"; a whole number`},
		{`{"seed":"null"}`, "seed", `seed is "null"; a whole number`},
		{`{"skip_last":1}`, "skip_last", "true or false would do"},
		{`{"toy":` + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000) + `}`, "", "exceeded max depth"},
		{`{"toy":` + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + `}`, "toy", "a text would do"},
		{"{\"toy\":\"\xff\"}", "", "not in UTF-8"},
	} {
		_, p := Read([]byte(c.body))
		if p == nil {
			t.Errorf("%.60s is taken", c.body)
			continue
		}
		if p.Status != badRequest || p.Field != c.field || !strings.Contains(p.Detail, c.says) {
			t.Errorf("%.60s: %d about %q: %s; want 400 about %q: %s", c.body, p.Status, p.Field,
				p.Detail, c.field, c.says)
		}
		if len(p.Detail) > 300 {
			t.Errorf("%.60s is refused in %d bytes: %.300s", c.body, len(p.Detail), p.Detail)
		}
	}
}

// A fault of a question is a sentence that names fields as the page does, and the key of the first of them.
func TestUnanswered(t *testing.T) {
	fault := experiments.Faultf("%v %q is unknown", experiments.FieldInitial, "x")
	for _, c := range []struct {
		err           error
		status        int
		field, detail string
	}{
		{fault, 422, "initial", `the initial density "x" is unknown`},
		{errors.Join(fault, experiments.Faultf("%v 0", experiments.FieldT)), 422, "initial",
			`the initial density "x" is unknown; T 0`},
		{errors.New("two\nlines and \x1b"), 422, "", `two\nlines and \x1b`},
		{fmt.Errorf("wrapped: %w", Problemf(503, "busy")), 503, "", "busy"},
	} {
		p := Unanswered(c.err)
		if p.Status != c.status || p.Field != c.field || p.Detail != c.detail {
			t.Errorf("%v: %d about %q: %s; want %d about %q: %s", c.err, p.Status, p.Field, p.Detail, c.status, c.field,
				c.detail)
		}
	}
	if p := Unanswered(errors.New(strings.Repeat("x", 1<<20))); len(p.Detail) > 2*mostDetail {
		t.Errorf("a long error is told in %d bytes", len(p.Detail))
	}
}
