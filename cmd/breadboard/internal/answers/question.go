package answers

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"strings"
	"unicode/utf8"

	"breadboard/experiments"
	"breadboard/grid/text"
)

// The statuses of problems, which package http has too: a page's engine has no use for the rest of it.
const badRequest, notFound, unprocessable, internal = 400, 404, 422, 500

// Read reads a question. It is stricter than encoding/json, which takes a key in any case, takes it twice, and
// puts other bytes in place of those that are no UTF-8.
func Read(content []byte) (a Asked, p *Problem) {
	if !utf8.Valid(content) {
		return a, Problemf(badRequest, "the question is not in UTF-8; JSON in UTF-8 would do")
	}
	d := json.NewDecoder(bytes.NewReader(content))
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return a, Problemf(badRequest, `the question is no JSON object; one such as {"toy":"barrier"} would do`)
	}
	fields := map[string]reflect.Value{}
	for _, of := range []reflect.Value{reflect.ValueOf(&a.Question).Elem(), reflect.ValueOf(&a.Beside).Elem()} {
		for i := range of.NumField() {
			key, _, _ := strings.Cut(of.Type().Field(i).Tag.Get("json"), ",")
			if key != "-" { // which no body may set
				fields[key] = of.Field(i)
			}
		}
	}
	for d.More() {
		word, err := d.Token()
		if err != nil {
			return a, broken(err)
		}
		key := word.(string) // the decoder lets nothing else stand here
		field, known := fields[key]
		if !known {
			return a, Problemf(badRequest, "the question has the key %s, which is not known or stands twice; each of "+
				"its keys once would do", text.Quote(key)).about(key)
		}
		delete(fields, key)
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return a, broken(err)
		}
		if would := set(field, value); would != "" {
			return a, Problemf(badRequest, "%s is %s; %s would do", key, text.Brief(string(value), mostShown),
				would).about(key)
		}
	}
	if _, err := d.Token(); err != nil {
		return a, broken(err)
	}
	if _, err := d.Token(); err != io.EOF {
		return a, Problemf(badRequest, "something follows the question; one object alone would do")
	}
	return a, nil
}

// broken is the problem of a text that is no JSON.
func broken(err error) *Problem {
	words := strings.TrimPrefix(err.Error(), "json: ")
	if errors.Is(err, io.ErrUnexpectedEOF) || err == io.EOF {
		words = "it ends too soon"
	}
	return Problemf(badRequest, `the question is no JSON: %s; an object such as {"toy":"barrier"} would do`,
		words)
}

// mostShown is the number of bytes of the longest value that a sentence shows whole.
const mostShown = 40

// set reads a value of JSON into a field of a question. If the field does not take it, set returns what would do. A
// number of 64 bits is a text, because a script's numbers have 53.
func set(field reflect.Value, value []byte) (would string) {
	switch field.Interface().(type) {
	case string:
		would = "a text"
	case bool:
		would = "true or false"
	case int:
		would = "a whole number, as 100,"
	case *uint64:
		would = fmt.Sprintf("a whole number from 0 to %d in quotation marks, as \"7\",", uint64(math.MaxUint64))
		var word string
		if json.Unmarshal(value, &word) != nil { // a bare number
			return would
		}
		value = []byte(word)
	default:
		panic("a question cannot hold a " + field.Type().String()) // unreachable: every field of a question is above
	}
	if err := json.Unmarshal(value, field.Addr().Interface()); err != nil || string(value) == "null" {
		return would
	}
	return ""
}

// A Problem is an error as a page reads it. The status, one of HTTP, says of what kind the error is, and Detail is a
// sentence that says what was asked and what would do.
type Problem struct {
	Status int    `json:"status"`
	Detail string `json:"detail"`
	Field  string `json:"field,omitempty"` // the key of the question that the problem is about
}

// Problemf makes a problem of a status.
func Problemf(status int, format string, args ...any) *Problem {
	detail := text.Printable(text.Brief(fmt.Sprintf(format, args...), mostDetail))
	return &Problem{Status: status, Detail: detail}
}

// mostDetail is the number of bytes of the longest sentence: a name that is wrong may be as long as a body.
const mostDetail = 2000

// about says which key the problem is about.
func (p *Problem) about(key string) *Problem {
	p.Field = key
	return p
}

// Error is the sentence.
func (p *Problem) Error() string { return p.Detail }

// Unanswered is the problem of a question that explore refused. It says of a field what the page calls it.
func Unanswered(err error) *Problem {
	var own *Problem
	if errors.As(err, &own) {
		return own
	}
	field := ""
	words := experiments.Say(err, func(f experiments.Field) string {
		field = cmp.Or(field, string(f))
		switch f {
		case experiments.FieldT:
			return "T"
		case experiments.FieldInitial:
			return "the initial density"
		}
		return "the " + string(f)
	})
	return Problemf(unprocessable, "%s", text.OneLine(words)).about(field)
}
