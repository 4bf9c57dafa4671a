package journal

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/grid/must"
)

// A planned is a plan of these tests.
type planned struct {
	Heading
	Counts []count `json:"counts"`
	Name   string  `json:"name,omitempty"`
}

func (p planned) Hash() string {
	p.Heading = Heading{}
	return Hash(p)
}

func (p planned) Check() error {
	if len(p.Counts) == 0 {
		return fmt.Errorf("no counts")
	}
	return nil
}

func aPlan() planned {
	return planned{Heading: NewHeading(aRow(0).Build), Counts: []count{{2}, {3}}, Name: "a <plan>"}
}

func planText(t *testing.T) string {
	t.Helper()
	return string(must.Have(PlanBytes(aPlan()))(t))
}

// TestLoadPlan: a plan is read from its file, and a file that is not there is a fault.
func TestLoadPlan(t *testing.T) {
	path := must.File(t, "plan.json", planText(t))
	got := must.Have(LoadPlan[planned](path))(t)
	if d := cmp.Diff(aPlan(), got); d != "" {
		t.Error(d)
	}
	if _, err := LoadPlan[planned](path + "x"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
}

// No bit of a plan can be another, and none can be missing at the end.
func TestPlanEveryBit(t *testing.T) {
	whole := []byte(planText(t))
	got := must.Have(ReadPlan[planned](bytes.NewReader(whole)))(t)
	if diff := cmp.Diff(aPlan(), got); diff != "" {
		t.Errorf("a plan that was read back: %s", diff)
	}
	for i := range 9 * len(whole) {
		changed := bytes.Clone(whole)
		if i < 8*len(whole) {
			changed[i/8] ^= 1 << (i % 8)
		} else {
			changed = changed[:i-8*len(whole)]
		}
		if got, err := ReadPlan[planned](bytes.NewReader(changed)); err == nil {
			t.Fatalf("change %d: it is read as %v", i, got)
		}
	}
}

// resealed is a plan with the checksum of what it has now.
func resealed(text string) string {
	object, _, _ := strings.Cut(text, ",\n \"sha256\"")
	return object + string(planSum([]byte(object)))
}

// What else stands in a file, be its checksum right, is refused in one sentence that says what would do.
func TestPlanStrict(t *testing.T) {
	whole := planText(t)
	for name, c := range map[string]struct{ text, says string }{
		"an unknown key": {resealed(strings.Replace(whole, `"name":`, `"extra": 1, "name":`,
			1)), "not as this build"},
		"a nested one": {resealed(strings.Replace(whole, `"to": 2`, `"to": 2, "x": 1`, 1)), "not as this build"},
		"a key twice": {resealed(strings.Replace(whole, `"name":`, `"counts": [], "name":`,
			1)), "not as this build"},
		"no counts":         {resealed(strings.Replace(whole, `"counts"`, `"Counts"`, 1)), "not as this build"},
		"trailing data":     {whole + "{}", "not the plan of a sweep"},
		"a trailing blank":  {whole + "\n", "by its checksum"},
		"no checksum":       {strings.Split(whole, ",\n \"sha256\"")[0] + "\n}\n", "by its checksum"},
		"a wrong one":       {strings.Replace(whole, `"a <plan>"`, `"b <plan>"`, 1), "by its checksum"},
		"a word":            {"none", "not the plan of a sweep"},
		"nothing":           {"", "not the plan of a sweep"},
		"brackets":          {strings.Repeat("[", 3_000_000), "not the plan of a sweep"},
		"brackets in a key": {`{"format":3,"x":` + strings.Repeat("[", 3_000_000), "not the plan of a sweep"},
		"an earlier format": {strings.Replace(whole, `"format": 3`, `"format": 2`, 1), "3 is the one known here"},
		"a later format":    {strings.Replace(whole, `"format": 3`, `"format": 4`, 1), "3 is the one known here"},
		"another type":      {resealed(strings.Replace(whole, `"to": 2`, `"to": "2"`, 1)), "not the plan of a sweep"},
	} {
		_, err := ReadPlan[planned](strings.NewReader(c.text))
		if err == nil || !strings.Contains(err.Error(), c.says) || !strings.HasSuffix(err.Error(), " would do") {
			t.Errorf("%s: the error is %v, want %s", name, err, c.says)
		}
	}
	empty := resealed(strings.Replace(whole, "[\n  {\n   \"to\": 2\n  },\n  {\n   \"to\": 3\n  }\n ]", "[]", 1))
	if _, err := ReadPlan[planned](strings.NewReader(empty)); err == nil || err.Error() != "no counts" {
		t.Errorf("a plan without counts: the error is %v", err)
	}
}

// A name that is no text would be read back as another name, and is refused.
func TestPlanOfBytes(t *testing.T) {
	p := aPlan()
	p.Name = "\xff.csv"
	must.Refuse(PlanBytes(p))(t, "UTF-8", "it")
}
