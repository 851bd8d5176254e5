package runfile

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
)

// Write writes a file that Read accepts. It returns an error if a run file cannot
// name the solver, or if the file exceeds the limits of Read.
func Write(w io.Writer, f File) error {
	kind, ok := anatomy.OwnKind(f.Solver)
	switch {
	case !ok:
		return fmt.Errorf("a run of %s cannot be written down", f.Solver.Name())
	case len(f.Branches) == 0:
		return fmt.Errorf("a run file needs a branch")
	case len(f.Branches) > MaxBranches:
		return fmt.Errorf("this run was forked %d times; a run file holds at most %d branches", len(f.Branches)-1,
			MaxBranches)
	case slices.ContainsFunc(f.Branches, func(b Branch) bool { return b.Steps > MaxSteps }):
		return fmt.Errorf("a run file holds at most %d steps", MaxSteps)
	case !f.BuiltIn && f.Set.Len() > MaxPoints:
		return fmt.Errorf("a run file holds at most %d points, not %d", MaxPoints, f.Set.Len())
	}
	var b strings.Builder
	fmt.Fprintf(&b, "kernellab run %d\n", Version)
	if err := writeData(&b, f); err != nil {
		return err
	}
	fmt.Fprintf(&b, "kernel %s\n", f.Kernel)
	if f.Pair != [2]int{} {
		fmt.Fprintf(&b, "columns %d %d\n", f.Pair[0]+1, f.Pair[1]+1)
	}
	b.WriteString("solver " + kind.Name)
	for _, p := range kind.Parameters {
		if text := p.Text(f.Solver); text != p.Omitted {
			fmt.Fprintf(&b, " %s=%s", p.Name, text)
		}
	}
	b.WriteByte('\n')
	for _, br := range f.Branches {
		writeBranch(&b, br)
	}
	b.WriteString("end\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func writeData(b *strings.Builder, f File) error {
	if f.BuiltIn {
		fmt.Fprintf(b, "data built-in %s\n", f.Set.Name())
		return nil
	}
	fmt.Fprintf(b, "data %s %s\n", f.Set.Task(), strconv.Quote(f.Set.Name()))
	var csv strings.Builder
	if err := dataset.WriteCSV(&csv, f.Set); err != nil {
		return err
	}
	for line := range strings.Lines(csv.String()) {
		b.WriteString("| " + line)
	}
	return nil
}

func writeBranch(b *strings.Builder, br Branch) {
	b.WriteString("branch " + br.Name)
	if br.From != "" {
		fmt.Fprintf(b, " from %s at %d", br.From, br.At)
	}
	b.WriteByte('\n')
	if len(br.Choose) > 0 {
		b.WriteString("choose")
		for _, name := range order(br.Choose) {
			fmt.Fprintf(b, " %s=%s", name, br.Choose[name])
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(b, "steps %d\n", br.Steps)
	if br.Status != "" {
		fmt.Fprintf(b, "ends %s %s\n", br.Status, strconv.FormatFloat(br.Objective, 'g', -1, 64))
	}
}

// order returns the names of a choice, those of the step before the parameters.
func order(a exercises.Answers) []string {
	var out []string
	for _, name := range anatomy.ForkChoices() {
		if a[name] != "" {
			out = append(out, name)
		}
	}
	return out
}

// Same reports whether a set equals the built-in one with its name.
func Same(s *dataset.Set) bool {
	other, err := dataset.Builtin(s.Name())
	if err != nil || other.Len() != s.Len() || other.Dim() != s.Dim() || !slices.Equal(other.Labels(), s.Labels()) {
		return false
	}
	for i := range s.Len() {
		if !slices.Equal(other.Point(i), s.Point(i)) {
			return false
		}
	}
	return true
}
