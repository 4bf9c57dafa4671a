package journal

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
)

// A Build is the program that made a row: the same job in another build has another row.
type Build struct {
	Version string `json:"version"`
	Commit  string `json:"commit"`
	Go      string `json:"go"` // the compiler's version, the system and the processor
}

// rowFormat is the version of journals. In version 1 the J of an extended kernel was of the state, and since 2
// it is of the cell.
const rowFormat = 2

// Key is a hash of the job's whole definition, of the build that runs it, and of the format, so that
// rows whose numbers meant something else are no rows here.
func Key(job any, by Build) string {
	return Hash(struct {
		Format int   `json:"format"`
		Cell   any   `json:"cell"`
		Build  Build `json:"build"`
	}{rowFormat, job, by})
}

// Hash is the first half of the SHA-256 of a struct as JSON, whose keys are in the order of
// the fields.
func Hash(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		panic("journal: " + err.Error())
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:16])
}
