package sweep

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"breadboard/experiments"
)

// givenKeys are the keys of a setting in a file: all of an annealing but its target.
var givenKeys = []string{"kernel", "bridge", "initial", "schedule", "repeat", "T"}

// ReadGiven reads one setting from TOML, as a spec is read: each key has one text or number. It returns the keys in the
// order of the file, and the words of flags. The error is one line that begins with name.
func ReadGiven(r io.Reader, name string) (keys []string, words map[string]string, err error) {
	keys, values, err := decode(r)
	if err != nil {
		return nil, nil, experiments.Faultf("%s: %v", name, err)
	}
	words = map[string]string{}
	for _, key := range keys {
		if !slices.Contains(givenKeys, key) {
			return nil, nil, experiments.Faultf("%s: %s is no key of a setting; %s would do", name, brief(key),
				strings.Join(givenKeys, ", "))
		}
		switch value := values[key].(type) {
		case string, int64:
			words[key] = fmt.Sprint(value)
		default:
			return nil, nil, experiments.Faultf("%s: %s is %s; one text or number would do", name, key, brief(value))
		}
	}
	return keys, words, nil
}
