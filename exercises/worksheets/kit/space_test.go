package kit

import (
	"fmt"
	"math"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
)

// Arrows follow the sliders, one waits for its field, and the plane is that of the two
// that are named; a slider that two scenes on one stage share is there once.
func TestSpaceFollowsItsSliders(t *testing.T) {
	const scene = "together: {table: \"c = {= c}\", columns: [a], rows: [[\"1\"]], sliders: [{name: c, from: 1, to: 5}]}\n" +
		"beneath:\n  space: Arrows\n  vectors: [{name: p, to: [c, 0, 1]}, {name: q, to: [0, 2*c, 0], from: [1, 1, c], dots: true}, {name: n, to: [0, 0, 1], once: f}]\n" +
		"  plane: [p, n]\n  extent: 3c\n  turn: 10*c\n  sliders: [{name: c, from: 1, to: 5}]\n"
	src := frontMatter + "## s: Step\n\n" + asking + "```fields\n- {name: f, label: f, judge: {number: 7}}\n```\n\n```scene\n" + scene + "```\n"
	step := openSheet(t, src).Steps[0]
	s := step.Scene(t.Context(), exercises.Answers{"c": "2"})
	picture := s.Figures[1].Plot.(ascii.Space)
	if len(s.Controls) != 1 || picture.Extent != 6 || picture.Turn != 20 || len(picture.Arrows) != 2 {
		t.Errorf("%d controls, %+v", len(s.Controls), picture)
	}
	if q := picture.Arrows[1]; q.To != (ascii.Vector{0, 4, 0}) || q.From != (ascii.Vector{1, 1, 2}) || !q.Dotted {
		t.Errorf("q is %+v", q)
	}
	if p := picture.Planes[0]; p.U != (ascii.Vector{2, 0, 1}) || p.V != (ascii.Vector{0, 0, 1}) {
		t.Errorf("the plane is %+v", p)
	}
	if right := step.Scene(t.Context(), exercises.Answers{"f": "7"}).Figures[1].Plot.(ascii.Space); len(right.Arrows) != 3 {
		t.Errorf("once f is right there are %d arrows", len(right.Arrows))
	}
}

// A picture that begins where it is seen best shows no axis from its end.
func TestSpaceBeginsBesideItsAxes(t *testing.T) {
	for _, z := range [][2]string{{"1", "3"}, {"3", "2"}, {"2", "1"}} {
		scene := fmt.Sprintf("space: Arrows\nvectors: [{name: p, to: [1, 0, %[1]s]}, {name: q, to: [0, 1, %[2]s]}, {name: u, to: [-%[1]s, -%[2]s, 1]}]\n"+
			"plane: [p, q]\nextent: sqrt(%[1]s^2 + %[2]s^2 + 1)\nturn: turn\nclear: turn\nsliders: [{name: turn, from: 0, to: 345, step: 15}]\n", z[0], z[1])
		step := openSheet(t, frontMatter+"## s: Step\n\nText.\n\n```scene\n"+scene+"```\n").Steps[0]
		picture := step.Scene(t.Context(), nil).Figures[0].Plot.(ascii.Space)
		for _, axis := range []ascii.Vector{{1, 0, 0}, {0, 1, 0}} {
			if x := picture.Seen(axis).X; math.Abs(x) < .2 {
				t.Errorf("%s: turned by %v, the end of axis %v lies %.2f beside the third", z, picture.Turn, axis, x)
			}
		}
	}
}
