// Package explorer is the page on which one paints a density and watches J, B and the annealing answer. The page is
// files of plain HTML, CSS and JavaScript modules in the folder page, embedded as they are: there is no build step.
//
//	index.html     the sections of the page; its import map has two prefixes, and no list of modules
//	main.js        puts everything together
//	answer.js      what is wrong, in a sentence; numbers.js has J and B as bars (numbers/) and as a table, and laws.js
//	               the three maps. along.js has the one slider, and the strips below it (along/); ramp.js is the bar
//	               of a scale of colours
//	element.js     makes elements of HTML; digits.js writes numbers and compares them; embed.js shows one view alone
//	starts.js      says why the page of a folder does not start; it is in such a page alone (Site)
//	state/         what is asked and answered. link.js reads and writes links, past.js undoes and redoes, setting.js
//	               has the question of the setting and its newest answers, and shared.js what a link tells beside it.
//	               moved.js has the views of older links. acts.js tells what belongs to one act, as a stroke; undo and
//	               "was 1.648" ask it. ask.js asks the server, and turns.js lets long questions wait for each other.
//	               engine.js answers in its place where there is none, in workers (worker.js, vendor/wasm_exec.js);
//	               the first answers come with such a page, so that it shows numbers before its engine has come
//	               (site.go)
//	setting/       the row of fields: panel.js makes them of fields.js, and settings.js puts them on the page.
//	               target.js and cells.js are a target as data. paint.js draws the grid, whose cells are elements
//	               (table.js); strokes.js paints by pointers and keys, and tools.js and tip.js have the brush.
//	               curve.js and betas.js draw a schedule, in the view schedule.js
//	views/         views.js is the catalogue of views, and tabs.js shows one of them. A view is a file, such as
//	               cells.js, with what others use of it in a folder of its name
//	take/          take.js offers the link, the command and files of numbers. save.js saves the page as one file, and
//	               saved.js disables in such a file what needs a server. No number waits for the views and these.
//	               frame.js, beside index.html, gives frames their height in pages of others
//
// Modules import each other as "explorer/state/link.js" and "charts/lines.js". Style sheets lie in the folders whose
// elements they are for; explorer.css is for all, media.css has what fingers and forced
// colours need, and paper.css what is printed.
//
// Data goes one way. A control calls setting.set, which changes the question. The setting asks the server for every
// kind of answer that a view on the screen needs. The views draw an answer when it comes. An answer is dropped if the
// setting has asked anew since.
//
// Link and ParseLink know the same links as link.js.
//
// Page writes the same page as one file with answers in it, for those who have no server.
package explorer

