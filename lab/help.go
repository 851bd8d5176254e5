package lab

import (
	"slices"

	"kernellab/ascii"
)

// newHelp shows every key, those of the zone the keyboard is in first, with
// the reason beside a key that does nothing now.
func newHelp(s *session, here zone, disabled func(binding) string) screen {
	return newTextWindow(s, "Keys", func(d *document) {
		for _, z := range helpOrder(here) {
			d.gap()
			d.write(line(z.String(), ascii.Accent))
			for _, b := range s.keys.in(z) {
				d.binding(b, disabled(b))
			}
		}
	})
}

// helpOrder is every zone, the one the keyboard is in first.
func helpOrder(here zone) []zone {
	all := []zone{zoneContents, zoneField, zoneChoice, zoneControl, zoneStage, zonePanel, zoneLab, zoneEverywhere, zoneWhatIf, zoneQuiz, zoneWatch, zoneOverlay}
	rest := slices.DeleteFunc(all, func(z zone) bool { return z == here })
	return slices.Insert(rest, 0, here)
}

// binding adds keys, what they do, and why they do nothing now.
func (d *document) binding(b binding, why string) {
	const column = 14
	h := b.Help()
	if why == "" {
		d.entry(column, line(h.Key, ascii.Strong), line(h.Desc, ascii.Text))
		return
	}
	d.entry(column, line(h.Key, ascii.Dim), ascii.Line{{Text: h.Desc, Ink: ascii.Dim}, {Text: "  (" + why + ")", Ink: ascii.Warn}})
}
