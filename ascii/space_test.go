package ascii

import (
	"math"
	"strings"
	"testing"

	"kernellab/testdata/support/check"
)

func spaceExample() Space {
	return Space{
		FitPoints: []Vector{{2, 2, -2}}, Turn: 30, Tilt: 20, Axes: [3]string{"x₁", "x₂", "x₃"},
		Arrows: []Arrow{{To: Vector{1, 0, 2}, Name: "a", Ink: Symbol1},
			{From: Vector{1, 0, 2}, To: Vector{-1, 0, 3}, Name: "b", Dotted: true}},
		Planes: []Plane{{U: Vector{1, 0, 2}, V: Vector{0, 1, 1}, Name: "the plane"}},
	}
}

// From every direction, the squared lengths of the projections of three orthogonal unit vectors add
// up to 2, and no projection is longer than its vector.
func TestSpace_parallelProjection(t *testing.T) {
	square := func(p Point) float64 { return p.X*p.X + p.Y*p.Y }
	for turn := 0.0; turn < 360; turn += 25 {
		for tilt := -80.0; tilt <= 90; tilt += 17 {
			s := Space{Turn: turn, Tilt: tilt}
			sum := 0.0
			for i := range 3 {
				var e Vector
				e[i] = 1
				sum += square(s.Project(e))
			}
			if math.Abs(sum-2) > 1e-12 {
				t.Errorf("turned by %v, seen from %v: the squares add up to %v, want 2", turn, tilt, sum)
			}
			a, b := Vector{1, -2, 0.5}, Vector{0.3, 4, -1}
			p, q, r := s.Project(a), s.Project(b), s.Project(a.Plus(b.Times(2)))
			if math.Hypot(p.X+2*q.X-r.X, p.Y+2*q.Y-r.Y) > 1e-12 || square(p) > a.Dot(a)+1e-12 {
				t.Errorf("turned by %v, seen from %v: got %v, %v, %v, want a linear map that lengthens nothing", turn,
					tilt, p, q, r)
			}
		}
	}
	if p := (Space{}).Project(Vector{0, 0, 1}); p != (Point{0, 1}) {
		t.Errorf("Project of the third axis = %v, want (0, 1)", p)
	}
}

// The net of a plane lies in the plane.
func TestSpace_mesh(t *testing.T) {
	s := spaceExample()
	u, v := s.Planes[0].U, s.Planes[0].V
	normal := Vector{u[1]*v[2] - u[2]*v[1], u[2]*v[0] - u[0]*v[2], u[0]*v[1] - u[1]*v[0]}
	net := s.Planes[0].mesh()
	check.That(t, len(net) == 2*linesPerDirection, "got %d lines, want %d", len(net), 2*linesPerDirection)
	for _, l := range net {
		for _, end := range l {
			if math.Abs(end.Dot(normal)) > 1e-9 {
				t.Errorf("got end %v, want it in the plane", end)
			}
		}
	}
}

// The names of arrows and axes are in the picture in five profiles.
func TestSpace_names(t *testing.T) {
	s := spaceExample()
	for _, p := range profiles {
		text := runes(drawFigure(s, 50, 18, p))
		for _, name := range []string{"a", "b", "x"} {
			check.That(t, strings.Contains(text, name), "profile %d: want the name %s, got\n%s", p, name, text)
		}
	}
}
