package explorer

import (
	"context"
	"os"
	"regexp"
	"strings"
	"testing"

	"breadboard/experiments/explore"
)

// A scene is what a step of the tour shows: the answers to the questions of its link.
type scene struct {
	a, b     explore.Exact // b is a's if there is one setting alone
	along    explore.Levels
	ten, ten2 explore.Measured
}
