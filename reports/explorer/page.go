// Package explorer holds the page on which one paints a density and watches J, B and the annealing answer. The page is
// files of plain HTML, CSS and JavaScript modules in the folder page, embedded as they are: there is no build step.
//
//	index.html     the page: the places of the picture, and the story with its links
//	main.js        puts everything together
//	story.js       marks what of the story is on the screen, and shows.js what its words name; controls.js has the
//	               fields of the setting
//	figures/       the small figures of the story, which ask for themselves: settings to choose between, J as a
//	               distance, and a tight bound beside a loose one
//	guess.js       asks where the runs end, before the first play
//	slow.js        says that a question takes long, and gives it up
//	element.js     makes elements; starts.js says why the page does not start
//	picture/       what one sees. sentence.js says what is wrong, maps.js has the three maps with their scales
//	               (colours.js) and the numbers of a cell, and walk.js the dots on them, of which one can be followed.
//	               runs.js has their log weights and B from runs. plot.js has J and B by level, play.js the slider over
//	               it, curve.js the schedule to drag, and paint.js the brush. take.js copies the command and saves the
//	               picture
//	state/         what is asked and answered. link.js reads and writes links, past.js undoes and redoes, setting.js
//	               has the question and its newest answers, and place.js where the slider stands. cells.js has a
//	               painted target, betas.js a schedule that is dragged, and numbers.js writes numbers. ask.js asks the
//	               server. engine.js answers in its place where there is none, in workers (worker.js,
//	               vendor/wasm_exec.js)
//
// Data goes one way. A control calls setting.set, which changes the question. The setting asks for every kind of answer
// that the page shows, and each part of the screen draws its answer when it comes. An answer is dropped if the question
// has changed since.
//
// Link writes the links that link.js reads. Site makes the page a folder for any static server.
package explorer

import (
	"cmp"
	"embed"
	"fmt"
	"net/url"
	"reflect"
	"strings"

	"breadboard/experiments/explore"
)

//go:embed page
var page embed.FS

// First returns the question of an empty link, as link.js has it: the paper's BARRIER.
func First() explore.Question {
	return explore.Question{Toy: "barrier", Kernel: "metropolis", Bridge: "geometric", Schedule: "linear", T: 100}
}

// Link writes a question as the fragment of a link, as link.js reads it: its keys in JSON, without empty values, as
//
//	#toy=barrier&schedule=sigmoid:4&T=100
func Link(q explore.Question) string {
	var written []string
	value := reflect.ValueOf(q)
	for i := range value.NumField() {
		if field := value.Field(i); !field.IsZero() {
			key, _, _ := strings.Cut(value.Type().Field(i).Tag.Get("json"), ",")
			text := url.QueryEscape(fmt.Sprint(reflect.Indirect(field)))
			written = append(written, key+"="+readable.Replace(text))
		}
	}
	return "#" + strings.Join(written, "&")
}

// readable keeps signs that a fragment may hold: a curve or a painted target is easier to read with them.
var readable = strings.NewReplacer("%3A", ":", "%2C", ",", "%3B", ";")

// Completed returns the question of a link as the page asks it. What the link leaves open is as in First.
func Completed(q explore.Question) explore.Question {
	open := First()
	if q.Target == "" {
		q.Toy = cmp.Or(q.Toy, open.Toy)
	}
	q.Kernel = cmp.Or(q.Kernel, open.Kernel)
	q.Bridge = cmp.Or(q.Bridge, open.Bridge)
	q.Schedule = cmp.Or(q.Schedule, open.Schedule)
	q.T = cmp.Or(q.T, open.T)
	return q
}
