package lab

import (
	"slices"

	"kernellab/lab/ui"
)

// newHelp shows every key, those of the zone the keyboard is in first, with
// the reason beside a key that does nothing now.
func newHelp(s *session, here zone, disabled func(binding) string) screen {
	return newTextWindow(s, "Keys", func(d *ui.Document) {
		for _, z := range helpOrder(here) {
			group := ui.Help{Title: z.String()}
			for _, b := range s.keys.in(z) {
				group.Keys, group.Why = append(group.Keys, b.Binding), append(group.Why, disabled(b))
			}
			ui.LayHelp(d, group)
		}
	})
}

// helpOrder is every zone, the one the keyboard is in first.
func helpOrder(here zone) []zone {
	all := []zone{zoneContents, zoneField, zoneChoice, zoneControl, zoneStage, zonePanel, zoneLab, zoneEverywhere, zoneWhatIf, zoneQuiz, zoneWatch, zoneOverlay}
	rest := slices.DeleteFunc(all, func(z zone) bool { return z == here })
	return slices.Insert(rest, 0, here)
}
