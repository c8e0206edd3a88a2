import { runCommand } from "#scripts/cli/program.ts";

// Whoever reads the output may stop early, as `head` does: the command ends as it would have, and nothing is said of it.
for (const stream of [process.stdout, process.stderr])
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });

await runCommand(process.argv.slice(2));
