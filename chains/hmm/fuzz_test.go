package hmm_test

import (
	"testing"

	"breadboard/chains/hmm"
	"breadboard/grid/must"
)

// FuzzReadModel: any text is a model whose observations it can make, or is refused in a line that begins with its name.
func FuzzReadModel(f *testing.F) {
	for _, data := range []string{"", "{}", "[]", "null",
		`{"initial":[1],"transition":[[1]],"emission":[[1]],"observations":[1]}`,
		`{"initial":[0.5,0.5],"transition":[[0.25,0.75],[1,0]],"emission":[[0.5,0.5],[1,0]],"observations":[2,1]}`,
		`{"Initial":[1]}`, `{"initial":[1e999]}`, `{"initial":[1],"initial":[1]}`, `{"observations":[1.5]}`, `{} {}`} {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data string) {
		m, err := hmm.ReadModel(data, "m.json")
		must.Sentence(t, err, "m.json: ")
		if err != nil {
			return
		}
		for step := range m.Len() {
			if len(m.Seen(step)) != m.States() {
				t.Errorf("observation %d has %d probabilities of %d states", step+1, len(m.Seen(step)), m.States())
			}
		}
	})
}
