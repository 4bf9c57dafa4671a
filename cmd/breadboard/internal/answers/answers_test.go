package answers

import (
	"context"
	"errors"
	"strings"
	"testing"

	"breadboard/experiments"
)

// TestRead: a body is one object of known keys, with a seed of 64 bits as a text. All else is refused with a reason, in
// no words of Go.
func TestRead(t *testing.T) {
	a, err := read([]byte(`{"toy":"easy","seed":"18446744073709551615","T":100,"frames":3}`))
	if err != nil || a.Toy != "easy" || *a.Seed != 1<<64-1 || a.T != 100 || a.Frames != 3 {
		t.Errorf("%+v, %v", a, err)
	}
	for body, says := range map[string]string{
		`[]`: "the question is wrong", `{"toy":"easy"} {}`: "something follows",
		`{"size":7}`: `wrong: unknown field "size"`,
		`{"toy":5}`:  "toy is of the wrong kind, number;", `{"T":1e30}`: "T is of the wrong kind, number 1e30;",
		`{"seed":7}`: "seed is of the wrong kind, number;",
		`{"seed":"99999999999999999999"}`: `the seed "99999999999999999999" is not a whole number from 0 to ` +
			"18446744073709551615", `{"seed":"x"}`: `the seed "x" is not`, `{"seed":""}`: `the seed "" is not`,
	} {
		_, p := Ask(t.Context(), "api/measure", []byte(body), nil)
		if p == nil || p.Status != 400 || !strings.Contains(p.Detail, says) ||
			strings.Contains(p.Detail, "json") {
			t.Errorf("%s: %v, want %s", body, p, says)
		}
		if seeded := strings.Contains(says, "the seed"); seeded && p.Field != "seed" {
			t.Errorf("%s: the field is %q", body, p.Field)
		}
	}
}

// TestProblems: a fault of a question is a sentence that names fields as the page does, with the key of the first one.
// A bug is a problem too.
func TestProblems(t *testing.T) {
	faults := errors.Join(experiments.Faultf("%v %q is unknown", experiments.FieldInitial, "x"),
		experiments.Faultf("%v 0", experiments.FieldT))
	p := problemOf(faults)
	if p.Status != 422 || p.Field != "initial" || p.Detail != `the initial density "x" is unknown; T 0` {
		t.Errorf("%v: %+v", faults, p)
	}
	Kinds["bug"] = func(context.Context, Request) (any, error) { panic("a slip") }
	defer delete(Kinds, "bug")
	if _, p := Ask(t.Context(), "api/bug", []byte("{}"), nil); p == nil || p.Status != 500 || p.Bug == nil {
		t.Errorf("a bug is the problem %+v", p)
	}
}

// TestAsk: each kind answers as package explore does, as a line. A slow answer tells its share at every hundredth, and
// if its context ends the problem is the cause.
func TestAsk(t *testing.T) {
	const body = `{"toy":"barrier","T":30,"frames":12}`
	r, err := read([]byte(body))
	for kind, answer := range Kinds {
		want, wrong := answer(t.Context(), r)
		line, p := Ask(t.Context(), "api/"+kind, []byte(body), nil)
		if err != nil || wrong != nil || p != nil || string(line) != string(Encoded(want)) {
			t.Errorf("%s: %.99s (%v), want %.99s (%v)", kind, line, p, Encoded(want), wrong)
		}
	}
	shares := []float64{0}
	question := []byte(`{"toy":"barrier","T":30,"schedule":"best-j"}`)
	_, p := Ask(t.Context(), "api/measure", question, func(share float64) {
		if share < shares[len(shares)-1]+0.01 {
			t.Errorf("%v is told after %v", share, shares)
		}
		shares = append(shares, share)
	})
	if p != nil || len(shares) < 50 {
		t.Errorf("the shares %v are told, and the problem is %v", shares, p)
	}
	ended, end := context.WithCancelCause(t.Context())
	end(Problemf(418, "%s", "one\ntwo"))
	for address, want := range map[string]Problem{
		"api/exact": {Status: 418, Detail: `one\ntwo`},
		"api/nix":   {Status: 404, Detail: "there are no answers at api/nix; use api/measure"},
	} {
		if _, p := Ask(ended, address, []byte(body), nil); *p != want {
			t.Errorf("%s: %+v, want %+v", address, *p, want)
		}
	}
}
