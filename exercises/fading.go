package exercises

// Fading is the part of a template that is left out: nothing when a task is done
// for the first time, half of it when it is done again, and all of it a day later.
// A student can ask for the rest on the stage.
type Fading uint8

// The stages of fading.
const (
	Whole Fading = iota
	Half
	BlankPage
)

// fading is the key, used by no field, under which answers keep the fading.
const fading = " "

// Faded returns the answers with the given fading for their scene.
func (a Answers) Faded(f Fading) Answers {
	if f == Whole && a[fading] == "" {
		return a
	}
	return a.With(fading, [...]string{Whole: "", Half: "half", BlankPage: "blank"}[f])
}

// Fading returns the fading for the scene, Whole by default.
func (a Answers) Fading() Fading {
	switch a[fading] {
	case "half":
		return Half
	case "blank":
		return BlankPage
	}
	return Whole
}