import (
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"mime"
	"net/url"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"breadboard/experiments/explore"
	"breadboard/grid/text"
	"breadboard/reports/charts"
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

// A Kept holds what a saved page shows: its link, and its newest answers by their kinds, as "measure". The catalogue is
// that of the program that gave the answers. ask.js reads all of it from the element with the id "kept".
type Kept struct {
	Link      string          `json:"link"`
	Answers   map[string]any  `json:"answers"`
	Catalogue explore.Choices `json:"catalogue"`
	// Late are the kinds of answers that are left out, or are not whole, for they took more than explore.MostTime.
	Late []string `json:"late,omitempty"`
}

// The place of the answers. A page of no answers has null there, which ask.js reads as a page that asks a server.
const (
	keptBegins = `<script type="application/json" id="kept">`
	keptEnds   = `</script>`
)

// Page writes the page as one file with answers in it. It needs no server and no network: it works from a disk, and
// shows what was on the screen.
func Page(w io.Writer, k Kept) error {
	// Marshal writes <, >, &, U+2028 and U+2029 as escapes, so that no text of an answer ends the element.
	answers, err := json.Marshal(k)
	if err != nil {
		return fmt.Errorf("the answers cannot be kept: %w", err)
	}
	_, err = io.WriteString(w, strings.Replace(Empty(), keptBegins+"null", keptBegins+string(answers), 1))
	return err
}

// Empty is the page without answers, into which save.js puts them.
func Empty() string { return strings.Replace(alone(), keptBegins, keptBegins+"null", 1) }

var (
	// fileOf finds the address in <link href="./explorer.css"> and in <script src="./main.js">.
	fileOf = regexp.MustCompile(`(<(?:link|script)\b[^>]*?\s(?:href|src)=")([^"]*)(")`)
	// importMap finds the import map, which says where modules are.
	importMap = regexp.MustCompile(`(?s)(<script type="importmap">)(.*?)(</script>)`)
	// charset is the first element of a page. The policy follows it, and goes before all that it is about.
	charset = `<meta charset="utf-8">`
)

// alone is the page, made once, with every file that it names inside, as a data: address, and the modules that its
// scripts import. Modules find each other by names like "explorer/main.js" in a module that came from a data: address
// as well, because such a name is not relative. The page's policy allows what is inside, and nothing from elsewhere:
// scripts, the import map by its hash, the styles that a drawing brings along, pictures made by the page itself, and
// no connection.
var alone = sync.OnceValue(func() string {
	text := fileOf.ReplaceAllStringFunc(string(content("index.html")), func(tag string) string {
		part := fileOf.FindStringSubmatch(tag)
		return part[1] + data(strings.TrimPrefix(part[2], "./")) + part[3]
	})
	place := importMap.FindStringSubmatch(text)
	if place == nil || !strings.Contains(text, charset) {
		panic("index.html has no import map, or no " + charset)
	}
	imports := map[string]string{}
	drawing, err := fs.Glob(charts.Files(), "*.js")
	for _, name := range drawing {
		imports["charts/"+name] = data("charts/" + name)
	}
	lost := fs.WalkDir(Files(), ".", func(name string, _ fs.DirEntry, err error) error {
		if path.Ext(name) == ".js" && !strings.HasPrefix(name, "vendor/") {
			imports["explorer/"+name] = data(name)
		}
		return err
	})
	modules, wrong := json.Marshal(map[string]any{"imports": imports})
	if err := errors.Join(err, lost, wrong); err != nil {
		panic(err) // unreachable: the folder is embedded, and has texts alone
	}
	policy := element("default-src 'none'; script-src data: " + digest(modules) +
		"; style-src data: 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'")
	text = strings.Replace(text, place[0], place[1]+string(modules)+place[3], 1)
	return strings.Replace(text, charset, charset+"\n"+policy+"\n"+keptBegins+keptEnds, 1)
})

// element is the element of a page with its policy.
func element(policy string) string {
	return `<meta http-equiv="Content-Security-Policy" content="` + policy + `">`
}

// digest names a script that stands in a page itself, as policies do.
func digest(script []byte) string {
	sum := sha256.Sum256(script)
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// dataKinds are the kinds of files that systems name in different ways.
var dataKinds = map[string]string{".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8"}

// data returns a file as a data: address.
func data(name string) string {
	kind := dataKinds[path.Ext(name)]
	kind = cmp.Or(kind, mime.TypeByExtension(path.Ext(name)))
	return "data:" + strings.ReplaceAll(kind, " ", "") + ";base64," + base64.StdEncoding.EncodeToString(content(name))
}

// content reads a file that is embedded, by the address that a server has for it.
func content(name string) []byte {
	files := Files()
	if drawing, ok := strings.CutPrefix(name, "charts/"); ok {
		files, name = charts.Files(), drawing
	}
	all, err := fs.ReadFile(files, name)
	if err != nil {
		panic(fmt.Sprintf("the page names a file that is not there: %v", err))
	}
	return all
}

// First is the question of an empty link, as link.js has it: the paper's BARRIER.
func First() explore.Question {
	return explore.Question{Toy: "barrier", Kernel: "metropolis", Bridge: "geometric", Schedule: "linear", T: 100}
}

// Link writes the fragment of a link, as link.js does: the keys of a question, and those of the page. Empty values are
// left out, so that
//
//	#toy=barrier&schedule=sigmoid:4&T=100&view=cells
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

// Moved are the views that the page has no more, with the view that is nearest to them now, as in moved.js.
var Moved = map[string]string{"levels": "cells", "spectrum": "cells", "sampled": "cells", "why": "schedule",
	"against": "schedule"}

// ParseLink reads a link, or its fragment alone, as link.js does. What it leaves open is as in First. Keys that no
// question has belong to the page; a view that went is the one in its place (Moved). If a key is there twice, the last
// one counts. The error joins all faults.
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
	if now, isMoved := Moved[page.Get("view")]; isMoved {
		page.Set("view", now)
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
