package cli

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"kernellab/exercises/dataset"
)

// TestMain lets the scripts run this test binary as the program kernellab.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"kernellab": func() {
			os.Exit(Run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Getenv))
		},
	})
}

// The scripts in testdata/script run the command line as a user types it.
func TestRun_scripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "../../testdata/script",
		Setup: func(env *testscript.Env) error {
			all, err := filepath.Abs("../../testdata")
			env.Setenv("TESTDATA", all)
			env.Setenv("OWNDATA", filepath.Join(all, "owndata"))
			return err
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits": exits,
			"big":   makeBigFile,
			"moons": moons,
		},
	})
}

// exits runs "exits CODE program args…" and checks the exit code. The output goes to
// the files stdout.txt and stderr.txt of the script.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE program args…")
	}
	err := ts.Exec(args[1], args[2:]...)
	got := "0"
	if err != nil {
		got = exitText(err)
	}
	if got != args[0] {
		ts.Fatalf("exit %s, want %s\n%s%s", got, args[0], ts.ReadFile("stdout"), ts.ReadFile("stderr"))
	}
	ts.Check(os.WriteFile(ts.MkAbs("stdout.txt"), []byte(ts.ReadFile("stdout")), 0o600))
	ts.Check(os.WriteFile(ts.MkAbs("stderr.txt"), []byte(ts.ReadFile("stderr")), 0o600))
}

// exitText returns the exit code of a program that failed.
func exitText(err error) string {
	type coder interface{ ExitCode() int }
	if c, ok := err.(coder); ok {
		return string(rune('0' + c.ExitCode()))
	}
	return err.Error()
}

// makeBigFile makes a file of 200 MB that takes no space on the disk.
func makeBigFile(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: big FILE")
	}
	path := ts.MkAbs(args[0])
	ts.Check(os.WriteFile(path, []byte("x,label\n1,1\n"), 0o600))
	ts.Check(os.Truncate(path, 200_000_000))
}

// moons writes a file of 20 000 points.
func moons(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: moons FILE")
	}
	file, err := os.Create(ts.MkAbs(args[0]))
	ts.Check(err)
	ts.Check(dataset.WriteCSV(file, dataset.Moons(20_000, 0.2, 1)))
	ts.Check(file.Close())
}
