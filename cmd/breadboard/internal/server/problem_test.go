package server

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"breadboard/experiments"
	"breadboard/experiments/explore"
)

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
		{fmt.Errorf("wrapped: %w", problemf(http.StatusServiceUnavailable, "busy")), 503, "", "busy"},
	} {
		p := unanswered(c.err)
		if p.Status != c.status || p.Field != c.field || p.Detail != c.detail {
			t.Errorf("%v: %d about %q: %s; want %d about %q: %s", c.err, p.Status, p.Field, p.Detail, c.status, c.field,
				c.detail)
		}
	}
	if p := unanswered(errors.New(strings.Repeat("x", 1<<20))); len(p.Detail) > 2*mostDetail {
		t.Errorf("a long error is told in %d bytes", len(p.Detail))
	}
}

// What a page asks beyond the limits, or by names that nobody knows, is refused in a sentence. Files are names that
// nobody knows: a page does not read those of this machine.
func TestProblemsOfQuestions(t *testing.T) {
	address := listen(t, testServer(t))
	for _, c := range []struct{ body, field, says string }{
		{`{"toy":"nix"}`, "toy", `the toy "nix" is unknown`},
		{`{"toy":"barrier","kernel":"nix"}`, "kernel", `the kernel "nix" is unknown`},
		{`{"toy":"barrier","T":1}`, "T", "a number of levels from 2"},
		{fmt.Sprintf(`{"toy":"barrier","T":%d}`, explore.MostLevels+1), "T", "a number of levels from 2"},
		{`{"toy":"ising:8x8:0.4"}`, "", "would do"},
		{`{"toy":"barrier","target":"0,1;2,3"}`, "toy", "both given"},
		{`{"target":"0,x"}`, "target", "would do"},
		{`{"toy":"barrier","schedule":"file:/etc/passwd"}`, "schedule", "is unknown"},
		{`{"toy":"barrier","initial":"/etc/passwd"}`, "initial", "is unknown"},
		{`{"toy":"/etc/passwd"}`, "toy", "is unknown"},
	} {
		status, body := post(t, http.DefaultClient, address, "measure", c.body)
		if status != http.StatusUnprocessableEntity {
			t.Errorf("%s: status %d, want 422: %.300s", c.body, status, body)
		}
		refused(t, body, http.StatusUnprocessableEntity, c.says)
		if c.field != "" && !strings.Contains(body, `"field":"`+c.field+`"`) {
			t.Errorf("%s: %s; want the field %s", c.body, body, c.field)
		}
	}
}
