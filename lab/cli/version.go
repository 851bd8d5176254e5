package cli

import (
	"runtime"
	"runtime/debug"
	"strings"
)

// version is what --version says of the program that runs.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return versionOf(info)
}

// versionOf names the module's version or, where there is none, that the
// program was built from its source; the revision of that source, where it is
// known and no part of the version; and what it was built with and for.
func versionOf(info *debug.BuildInfo) string {
	parts := []string{info.Main.Version}
	if v := info.Main.Version; v == "" || v == "(devel)" {
		parts[0] = "built from source"
	}
	set := map[string]string{}
	for _, s := range info.Settings {
		set[s.Key] = s.Value
	}
	if r := set["vcs.revision"]; r != "" && !strings.Contains(parts[0], r[:min(12, len(r))]) {
		r = "revision " + r[:min(12, len(r))]
		if set["vcs.modified"] == "true" {
			r += " with changes"
		}
		parts = append(parts, r)
	}
	parts = append(parts, runtime.Version()+" "+runtime.GOOS+"/"+runtime.GOARCH)
	return strings.Join(parts, ", ")
}
