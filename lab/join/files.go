package join

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	gossh "golang.org/x/crypto/ssh"
)

// ExpectedStudent is a row of the list of a class. It describes a student whom the teacher expects.
type ExpectedStudent struct {
	Name        string // clean, and unique in the list
	Fingerprint string // of the student's public key, such as SHA256:…, or ""
}

// byteOrderMark is what Excel writes at the beginning of a file in UTF-8.
const byteOrderMark = "\ufeff"

// ReadRoster reads the list of a class. The list is CSV in UTF-8 without a header, with a
// name and an optional fingerprint in each line. If it contains a semicolon, semicolons
// separate the values, otherwise commas. No name or fingerprint may occur twice, and names
// that differ only in case are the same. An error names the line and the value.
func ReadRoster(in io.Reader) (all []ExpectedStudent, err error) {
	text, err := io.ReadAll(in)
	if err != nil {
		return nil, err
	}
	table := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(text, []byte(byteOrderMark))))
	table.FieldsPerRecord, table.TrimLeadingSpace = -1, true
	if bytes.ContainsRune(text, ';') {
		table.Comma = ';'
	}
	lines := map[string]int{} // the line of each name and fingerprint
	for {
		row, err := table.Read()
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if bad, ok := errors.AsType[*csv.ParseError](err); ok {
			return nil, fmt.Errorf("line %d: %w", bad.Line, bad.Err)
		}
		if err != nil {
			return nil, err
		}
		line, _ := table.FieldPos(0)
		if len(all) == 0 && strings.EqualFold(strings.TrimSpace(row[0]), "name") {
			return nil, fmt.Errorf("line %d: %q is a header: the list has none, only students", line, row[0])
		}
		e, err := parseRow(row)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		for i, key := range []string{strings.ToLower(e.Name), e.Fingerprint} {
			if lines[key] > 0 && key != "" {
				return nil, fmt.Errorf("line %d: %q is in line %d already", line, row[i], lines[key])
			}
			lines[key] = line
		}
		all = append(all, e)
	}
}

// parseRow parses a row.
func parseRow(row []string) (e ExpectedStudent, err error) {
	if !utf8.ValidString(row[0]) {
		return e, fmt.Errorf("%q is not UTF-8: save the list as CSV UTF-8", row[0])
	}
	if e.Name = CleanName(row[0]); e.Name == "" {
		return e, fmt.Errorf("%q is not a name", row[0])
	}
	if len(row) > 1 {
		e.Fingerprint = strings.TrimSpace(row[1])
	}
	digits, ok := strings.CutPrefix(e.Fingerprint, "SHA256:")
	sum, err := base64.RawStdEncoding.Strict().DecodeString(digits)
	switch {
	case len(row) > 2:
		return e, fmt.Errorf("%q is one value too many: a line has a name and at most a fingerprint", row[2])
	case e.Fingerprint != "" && (!ok || err != nil || len(sum) != 32 || strings.ContainsAny(digits, "\r\n")):
		return e, fmt.Errorf("%q is not a fingerprint: ssh-keygen -l -f KEY.pub prints one that begins with SHA256:", row[1])
	}
	return e, nil
}

// ReadTeacherKeys reads public keys in the format of authorized_keys and returns the set of
// their fingerprints. An error names the line.
func ReadTeacherKeys(in io.Reader) (fingerprints map[string]bool, err error) {
	fingerprints = map[string]bool{}
	lines := bufio.NewScanner(in)
	for n := 1; lines.Scan(); n++ {
		text := bytes.TrimSpace(bytes.TrimPrefix(lines.Bytes(), []byte(byteOrderMark)))
		if len(text) == 0 || text[0] == '#' {
			continue
		}
		key, _, _, _, err := gossh.ParseAuthorizedKey(text)
		if err != nil {
			return nil, fmt.Errorf("line %d: this is not a public key, as in a file such as id_ed25519.pub", n)
		}
		fingerprints[gossh.FingerprintSHA256(key)] = true
	}
	return fingerprints, lines.Err()
}
