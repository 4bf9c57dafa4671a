package leaderboard

import (
	"context"
	"errors"
	"testing"
)

// TestChainStopped: after Ctrl-C a chain has the context's error, and no number.
func TestChainStopped(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	for _, e := range tiny() {
		if _, err := e.chainJ(ctx, 3); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v", e.kernel, err)
		}
	}
}
