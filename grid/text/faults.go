package text

import (
	"fmt"
	"strings"
)

// Faults are the faults found in a file. As an error they are one line with the first
// three and the number of the others.
type Faults struct {
	first []error
	more  int
}

// Add adds a fault, in the words of fmt.Errorf.
func (f *Faults) Add(format string, args ...any) {
	if len(f.first) < 3 {
		f.first = append(f.first, fmt.Errorf(format, args...))
	} else {
		f.more++
	}
}

// Err returns the faults, or nil if there are none.
func (f *Faults) Err() error {
	if len(f.first) == 0 {
		return nil
	}
	return f
}

// Err returns the faults, or nil if there are none.
// Error returns that line.
func (f *Faults) Error() string {
	var s []string
	for _, err := range f.first {
		s = append(s, err.Error())
	}
	if f.more > 0 {
		s = append(s, fmt.Sprintf("and %d more", f.more))
	}
	return strings.Join(s, "; ")
}
