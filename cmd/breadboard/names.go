package main

import (
	"reflect"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"breadboard/experiments"
	"breadboard/experiments/protocol"
	"breadboard/reports/table"
	"breadboard/toys/zoo"
)

// spelling makes the parser spell names as the catalogues do, in every flag that takes them: --kernel Gibbs,MH
// becomes heat-bath,metropolis. The code behind the parser knows no other spelling, and does not see the equals sign
// of -T=10, which the parser leaves there because -T is a short flag.
func spelling() kong.Option {
	return kong.KindMapper(reflect.String, kong.MapperFunc(func(ctx *kong.DecodeContext, v reflect.Value) error {
		var value string
		if err := ctx.Scan.PopValueInto("string", &value); err != nil {
			return err
		}
		if flag := ctx.Value.Flag; flag != nil && flag.Short != 0 {
			value = strings.TrimPrefix(value, "=")
		}
		kind := ctx.Value.Tag.Get("names")
		if kind == "" {
			v.SetString(value)
			return nil
		}
		known := namesOf(kind)
		words := strings.Split(value, ",")
		for i, word := range words {
			at := slices.IndexFunc(known, func(n string) bool { return strings.EqualFold(n, word) })
			if at >= 0 {
				words[i] = known[at]
			} else {
				words[i] = experiments.Canonical(experiments.Field(kind), word)
			}
		}
		v.SetString(strings.Join(words, ","))
		return nil
	}))
}

// namesOf returns the possible values of a flag of this kind, for help and for faults.
func namesOf(kind string) []string {
	switch kind {
	case "format":
		return asWords(table.Formats)
	case "model":
		return experiments.Models()
	case "zoo":
		return append([]string{"all", "small"}, zoo.Groups...)
	case "treatment":
		return asWords(protocol.Treatments)
	}
	return experiments.Specs(experiments.Field(kind))
}
