package server

import (
	"encoding/json"
	"net/http"
)

// A Problem is an error as a page reads it (RFC 9457). Its type is about:blank, which is left out: the status says
// what kind of an error it is, and Detail is a sentence that says what was asked and what would do.
type Problem struct {
	Title  string `json:"title"`
	Status int    `json:"status"`
	Detail string `json:"detail"`
	Field  string `json:"field,omitempty"` // the key of the question that the problem is about
}

// Error is the sentence.
func (p Problem) Error() string { return p.Detail }

// problem makes a problem of a status.
func problem(status int, detail string) Problem {
	return Problem{Title: http.StatusText(status), Status: status, Detail: detail}
}

// write sends the problem as the whole response.
func (p Problem) write(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(p.Status)
	_ = json.NewEncoder(w).Encode(p) // if the page is gone nobody reads it
}
