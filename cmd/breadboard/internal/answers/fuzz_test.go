package answers

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

// FuzzAsk: any body is answered by a line of JSON, or by a problem in a line that is no bug of the page's. What would
// take long is not waited for.
func FuzzAsk(f *testing.F) {
	for _, body := range []string{"", "{}", "[]", `{"toy":"easy","seed":"7","T":10}`, `{"target":"0,1.5;w,2","T":3}`,
		`{"toy":"barrier","kernel":"slice","bridge":"power:0.5","schedule":"sigmoid:4","T":5,` +
			`"repeat":2,"skip_last":true}`,
		`{"toy":"barrier","schedule":"curve:0:0.2:1","T":4,"frames":3}`, `{"toy":"barrier","program":"sir:4","T":3}`,
		`{"target":"#","T":3}`, `{"target":"0,1e300;-1e300,0","T":3}`,
		`{"target":"0,0","axes":"any","initial":"tempered:0.5","T":2}`,
		`{"toy":"barrier","T":-1}`, `{"toy":"ising:2:2","T":3,"schedule":"file:x"}`} {
		for kind := range Kinds {
			f.Add(kind, body)
		}
	}
	f.Fuzz(func(t *testing.T, kind, body string) {
		r, err := read([]byte(body))
		if err == nil && isLong(r) {
			t.Skip("it takes long")
		}
		ctx, end := context.WithCancelCause(t.Context())
		defer end(nil)
		told := 0
		line, p := Ask(ctx, "api/"+kind, []byte(body), func(float64) {
			if told++; told == 20 { // hundredths of an answer that is slow
				end(errors.New("it takes long"))
			}
		})
		switch {
		case p != nil && (p.Bug != nil || p.Status == internal ||
			p.Detail == "" || strings.ContainsAny(p.Detail, "\n\r")):
			t.Errorf("%s of %s: %+v", kind, body, p)
		case p == nil && !json.Valid(line):
			t.Errorf("%s of %s: %.99s", kind, body, line)
		}
	})
}

// isLong reports whether an answer may take more than a moment.
func isLong(r Request) bool {
	const levels, cells, steps = 30, 64, 4
	if r.T > levels || r.Repeat > steps || len(r.Program) > 0 && r.T > 5 {
		return true
	}
	a, err := r.Question.Annealer()
	return err == nil && a.Target.Grid.Size() > cells
}
