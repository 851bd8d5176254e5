package kit

import "kernellab/exercises/worksheets"

// scenes are what the stage may show, by name.
func scenes() map[string]worksheets.Maker[worksheets.SceneFunc] {
	made := func(make func(*worksheets.Params) worksheets.SceneFunc, takes ...string) worksheets.Maker[worksheets.SceneFunc] {
		return worksheets.Maker[worksheets.SceneFunc]{Takes: takes, Make: make}
	}
	return map[string]worksheets.Maker[worksheets.SceneFunc]{
		"counters":    made(countersScene, "counters", "dimensions"),
		"plane":       made(costPlaneScene, "plane", "x", "y", "costs", "typed", "points", "sliders", "notes"),
		"bars":        made(barsScene, "bars", "most", "unit", "sliders", "rows", "marks", "notes"),
		"boxes":       made(boxesScene, "boxes", "rows", "sliders", "notes"),
		"digit":       made(digitScene, "digit"),
		"subset-gram": made(subsetGram, "subset-gram", "kernel", "universe"),
		"set-gram":    made(setWitnessScene, "set-gram", "kernel"),
		"sum-gram":    made(sumGram, "sum-gram", "end", "feature", "features", "closed", "each", "sliders", "notes"),
		"graphs":      made(graphsScene, "graphs", "product"),
		"suffixes":    made(suffixesScene, "suffixes", "x", "z"),
		"sides":       made(sidesScene, "sides", "field", "in", "rows"),
		"square":      made(squareScene, "square", "of", "typed"),
		"stars":       made(starsScene, "stars", "d", "p", "most"),
		"chart":       made(chartScene, "chart", "x", "called", "from", "to", "low", "high", "curves", "typed", "points", "sliders", "log", "notes"),
		"derivation":  made(derivationScene, "derivation", "lines", "count", "of", "wrap", "notes", "sliders"),
		"lines":       made(linesScene, "lines", "title", "how", "notes"),
		"table":       made(tableScene, "table", "columns", "rows", "notes", "sliders"),
		"lift":        made(liftScene, "lift", "field", "choices", "notes"),
		"space":       made(spaceScene, "space", "vectors", "plane", "extent", "turn", "tilt", "clear", "sliders", "notes"),
		"line":        made(lineScene, "line", "w", "b", "points", "feet", "sliders", "notes"),
		"svm":         made(svmScene, "svm", "data", "kernel", "name", "from", "to", "at", "step", "notes"),
		"number-line": made(numberLine, "number-line"),
		"trial":       made(trialScene, "trial", "kernel", "called", "degree", "x", "z", "stream", "sliders"),
		"regions":     made(regionsScene, "regions", "names", "data", "kernel", "bound", "sliders", "notes"),
		"bump-grid":   made(bumpGrid, "bump-grid", "line", "gaps", "width", "sliders", "notes"),
		"cover":       made(coverScene, "cover", "called", "points", "drawn", "radius", "dimensions", "places", "stream", "sliders", "notes"),
		"spectrum":    made(spectrumScene, "spectrum", "kernel", "points", "near", "lambda", "weights", "drawn", "stream", "sliders"),
		"fit":         made(fitScene, "fit", "names", "data", "kernels", "at", "sigma", "lambda", "pull", "low", "high", "notes"),
		"both-ways":   made(bothWays, "both-ways", "sizes", "lambda", "stream", "sliders", "notes"),
		"passes":      made(passesScene, "passes", "kernel", "dimension", "sizes", "runs", "stream", "notes"),
		"descent":     made(descentScene, "descent", "loss", "data", "kernel", "rate", "steps", "after", "shows", "from", "to", "low", "high", "sliders", "notes"),
		"before":      made(beforeScene, "before", "once", "after"),
		"together":    made(togetherScene, "together", "beneath"),
		"run":         made(runScene, "run", "names", "data", "whole", "kernel", "kernels", "sliders", "last", "beside", "notes", "foretold"),
	}
}
