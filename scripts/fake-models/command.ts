import type { Command } from "commander";
import { z } from "zod";
import { fakeScripts } from "#lib/fake-models/scripts.ts";
import { printLines, Refusal } from "#scripts/cli/outcome.ts";
import { onStopSignal } from "#scripts/process/stop-signals.mjs";

const whole = (least: number, most: number) =>
  z.string().regex(/^\d+$/).transform(Number).pipe(z.int().min(least).max(most));
const given = z.object({ port: whole(0, 65_535), seed: whole(0, Number.MAX_SAFE_INTEGER) });
const meanings: Readonly<Record<string, string>> = {
  port: "--port: a whole number from 0 to 65535; 0 takes any that is free",
  seed: "--seed: a whole number",
};

const names = `
Names of models:
  fake-70                    gives 70 % to the option it takes for right, which is drawn
  fake-70-SCRIPT             does what the script says in place of that, each time
  fake-70-SCRIPT-first-2     … for the first 2 tries of each prompt
  fake-70-SCRIPT-every-20    … for the first try of one prompt in 20
Scripts:
${Object.entries(fakeScripts)
  .map(([script, does]) => `  ${script.padEnd(14)} ${does}`)
  .join("\n")}`;

export function addCommands(program: Command): void {
  program
    .command("fake-models")
    .description("play models that answer by a rule, for trying out endpoints and runs; costs nothing")
    .option("--port <n>", "the port to listen on, on this machine only", "4010")
    .option("--seed <n>", "the same seed gives the same answers", "1")
    .addHelpText("after", names)
    .action(play);
}

async function play(options: Record<"port" | "seed", string>): Promise<void> {
  const read = given.safeParse(options);
  if (!read.success)
    throw new Refusal(...read.error.issues.map(({ path }) => meanings[String(path[0])] ?? String(path[0])));
  const { startFakeServer } = await import("#scripts/fake-models/server.ts");
  const server = await startFakeServer(read.data).catch((error: NodeJS.ErrnoException) => {
    throw new Refusal(
      `port ${read.data.port} can’t be listened on (${error.code}): choose another with --port`,
    );
  });
  const host = `127.0.0.1:${server.port}`;
  printLines([
    `Fake models answer at http://${host}/v1, by OpenAI’s and by Anthropic’s protocol.`,
    `Benchside calls them if it runs with MODEL_HOSTS='*, ${host}'. What arrived: http://${host}/stats`,
  ]);
  onStopSignal(
    () => void server.close(),
    () => process.exit(130),
  );
}
