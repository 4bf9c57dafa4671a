package answers

import (
	"context"
	"errors"
	"strings"
	"testing"

	"breadboard/experiments"
)

// A body is one object of known keys, with a seed of 64 bits as a text. Anything else is refused with what is wrong.
func TestRead(t *testing.T) {
	a, err := read([]byte(`{"toy":"easy","seed":"18446744073709551615","T":100,"frames":3}`))
	if err != nil || a.Toy != "easy" || *a.Seed != 1<<64-1 || a.T != 100 || a.Frames != 3 {
		t.Errorf("%+v, %v", a, err)
	}
	for body, says := range map[string]string{
		``: "the question is wrong", `[]`: "the question is wrong", `{"toy":"easy"`: "unexpected EOF",
		`{"toy":"easy"} {}`: "something follows", `{"size":7}`: `unknown field "size"`,
		`{"T":"100"}`:            "cannot unmarshal",
		`{"-":{"Command":"sh"}}`: "unknown field",
	} {
		if _, err := read([]byte(body)); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, want %s", body, err, says)
		}
	}
}

// A fault of a question is a sentence that names fields as the page does, and the key of the first of them. A bug is a
// problem too.
func TestProblems(t *testing.T) {
	fault := experiments.Faultf("%v %q is unknown", experiments.FieldInitial, "x")
	for _, c := range []struct {
		err           error
		field, detail string
	}{
		{fault, "initial", `the initial density "x" is unknown`},
		{errors.Join(fault, experiments.Faultf("%v 0", experiments.FieldT)), "initial",
			`the initial density "x" is unknown; T 0`},
		{Problemf(unprocessable, "busy"), "", "busy"},
	} {
		p := unanswered(c.err)
		if p.Status != unprocessable || p.Field != c.field || p.Detail != c.detail {
			t.Errorf("%v: %+v", c.err, p)
		}
	}
	buggy := Kind{func(context.Context, Asked) (any, error) { panic("a slip") }}
	if _, p := buggy.Line(t.Context(), []byte("{}")); p == nil || p.Status != internal || p.Cause() == nil {
		t.Errorf("a bug is the problem %+v", p)
	}
}
