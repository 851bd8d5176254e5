package lab

import (
	"slices"

	"kernellab/ascii"
)

// newHelp shows every key, those of the zone the keyboard is in first, with
// the reason beside a key that does nothing now.
func newHelp(s *session, z zone, disabled func(binding) string) screen {
	return newTextWindow(s, "Keys", func(p pen, w int) []ascii.Line {
		return helpLines(p, s.keys, z, disabled, w)
	})
}

func helpLines(p pen, keys keyMap, here zone, disabled func(binding) string, w int) []ascii.Line {
	var out []ascii.Line
	for _, z := range helpOrder(here) {
		if len(out) > 0 {
			out = append(out, nil)
		}
		out = append(out, p.say(line(z.String(), ascii.Accent)))
		for _, c := range keys.in(z) {
			out = append(out, helpRow(p, c, disabled, w)...)
		}
	}
	return out
}

// helpOrder is every zone, the one the keyboard is in first.
func helpOrder(here zone) []zone {
	all := []zone{zoneContents, zoneField, zoneChoice, zoneControl, zoneStage, zoneLab, zoneEverywhere, zoneWhatIf, zoneQuiz, zoneWatch, zoneOverlay}
	slices.SortStableFunc(all, func(a, b zone) int {
		switch {
		case a == here && b != here:
			return -1
		case b == here && a != here:
			return 1
		}
		return 0
	})
	return all
}

func helpRow(p pen, c binding, disabled func(binding) string, w int) []ascii.Line {
	const keyColumn = 14
	h := c.Help()
	key := p.say(line(h.Key, ascii.Strong))
	key = append(key, blank(keyColumn-lineWidth(key)))
	words := ascii.Line{{Text: h.Desc, Ink: ascii.Text}}
	if disabled != nil {
		if why := disabled(c); why != "" {
			key[0].Ink = ascii.Dim
			words = ascii.Line{{Text: h.Desc, Ink: ascii.Dim}, {Text: "  (" + why + ")", Ink: ascii.Warn}}
		}
	}
	return indented(key, p.say(words), w)
}
