package owncode

import (
	"embed"
	"fmt"
	"io"
	"strconv"
	"strings"

	"kernellab/kernels"
)

//go:embed templates/*.txt
var templates embed.FS

// Languages lists what a skeleton can be written in.
func Languages() []string { return []string{"python", "go", "pseudo"} }

// Columns are what a trace should contain; k and l it has to.
const Columns = "step,k,l,E_k,E_l,s,gamma,lo,hi,kappa,unclipped,alpha_k,alpha_l,bias"

// Skeleton writes the lines to start from: the data of a task, what its trace
// must contain, and SMO with the lines that matter left open. Check is the
// command that compares. It reports a language that is not there.
func Skeleton(w io.Writer, t Task, language, check string) error {
	text, err := templates.ReadFile("templates/" + language + ".txt")
	if err != nil {
		return fmt.Errorf("there is no skeleton in %q; there are %s", language, strings.Join(Languages(), ", "))
	}
	brackets := "()"
	if language == "go" {
		brackets = "{}"
	}
	var points, labels []string
	for i, x := range t.Set.Points() {
		points = append(points, brackets[:1]+listed(x)+brackets[1:])
		labels = append(labels, short(t.Set.Label(i)))
	}
	_, err = strings.NewReplacer(
		"{{.Check}}", check, "{{.Columns}}", Columns, "{{.N}}", strconv.Itoa(t.Set.Len()),
		"{{.X}}", strings.Join(points, ", "), "{{.T}}", strings.Join(labels, ", "),
		"{{.C}}", short(t.SMO.C), "{{.Tol}}", short(t.SMO.Tol), "{{.Kernel}}", kernels.Words(t.Kernel),
	).WriteString(w, string(text))
	return err
}

func listed(v []float64) string {
	parts := make([]string, len(v))
	for i, x := range v {
		parts[i] = short(x)
	}
	return strings.Join(parts, ", ")
}

func short(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
