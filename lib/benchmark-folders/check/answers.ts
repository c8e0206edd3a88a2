import path from "node:path";
import { nameCase, type CheckedCases } from "#lib/benchmark-folders/check/cases.ts";
import { again } from "#lib/benchmark-folders/check/sums.ts";
import { folderFiles, type FolderDescription } from "#lib/benchmark-folders/schema.ts";
import { openLines } from "#lib/files/line-scanner.ts";
import { parseLine } from "#lib/files/json-line.ts";
import type { Problems } from "#lib/files/import-problems.ts";

/** Every answer is of a study that the folder tells of, and to a case that is in it, in that very version. */
export async function checkAnswers(
  folder: string,
  { studies }: FolderDescription,
  { digests }: CheckedCases,
  problems: Problems,
  signal?: AbortSignal,
): Promise<number> {
  const file = folderFiles.answers.jsonl;
  const counts = new Map(studies.map(({ study }) => [study, { answers: 0, people: new Set<unknown>() }]));
  let rows = 0;
  for await (const batch of openLines(path.join(folder, file), { signal })) {
    for (const { line, bytes } of batch) {
      rows += 1;
      const parsed = parseLine(bytes, line);
      if (!parsed.ok) {
        problems.add({ file, ...parsed.problem });
        continue;
      }
      const { study, participant, track, case: id, case_sha256: sha256 } = Object(parsed.value) as Row;
      const say = (column: string, problem: string, found: unknown) =>
        problems.add({ file, line, column, problem: `${problem} ${again}`, found: String(found) });
      const count = counts.get(String(study));
      if (!count) say("study", `${folderFiles.description} tells of no such study.`, study);
      else {
        count.answers += 1;
        count.people.add(participant);
      }
      const digest = digests.get(nameCase(track, id));
      if (digest === undefined) say("case", "There is no such case in the folder.", id);
      else if (digest !== sha256) say("case_sha256", "The case in the folder has another digest.", sha256);
    }
  }
  for (const { study, answers, people } of studies) {
    const found = counts.get(study);
    const told = `${folderFiles.description} says that ${study} has ${answers} answers of at most ${people} people.`;
    if (found?.answers !== answers || found.people.size > people)
      problems.add({
        file,
        line: null,
        column: "study",
        problem: `${told} ${again}`,
        found: `${found?.answers ?? 0} answers of ${found?.people.size ?? 0} people`,
      });
  }
  return rows;
}

type Row = Partial<Record<"study" | "participant" | "track" | "case" | "case_sha256", unknown>>;
