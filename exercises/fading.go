package exercises

// Fading says how much of a template is left out: all is given the first time a step is
// done, half of it where it is done again, and nothing a day later. A student who
// wants the rest asks for it on the stage.
type Fading uint8

// The stages of fading.
const (
	Whole Fading = iota
	Half
	BlankPage
)

// fading is the name, which no field has, under which answers keep the fading.
const fading = " "

// Faded returns the answers with how much of a template their scene leaves out.
func (a Answers) Faded(f Fading) Answers {
	if f == Whole && a[fading] == "" {
		return a
	}
	return a.With(fading, [...]string{Whole: "", Half: "half", BlankPage: "blank"}[f])
}

// Fading is how much of its template a scene leaves out. Of answers that say nothing of
// it, nothing.
func (a Answers) Fading() Fading {
	switch a[fading] {
	case "half":
		return Half
	case "blank":
		return BlankPage
	}
	return Whole
}
