package experiments

import (
	"math"
	"slices"
	"strings"

	"breadboard/grid/text"
)

// momentsOf reads a name: moments:mean, or moments:mean:0.5:-1 with estimates of the target's moments.
func (s Setting) momentsOf() (statistics string, pilot []float64, err error) {
	words := strings.Split(s.Bridge, ":")[1:]
	if len(words) == 0 || !slices.Contains(statisticsOf, words[0]) {
		return "", nil, Faultf("%v %s: one of %s must follow, as in %s:%s", FieldBridge, s.Bridge,
			strings.Join(statisticsOf, ", "), moments, statisticsOf[0])
	}
	for _, word := range words[1:] {
		v, err := text.Float(word)
		if err != nil || math.IsInf(v, 0) {
			return "", nil, Faultf("%v %s: %s is no estimate of a moment; a number would do", FieldBridge, s.Bridge,
				text.Quote(word))
		}
		pilot = append(pilot, v)
	}
	return words[0], pilot, nil
}
