package journal

import (
	"encoding/json"
	"fmt"
	"io"
)

// A Plan is what jobs are made from. It is kept in a file, where merging finds the jobs.
type Plan interface {
	Head() Heading
	Hash() string // the same for plans of the same jobs, in any build
}

// A Heading is the beginning of a plan and of its file.
type Heading struct {
	Format int   `json:"format,omitempty"` // of the file; 0 only to make a hash
	Build  Build `json:"build"`
}

// planFormat is the version of a plan's file and of its journals. Others are refused. In version 1 the
// J of an extended kernel was of the state, and since 2 it is of the cell.
const planFormat = 2

// NewHeading is the heading of a plan in this build.
func NewHeading(by Build) Heading { return Heading{planFormat, by} }

// Head returns the heading.
func (h Heading) Head() Heading { return h }

// WritePlan writes a plan as JSON.
func WritePlan(w io.Writer, p Plan) error {
	out := json.NewEncoder(w)
	out.SetIndent("", " ")
	out.SetEscapeHTML(false)
	return out.Encode(p)
}

// ReadPlan reads what WritePlan wrote.
func ReadPlan[P Plan](r io.Reader) (P, error) {
	var plan, none P
	if err := json.NewDecoder(r).Decode(&plan); err != nil {
		return none, fmt.Errorf("not the plan of a sweep: %w", err)
	}
	if err := plan.Head().check(); err != nil {
		return none, err
	}
	return plan, nil
}

// CheckFormat returns an error if data are a plan of another format, to which no journal here belongs.
func CheckFormat(data []byte) error {
	var h Heading
	if json.Unmarshal(data, &h) != nil || h.Format == 0 { // no plan
		return nil
	}
	return h.check()
}

func (h Heading) check() error {
	if h.Format != planFormat {
		return fmt.Errorf("the plan of a sweep in format %d; %d is the one known here", h.Format, planFormat)
	}
	return nil
}
