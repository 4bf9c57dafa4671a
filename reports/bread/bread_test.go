package bread

import (
	"os"
	"strings"
)

// The long form makes the reproduction of the paper again.
var long = os.Getenv("BREADBOARD_LONG") != ""

// made says whether a file is made again: pictures in PNG are those in SVG, and take long.
func made(name string) bool {
	return long || !strings.HasSuffix(name, ".png")
}
