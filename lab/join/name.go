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

// CleanName returns a text as a name that is safe to show anywhere. The name is valid
// UTF-8 without control, format, private and invisible characters, has at most 2
// combining marks on each character, and takes at most 32 cells. Runs of spaces become
// one. A name that is clean stays the same.
func CleanName(text string) string {
	var b strings.Builder
	marks := maxMarks // on the character before; nothing can be marked at first
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

// Pseudonym returns a name such as "brisk otter" that is not taken. If many are taken,
// the name ends with a number.
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

// pick returns one of the words of a text.
func pick(text string) string {
	words := strings.Fields(text)
	return words[rand.IntN(len(words))]
}
