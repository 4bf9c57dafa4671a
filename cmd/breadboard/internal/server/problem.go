package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"breadboard/experiments"
	"breadboard/grid/text"
)

// A problem is an error as a page reads it (RFC 9457). Its type is about:blank: the status says of what kind the error
// is, and Detail is a sentence that says what was asked and what would do.
type problem struct {
	Type   string `json:"type"`
	Title  string `json:"title"`
	Status int    `json:"status"`
	Detail string `json:"detail"`
	Field  string `json:"field,omitempty"` // the key of the question that the problem is about
}

// problemf makes a problem of a status.
func problemf(status int, format string, args ...any) *problem {
	detail := text.Printable(text.Brief(fmt.Sprintf(format, args...), mostDetail))
	return &problem{Type: "about:blank", Title: http.StatusText(status), Status: status, Detail: detail}
}

// mostDetail is the number of bytes of the longest sentence: a name that is wrong may be as long as a body.
const mostDetail = 2000

// about says which key the problem is about.
func (p *problem) about(key string) *problem {
	p.Field = key
	return p
}

// Error is the sentence.
func (p *problem) Error() string { return p.Detail }

// labels are the fields of a question as the page calls them.
var labels = map[experiments.Field]string{
	experiments.FieldToy: "the toy", experiments.FieldTarget: "the target", experiments.FieldDensity: "the density",
	experiments.FieldSeed: "the seed", experiments.FieldData: "the data", experiments.FieldKernel: "the kernel",
	experiments.FieldMatrix: "the matrix", experiments.FieldBridge: "the bridge",
	experiments.FieldInitial: "the initial density", experiments.FieldSchedule: "the schedule",
	experiments.FieldProgram: "the program", experiments.FieldT: "T",
}

// unanswered is the problem of a question that explore refused.
func unanswered(err error) *problem {
	var own *problem
	if errors.As(err, &own) {
		return own
	}
	field := ""
	words := experiments.Say(err, func(f experiments.Field) string {
		if field == "" {
			field = string(f)
		}
		if label, known := labels[f]; known {
			return label
		}
		return string(f)
	})
	return problemf(http.StatusUnprocessableEntity, "%s", text.OneLine(words)).about(field)
}

// send writes the problem as the whole response.
func (p *problem) send(w http.ResponseWriter) {
	h := w.Header()
	h.Set("Content-Type", "application/problem+json")
	if p.Status == http.StatusServiceUnavailable {
		h.Set("Retry-After", "1")
	}
	body, err := json.Marshal(p)
	if err != nil {
		panic(err) // unreachable: it is texts and a number
	}
	w.WriteHeader(p.Status)
	_, _ = w.Write(append(body, '\n')) // if the page is gone, nobody reads it
}
