package server

import (
	"context"
	"errors"
	"io"
	"math"
	"mime"
	"net/http"
	"strings"
	"time"

	"breadboard/cmd/breadboard/internal/answers"
	"breadboard/experiments/explore"
	"breadboard/reports/explorer"
)

// The numbers of levels that are shown, and of the probabilities of one law at all of them, as in state/place.js.
const (
	leastFrames, mostFrames = 11, 101
	frameNumbers            = 40_000
)

// First are the answers that a page asks for at first, each with the body that asks for it, and what it asks for when
// somebody paints. An answer that the setting has not, or that takes more than a time, is left out.
func First(ctx context.Context, q explore.Question, most time.Duration) (first []explorer.Answered, err error) {
	measured, err := explore.Measure(ctx, q)
	if err != nil {
		return nil, err
	}
	frames := int(math.Round(frameNumbers / float64(len(measured.P)))) // fewer on a large grid
	beside := answers.Beside{Frames: max(leastFrames, min(mostFrames, frames))}
	all := []explorer.Answered{{Kind: "measure", Body: answers.Asked{Question: q}},
		{Kind: "exact", Body: answers.Asked{Question: q}},
		{Kind: "levels", Body: answers.Asked{Question: q, Beside: beside}},
		{Kind: "command", Body: answers.Asked{Question: q}}}
	if q.Target == "" { // else the page has it from the link
		all = append(all, explorer.Answered{Kind: "draw",
			Body: answers.Asked{Question: explore.Question{Toy: q.Toy, Seed: q.Seed}}})
	}
	for _, one := range all {
		limited, cancel := context.WithTimeout(ctx, most)
		answer, wrong := answers.Kinds[one.Kind].Answer(limited, one.Body.(answers.Asked))
		cancel()
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		if wrong == nil {
			one.Answer = answer
			first = append(first, one)
		}
	}
	return first, nil
}

// readAsked reads what a request asks: a question of at most explore.MostBytes.
func readAsked(w http.ResponseWriter, r *http.Request) (a answers.Asked, p *answers.Problem) {
	media, parameters, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	charset, given := parameters["charset"]
	if err != nil || media != "application/json" || given && !strings.EqualFold(charset, "utf-8") {
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
	return answers.Read(content)
}
