package cause

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Advice is for causes that exist: each name is one that a search here gives.
func TestAdviceIsForCauses(t *testing.T) {
	paths, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var code strings.Builder
	for _, path := range paths {
		if strings.HasPrefix(path, "advice") {
			continue
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		code.Write(data)
	}
	for name, do := range advice {
		if !strings.Contains(code.String(), `"`+name+`"`) {
			t.Errorf("nothing finds the cause %q", name)
		}
		if got := (Cause{Name: name}).Advice(); got != do || strings.HasSuffix(got, ".") {
			t.Errorf("the advice for %q is %q", name, got)
		}
	}
	if got := (Cause{Name: "temperature"}).Advice(); got != "" {
		t.Errorf("the advice for a cause without any is %q", got)
	}
}
