package server

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"mime"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"breadboard/cmd/breadboard/internal/code"
	"breadboard/experiments"
	"breadboard/experiments/explore"
	"breadboard/grid/text"
	"breadboard/reports/explorer"
)

// An asked is the body of a request: a question, and what is asked beside it, as one flat object.
type asked struct {
	explore.Question
	explore.Beside
}

// A kind is one kind of answers. Its answer calls tell once or, if the kind is streamed, once for each line, so
// that a page that misses the first lines still has the newest numbers.
type kind struct {
	quick    bool // it answers strokes of the brush, which wait for no long computation
	streamed bool
	answer   answering
}

// An answering answers a question, and calls tell with each line.
type answering func(ctx context.Context, a asked, tell func(any) error) error

// kinds are all that a page may ask by a question, by the last word of their address.
var kinds = map[string]kind{
	"measure": {quick: true, answer: once(func(ctx context.Context, a asked) (explore.Measured, error) {
		return explore.Measure(ctx, a.Question)
	})},
	"exact": {answer: once(func(ctx context.Context, a asked) (explore.Exact, error) {
		return explore.Exactly(ctx, a.Question)
	})},
	"levels": {answer: once(func(ctx context.Context, a asked) (explore.Levels, error) {
		return explore.Along(ctx, a.Question, a.Frames)
	})},
	"spectrum": {answer: once(func(ctx context.Context, a asked) (explore.Spectrum, error) {
		return explore.SpectrumOf(ctx, a.Question, a.Betas)
	})},
	"why": {answer: once(func(ctx context.Context, a asked) (explore.Why, error) {
		return explore.WhyOf(ctx, a.Question)
	})},
	"schedules": {streamed: true, answer: func(ctx context.Context, a asked, tell func(any) error) error {
		return explore.Schedules(ctx, a.Question, a.Schedules, growing[explore.Scheduled](tell))
	}},
	"curve": {streamed: true, answer: func(ctx context.Context, a asked, tell func(any) error) error {
		return explore.Curve(ctx, a.Question, a.Schedules, a.Ts, growing[explore.Point](tell))
	}},
	"sample": {streamed: true, answer: func(ctx context.Context, a asked, tell func(any) error) error {
		return explore.Sample(ctx, a.Question, a.Chains, a.MCSeed, func(s explore.Sampled) error { return tell(s) })
	}},
	"walk": {answer: once(func(ctx context.Context, a asked) (explore.Walkers, error) {
		return explore.Walk(ctx, a.Question, a.Walkers, a.Frames, a.MCSeed)
	})},
	"draw": {quick: true, answer: once(func(ctx context.Context, a asked) (explore.Drawn, error) {
		return explore.Draw(ctx, a.Question)
	})},
	"code": {quick: true, answer: once(func(_ context.Context, a asked) (explore.Code, error) {
		return code.Of(a.Question, a.View, a.Beside)
	})},
}

// once is the answer of a kind that has one line.
func once[Answer any](ask func(context.Context, asked) (Answer, error)) answering {
	return func(ctx context.Context, a asked, tell func(any) error) error {
		answer, err := ask(ctx, a)
		if err != nil {
			return err
		}
		return tell(answer)
	}
}

// growing tells all results so far with each new one.
func growing[Result any](tell func(any) error) func(Result) error {
	var so struct {
		All []Result `json:"all"`
	}
	return func(r Result) error {
		so.All = append(so.All, r)
		return tell(so)
	}
}

// besides has the values with which the views begin, by the kind of the answer. The modules in the folder views of the
// page have the same constants, and a test compares them.
var besides = map[string]explore.Beside{
	"spectrum":  {Betas: 41},
	"schedules": {Schedules: offered},
	"curve":     {Schedules: offered, Ts: []int{10, 20, 50, 100, 200, 500, 1000}},
	"sample":    {Chains: 10_000, MCSeed: 1},
	"walk":      {Walkers: 12, MCSeed: 1},
}

// offered are the schedules that are compared. own is the one of the question itself.
var offered = []string{own, "linear", "sigmoid:4", "fisher", "best-b", "best-j"}

const own = "own"

// The numbers of levels that are shown, and of the probabilities of one law at all of them.
const (
	leastFrames, mostFrames = 11, 101
	frameNumbers            = 40_000
)

// Kept asks all that a page with this view asks of one setting, or of two, as long as nobody changes what is in it. An
// answer that a setting has not, such as the levels of a program, is left out. The error is that of the first question,
// "measure". Several kinds are asked at once. Progress counts their lines.
func Kept(ctx context.Context, a explore.Question, b *explore.Question, view string, tell experiments.Progress) (
	k explorer.Kept, err error) {
	k.Catalogue, k.A = explore.Catalogue(), map[string]any{}
	all, err := keptOf(ctx, a, view, k.A, nil)
	if err == nil && b != nil {
		k.B = map[string]any{}
		all, err = keptOf(ctx, *b, view, k.B, all)
	}
	if err != nil {
		return k, err
	}
	var mu sync.Mutex
	sizes, kept, total := make([]int, len(all)), 0, 0
	for i, one := range all {
		sizes[i] = one.lines
		total += one.lines
	}
	return k, experiments.EachSized(ctx, sizes, nil, func(ctx context.Context, i int) error {
		limited, cancel := context.WithTimeout(ctx, explore.MostTime)
		defer cancel()
		_ = kinds[all[i].kind].answer(limited, all[i].asked, func(line any) error { // of a stream the last that came in time
			mu.Lock()
			defer mu.Unlock()
			all[i].into[all[i].kind] = line
			kept = min(kept+1, total)
			tell.Tell(kept, total)
			return limited.Err()
		})
		return context.Cause(ctx)
	})
}

