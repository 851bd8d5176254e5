package cli

import (
	"bufio"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kernellab/testdata/support/check"
)

// JSON.md describes what the commands print: every field that is printed, with its
// type, and no other. Fields that are always present are in every object, the others
// are not in all.
func TestRun_agreesWithJSONPage(t *testing.T) {
	page := readPage(t)
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		check.OK(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	wide, line := file("wide.csv", "a,b,c,label\n1,2,3,1\n2,1,0,-1\n0,1,1,1\n"),
		file("line.csv", "a,label\n1,1\n2,-1\n3,-1\n")
	models := [][]string{
		{"--model", "svm", "--kernel", "poly(degree=2,c=1)"},
		{"--model", "svm", "--kernel", "poly(degree=2,c=1)", "--C", "inf", "--pair", "random", "--predict",
			file("new.csv", "x1,x2\n1,2\n")},
		{"--model", "ridge", "--kernel", "linear"},
		{"--model", "logistic", "--kernel", "linear", "--iterations", "3"},
		{"--model", "logistic", "--kernel", "linear", "--iterations", "3", "--lambda", "0.5"},
		{"--model", "least-squares", "--kernel", "linear", "--iterations", "3"},
		{"--model", "perceptron", "--kernel", "linear", "--epochs", "3"},
	}
	var solved, traced []object
	for _, m := range models {
		trace := filepath.Join(dir, "steps.jsonl")
		out, _, _ := call(t, "", slices.Concat([]string{"solve", "--data", "xor4", "--json", "--trace", trace}, m)...)
		solved = append(solved, objects(t, out)...)
		traced = append(traced, objects(t, contents(t, trace))...)
	}
	labelled := file("labelled.csv", "a,b,label\n1,2,no\n0,1,yes\n2,2,yes\n3,1,no\n")
	targets := file("targets.csv", "a,y\n1,2\n2,4\n3,7\n")
	own := [][]string{
		{"--data", labelled, "--predict", labelled, "--scale", "--model", "svm", "--kernel", "rbf(1)", "--cv", "2"},
		{"--data", labelled, "--predict", labelled, "--model", "logistic", "--kernel", "rbf(0.01)", "--cv", "2"},
		{"--data", targets, "--predict", targets, "--model", "ridge", "--kernel", "linear", "--cv", "3"},
	}
	for _, args := range own {
		out, _, _ := call(t, "", slices.Concat([]string{"solve", "--json"}, args)...)
		solved = append(solved, objects(t, out)...)
	}
	page.holds(t, "solve --json", solved)
	var drawn []object
	for _, m := range models {
		for _, data := range []string{"xor4", wide, line} {
			out, _, _ := call(t, "",
				slices.Concat([]string{"plot", "--data", data, "--json"},
					slices.DeleteFunc(slices.Clone(m),
						func(a string) bool { return a == "--predict" || strings.HasSuffix(a, "new.csv") }))...)
			drawn = append(drawn, objects(t, out)...)
		}
	}
	for _, args := range own {
		out, _, _ := call(t, "", slices.Concat([]string{"plot", "--json"}, args)...)
		drawn = append(drawn, objects(t, out)...)
	}
	page.with("solve --json", "plot --json").holds(t, "plot --json", drawn)
	page.holds(t, "solve --trace", traced)

	var replayed []object
	for _, run := range matchingFiles(t, "runs/*.run", 12) {
		out, _, _ := call(t, "", "replay", "--json", run)
		replayed = append(replayed, objects(t, out)...)
	}
	page.with("solve --trace", "replay --json").holds(t, "replay --json", replayed)

	var judgements []object
	for _, args := range [][]string{
		{"3.2", "--answer", "[1, √2x1, √2x2, x1², x2², √2x1x2]"},
		{"3.2", "--answer", "[1, √2x1, √2x2, x1², x2², x1x2]"},
		{"3.2", "--answer", "[1, √2x1"},
		{"3.2", "--answer", "[1 √2x1 √2x2 x1² x2² √2x1x2]"},
		{"3.2", "--answer", "rotated=yes"},
		{"3.3", "--answer", "kernel=16"},
	} {
		out, _, _ := call(t, "", slices.Concat([]string{"judge", "--json"}, args)...)
		judgements = append(judgements, objects(t, out)...)
	}
	page.holds(t, "judge --json", judgements)

	out, _, _ := call(t, "", "judge", "--list", "--json")
	page.holds(t, "judge --list --json", objects(t, out))

	out, _, _ = runIn(copyOf(t, filepath.Join(witnesses, "folders", "filled")), "", "list", "--json")
	course := file("course.md", "# A\n```exercises\n- {exercise: 1.2, opens: 2020-01-01, due: 2020-01-02}\n```\n")
	planned, _, _ := call(t, "", "list", "--json", "--worksheets", course)
	page.holds(t, "list --json", objects(t, out+planned))

	out, _, _ = call(t, "", "regrade", "--json", file("log.jsonl", `
{"exercise":"3.2","step":"phi","seed":1,"raw":{"phi":"[1, x1, x2, x1², x2², x1x2]"},"status":"valid","verdict":"equal","note":"wrong"}
{"exercise":"3.2","step":"phi","seed":1,"raw":{"phi":"[1"},"status":"empty"}
{"exercise":"3.2","step":"phi","seed":1,"raw":{"phi":"[1, √2x1, √2x2, x1², x2², √2x1x2]"},"status":"empty"}
`))
	page.holds(t, "regrade --json", objects(t, out))
}

// object is one object that a command printed.
type object = map[string]any

// objects reads objects and lists of objects.
func objects(t *testing.T, text string) []object {
	t.Helper()
	var out []object
	lines := bufio.NewScanner(strings.NewReader(text))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var one object
		var many []object
		if err := json.Unmarshal(lines.Bytes(), &many); err == nil {
			out = append(out, many...)
		} else if err := json.Unmarshal(lines.Bytes(), &one); err == nil {
			out = append(out, one)
		} else {
			t.Fatalf("got output %s with error %v, want one object per line", lines.Text(), err)
		}
	}
	if len(out) == 0 {
		t.Fatal("got no output, want at least one object")
	}
	return out
}

