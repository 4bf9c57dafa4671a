package outside

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// faults are errors told in one line: the first three, and how many more.
type faults struct {
	first []error
	more  int
}

func (f *faults) add(format string, args ...any) {
	if len(f.first) < 3 {
		f.first = append(f.first, fmt.Errorf(format, args...))
	} else {
		f.more++
	}
}

// err is nil where there are none.
func (f *faults) err() error {
	if len(f.first) == 0 {
		return nil
	}
	return f
}

func (f *faults) Error() string {
	var s []string
	for _, err := range f.first {
		s = append(s, err.Error())
	}
	if f.more > 0 {
		s = append(s, fmt.Sprintf("and %d more", f.more))
	}
	return strings.Join(s, "; ")
}

// quote is a field on one line and not too long.
func quote(s string) string {
	const long = 24
	if r := []rune(s); len(r) > long {
		s = string(r[:long]) + "..."
	}
	return strconv.Quote(s)
}

// plain is an error of the operating system without its own mention of the path.
func plain(path string, err error, would string) error {
	var at *os.PathError
	if errors.As(err, &at) {
		err = at.Err
	}
	return fmt.Errorf("%s: %w; %s would do", path, err, would)
}

// many is a number of things.
func many(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return strconv.Itoa(n) + " " + thing + "s"
}
