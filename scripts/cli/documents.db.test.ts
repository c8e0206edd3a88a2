import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { useCommands } from "#scripts/cli/testing/commands.ts";

const { run } = useCommands();

test("benchmark import takes a folder of transcripts, a case a file, with the folders in it", async () => {
  const say = (name: string) => `${name}: Yes.\nRuth: No.\n`;
  const folder = mkdtempSync(path.join(tmpdir(), "benchside-talks-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(path.join(folder, "more"));
  writeFileSync(path.join(folder, "ada.txt"), say("Ada"));
  writeFileSync(path.join(folder, "more", "bo.vtt"), `WEBVTT\n\n00:01.000 --> 00:02.000\n${say("Bo")}`);
  writeFileSync(path.join(folder, "cover.jpeg"), "");
  const command = ["benchmark", "import", "Talks", "--documents", `Interviews=${folder}`];
  expect(await run(...command)).toMatchObject({
    code: 0,
    out: expect.stringContaining("Interviews: 2 cases, 2 added"),
  });
  const bad = await run(...command.slice(0, 4), "Interviews=nowhere");
  expect(bad).toMatchObject({ code: 1, err: expect.stringContaining("there is no file nowhere") });
});
