package journal

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// A Plan is what jobs are made from. It is kept in a file, where merging finds the jobs.
type Plan interface {
	Head() Heading
	Hash() string // the same for plans of the same jobs, in any build
	Check() error // nil for every plan that this program makes
}

// A Heading is the beginning of a plan and of its file.
type Heading struct {
	Format int   `json:"format,omitempty"` // of the file; 0 only to make a hash
	Build  Build `json:"build"`
}

// planFormat is the version of a plan's file.
const planFormat = 3

// NewHeading is the heading of a plan in this build.
func NewHeading(by Build) Heading { return Heading{planFormat, by} }

// Head returns the heading.
func (h Heading) Head() Heading { return h }

// PlanBytes is a plan as one JSON object. Its last key is the SHA-256 of the object without that key, as it would be
// written.
func PlanBytes(p Plan) ([]byte, error) {
	var b bytes.Buffer
	out := json.NewEncoder(&b)
	out.SetIndent("", " ")
	out.SetEscapeHTML(false)
	if err := out.Encode(p); err != nil {
		return nil, err
	}
	if bytes.Contains(b.Bytes(), []byte(`\ufffd`)) { // a byte that is no text; it would read back as another name
		return nil, errors.New("a name in the plan is not UTF-8; files whose names are would do")
	}
	object := bytes.TrimSuffix(b.Bytes(), []byte("\n}\n"))
	return append(object[:len(object):len(object)], planSum(object)...), nil
}

// planSum is the end of the file of a plan, whose object is given without its closing bracket.
func planSum(object []byte) []byte {
	return fmt.Appendf(nil, ",\n \"sha256\": \"%x\"\n}\n", sha256.Sum256(object))
}

// ErrNoPlan is the error of a file that something else has written, or cut.
var ErrNoPlan = errors.New("not the plan of a sweep" + again)

// again says what makes a plan.
const again = "; the command of the sweep again, into the same directory, would do"

// LoadPlan reads the plan in the file at path.
func LoadPlan[P Plan](path string) (plan P, err error) {
	f, err := open(path, os.O_RDONLY)
	if err != nil {
		return plan, err
	}
	defer f.Close()
	return ReadPlan[P](f)
}

// ReadPlan reads what PlanBytes returned. Anything else is an error: one bit that changed, an
// unknown key, a key that is there twice, another order of the keys, or anything behind the end.
func ReadPlan[P Plan](r io.Reader) (plan P, err error) {
	data, err := io.ReadAll(r)
	if err == nil {
		err = checkHead(data)
	}
	if err != nil {
		return plan, err
	}
	at := len(data) - len(planSum(nil))
	if at < 0 || !bytes.Equal(data[at:], planSum(data[:at])) {
		return plan, errors.New("the plan of a sweep that was changed, by its checksum" + again)
	}
	if err := json.Unmarshal(data, &plan); err != nil {
		return plan, ErrNoPlan
	}
	if written, err := PlanBytes(plan); err != nil || !bytes.Equal(written, data) {
		return plan, errors.New("the plan of a sweep, but not as this build writes it" + again)
	}
	return plan, plan.Check()
}

// checkHead returns an error if data are no plan, or one of another format.
func checkHead(data []byte) error {
	var h Heading
	switch err := json.Unmarshal(data, &h); {
	case err != nil, h.Format == 0:
		return ErrNoPlan
	case h.Format == planFormat:
		return nil
	}
	return fmt.Errorf("the plan of a sweep in format %d; %d is the one known here; another directory would do",
		h.Format,
		planFormat)
}

// OldPlan reads the file at path in whose place a plan is to be written; nil if there is none. The error says
// that it cannot be read, that it is no plan, be it a changed one, or that it is a plan to which no journal here
// belongs: one of another format.
func OldPlan(path string) (data []byte, err error) {
	f, err := open(path, os.O_RDONLY)
	if err == nil {
		defer f.Close()
		data, err = io.ReadAll(f)
	}
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(data) == 0 {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var h Heading
	if json.Unmarshal(data, &h) != nil || h.Build == (Build{}) {
		return nil, ErrNoPlan
	}
	return data, checkHead(data)
}
