package explorer

import (
	"errors"
	"fmt"
	"net/url"
	"reflect"
	"strconv"
	"strings"

	"breadboard/experiments/explore"
)

// A pair is a key of a link with its text.
type pair struct{ key, text string }

// keys are the keys of a question in JSON, in the order of its fields.
func keys() []string {
	of := reflect.TypeFor[explore.Question]()
	names := make([]string, of.NumField())
	for i := range names {
		names[i], _, _ = strings.Cut(of.Field(i).Tag.Get("json"), ",")
	}
	return names
}

// pairsOf are the keys of q with their texts; none if q is nil.
func pairsOf(prefix string, q *explore.Question) []pair {
	if q == nil {
		return nil
	}
	var pairs []pair
	for i, key := range keys() {
		field := reflect.ValueOf(*q).Field(i)
		if field.IsZero() {
			continue
		}
		pairs = append(pairs, pair{prefix + key, fmt.Sprint(reflect.Indirect(field))})
	}
	return pairs
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
	switch into := field.Addr().Interface().(type) {
	case *string:
		*into = text
	case *bool:
		v, err := strconv.ParseBool(text)
		if err != nil {
			return errors.New("true or false would do")
		}
		*into = v
	case *int:
		v, err := strconv.Atoi(text)
		if err != nil {
			return errors.New("a whole number, as 100, would do")
		}
		*into = v
	case **uint64:
		v, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			return errors.New("a whole number from 0 to 18446744073709551615, as 7, would do")
		}
		*into = &v
	default:
		panic(fmt.Sprintf("a link cannot hold a %s", field.Type())) // unreachable: every field of a question is above
	}
	return nil
}
