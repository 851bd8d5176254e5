package bench

import (
	"strings"
	"testing"

	"kernellab/exercises"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/kernels"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

// TestReadKernel_readsNamesAndFormulas reads kernels in the language of package kernels
// and as bare formulas.
func TestReadKernel_readsNamesAndFormulas(t *testing.T) {
	for text, want := range map[string]string{
		"linear":                   "linear",
		"poly(2, 1)":               "poly(degree=2,c=1)",
		"rbf(sigma=0.5) + linear":  "rbf(sigma=0.5)+linear",
		"exp(-dist)":               `expr("exp(-dist)")`,
		"(dot + 1)^2":              `expr("(dot + 1)^2")`,
		"dist":                     `expr("dist")`,
		`expr("min(x, z)")`:        `expr("min(x, z)")`,
		"min(x, z)":                `expr("min(x, z)")`,
		`features("x1", "x1 x2")`:  "",
		`features("x1", "x1*x2")`:  `features("x1","x1*x2")`,
		"2*dot":                    `expr("2*dot")`,
		"x1*z1 + (x2*z2)^2":        `expr("x1*z1 + (x2*z2)^2")`,
		"x1 + z2":                  "",
		"":                         "",
		"exp(-dist":                "",
		"rbf(sigma=0":              "",
		`dot") + expr("dot`:        "",
		strings.Repeat("(", 10000): "",
	} {
		k, err := ReadKernel(text)
		if err != nil {
			check.That(t, want == "", "ReadKernel(%q): got error %v, want none", text, err)
			if words, at := DescribeKernelError(err); words == "" || at < 0 || at > len([]rune(text)) {
				t.Errorf("ReadKernel(%q): got the fault “%s” at %d, want words and a place inside", text, words, at)
			}
			continue
		}
		if got := k.String(); want != "" && got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// TestReadKernel_placesFaults checks that the position of a fault refers to the text as typed, also
// in a bare formula.
func TestReadKernel_placesFaults(t *testing.T) {
	for text, want := range map[string]int{"exp(-dost)": 5, "dot +": 5, "dot + q": 6, "rbf(sigma=-1)": 10} {
		_, err := ReadKernel(text)
		if err == nil {
			t.Errorf("ReadKernel(%q): got no error, want one", text)
			continue
		}
		if words, at := DescribeKernelError(err); at != want {
			t.Errorf("%q: “%s” at %d, want %d", text, words, at, want)
		}
	}
}

// TestIndefinite_findsANegativeEigenvalue checks that a function gets a note if and only if it is
// not a kernel.
func TestIndefinite_findsANegativeEigenvalue(t *testing.T) {
	four := dataset.MustBuiltin("xor4")
	for text, is := range map[string]bool{"dist": false, "-dist": false, "exp(-dist)": true, "dot": true,
		"tanh(2*dot - 1)": false, "dist2": false} {
		k := must.Value(ReadKernel(text))
		if told := len(indefiniteNote(stage.TrainingData{Set: four, Kernel: k})) > 0; told == is {
			t.Errorf("indefinite(%s): got a note: %v, want %v", text, told, !is)
		}
	}
}

// TestScene_polynomialOnSliders checks that the polynomial has sliders for degree and
// offset and begins as the quadratic kernel, which is not offered separately.
func TestScene_polynomialOnSliders(t *testing.T) {
	b := Bench{Run: []string{"smo"}, Data: []Data{{Set: "xor4"}, {Set: "moons"}},
		Kernels: []string{"linear", "power", "rbf"}}
	kernelOf := func(a exercises.Answers) kernels.Kernel[[]float64] {
		sets, _ := b.sets(Source{})
		return b.readInput(sets, a).data.Kernel
	}
	for want, a := range map[kernels.Kernel[[]float64]]exercises.Answers{
		kernels.Poly{Degree: 2, C: 1}:   nil,
		kernels.Poly{Degree: 3, C: 0.5}: {"degree": "3", "offset": "0.5"},
		kernels.Poly{Degree: 12, C: 0}:  {"degree": "99", "offset": "-1"},
		kernels.Linear{}:                {"kernel": "linear", "degree": "3"},
	} {
		check.Equal(t, kernelOf(a), want, "%v", a)
	}
	var names []string
	for _, c := range sceneOf(t, b, Source{}, nil).Controls {
		names = append(names, c.Name)
	}
	if got := strings.Join(names, " "); got != "data kernel degree offset" {
		t.Errorf("got the controls %s, want data, kernel, degree and offset", got)
	}
}
