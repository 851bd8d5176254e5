// Command host measures the load of a class on a host, and prints tables in Markdown.
// It starts the program's server on this machine and logs in students over SSH, who
// press keys at a steady pace. See ../host.sh.
//
// Times are measured at the client: from passing a key to SSH to the first byte
// received after it. They include the time of this process, which simulates all
// students, and of the loopback.
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"
)

// options holds the flags.
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
	writeHeader(o)
	for _, c := range chosen {
		if err := c.measure(o); err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
	}
	fmt.Printf("\nLoad average when it ended: %s.\n", load())
	return nil
}

// writeHeader prints the conditions of the measurement.
func writeHeader(o options) {
	fmt.Println("## A class on the host")
	fmt.Println()
	fmt.Printf("Terminals of %d×%d, 256 colours; %s a measurement; %s.\n", o.width, o.height, o.span,
		time.Now().UTC().Format("2006-01-02 15:04"))
	fmt.Printf("Host and students share %d cores. Load average when it began (1, 5, 15 minutes): %s.\n\n", runtime.NumCPU(), load())
	fmt.Println(header)
}

// load returns the load average of the last 1, 5 and 15 minutes.
func load() string {
	text, err := os.ReadFile("/proc/loadavg")
	if fields := strings.Fields(string(text)); err == nil && len(fields) >= 3 {
		return strings.Join(fields[:3], ", ")
	}
	return "unknown"
}
