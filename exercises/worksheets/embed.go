package worksheets

import (
	"embed"
	"io/fs"
)

//go:embed *.md
var embedded embed.FS

// Embedded returns the worksheets that are built into the program.
func Embedded() fs.FS { return embedded }
