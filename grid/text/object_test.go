package text_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"breadboard/grid/text"
)

// An object is refused just if one of its keys stands twice, however it is spelled; otherwise every key has the value
// that was written beside it. The keys of objects inside it are others.
func TestObject(t *testing.T) {
	spelled := map[string]string{"a": `"a"`, "\\u0061": `"a"`, "b": `"b"`, "A": `"A"`, "": `""`, "ab": `"ab"`}
	values := []string{"1", "[1,2]", `{"a":1,"a":2}`, `"a"`, "null", `{"b":{"a":{}}}`}
	rapid.Check(t, func(t *rapid.T) {
		keys := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "\\u0061", "b", "A", "", "ab"}), 0, 4).Draw(t, "keys")
		var parts, said []string
		want := map[string]string{}
		twice := false
		for _, key := range keys {
			value := rapid.SampledFrom(values).Draw(t, "value")
			name := spelled[key]
			twice = twice || slices.Contains(said, name)
			said, want[strings.Trim(name, `"`)] = append(said, name), value
			parts = append(parts, fmt.Sprintf(` "%s" : %s`, key, value))
		}
		object := "{" + strings.Join(parts, ",") + "}\n"
		got, err := text.Object(object)
		if found := errors.As(err, new(*text.Twice)); found != twice || err != nil && !found {
			t.Fatalf("%s: the error is %v, and a key stands twice: %v", object, err, twice)
		}
		if err != nil {
			return
		}
		for key, value := range want {
			if string(got[key]) != value {
				t.Fatalf("%s: %q is %s, want %s", object, key, got[key], value)
			}
		}
		if len(got) != len(want) {
			t.Fatalf("%s: %d keys, want %d", object, len(got), len(want))
		}
	})
}

// What is no object, or more than one, is an error, and null is nothing.
func TestObjectRefuses(t *testing.T) {
	for _, in := range []string{"", "1", "[]", `{"a":1`, `{"a":1}{}`, `{"a"}`, `{"a":1,}`, `{a:1}`} {
		if got, err := text.Object(in); err == nil || got != nil {
			t.Errorf("%q is %v, and the error %v", in, got, err)
		}
	}
	if got, err := text.Object("null"); got != nil || err != nil {
		t.Errorf("null is %v, and the error %v", got, err)
	}
}
