package kit

import (
	"math/rand/v2"
	"slices"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
)

// shownBy is the scene of a step with sliders alone, drawn for a seed.
func shownBy(t *testing.T, scene string) func(exercises.Answers) exercises.Scene {
	t.Helper()
	step := openSheet(t, frontMatter+"## s: Step\n\nRead.\n\n```scene\n"+scene+"```\n").Steps[0]
	return func(a exercises.Answers) exercises.Scene { return step.Scene(t.Context(), a) }
}

// More points reach more of the cube, more dimensions leave them less of it.
func TestCoverFallsWithTheDimension(t *testing.T) {
	for seed := range uint64(5) {
		r := rand.New(rand.NewPCG(seed, 55))
		c := cover{points: uniform(r, 100, 10), places: uniform(r, 1000, 10), dims: []int{1, 2, 3, 10}, radius: 0.2}
		for _, n := range []int{5, 50, 100} {
			before := 1.1
			for _, d := range c.dims {
				now := c.reached(n, d)
				if now > before || n > 5 && now < c.reached(n-5, d) {
					t.Errorf("seed %d, n = %d, d = %d: %v reached, with fewer dimensions %v", seed, n, d, now, before)
				}
				before = now
			}
			if before > 0.01 {
				t.Errorf("seed %d: %d points reach %v of a cube in ten dimensions", seed, n, before)
			}
		}
	}
}

// The radius, the points and the dimensions of a cover are the worksheet's: a ball as
// wide as the square reaches all of it, one of no width nothing.
func TestCoverByItsParameters(t *testing.T) {
	for radius, want := range map[string]string{"2": "100 %", "0": "0 %"} {
		show := shownBy(t, "cover: \"{= n} points\"\ncalled: near\npoints: n\ndrawn: 12\nradius: "+radius+"\ndimensions: [2, 4]\nplaces: 50\nstream: 9\nsliders: [{name: n, from: 3, to: 12}]\n")
		s := show(exercises.Answers{"n": "7"})
		table := s.Figures[1].Plot.(ascii.Table)
		if got := len(s.Figures[0].Plot.(ascii.Map).Marks); got != 7 || s.Figures[0].Title != "7 points" || len(table.Rows) != 2 || table.Columns[1].Title != "near" {
			t.Errorf("%d points under %q, table %+v", got, s.Figures[0].Title, table)
		}
		if got := table.Rows[0][1].String(); got != want {
			t.Errorf("radius %s reaches %s, want %s", radius, got, want)
		}
	}
}

// A grid of k gaps has (k + 1)² centres in the plane and k + 1 bumps on the line, each
// as wide as it is told.
func TestGridOfBumps(t *testing.T) {
	show := shownBy(t, "bump-grid: \"{= k} gaps\"\ngaps: k\nwidth: w/2\nsliders: [{name: k, from: 1, to: 60}, {name: w, from: 1, to: 4}]\n")
	for k, want := range map[string]int{"1": 4, "5": 36, "60": (mostGaps + 1) * (mostGaps + 1)} {
		s := show(exercises.Answers{"k": k, "w": "3"})
		plane, line := s.Figures[0].Plot.(ascii.Map), s.Figures[1].Plot.(ascii.Chart)
		if len(plane.Marks) != want || len(line.Series)*len(line.Series) != want {
			t.Errorf("%s gaps: %d centres, %d bumps", k, len(plane.Marks), len(line.Series))
		}
		reach := func(p ascii.Point) float64 { return p.X }
		points := plane.Curves[0].Points
		if wide := reach(points[0]) - reach(points[len(points)/2]); wide < 2.99 || wide > 3.01 {
			t.Errorf("%s gaps: the circle is %v wide, want 2·1.5", k, wide)
		}
		if top := slices.Max(line.Series[0].Y); top > 1 {
			t.Errorf("a bump of %v", top)
		}
	}
}
