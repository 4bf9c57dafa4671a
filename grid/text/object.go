package text

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Twice is the error of a JSON object in which this key stands twice. Which of the two values is meant, nobody knows.
type Twice struct{ Key string }

func (t *Twice) Error() string { return fmt.Sprintf("the key %s stands twice", Quote(t.Key)) }

// Object reads a JSON object, and returns its values by their keys; nil without an error is null. Errors are those
// of json.Unmarshal, or a Twice: json.Unmarshal itself takes the last of two values of one key. Keys that differ in
// case are two. The keys of an object inside a value are not looked at.
func Object(data string) (all map[string]json.RawMessage, err error) {
	if err := json.Unmarshal([]byte(data), &all); err != nil || all == nil {
		return nil, err
	}
	seen := map[string]bool{}
	in := json.NewDecoder(strings.NewReader(data))
	for _, _ = in.Token(); in.More(); { // after the bracket; what has been read once has no more faults
		word, _ := in.Token()
		key := word.(string)
		if seen[key] {
			return nil, &Twice{key}
		}
		seen[key] = true
		var value json.RawMessage
		_ = in.Decode(&value)
	}
	return all, nil
}
