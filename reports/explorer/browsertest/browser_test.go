package browsertest

import (
	"errors"
	"os"
	"testing"
)

func TestMain(m *testing.M) { os.Exit(Run(m)) }

func TestFind(t *testing.T) {
	only := func(have string) func(string) (string, error) {
		return func(name string) (string, error) {
			if name != have {
				return "", errors.New("not found")
			}
			return "/usr/bin/" + name, nil
		}
	}
	if got, err := find(only("google-chrome")); err != nil || got != "/usr/bin/google-chrome" {
		t.Errorf("found %q, %v", got, err)
	}
	if got, err := find(only("")); !errors.Is(err, errNone) {
		t.Errorf("found %q, %v where there is none", got, err)
	}
}
