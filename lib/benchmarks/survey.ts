import { contentDigest, derivedKey, promptDigest, versionDigest } from "#lib/benchmarks/case-identity.ts";
import { openCaseFile } from "#lib/benchmarks/case-file.ts";
import type { CaseFile, GoodRow } from "#lib/benchmarks/case-row.ts";
import { optionsKey, type PlannedRow } from "#lib/benchmarks/import-plan.ts";
import { withPlainLineEnds } from "#lib/files/line-ends.ts";
import type { Problems } from "#lib/imports/problems.ts";
import type { ImportProgress } from "#lib/imports/progress.ts";

/** What reading the files once tells of one track. */
export type TrackSurvey = {
  rows: PlannedRow[];
  duplicates: number;
  language: string | null;
  /** The beginning of the first prompts, for guessing the language where nobody named it. */
  sample: string;
};

export type Survey = {
  tracks: Map<string, TrackSurvey>;
  /** Rows with a problem, by file and by track ("" where the row doesn't say). */
  bad: Map<string, number>;
};

const sampleLength = 20_000;

/** Reads the files for what can be known of each row by itself, without keeping their text. */
export async function surveyFiles(
  files: readonly CaseFile[],
  problems: Problems,
  progress: ImportProgress,
): Promise<Survey> {
  const survey: Survey = { tracks: new Map(), bad: new Map() };
  const seen = new Map<string, number>();
  const ids = new Map<string, string>();
  for (const file of files) {
    const opened = await openCaseFile(file, progress.nextFile(file.path));
    if (!opened.ok) {
      problems.add({ file: file.name, ...opened.problem });
      continue;
    }
    let rowsOfFile = 0;
    for await (const batch of opened.rows) {
      for (const row of batch) {
        const track = row.good?.track ?? file.track ?? "";
        if (row.good) {
          const refused = takeRow(survey, row.good, { file, track, seen, ids });
          if (refused) problems.add({ file: file.name, ...refused });
          if (refused) countBad(survey, track);
        } else {
          for (const problem of row.problems) problems.add({ file: file.name, ...problem });
          countBad(survey, track);
        }
      }
      rowsOfFile += batch.length;
      progress.rows(batch.length);
    }
    if (rowsOfFile === 0) {
      problems.add({
        file: file.name,
        line: null,
        column: null,
        problem: "the file names its columns, but holds no case",
        found: "",
      });
    }
  }
  return survey;
}

const countBad = (survey: Survey, track: string) => survey.bad.set(track, (survey.bad.get(track) ?? 0) + 1);

type Place = { file: CaseFile; track: string; seen: Map<string, number>; ids: Map<string, string> };

function takeRow(survey: Survey, row: GoodRow, { file, track, seen, ids }: Place) {
  const names = row.options.map(({ name }) => name);
  const prompt = promptOf(row);
  const identity = `${track}\n${prompt.toString("base64")}\n${JSON.stringify(names)}`;
  const occurrence = (seen.get(identity) ?? 0) + 1;
  const key = row.id ?? derivedKey(prompt, names, occurrence);
  const before = ids.get(`${track}\n${key}`);
  if (before !== undefined) {
    return {
      line: row.line,
      column: "id",
      problem: `a second case with this id (the first: ${before}): ids have to differ within a track`,
      found: key,
    };
  }
  ids.set(`${track}\n${key}`, `${file.name}, line ${row.line}`);
  seen.set(identity, occurrence);
  const of = survey.tracks.get(track) ?? { rows: [], duplicates: 0, language: null, sample: "" };
  survey.tracks.set(track, of);
  of.language ??= file.language;
  if (of.sample.length < sampleLength) of.sample += row.original.subarray(0, 4000).toString("utf8");
  if (occurrence > 1) of.duplicates += 1;
  of.rows.push({ key, hasId: row.id !== null, hash: versionHash(row), options: optionsKey(names) });
  return null;
}

/** What result files join by; for a case without a prompt nothing joins, and its content stands in. */
export const promptOf = (row: GoodRow): Buffer =>
  row.prompt
    ? promptDigest(row.prompt)
    : contentDigest(
        row.content ?? { form: "text", text: "", profiles: [] },
        row.options.map(({ name }) => name),
      );

function versionHash(row: GoodRow): Buffer {
  const parts = [
    row.prompt ? withPlainLineEnds(row.prompt) : Buffer.alloc(0),
    row.content ? Buffer.from(JSON.stringify(row.content)) : Buffer.alloc(0),
  ];
  return versionDigest({ kind: "choice", shown: parts, options: row.options, gold: row.gold });
}
