package transcript

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
)

// pictures describes figures one after the other.
func (v *voice) pictures(figures []exercises.Figure) {
	for _, f := range figures {
		if f.Plot != nil {
			v.picture(f)
		}
	}
}

// picture describes a figure: a picture in one paragraph, a text or a table line by
// line.
func (v *voice) picture(f exercises.Figure) {
	title := ""
	if f.Title != "" {
		title = "Picture, " + f.Title + ":"
	}
	words := minus(f.Plot.Words())
	say := v.keep
	switch f.Plot.(type) {
	case ascii.TextBlock:
	case ascii.Table:
		title, words = strings.TrimSpace(strings.Replace(title, "Picture", "Table", 1)+" "+words[0]), words[1:]
		say = func(s string) { v.hang("  ", s) }
	default:
		v.say(strings.TrimSpace(title + " " + strings.Join(words, " ")))
		return
	}
	if title != "" {
		v.say(title)
	}
	for _, l := range words {
		say(l)
	}
}

// minus returns texts with their numbers typeset for reading aloud: with a real minus
// sign, and e-05 as a power of ten.
func minus(texts []string) []string {
	out := make([]string, len(texts))
	for i, s := range texts {
		s = power.ReplaceAllStringFunc(s, exercises.Typeset)
		out[i] = hyphen.ReplaceAllString(s, "${1}−$2")
	}
	return out
}

var (
	power  = regexp.MustCompile(`\b\d+(\.\d+)?e[-+]?\d+\b`)
	hyphen = regexp.MustCompile(`(^|[\s(\[/])-( ?\d)`)
)

// described holds the figures that were described last and their frame.
type described struct {
	at      int
	figures []exercises.Figure
}

// setDescribed records that the figures of the current frame were described.
func (p *player) setDescribed(figures []exercises.Figure) {
	p.lastDescribed = described{p.at(), figures}
}

// changes describes how the figures of the current frame differ from those described
// last.
func (p *player) changes() {
	before := p.lastDescribed
	p.setDescribed(p.frame().Figures)
	if before.at != p.at() {
		p.since(fmt.Sprintf("Since step %d:", before.at), before, p.lastDescribed.figures)
	}
}

// since describes what changed in the figures since before, if anything did.
func (v *voice) since(head string, before described, now []exercises.Figure) {
	var all []string
	for _, f := range now {
		since, _ := before.changesIn(f)
		if since = capital(since); since != "" && !slices.Contains(all, since) { // a bar and its curve say the same
			all = append(all, since)
		}
	}
	if len(all) > 0 {
		v.say(head + " " + strings.Join(all, " "))
	}
}

// changesIn returns what changed in a figure since it was described last, or "" if nothing
// did. ok is false if the two cannot be compared.
func (t described) changesIn(f exercises.Figure) (words string, ok bool) {
	i := slices.IndexFunc(t.figures, func(b exercises.Figure) bool { return nameOf(b) == nameOf(f) })
	if i < 0 {
		return "", false
	}
	words, ok = ascii.Since(f.Plot, t.figures[i].Plot)
	return minus([]string{words})[0], ok
}

// nameOf returns the title of a figure up to the first comma or wide gap, after which
// titles describe the step.
func nameOf(f exercises.Figure) string {
	name, _, _ := strings.Cut(f.Title, ",")
	name, _, _ = strings.Cut(name, "  ")
	return name
}
