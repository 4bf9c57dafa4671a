package paper

import (
	"context"
	"testing"
)

func TestReproduceStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Reproduce(ctx, Quick(), nil); err == nil {
		t.Error("a cancelled reproduction returned no error")
	}
}
