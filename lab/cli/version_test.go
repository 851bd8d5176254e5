package cli

import (
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
)

func TestVersion(t *testing.T) {
	const revision = "58380f3498acb9df88665ea73b15c3fb8c7ab750"
	built := runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH
	for _, c := range []struct{ version, revision, modified, want string }{
		{"v1.2.3", "", "", "v1.2.3, " + built},
		{"(devel)", "", "", "built from source, " + built}, // go run
		{"", "", "", "built from source, " + built},
		{"(devel)", revision, "false", "built from source, revision 58380f3498ac, " + built},
		{"(devel)", revision, "true", "built from source, revision 58380f3498ac with changes, " + built},
		{"v0.0.0-20261122100000-58380f3498ac+dirty", revision, "true", "v0.0.0-20261122100000-58380f3498ac+dirty, " + built},
		{"(devel)", "7", "false", "built from source, revision 7, " + built},
	} {
		info := &debug.BuildInfo{Main: debug.Module{Version: c.version}}
		if c.revision != "" {
			info.Settings = []debug.BuildSetting{{Key: "vcs.revision", Value: c.revision}, {Key: "vcs.modified", Value: c.modified}}
		}
		if got := versionOf(info); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
	out, errs, code := call(t, "", "--version")
	if code != exitDone || errs != "" || !strings.HasPrefix(out, "kernellab ") || !strings.HasSuffix(out, built+"\n") {
		t.Errorf("exit %d: %q, %q", code, out, errs)
	}
}
