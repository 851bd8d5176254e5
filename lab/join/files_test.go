package join

import (
	"crypto/ed25519"
	"maps"
	"slices"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

const fingerprint = "SHA256:uNiVztksCsDhcc0u9e8BrrQXVUpKZIDTMczCvj3tD2s"

func TestReadRoster(t *testing.T) {
	got, err := ReadRoster(strings.NewReader("Ada\n\"Lovelace, A.\", " + fingerprint + "\n\nBob,\n"))
	want := []ExpectedStudent{{"Ada", ""}, {"Lovelace, A.", fingerprint}, {"Bob", ""}}
	check.That(t, err == nil && slices.Equal(got, want), "got %q, %v, want %q", got, err, want)
	const excel = "\ufeffAda;\r\nLovelace, A.;" + fingerprint + "\r\n"
	if got, err := ReadRoster(strings.NewReader(excel)); err != nil || !slices.Equal(got, want[:2]) {
		t.Errorf("as Excel writes it: got %q, %v, want %q", got, err, want[:2])
	}
	for _, c := range []struct{ text, want string }{
		{"Ada\n\x01,\n", `line 2: "\x01" is not a name`},
		{"Ada,SHA256:short", `line 1: "SHA256:short" is not a fingerprint`},
		{"Ada,,x", `line 1: "x" is one value too many`},
		{"Ada\nBob\n Ada\n", `line 3: "Ada" is in line 1 already`},
		{"Ada\nBob\nADA", `line 3: "ADA" is in line 1 already`},
		{"Ada\nJ\xfcrgen\n", `line 2: "J\xfcrgen" is not UTF-8: save the list as CSV UTF-8`},
		{"\xff\xfeA\x00", `line 1: "\xff\xfeA\x00" is not UTF-8`},
		{"\ufeffName\nAda", `line 1: "Name" is a header: the list has none`},
		{"name,fingerprint\nAda," + fingerprint, `line 1: "name" is a header`},
		{"Ada," + fingerprint + "\nBob," + fingerprint, `is in line 1 already`},
		{"Ada\n\"Bob\n", `line 2: `},
	} {
		if _, err := ReadRoster(strings.NewReader(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("ReadRoster(%q): got error %v, want %q", c.text, err, c.want)
		}
	}
}

func FuzzReadRoster(f *testing.F) {
	f.Add("Ada\nBob," + fingerprint + "\n")
	f.Add("\"Ada\",\n\"\"\"x\"")
	f.Fuzz(func(t *testing.T, text string) {
		all, err := ReadRoster(strings.NewReader(text))
		names := map[string]bool{}
		for _, e := range all {
			if e.Name == "" || CleanName(e.Name) != e.Name || names[e.Name] ||
				e.Fingerprint != "" && len(e.Fingerprint) != len(fingerprint) {
				t.Errorf("got %+v, want a clean name, once, and a fingerprint or nothing", e)
			}
			names[e.Name] = true
		}
		if err != nil && len(all) > 0 {
			t.Errorf("got %d rows and error %v, want one of them", len(all), err)
		}
	})
}

func TestReadTeachers(t *testing.T) {
	key := must.Value(gossh.NewPublicKey(ed25519.NewKeyFromSeed(make([]byte, 32)).Public()))
	line := string(gossh.MarshalAuthorizedKey(key))
	got, err := ReadTeacherKeys(strings.NewReader("\ufeff# us\n\nno-pty " + line))
	if want := map[string]bool{gossh.FingerprintSHA256(key): true}; err != nil || !maps.Equal(got, want) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
	if _, err := ReadTeacherKeys(strings.NewReader(line + "ssh-ed25519 AAAA\n")); err == nil ||
		!strings.Contains(err.Error(), "line 2") {
		t.Errorf("a damaged line: got error %v, want its number", err)
	}
}
