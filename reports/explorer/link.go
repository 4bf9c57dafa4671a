package explorer

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"breadboard/experiments/explore"
)

// second begins the keys of the second setting.
const second = "b."

// First is the question of an empty link, as link.js has it: the paper's BARRIER.
func First() explore.Question {
	return explore.Question{Toy: "barrier", Kernel: "metropolis", Bridge: "geometric", Schedule: "linear", T: 100}
}

// Link writes the fragment of a link, as link.js does: the keys of a, those of b behind "b.", and those of the page.
// A nil question has no keys. Empty values are left out, so that
//
//	#toy=barrier&schedule=sigmoid:4&T=100&b.toy=easy&view=levels
//
// is a link of two settings.
func Link(a, b *explore.Question, page url.Values) string {
	pairs := append(pairsOf("", a), pairsOf(second, b)...)
	for _, key := range slices.Sorted(maps.Keys(page)) {
		pairs = append(pairs, pair{key, page.Get(key)})
	}
	var written []string
	for _, p := range pairs {
		if p.text != "" {
			written = append(written, url.QueryEscape(p.key)+"="+readable.Replace(url.QueryEscape(p.text)))
		}
	}
	return "#" + strings.Join(written, "&")
}

// readable leaves what a fragment may hold as it is: a curve or a painted target is easier to read with it.
var readable = strings.NewReplacer("%3A", ":", "%2C", ",", "%3B", ";")

// ParseLink reads a link, or its fragment alone, as link.js does. What a setting leaves open is as in First, and b is
// nil if there is one setting alone. Keys that no question has belong to the page. If a key is there twice, the last
// one counts. The error joins all faults.
func ParseLink(text string) (a, b *explore.Question, page url.Values, err error) {
	// url.ParseQuery refuses a semicolon, which some once wrote for &. Here it ends a row of a painted target.
	page, err = url.ParseQuery(strings.ReplaceAll(fragment(text), ";", "%3B"))
	if err != nil {
		return nil, nil, nil, fmt.Errorf("the link cannot be read, %w: #toy=barrier&T=100 would do", err)
	}
	for key, texts := range page {
		page[key] = texts[len(texts)-1:]
	}
	a, faultsA := taken(page, "")
	b, faultsB := taken(page, second)
	if err := errors.Join(faultsA, faultsB); err != nil {
		return nil, nil, nil, err
	}
	if a == nil {
		a = new(explore.Question)
	}
	return whole(a), whole(b), page, nil
}

// whole fills in what a link leaves open, as in the first question.
func whole(q *explore.Question) *explore.Question {
	if q == nil {
		return nil
	}
	open := First()
	if q.Toy == "" && q.Target == "" {
		q.Toy = open.Toy
	}
	q.Kernel = cmp.Or(q.Kernel, open.Kernel)
	q.Bridge = cmp.Or(q.Bridge, open.Bridge)
	q.Schedule = cmp.Or(q.Schedule, open.Schedule)
	q.T = cmp.Or(q.T, open.T)
	return q
}

// fragment returns what follows the first # of a link. A text with no # is a fragment itself, unless it is an address.
func fragment(text string) string {
	before, after, found := strings.Cut(text, "#")
	switch {
	case found:
		return after
	case strings.Contains(text, "://"):
		return ""
	default:
		return before
	}
}
