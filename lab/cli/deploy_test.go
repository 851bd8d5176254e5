package cli

import (
	"regexp"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

// commandInText matches a command line of kernellab in a document: a line of its own,
// after a prompt such as sudo, or in backquotes.
var commandInText = regexp.MustCompile("(?m)(?:^ {4,}(?:[^|\n]* )?|^ExecStart=/usr/local/bin/|`(?:sudo [^`\n]* )?)(?:\\./)?(kernellab(?: [^`\n|>&;]*)?)")

// The commands, subcommands and flags that documents name exist.
func TestDocuments_commandsExist(t *testing.T) {
	for file, least := range map[string]int{
		"../../README.md":                      8,
		"../remote/HOSTING.md":                 10,
		"../../exercises/worksheets/FORMAT.md": 4,
		"../remote/deploy/WORKSHOP.md":         16,
		"../remote/deploy/kernellab.service":   1,
		"../remote/deploy/Containerfile":       1,
		"../remote/deploy/compose.yaml":        1,
	} {
		text, found := contents(t, file), 0
		text = regexp.MustCompile(`CMD .*`).ReplaceAllStringFunc(text, func(words string) string {
			return "    kernellab " + strings.NewReplacer("CMD ", "", `"`, "", "[", "", "]", "", ",", "").Replace(words)
		})
		if strings.HasSuffix(file, ".yaml") {
			var compose struct {
				Services map[string]struct{ Command []string }
			}
			check(t, yaml.Unmarshal([]byte(text), &compose))
			text = "    kernellab " + strings.Join(compose.Services["two"].Command, " ")
		}
		for _, m := range commandInText.FindAllStringSubmatch(text, -1) {
			if line := m[1]; !strings.Contains(line, "COMMAND") {
				checkCommand(t, file, line)
				found++
			}
		}
		if found < least {
			t.Errorf("%s: got %d commands, want at least %d", file, found, least)
		}
	}
}

// checkCommand checks the names in a command line. Values are not checked, because
// documents write words such as FILE.
func checkCommand(t *testing.T, file, line string) {
	t.Helper()
	root := newRoot(streams{})
	root.Version = "1"
	cmd, rest, err := root.Find(strings.Fields(line)[1:])
	if err == nil {
		cmd.InitDefaultHelpFlag()
		cmd.InitDefaultVersionFlag()
		err = cmd.ParseFlags(rest)
	}
	unknown := err != nil && strings.Contains(err.Error(), "unknown")
	if args := cmd.Flags().Args(); unknown || cmd.HasSubCommands() && cmd.HasParent() && len(args) > 0 {
		t.Errorf("%s: got %q, want a command that exists (%v)", file, line, err)
	}
}
