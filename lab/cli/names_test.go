package cli

import (
	"flag"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"kernellab/lab/progress"
	"kernellab/testdata/support/check"
)

var updateNames = flag.Bool("update-names", false, "write testdata/old/names.txt")

// Scripts, saved work and run files use these names. New ones may be added with
// -update-names; a name that is missing breaks someone's script or saved work.
func TestNames_areStable(t *testing.T) {
	const file = "../../testdata/old/names.txt"
	var got []string
	commandNames(newRoot(streams{}), "", func(name string) { got = append(got, name) })
	for _, document := range []any{progress.Exercise{}, progress.Profile{}, progress.Event{}} {
		jsonNames(reflect.TypeOf(document), map[reflect.Type]bool{}, func(name string) { got = append(got, name) })
	}
	slices.Sort(got)
	got = slices.Compact(got)
	if *updateNames {
		check.OK(t, os.WriteFile(file, []byte(strings.Join(got, "\n")+"\n"), 0o600))
	}
	want := strings.Split(strings.TrimSpace(contents(t, file)), "\n")
	for _, name := range want {
		check.That(t, slices.Contains(got, name),
			"got no %q, want it to stay: older scripts or saved work use it", name)
	}
	check.That(t, len(want) == len(got),
		"got %d names, want the %d of %s: add new ones with -update-names", len(got), len(want), file)
}

// commandNames reports the names of a command, of the commands below it, and of their flags, such
// as "solve --data".
func commandNames(cmd *cobra.Command, above string, report func(string)) {
	path := strings.TrimSpace(above + " " + cmd.Name())
	report(path)
	cmd.Flags().VisitAll(func(f *pflag.Flag) { report(path + " --" + f.Name) })
	cmd.PersistentFlags().VisitAll(func(f *pflag.Flag) { report(path + " --" + f.Name) })
	for _, sub := range cmd.Commands() {
		commandNames(sub, path, report)
	}
}

// jsonNames reports the JSON keys of a type and of the types in it, such as "JSON answers".
func jsonNames(t reflect.Type, seen map[reflect.Type]bool, report func(string)) {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		jsonNames(t.Elem(), seen, report)
	case reflect.Struct:
		if seen[t] {
			return
		}
		seen[t] = true
		for _, f := range reflect.VisibleFields(t) {
			if key, _, _ := strings.Cut(f.Tag.Get("json"), ","); key != "" {
				report("JSON " + key)
			}
			jsonNames(f.Type, seen, report)
		}
	}
}

// The shell completes the values of flags and arguments, and there is a manual page.
func TestRun_completesValues(t *testing.T) {
	for line, want := range map[string]string{
		"__complete solve --model ":           "least-squares\n",
		"__complete plot --kernel ":           "rbf(sigma=1)\n",
		"__complete plot --color ":            "ascii\n",
		"__complete solve --pair ":            "max-violation\n",
		"__complete solve --data ":            "moons\n",
		"__complete --unit ":                  "7.7\tWatch SMO\n",
		"__complete judge ":                   "7.7\tWatch SMO\n",
		"__complete check --exercise ":        "7.7\tWatch SMO\n",
		"__complete skeleton --language ":     "pseudo\n",
		"__complete diff --task logistic -- ": ":0\n", // completes file names
	} {
		out, _, code := call(t, "", strings.Split(line, " ")...)
		check.That(t, code == exitDone && strings.Contains(out, want),
			"kernellab %s: got exit %d, %q, want %q in it", line, code, out, want)
	}
}
