package samplers

import "breadboard/experiments"

func (s Study) findings() []experiments.Finding { return nil }
