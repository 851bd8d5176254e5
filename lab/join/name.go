package join

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"kernellab/ascii"
)

// maxCells is the maximum width of a name in cells.
const maxCells = 32

// CleanName makes a text a name that is safe to show anywhere, see [ascii.CleanLine].
func CleanName(text string) string { return ascii.CleanLine(text, maxCells) }

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
