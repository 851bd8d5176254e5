package submission

import (
	"embed"
	"fmt"
	"io"
	"strconv"
	"strings"

	"kernellab/exercises/anatomy"
	"kernellab/kernels"
	"kernellab/solvers"
)

//go:embed templates/*.txt
var templates embed.FS

// Languages returns the languages of the skeletons.
func Languages() []string { return []string{"python", "go", "pseudo"} }

// Columns are the columns that a trace of SMO should have. k and l are required.
const Columns = "step,k,l,E_k,E_l,s,gamma,lo,hi,kappa,unclipped,alpha_k,alpha_l,bias"

// columns returns the columns that a trace of the task should have.
func (t Task) columns() string {
	if _, ok := t.Solver.(solvers.SMO); ok {
		return Columns
	}
	names := []string{"step"}
	for _, c := range descentColumns(t.Set.Len()) {
		names = append(names, c.names[0])
	}
	return strings.Join(names, ",")
}

// Skeleton writes a program to start from: the data of a task of Tasks, the columns
// of its trace, and the algorithm without the crucial lines. The argument check is
// the command that compares. An unknown language is an error.
func Skeleton(w io.Writer, t Task, language, check string) error {
	text, err := templates.ReadFile("templates/" + t.Solver.Name() + "." + language + ".txt")
	if err != nil {
		return fmt.Errorf("there is no skeleton in %q; there are %s", language, strings.Join(Languages(), ", "))
	}
	brackets := "()"
	if language == "go" {
		brackets = "{}"
	}
	var points, labels, bits []string
	for i, x := range t.Set.Points() {
		points = append(points, brackets[:1]+listed(x)+brackets[1:])
		labels = append(labels, short(t.Set.Label(i)))
		bits = append(bits, short(anatomy.ZeroOne(t.Set.Label(i))))
	}
	smo, _ := t.Solver.(solvers.SMO)
	logistic, _ := t.Solver.(solvers.Logistic)
	_, err = strings.NewReplacer(
		"{{.Check}}", check, "{{.Columns}}", t.columns(), "{{.N}}", strconv.Itoa(t.Set.Len()),
		"{{.X}}", strings.Join(points, ", "), "{{.T}}", strings.Join(labels, ", "), "{{.Y}}", strings.Join(bits, ", "),
		"{{.C}}", short(smo.C), "{{.Tol}}", short(smo.Tol), "{{.Kernel}}", kernels.Describe(t.Kernel),
		"{{.Gamma}}", short(logistic.Gamma), "{{.Steps}}", strconv.Itoa(logistic.MaxSteps),
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
