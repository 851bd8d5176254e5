package bench

import (
	"strings"

	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
)

// own names the student's set.
const own = "own"

// sets are the data to choose from, and what is to be said of the student's.
// Where a student brings none, or one that the solver cannot take, it is left
// out.
func (b Bench) sets(from Brought) (out []stage.StageSet, note string) {
	for _, d := range b.Data {
		if d.Set == placed { // its points are in the answers
			out = append(out, stage.StageSet{Name: placed, Label: d.Label})
			continue
		}
		if d.Set != own {
			out = append(out, b.set(d, from.Sets[d.Set]))
			continue
		}
		most := 200
		if b.Whole {
			most = 0
		}
		mine, refused, ok := stage.OwnSet(from.Own, most)
		if set, _ := from.Own.(*dataset.Set); b.Targets && set != nil {
			mine, refused, ok = stage.OwnWhole(set, most), "", true
		}
		if ok && b.onlySMO() && oneClass(mine.Set) {
			ok, refused = false, mine.Set.Name()+" is left out: SMO needs points of two classes."
		}
		if note = refused; ok {
			out = append(out, mine)
		}
	}
	if len(out) == 0 {
		out = append(out, b.set(Data{Set: "moons"}, nil))
	}
	return out, note
}

// onlySMO reports whether nothing else can be chosen.
func (b Bench) onlySMO() bool {
	return len(b.Run) == 1 && strings.HasPrefix(b.Run[0], "smo")
}

func oneClass(s *dataset.Set) bool {
	negative, positive := s.Count()
	return negative == 0 || positive == 0
}

// set is one that is always there, as it was drawn or as it is built in.
func (b Bench) set(d Data, drawn *dataset.Set) stage.StageSet {
	s := stage.StageSet{Name: d.Set, Label: dataset.Title(d.Set), Set: drawn, Kernel: suits(d.Set)}
	if d.Label != "" {
		s.Label = d.Label
	}
	if b.Kernel != "" {
		s.Kernel = b.Kernel
	}
	if drawn == nil {
		s.Set = dataset.MustBuiltin(d.Set)
	}
	return s
}

// suits is a kernel that suits a built-in set.
func suits(name string) string {
	switch name {
	case "moons", "sine_reg", "odd_wave", "sine_gap":
		return "rbf"
	case "worksheet1d", "xor4", "circles":
		return "poly"
	}
	return "linear"
}
