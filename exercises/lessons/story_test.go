package lessons

import (
	"context"
	"io/fs"
	"math/big"
	"regexp"
	"strings"
	"testing"

	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
	"kernellab/solvers"
	"kernellab/testdata/support/lessontest"
)

// One story goes through all units: each from the second on opens with a question,
// and comes back to the nine points of 1.2 and to the features of one picture.
func TestOneStory(t *testing.T) {
	files, err := fs.Glob(worksheets.Embedded(), "unit[2-9]-*.md")
	if err != nil || len(files) != 8 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		src, err := fs.ReadFile(worksheets.Embedded(), name)
		if err != nil {
			t.Fatal(err)
		}
		text := string(src)
		_, first, _ := strings.Cut(text, "\n## ")
		opening, _, _ := strings.Cut(first, "\n```")
		if !strings.Contains(opening, "? ") && !strings.Contains(opening, "?\n") {
			t.Errorf("%s opens without a question: %s", name, opening)
		}
		for what, pattern := range map[string]string{"the nine points": "nine points", "the features of a picture": "308 ?50[45]"} {
			if !regexp.MustCompile(pattern).MatchString(text) {
				t.Errorf("%s does not come back to %s", name, what)
			}
		}
	}
}

// What the texts say of the nine points in passing: the quadratic kernel has 3 features
// there, K has rank 3, and its SVM with C = 10 errs on none; without the square a line
// does not part them.
func TestNinePoints(t *testing.T) {
	for seed := range uint64(lessontest.Seeds) {
		set := dataset.Worksheet1D(seed)
		k := kernels.Poly{Degree: 2, C: 1}
		if n, m := set.Len(), k.Dim(1); n != 9 || m != 3 {
			t.Fatalf("seed %d: %d points, %d features", seed, n, m)
		}
		values, rank := spectrumOf(kernels.Gram(k, set.Points())), 0
		for _, v := range values {
			if v > 1e-10*values[len(values)-1] {
				rank++
			}
		}
		m, err := stage.Model{Set: set, Kernel: k}.SVM(context.Background(), 10)
		if err != nil || rank != 3 || stage.Wrong(m.F, set) != 0 {
			t.Errorf("seed %d: rank %d, %d errors, %v", seed, rank, stage.Wrong(m.F, set), err)
		}
		if line, err := solvers.HardMargin(set.Points(), set.Labels()); err != nil || line.Separable {
			t.Errorf("seed %d: a threshold separates the nine points: %v", seed, err)
		}
	}
	for _, c := range [][3]int64{{786, 2, 308505}, {787, 3, 80931145}} {
		if got := new(big.Int).Binomial(c[0], c[1]); got.Int64() != c[2] {
			t.Errorf("C(%d, %d) = %v", c[0], c[1], got)
		}
	}
}
