import { globSync, statSync } from "node:fs";
import path from "node:path";
import type { Command } from "commander";
import { interviewFileOf, isRegistry } from "#lib/interviews/schema.ts";
import { Refusal } from "#scripts/cli/outcome.ts";
import { collectPairs, findFile, fromHere, readPairs } from "#scripts/cli/track-files.ts";

export type InterviewOptions = {
  interviews: string[];
  model?: string;
  judge?: string;
  judgeVersion?: string;
  profile: string;
  pairs: string;
};

/** How folders of interviews are named, and what none of their files says. */
export const addInterviewOptions = (command: Command): Command =>
  command
    .option(
      "--interviews <Method=FOLDER>",
      "folders of people in the layout of InterviewSim, with the method that made their answers; may be repeated",
      collectPairs,
      [],
    )
    .option("--model <name>", "with --interviews: the model that wrote the answers")
    .option("--judge <name>", "with --interviews: the model that gave the scores")
    .option("--judge-version <version>", "with --interviews: its version")
    .option("--profile <none|short|long>", "with --interviews: the profile shown before questions", "none")
    .option("--pairs <n>", "with --interviews: how many earlier answers are shown before questions", "0");

/** What an import is asked to do with them; null where none were named. */
export function findInterviews(options: InterviewOptions) {
  const { interviews, model = "", judge = "", judgeVersion = "", profile, pairs } = options;
  if (interviews.length === 0) return null;
  const files = readPairs("--interviews", interviews).flatMap(([method, folder]) => {
    const root = fromHere(folder);
    if (!statSync(root, { throwIfNoEntry: false })?.isDirectory())
      throw new Refusal(`there is no folder ${folder}`);
    const found = globSync("**/*.json", { cwd: root }).filter(
      (name) => interviewFileOf(name) ?? isRegistry(name),
    );
    if (found.length === 0)
      throw new Refusal(
        `${folder} holds no person’s folder: none of its files is called prepared_input.json`,
      );
    return found.toSorted().map((name) => ({
      ...findFile(path.join(root, name)),
      name: path.join(path.basename(root), name),
      track: null,
      language: null,
      method: interviewFileOf(name) === "generated_responses" ? method : null,
    }));
  });
  return { files, interviews: { model, judge, judgeVersion, profile, pairs } };
}
