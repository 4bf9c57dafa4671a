package answers

import (
	"context"
	"errors"
	"strings"
	"testing"

	"breadboard/experiments"
)

// TestRead: a body is one object of known keys, with a seed of 64 bits as a text. All else is refused with a reason.
func TestRead(t *testing.T) {
	a, err := read([]byte(`{"toy":"easy","seed":"18446744073709551615","T":100,"frames":3}`))
	if err != nil || a.Toy != "easy" || *a.Seed != 1<<64-1 || a.T != 100 || a.Frames != 3 {
		t.Errorf("%+v, %v", a, err)
	}
	for body, says := range map[string]string{
		`[]`: "the question is wrong", `{"toy":"easy"} {}`: "something follows", `{"size":7}`: `unknown field "size"`,
	} {
		if _, err := read([]byte(body)); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, want %s", body, err, says)
		}
	}
}

// TestProblems: a fault of a question is a sentence that names fields as the page does, with the key of the first one.
// A bug is a problem too.
func TestProblems(t *testing.T) {
	faults := errors.Join(experiments.Faultf("%v %q is unknown", experiments.FieldInitial, "x"),
		experiments.Faultf("%v 0", experiments.FieldT))
	p := problemOf(faults)
	if p.Status != unprocessable || p.Field != "initial" || p.Detail != `the initial density "x" is unknown; T 0` {
		t.Errorf("%v: %+v", faults, p)
	}
	Kinds["bug"] = func(context.Context, Request) (any, error) { panic("a slip") }
	defer delete(Kinds, "bug")
	if _, p := Ask(t.Context(), "api/bug", []byte("{}")); p == nil || p.Status != internal || p.Bug == nil {
		t.Errorf("a bug is the problem %+v", p)
	}
}
