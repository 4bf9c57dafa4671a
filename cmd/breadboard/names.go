package main

import (
	"reflect"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"breadboard/experiments"
)

// names returns the possible values of a flag of this kind, for help and completion.
func names(kind string) []string {
	switch kind {
	case "format":
		return formats()
	case "model":
		return experiments.Models()
	case "zoo":
		return zooNames()
	case "equal":
		return equals()
	case "treatment":
		return treatments()
	}
	return experiments.Specs(experiments.Field(kind))
}

// spelling makes the parser spell names as the catalogues do, in every flag that completes them: --kernel
// Gibbs,MH becomes heat-bath,metropolis. The code behind the parser knows no other spelling.
func spelling() kong.Option {
	return kong.KindMapper(reflect.String, kong.MapperFunc(func(ctx *kong.DecodeContext, v reflect.Value) error {
		var value string
		if err := ctx.Scan.PopValueInto("string", &value); err != nil {
			return err
		}
		kind := ctx.Value.Tag.Get("complete")
		if kind == "" || kind == "file" {
			v.SetString(value)
			return nil
		}
		words := strings.Split(value, ",")
		for i, word := range words {
			words[i] = meant(kind, word)
		}
		v.SetString(strings.Join(words, ","))
		return nil
	}))
}

// meant returns the name of this kind that a word means, or the word if it means none.
func meant(kind, word string) string {
	known := names(kind)
	if i := slices.IndexFunc(known, func(n string) bool { return strings.EqualFold(n, word) }); i >= 0 {
		return known[i]
	}
	return experiments.Canonical(experiments.Field(kind), word)
}
