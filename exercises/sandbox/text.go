package sandbox

import (
	"kernellab/exercises"
	"kernellab/exercises/worksheets"
)

// text returns the instructions, with keys and, for transcripts, without them.
func text() []exercises.Block {
	return []exercises.Block{
		para("Any data, any kernel, any solver, and all their numbers."),
		said("`strong|Points you place.` A click places one, a click on a point aims at it. With keys: `tab` to “place a point”, the arrows, `enter`. At a point that takes it away.",
			"Points. They stand in the field “points”, which “answer” asks for: two places from −3 to 3 and a class each. Or “set x1” and “set x2” to a place, “set class”, and “press place”; where a point is, that takes it away. “press steps” makes the computation one to step through, and leads back."),
		said("`strong|Kernels.` `typed` is the one below: rbf(sigma=0.5) + linear, or a formula of two points in dot, dist, dist2, x1, z1 …",
			"Kernels. “set kernel typed” takes the one in the field “k(x, z)”: rbf(sigma=0.5) + linear, or a formula of two points in dot, dist, dist2 and x1, z1, x2, z2."),
		para("To find out:"),
		item("Which kernel parts four points that no line does?"),
		item("One □ among many ◇: from which C on does it get an island?"),
		item("Is dist a kernel? Is exp(-dist)?"),
	}
}

func para(text string) exercises.Block {
	return exercises.Block{Kind: exercises.Paragraph, Text: worksheets.Inked(text)}
}

func item(text string) exercises.Block {
	return exercises.Block{Kind: exercises.Item, Mark: "•", Text: worksheets.Inked(text)}
}

// said returns a paragraph, and its text where there are no keys.
func said(text, aloud string) exercises.Block {
	b := para(text)
	b.Aloud = worksheets.Inked(aloud)
	return b
}
