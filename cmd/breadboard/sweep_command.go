package main

import (
	"cmp"
	"fmt"
	"reflect"
	"strings"

	"breadboard/experiments/sweep"
)

// commandOf is the command line of a spec, whole, as a shell reads it. It follows from the spec alone, so that a sweep in
// shards, or one that was stopped and went on, has the same one.
func commandOf(spec sweep.Spec) string {
	words := []string{"breadboard", "sweep"}
	if spec.Chains == 0 {
		spec.MCSeed = 0
	}
	values := reflect.ValueOf(spec)
	for i, f := range reflect.VisibleFields(reflect.TypeFor[specFlags]()) {
		if values.Field(i).IsZero() {
			continue
		}
		flag := "--" + cmp.Or(f.Tag.Get("name"), strings.ToLower(f.Name))
		switch value := values.Field(i).Interface().(type) {
		case sweep.List:
			words = append(words, flag, quoted(strings.Join(separated(value), ",")))
		case bool:
			words = append(words, flag)
		default:
			words = append(words, flag, quoted(fmt.Sprint(value)))
		}
	}
	return strings.Join(append(words, "--out", "DIR"), " ")
}
