package server

import (
	"cmp"
	"context"
	"errors"
	"io"
	"maps"
	"math"
	"mime"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"breadboard/cmd/breadboard/internal/answers"
	"breadboard/experiments"
	"breadboard/experiments/explore"
	"breadboard/reports/explorer"
)

// besides has the values with which the views begin, by the kind of the answer. The modules in the folder views of the
// page have the same constants, and a test compares them.
var besides = map[string]explore.Beside{
	"spectrum":  {Betas: 41},
	"schedules": {Schedules: offered},
	"curve":     {Schedules: offered, Ts: []int{10, 20, 50, 100, 200, 500, 1000}},
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
// "measure". Several kinds are asked at once, and progress counts them.
func Kept(ctx context.Context, a explore.Question, b *explore.Question, view string, most time.Duration,
	tell experiments.Progress) (k explorer.Kept, err error) {
	k.Catalogue = explore.Catalogue()
	k.A = map[string]any{}
	all, err := keptOf(ctx, a, view, k.A, nil)
	if err == nil && b != nil {
		k.B = map[string]any{}
		all, err = keptOf(ctx, *b, view, k.B, all)
	}
	if err != nil {
		return k, err
	}
	var mu sync.Mutex
	err = experiments.Each(ctx, len(all), tell, func(ctx context.Context, i int) error {
		limited, cancel := context.WithTimeout(ctx, most)
		defer cancel()
		wrong := answers.Kinds[all[i].kind].Answer(limited, all[i].Asked, func(line any) error {
			// Of a stream the last line that came in time is kept.
			mu.Lock()
			defer mu.Unlock()
			all[i].into[all[i].kind] = line
			return limited.Err()
		})
		if wrong != nil && limited.Err() != nil {
			all[i].late = true
		}
		return context.Cause(ctx)
	})
	for _, one := range all {
		if one.late && !slices.Contains(k.Late, one.kind) {
			k.Late = append(k.Late, one.kind)
		}
	}
	return k, err
}

// atFirst are the kinds of answers on the first screen.
var atFirst = []string{"measure", "draw", "exact", "spectrum", "levels", "code"}

// First are the answers that a page with this view asks for at first, of one setting or of two, each with the body that
// asks for it. An answer that a setting has not, or that takes more than so long, is left out.
func First(ctx context.Context, a explore.Question, b *explore.Question, view string, most time.Duration,
) (first []explorer.Answered, err error) {
	all, err := keptOf(ctx, a, view, nil, nil)
	if err == nil && b != nil {
		all, err = keptOf(ctx, *b, view, nil, all)
	}
	if err != nil {
		return nil, err
	}
	return answered(ctx, all, atFirst, most)
}

// answered are the answers of some kinds, each with the body that asks for it.
func answered(ctx context.Context, all []keeping, kinds []string, most time.Duration) ([]explorer.Answered, error) {
	var first []explorer.Answered
	for _, one := range all {
		isPainted := one.kind == "draw" && one.Target != "" // the page has it from the link
		if isPainted || !slices.Contains(kinds, one.kind) {
			continue
		}
		limited, cancel := context.WithTimeout(ctx, most)
		wrong := answers.Kinds[one.kind].Answer(limited, one.Asked, func(answer any) error {
			first = append(first, explorer.Answered{Kind: one.kind, Body: bodyOf(one), Answer: answer})
			return nil
		})
		cancel()
		if wrong != nil && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
	}
	return first, nil
}

// bodyOf is the body of what is kept, as the page writes it: what is asked beside a question belongs to some kinds.
func bodyOf(one keeping) answers.Asked {
	body := answers.Asked{Question: one.Question}
	switch one.kind {
	case "draw":
		body.Question = explore.Question{Toy: one.Toy, Seed: one.Seed}
	case "spectrum":
		body.Betas = one.Betas
	case "levels":
		body.Frames = one.Frames
	case "code":
		body.Frames = one.Frames
		body.Betas = one.Betas
		body.View = one.View
	}
	return body
}

// A keeping is a kind of answer to keep.
type keeping struct {
	answers.Asked
	kind string
	into map[string]any
	late bool // it did not come, or not whole, in time
}

// keptOf adds all kinds of answers to a question.
func keptOf(ctx context.Context, q explore.Question, view string, into map[string]any,
	all []keeping) ([]keeping, error) {
	measured, err := explore.Measure(ctx, q)
	if err != nil {
		return nil, err
	}
	frames := int(math.Round(frameNumbers / float64(len(measured.P)))) // fewer on a large grid
	for _, name := range slices.Sorted(maps.Keys(answers.Kinds)) {
		a := answers.Asked{Question: q, Beside: besides[name]}
		a.Schedules = nil
		a.Frames = max(leastFrames, min(mostFrames, frames))
		a.View = view
		if name == "code" { // what the view asks for stands beside it
			a.Betas = besides["spectrum"].Betas
		}
		for _, schedule := range besides[name].Schedules { // each once
			if schedule == own {
				schedule = cmp.Or(q.Schedule, "linear")
			}
			if !slices.Contains(a.Schedules, schedule) {
				a.Schedules = append(a.Schedules, schedule)
			}
		}
		all = append(all, keeping{Asked: a, kind: name, into: into})
	}
	return all, nil
}

// readAsked reads what a request asks: a question or a file, of at most explore.MostBytes.
func readAsked(w http.ResponseWriter, r *http.Request, k answers.Kind) (a answers.Asked, p *answers.Problem) {
	media, parameters, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	charset, given := parameters["charset"]
	if !k.File && (err != nil || media != "application/json" || given && !strings.EqualFold(charset, "utf-8")) {
		return a, answers.Problemf(http.StatusUnsupportedMediaType, "the question is %q; application/json would do",
			r.Header.Get("Content-Type"))
	}
	content, err := io.ReadAll(http.MaxBytesReader(w, r.Body, explore.MostBytes))
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return a, answers.Problemf(http.StatusRequestEntityTooLarge,
			"the request has more than %d bytes; fewer would do",
			large.Limit)
	case err != nil:
		return a, answers.Problemf(http.StatusBadRequest, "the request has not come whole; the same again would do")
	}
	// From now on the server reads only to notice that the page goes away, and guard's deadline would look like that.
	_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
	return k.Read(r.URL.RawQuery, content)
}
