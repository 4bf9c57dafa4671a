package explorer

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"reflect"
	"slices"
	"strconv"
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
	var written []string
	add := func(key, text string) {
		if text != "" {
			written = append(written, url.QueryEscape(key)+"="+readable.Replace(url.QueryEscape(text)))
		}
	}
	for i, q := range []*explore.Question{a, b} {
		for k, key := range keys() {
			if q != nil && !reflect.ValueOf(*q).Field(k).IsZero() {
				add([]string{"", second}[i]+key, fmt.Sprint(reflect.Indirect(reflect.ValueOf(*q).Field(k))))
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(page)) {
		add(key, page.Get(key))
	}
	return "#" + strings.Join(written, "&")
}

// readable leaves what a fragment may hold as it is: a curve or a painted target is easier to read with it.
var readable = strings.NewReplacer("%3A", ":", "%2C", ",", "%3B", ";")

// ParseLink reads a link, or its fragment alone, as link.js does. What a setting leaves open is as in First, and b is
// nil if there is one setting alone. Keys that no question has belong to the page. If a key is there twice, the last
// one counts. The error joins all faults.
func ParseLink(text string) (a, b *explore.Question, page url.Values, err error) {
	if _, fragment, found := strings.Cut(text, "#"); found || strings.Contains(text, "://") {
		text = fragment // an address without one is of no setting
	}
	// url.ParseQuery refuses a semicolon, which some once wrote for &. Here it ends a row of a painted target.
	page, err = url.ParseQuery(strings.ReplaceAll(text, ";", "%3B"))
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
	return whole(cmp.Or(a, new(explore.Question))), whole(b), page, nil
}

// whole fills in what a link leaves open, as in the first question.
func whole(q *explore.Question) *explore.Question {
	if q == nil {
		return nil
	}
	open := First()
	if q.Target == "" {
		q.Toy = cmp.Or(q.Toy, open.Toy)
	}
	q.Kernel, q.Bridge = cmp.Or(q.Kernel, open.Kernel), cmp.Or(q.Bridge, open.Bridge)
	q.Schedule, q.T = cmp.Or(q.Schedule, open.Schedule), cmp.Or(q.T, open.T)
	return q
}

// keys are the keys of a question in JSON, in the order of its fields.
func keys() []string {
	of := reflect.TypeFor[explore.Question]()
	names := make([]string, of.NumField())
	for i := range names {
		names[i], _, _ = strings.Cut(of.Field(i).Tag.Get("json"), ",")
	}
	return names
}

// taken moves the keys of a question, behind their prefix, out of a link. It returns nil if there is none of them.
func taken(link url.Values, prefix string) (*explore.Question, error) {
	q, found := new(explore.Question), false
	var faults []error
	for i, key := range keys() {
		text := link.Get(prefix + key)
		link.Del(prefix + key)
		if text == "" {
			continue
		}
		found = true
		if err := set(reflect.ValueOf(q).Elem().Field(i), text); err != nil {
			faults = append(faults, fmt.Errorf("the link has %s=%s: %w", prefix+key, text, err))
		}
	}
	if !found {
		return nil, nil
	}
	return q, errors.Join(faults...)
}

// set reads a text into a field of a question.
func set(field reflect.Value, text string) error {
	var err error
	would := ""
	switch into := field.Addr().Interface().(type) {
	case *string:
		*into = text
	case *bool:
		would = "true or false would do"
		*into, err = strconv.ParseBool(text)
	case *int:
		would = "a whole number, as 100, would do"
		*into, err = strconv.Atoi(text)
	case **uint64:
		would = "a whole number from 0 to 18446744073709551615, as 7, would do"
		*into = new(uint64)
		**into, err = strconv.ParseUint(text, 10, 64)
	default:
		panic(fmt.Sprintf("a link cannot hold a %s", field.Type())) // unreachable: every field of a question is above
	}
	if err != nil {
		return errors.New(would)
	}
	return nil
}
