// Loads a compose file with the reference loader of the compose format and prints the project as JSON.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/compose-spec/compose-go/v2/cli"
)

func main() {
	options, err := cli.NewProjectOptions([]string{os.Args[1]}, cli.WithOsEnv, cli.WithName("lanekeeper"))
	if err == nil {
		project, loadError := options.LoadProject(context.Background())
		err = loadError
		if err == nil {
			text, marshalError := project.MarshalJSON()
			err = marshalError
			fmt.Println(string(text))
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
