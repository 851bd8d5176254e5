package progress

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestDefaultDir(t *testing.T) {
	for _, c := range []struct {
		name, system string
		env          map[string]string
		want         string
	}{
		{"xdg", "linux", map[string]string{"XDG_DATA_HOME": "/x", "HOME": "/h"}, "/x/kernellab"},
		{"relative xdg is ignored", "linux", map[string]string{"XDG_DATA_HOME": "x", "HOME": "/h"}, "/h/.local/share/kernellab"},
		{"home", "linux", map[string]string{"HOME": "/h"}, "/h/.local/share/kernellab"},
		{"macOS", "darwin", map[string]string{"HOME": "/h"}, "/h/Library/Application Support/kernellab"},
		{"Windows", "windows", map[string]string{"LocalAppData": "/l"}, "/l/kernellab"},
		{"nothing", "linux", nil, ""},
		{"nothing on Windows", "windows", map[string]string{"HOME": "/h"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := defaultDir(c.system, func(k string) string { return c.env[k] })
			if filepath.ToSlash(got) != c.want || (err == nil) != (c.want != "") {
				t.Errorf("%q, %v", got, err)
			}
			if err != nil && !strings.Contains(err.Error(), "XDG_DATA_HOME") {
				t.Errorf("%v says not what would work", err)
			}
		})
	}
}

// hostile are ids that would lead out of a folder, or be special in one.
func hostile() []string {
	return []string{
		"", ".", "..", "../../etc/passwd", "/etc/passwd", `..\..\x`, "a/b", "a\x00b", "CON", "con", "nul", "7.7\n", "SHA256:ab/+cd",
		"SHA256:AB/+cd", strings.Repeat("x", 5000), "ä", "profile", "7.7", "7.7 ", "-rf", "~",
	}
}

func FuzzNames(f *testing.F) {
	for _, id := range hostile() {
		f.Add(id, "7.7")
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		checkName(t, a)
		if a != b && (strings.EqualFold(fileName(a), fileName(b)) || ForStudent("r", a) == ForStudent("r", b)) {
			t.Errorf("%q and %q share a name", a, b)
		}
	})
}

func checkName(t *testing.T, id string) {
	t.Helper()
	name := fileName(id)
	if !isExercise(name) || filepath.Base(name) != name || len(name) > 64 || !filepath.IsLocal(name) {
		t.Errorf("fileName(%q) = %q", id, name)
	}
	root := filepath.Join("data", "root")
	rel, err := filepath.Rel(filepath.Join(root, "students"), ForStudent(root, id))
	if err != nil || len(rel) != 32 || strings.Trim(rel, "0123456789abcdef") != "" {
		t.Errorf("ForStudent(%q) = %q, %v", id, rel, err)
	}
}
