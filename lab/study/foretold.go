package study

// Went is how a question about the step to come went.
type Went uint8

// The ways a question goes.
const (
	Pending Went = iota
	Skipped
	Right
	Wrong
	Taken // noted, neither right nor wrong
)

// Beside is what stands behind the value that a foretold field turned out to have:
// a word, then what was given where Gives is set, then an end. Without a word
// nothing was foretold.
type Beside struct {
	Word, End string
	Gives     bool
}

// Beside compares what a field is with what was given for it, both as they are said.
func (w Went) Beside(is, given string) Beside {
	switch {
	case w == Skipped, w == Pending, given == "":
		return Beside{}
	case given == is:
		return Beside{Word: ", as you said"}
	case w == Right:
		return Beside{Word: "; your ", End: " counts too", Gives: true}
	}
	return Beside{Word: "; you said ", Gives: true}
}
