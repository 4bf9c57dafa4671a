// Package explorer is the page on which one paints a density and watches J, B and the annealing answer. The page is
// files of plain HTML, CSS and JavaScript modules in the folder page, embedded as they are: there is no build step.
//
//	index.html     the page: the places of the picture, and the story with its links
//	main.js        puts everything together
//	story.js       marks which of the story's links is on the screen; controls.js has the fields of the setting
//	element.js     makes elements; starts.js says why the page does not start
//	picture/       what one sees. sentence.js says what is wrong, maps.js has the three maps with their one scale
//	               (colours.js), and bars.js J and B with what they were. along.js has the slider and the strips below
//	               it, curve.js the schedule to drag, and paint.js the brush. take.js copies the command and saves the
//	               picture
//	state/         what is asked and answered. link.js reads and writes links, past.js undoes and redoes, setting.js
//	               has the question and its newest answers, and place.js where the slider stands. cells.js is a painted
//	               target as data, betas.js a schedule that is dragged; numbers.js writes numbers, and where.js finds
//	               where most of something lies. ask.js asks the server. engine.js answers in its place where there is
//	               none, in workers (worker.js, vendor/wasm_exec.js)
//
// Data goes one way. A control calls setting.set, which changes the question. The setting asks for every kind of answer
// that the page shows, and what is on the screen draws an answer when it comes. An answer is dropped if the setting has
// asked anew since.
//
// Link and ParseLink know the same links as link.js. Site writes the page as a folder for any static server.
package explorer

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"breadboard/experiments/explore"
	"breadboard/grid/text"
)

//go:embed page
var page embed.FS

// Files are the files of the page, by the names that index.html has for them.
func Files() fs.FS {
	files, err := fs.Sub(page, "page")
	if err != nil {
		panic(err) // unreachable: the folder is embedded
	}
	return files
}

// First is the question of an empty link, as link.js has it: the paper's BARRIER.
func First() explore.Question {
	return explore.Question{Toy: "barrier", Kernel: "metropolis", Bridge: "geometric", Schedule: "linear", T: 100}
}

// Link writes the fragment of a link, as link.js does: the keys of a question, and those of the page. Empty values are
// left out, so that
//
//	#toy=barrier&schedule=sigmoid:4&T=100&beta=0.5
//
// is a link.
func Link(q explore.Question, page url.Values) string {
	var written []string
	add := func(key, text string) {
		if text != "" {
			written = append(written, url.QueryEscape(key)+"="+readable.Replace(url.QueryEscape(text)))
		}
	}
	for k, key := range keys() {
		if field := reflect.ValueOf(q).Field(k); !field.IsZero() {
			add(key, fmt.Sprint(reflect.Indirect(field)))
		}
	}
	for _, key := range slices.Sorted(maps.Keys(page)) {
		add(key, page.Get(key))
	}
	return "#" + strings.Join(written, "&")
}

// readable leaves what a fragment may hold as it is: a curve or a painted target is easier to read with it.
var readable = strings.NewReplacer("%3A", ":", "%2C", ",", "%3B", ";")

// ParseLink reads a link, or its fragment alone, as link.js does. What it leaves open is as in First. Keys that no
// question has belong to the page. If a key is there twice, the last one counts. The error joins all faults.
func ParseLink(text string) (q explore.Question, page url.Values, err error) {
	if _, fragment, found := strings.Cut(text, "#"); found || strings.Contains(text, "://") {
		text = fragment // an address without one is of no setting
	}
	// url.ParseQuery refuses a semicolon, which some once wrote for &. Here it ends a row of a painted target.
	page, err = url.ParseQuery(strings.ReplaceAll(text, ";", "%3B"))
	if err != nil {
		return q, nil, fmt.Errorf("the link cannot be read, %w: #toy=barrier&T=100 would do", err)
	}
	for key, texts := range page {
		page[key] = texts[len(texts)-1:]
	}
	q, err = taken(page)
	return completed(q), page, err
}

// completed fills in what a link leaves open, as in the first question.
func completed(q explore.Question) explore.Question {
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

// keys are the keys of a question in JSON, in the order of its fields. The last field, a page's own program, has none.
func keys() (names []string) {
	of := reflect.TypeFor[explore.Question]()
	for i := range of.NumField() {
		name, _, _ := strings.Cut(of.Field(i).Tag.Get("json"), ",")
		if name != "-" {
			names = append(names, name)
		}
	}
	return names
}

// taken moves the keys of a question out of a link.
func taken(link url.Values) (q explore.Question, err error) {
	var faults []error
	for i, key := range keys() {
		text := link.Get(key)
		link.Del(key)
		if text == "" {
			continue
		}
		if err := set(reflect.ValueOf(&q).Elem().Field(i), text); err != nil {
			faults = append(faults, fmt.Errorf("the link has %s=%s: %w", key, text, err))
		}
	}
	return q, errors.Join(faults...)
}

// set reads a text into a field of a question.
func set(field reflect.Value, word string) error {
	var err error
	would := ""
	switch into := field.Addr().Interface().(type) {
	case *string:
		*into = word
	case *bool:
		would = "true or false would do"
		*into, err = strconv.ParseBool(word)
	case *int:
		would = "a whole number, as 100, would do"
		*into, err = text.Whole(word)
	case **uint64:
		would = "a whole number from 0 to 18446744073709551615, as 7, would do"
		*into = new(uint64)
		**into, err = strconv.ParseUint(word, 10, 64)
	default:
		panic(fmt.Sprintf("a link cannot hold a %s", field.Type())) // unreachable: every field of a question is above
	}
	if err != nil {
		return errors.New(would)
	}
	return nil
}
