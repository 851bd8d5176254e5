package join

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"unicode"

	"kernellab/ascii"
)

// The limits on a name.
const (
	maxCells = 32 // width in cells
	maxMarks = 2  // combining marks on a character
)

// CleanName makes a text a name that is safe to show anywhere. The result is valid UTF-8
// of at most 32 cells. It has no control, format, private or invisible characters, and at
// most 2 combining marks on each character. Runs of spaces become one space. CleanName
// does not change a clean name.
func CleanName(text string) string {
	var b strings.Builder
	marks := maxMarks // marks on the last character; none are allowed before the first one
	for _, r := range text {
		switch {
		case unicode.IsSpace(r):
			r, marks = ' ', maxMarks
		case r == unicode.ReplacementChar || !unicode.IsGraphic(r) ||
			unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r):
			continue
		case !unicode.IsMark(r):
			marks = 0
		case marks == maxMarks:
			continue
		default:
			marks++
		}
		b.WriteRune(r)
	}
	name := strings.Join(strings.Fields(b.String()), " ")
	width := 0
	for i, r := range name {
		if width += ascii.RuneWidth(r); width > maxCells {
			return strings.TrimRight(name[:i], " ")
		}
	}
	return name
}

// The words of pseudonyms.
const (
	adjectives = "able airy amber ample bold brave brisk calm clever cosy daring deft eager early fair fleet fond " +
		"gentle glad golden happy honest jolly keen kind lively lucky merry mild modest nimble noble patient plucky " +
		"polite proud quick quiet ready royal sage shy silver sly snug solid spry steady sunny swift tidy warm wise witty"
	animals = "badger bear beaver bison camel crane deer dolphin eagle falcon ferret finch fox gecko hare hawk " +
		"hedgehog heron ibex jackdaw kestrel koala lark lemur lion lizard lynx magpie marmot marten mole moose newt " +
		"otter owl panda penguin plover puffin quail rabbit raven robin salmon seal shrew sparrow squirrel stork swan " +
		"tapir tiger toad turtle walrus weasel whale wolf wombat wren"
)

// Pseudonym returns a random name that is not taken, such as "brisk otter". If many names
// are taken, it ends with a number.
func Pseudonym(taken map[string]bool) string {
	for n := 1; ; n++ {
		name := pick(adjectives) + " " + pick(animals)
		if n > 50 {
			name = fmt.Sprint(name, " ", n)
		}
		if !taken[name] {
			return name
		}
	}
}

// pick returns a random word of a text.
func pick(text string) string {
	words := strings.Fields(text)
	return words[rand.IntN(len(words))]
}