// pageField is a field as the page describes it.
type pageField struct {
	kind   string
	always bool
}

// jsonPage holds the fields of the page by section and name.
type jsonPage map[string]map[string]pageField

var quoted = regexp.MustCompile("`([^`]+)`")

func readPage(t *testing.T) jsonPage {
	t.Helper()
	page, section := jsonPage{}, ""
	for line := range strings.Lines(contents(t, "JSON.md")) {
		if title, ok := strings.CutPrefix(line, "## "); ok {
			section = strings.TrimSpace(title)
			page[section] = map[string]pageField{}
		}
		cells := strings.Split(strings.TrimSpace(line), " | ")
		if len(cells) != 4 || !strings.HasPrefix(cells[0], "| `") {
			continue
		}
		for _, name := range quoted.FindAllStringSubmatch(cells[0], -1) {
			page[section][name[1]] = pageField{cells[1], strings.HasPrefix(cells[3], "always")}
		}
	}
	return page
}

// with adds to a section the fields of section base that it lacks. It changes and returns p.
func (p jsonPage) with(base, section string) jsonPage {
	for name, f := range p[base] {
		if _, own := p[section][name]; !own {
			p[section][name] = f
		}
	}
	return p
}

// holds compares a section with the printed objects.
func (p jsonPage) holds(t *testing.T, section string, printed []object) {
	t.Helper()
	fields := p[section]
	check.Must(t, len(fields) != 0, "JSON.md has no section %q, want one", section)
	times := map[string]int{}
	for _, o := range printed {
		for path, values := range flattenObject(fields, "", o) {
			times[path]++
			for _, v := range values {
				if f, ok := fields[path]; !ok || !isOf(f.kind, v) {
					t.Errorf("%s: got %s = %v, want %q as on the page", section, path, v, f.kind)
				}
			}
		}
	}
	for name, f := range fields {
		n := times[name]
		if n == 0 || f.always && n < len(printed) || !f.always && n == len(printed) && len(printed) > 1 {
			t.Errorf("%s: %s is in %d of %d objects, want always = %v as on the page", section, name, n, len(printed),
				f.always)
		}
	}
}

// flattenObject returns the values in an object by their paths, such as "fields.*.raw" or "steps[].step".
// A star stands for the names of an exercise's fields, as on the page.
func flattenObject(page map[string]pageField, prefix string, o object) map[string][]any {
	out := map[string][]any{}
	for name, v := range o {
		path := prefix + name
		if _, ok := page[prefix+"*.raw"]; ok {
			path = prefix + "*"
		} else {
			out[path] = append(out[path], v)
		}
		var inside []object
		switch v := v.(type) {
		case map[string]any:
			if _, leaf := page[path]; leaf && !strings.Contains(strings.Join(slices.Collect(maps.Keys(page)), "\n")+"\n", path+".") {
				continue
			}
			inside, path = []object{v}, path+"."
		case []any:
			for _, one := range v {
				if o, ok := one.(map[string]any); ok {
					inside = append(inside, o)
				}
			}
			path += "[]."
		}
		for _, one := range inside {
			for p, vs := range flattenObject(page, path, one) {
				out[p] = append(out[p], vs...)
			}
		}
	}
	return out
}

// isOf reports whether a value has a type of the page. A type such as "texts" is a list.
func isOf(kind string, v any) bool {
	kind, nullable := strings.CutSuffix(kind, "?")
	switch v := v.(type) {
	case nil:
		return nullable
	case float64:
		return kind == "number" || kind == "whole" && v == float64(int64(v))
	case string:
		return kind == "text" || kind == "number" && slices.Contains([]string{"inf", "-inf", "nan"}, v)
	case bool:
		return kind == "flag"
	case []any:
		one, list := strings.CutSuffix(kind, "s")
		return list && !slices.ContainsFunc(v, func(v any) bool { return !isOf(one, v) })
	}
	return kind == "object"
}
