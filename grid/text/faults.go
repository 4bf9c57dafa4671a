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

// mostFaults is the number of faults after which a reader gives up.
const mostFaults = 100

// Add adds a fault, in the words of fmt.Errorf.
func (f *Faults) Add(format string, args ...any) {
	if len(f.first) < 3 {
		f.first = append(f.first, fmt.Errorf(format, args...))
	} else {
		f.more++
	}
}

// Full reports whether there are so many faults that it is no use to read on.
func (f *Faults) Full() bool { return len(f.first)+f.more >= mostFaults }

// Err returns the faults, or nil if there are none.
func (f *Faults) Err() error {
	if len(f.first) == 0 {
		return nil
	}
	return f
}

// Error returns that line. Of faults that are too many to read on it does not tell the number.
func (f *Faults) Error() string {
	var s []string
	for _, err := range f.first {
		s = append(s, err.Error())
	}
	switch {
	case f.Full():
		s = append(s, "and many more")
	case f.more > 0:
		s = append(s, fmt.Sprintf("and %d more", f.more))
	}
	return strings.Join(s, "; ")
}
