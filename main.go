// Command kernellab is a lab for learning kernel methods in the terminal:
// worksheets whose answers are judged by real solvers, and whose solvers can
// be stepped through and watched. See README.md.
package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"

	"kernellab/lab/cli"
)

func main() {
	os.Exit(run(interruptible(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// interruptible returns a context that ends with ctrl-C or SIGTERM. It begins
// to wait for them beside the work: a short command is over sooner.
func interruptible() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		signals := make(chan os.Signal, 1)
		signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
		<-signals
		cancel()
	}()
	return ctx
}

// run is the whole program with its surroundings passed in, so that tests can
// call it. It returns the exit code: 0 done, 1 failed, 2 wrong usage.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return cli.Run(ctx, args, stdin, stdout, stderr, os.Getenv)
}
