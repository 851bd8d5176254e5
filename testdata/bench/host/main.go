// Command host measures what a class costs the host, and prints tables in
// Markdown: it starts the program's server on this machine and logs students in
// over SSH, who press keys at a steady pace. See ../host.sh.
//
// Times are those of the client's side of the connection: from the moment a key is
// handed to SSH to the first byte that comes after it. They include what this
// process, which plays all students, and the loopback take.
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"
)

// options are what the command line chose.
type options struct {
	program string
	cases   string
	span    time.Duration
	width   int
	height  int
}

func main() {
	var o options
	flag.StringVar(&o.program, "kernellab", "", "the program")
	flag.StringVar(&o.cases, "cases", "all", "which cases: "+strings.Join(caseNames(), ", ")+", or all")
	flag.DurationVar(&o.span, "for", 12*time.Second, "how long each measurement takes")
	flag.IntVar(&o.width, "width", 120, "columns of a student's terminal")
	flag.IntVar(&o.height, "height", 36, "its rows")
	flag.Parse()
	if err := run(o); err != nil {
		fmt.Fprintln(os.Stderr, "host:", err)
		os.Exit(2)
	}
}

func run(o options) error {
	chosen, err := chosenCases(o.cases)
	if err != nil {
		return err
	}
	say(o)
	for _, c := range chosen {
		if err := c.measure(o); err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
	}
	fmt.Printf("\nLoad average when it ended: %s.\n", load())
	return nil
}

// say tells under what circumstances the numbers came about.
func say(o options) {
	fmt.Println("## A class on the host")
	fmt.Println()
	fmt.Printf("Terminals of %d×%d, 256 colours; %s a measurement; %s.\n", o.width, o.height, o.span,
		time.Now().UTC().Format("2006-01-02 15:04"))
	fmt.Printf("Host and students share %d cores. Load average when it began (1, 5, 15 minutes): %s.\n\n", runtime.NumCPU(), load())
	fmt.Println(header)
}

// load is how busy the machine has been in the last 1, 5 and 15 minutes.
func load() string {
	text, err := os.ReadFile("/proc/loadavg")
	if fields := strings.Fields(string(text)); err == nil && len(fields) >= 3 {
		return strings.Join(fields[:3], ", ")
	}
	return "unknown"
}