// A keeping is a kind of answer to keep, and how many lines it may have.
type keeping struct {
	asked
	kind  string
	lines int
	into  map[string]any
}

// keptOf adds all kinds of answers to a question.
func keptOf(ctx context.Context, q explore.Question, view string, into map[string]any, all []keeping) ([]keeping, error) {
	measured, err := explore.Measure(ctx, q)
	if err != nil {
		return nil, err
	}
	frames := int(math.Round(frameNumbers / float64(len(measured.P)))) // fewer on a large grid
	for _, name := range slices.Sorted(maps.Keys(kinds)) {
		a := asked{q, besides[name]}
		a.Schedules, a.Frames, a.View = nil, max(leastFrames, min(mostFrames, frames)), view
		for _, schedule := range besides[name].Schedules { // each once
			if schedule == own {
				schedule = cmp.Or(q.Schedule, "linear")
			}
			if !slices.Contains(a.Schedules, schedule) {
				a.Schedules = append(a.Schedules, schedule)
			}
		}
		all = append(all, keeping{a, name, max(1, len(a.Schedules)) * max(1, len(a.Ts)), into})
	}
	return all, nil
}

// readBody reads the whole body, of at most explore.MostBytes.
func readBody(w http.ResponseWriter, r *http.Request) ([]byte, *problem) {
	content, err := io.ReadAll(http.MaxBytesReader(w, r.Body, explore.MostBytes))
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return nil, problemf(http.StatusRequestEntityTooLarge, "the request has more than %d bytes; fewer would do",
			large.Limit)
	case err != nil:
		return nil, problemf(http.StatusBadRequest, "the request has not come whole; the same again would do")
	}
	// From now on the server reads only to notice that the page goes away, and guard's deadline would look like that.
	_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
	return content, nil
}

// readAsked reads the question that a request asks.
func readAsked(w http.ResponseWriter, r *http.Request) (asked, *problem) {
	media, parameters, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	charset, given := parameters["charset"]
	if err != nil || media != "application/json" || given && !strings.EqualFold(charset, "utf-8") {
		return asked{}, problemf(http.StatusUnsupportedMediaType, "the question is %q; application/json would do",
			r.Header.Get("Content-Type"))
	}
	content, p := readBody(w, r)
	if p != nil {
		return asked{}, p
	}
	return parseAsked(content)
}

// parseAsked reads a question. It is stricter than encoding/json, which takes a key in any case, takes it twice, and
// puts other bytes in place of those that are no UTF-8.
func parseAsked(content []byte) (a asked, p *problem) {
	if !utf8.Valid(content) {
		return a, problemf(http.StatusBadRequest, "the question is not in UTF-8; JSON in UTF-8 would do")
	}
	d := json.NewDecoder(bytes.NewReader(content))
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return a, problemf(http.StatusBadRequest, `the question is no JSON object; one such as {"toy":"barrier"} would do`)
	}
	fields := map[string]reflect.Value{}
	for _, of := range []reflect.Value{reflect.ValueOf(&a.Question).Elem(), reflect.ValueOf(&a.Beside).Elem()} {
		for i := range of.NumField() {
			key, _, _ := strings.Cut(of.Type().Field(i).Tag.Get("json"), ",")
			fields[key] = of.Field(i)
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
			return a, problemf(http.StatusBadRequest, "the question has the key %s, which is not known or stands twice; "+
				"each of its keys once would do", text.Quote(key)).about(key)
		}
		delete(fields, key)
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return a, broken(err)
		}
		if would := set(field, value); would != "" {
			return a, problemf(http.StatusBadRequest, "%s is %s; %s would do", key, text.Brief(string(value), mostShown),
				would).about(key)
		}
	}
	if _, err := d.Token(); err != nil {
		return a, broken(err)
	}
	if _, err := d.Token(); err != io.EOF {
		return a, problemf(http.StatusBadRequest, "something follows the question; one object alone would do")
	}
	return a, nil
}

// broken is the problem of a text that is no JSON.
func broken(err error) *problem {
	words := strings.TrimPrefix(err.Error(), "json: ")
	if errors.Is(err, io.ErrUnexpectedEOF) || err == io.EOF {
		words = "it ends too soon"
	}
	return problemf(http.StatusBadRequest, `the question is no JSON: %s; an object such as {"toy":"barrier"} would do`,
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
	case uint64, *uint64:
		would = fmt.Sprintf("a whole number from 0 to %d in quotation marks, as \"7\",", uint64(math.MaxUint64))
		var word string
		if json.Unmarshal(value, &word) != nil { // a bare number
			return would
		}
		value = []byte(word)
	case []int:
		would = "a list of whole numbers, as [10,100],"
	case []string:
		would = `a list of texts, as ["linear"],`
	default:
		panic("a question cannot hold a " + field.Type().String()) // unreachable: every field of a question is above
	}
	if err := json.Unmarshal(value, field.Addr().Interface()); err != nil || string(value) == "null" {
		return would
	}
	return ""
}

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

// unanswered is the problem of a question that explore refused. It says of a field what the page calls it.
func unanswered(err error) *problem {
	var own *problem
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
	return problemf(http.StatusUnprocessableEntity, "%s", text.OneLine(words)).about(field)
}
