package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
)

// onLightGround accepts a flag that chose the ground of a picture in earlier
// versions. All pictures are on light ground now.
func onLightGround(cmd *cobra.Command, name string) {
	cmd.Flags().Bool(name, false, "")
	_ = cmd.Flags().MarkHidden(name) // MarkDeprecated would write to stdout
}

// maxNames is how many names are tried for one file.
const maxNames = 1000

// writeHere puts a file into the working directory and says where. A file that
// is there stays: the new one is numbered.
func writeHere(name string, text func(io.Writer) error) (where string, err error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	ext := filepath.Ext(name)
	stem := strings.TrimSuffix(name, ext)
	for n := 1; n <= maxNames; n++ {
		if n > 1 {
			name = fmt.Sprintf("%s-%d%s", stem, n, ext)
		}
		path := filepath.Join(dir, name)
		switch err := writeNew(path, text); {
		case errors.Is(err, fs.ErrExist):
		case err != nil:
			return "", err
		default:
			return path, nil
		}
	}
	return "", fmt.Errorf("there are %d files named like %s", maxNames, stem)
}

// writeNew writes a file that is not there yet, whole or not at all.
func writeNew(path string, text func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(f, 1<<16)
	if err = text(out); err == nil {
		err = out.Flush()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return nil
}
