import type { ExportPopulation } from "#lib/study-exports/schema.ts";
import type { Source } from "#lib/study-exports/source.ts";
import { getAnalysed } from "#lib/study-results/rows/choices.ts";
import { repeatForOrigins } from "#lib/study-results/rows/rated-once.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { mainView, type Population } from "#lib/study-results/schema.ts";
import { variesCases } from "#lib/study-results/arms/place.ts";
import { selectThese, type Selection } from "#lib/study-results/rows/selection.ts";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";

/**
 * What was decided in the cases of every stratum, by everybody who counts. Models know a case as it is in the benchmark:
 * what an arm shows otherwise is none that they could be held against.
 */
function selectForModel(rows: StudyRows, who: Population): Selection {
  const view = { ...mainView(who), stratum: "all" } as const;
  const selection = getAnalysed(rows, view);
  if (!variesCases(rows.study.design)) return selection;
  const asItIs = Array.from(selection.answers).filter((i) => !rows.cases[rows.answers.case[i] ?? -1]?.varied);
  return selectThese(rows, view, asItIs);
}

export type CountedTrack = {
  rows: StudyRows;
  selection: Selection;
  /** By case, as an index into the rows. */
  counts: Map<number, Int32Array>;
  /** Its cases that anybody decided, in the order of the study. */
  indexes: readonly number[];
};

/** All cases of a track are of one kind. Null where the study has no such track. */
export function countTrack(
  byKind: Source["byKind"],
  { track, who }: { track: string; who: Population },
): CountedTrack | null {
  const found = byKind.find(({ tracks }) => tracks.some(({ name }) => name === track));
  if (!found) return null;
  // A judge has something to say of every case.
  const rows = repeatForOrigins(found);
  const selection = selectForModel(rows, who);
  const indexes = [...selection.cases].filter(
    (index) => rows.tracks[rows.cases[index]?.track ?? -1]?.name === track,
  );
  return { rows, selection, indexes, counts: countChoices(selection) };
}

/** How many cases that were answered are left out for that. */
export function countAllVaried({ byKind, choices: { who } }: Pick<Source, "byKind" | "choices">): number {
  const counts = listWhos(who).flatMap((one) =>
    byKind.map((rows) => {
      const { cases } = getAnalysed(rows, { ...mainView(one), stratum: "all" });
      return cases.filter((at) => rows.cases[at]?.varied).length;
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

const listWhos = (who: ExportPopulation): readonly Population[] =>
  who === "all" ? ["people", "simulated"] : [who];

/** What people decided is written in, where it can be. */
const modelEndingOf = ({ kind }: Pick<StudyRows, "kind">): ModelEnding | null =>
  serverKindOf(kind).peopleAsModel?.ending ?? null;

export function listTracksAsModel(rows: StudyRows, who: Population): string[] {
  const tracks = new Set(Array.from(selectForModel(rows, who).cases, (index) => rows.cases[index]?.track));
  return rows.tracks.flatMap(({ name }, i) => (tracks.has(i) ? [name] : []));
}

export type ModelEnding = "csv" | "jsonl";
export type PeopleAsModel = { track: string; who: Population; ending: ModelEnding };

type ModelFileSource = Pick<Source, "byKind"> & { who: ExportPopulation };

/** For each track that has counted answers: a file of people, and one of simulated people where both are asked for. */
export function listModelFiles({ byKind, who: wanted }: ModelFileSource): PeopleAsModel[] {
  return listWhos(wanted).flatMap((who) =>
    byKind.flatMap((rows) => {
      const ending = modelEndingOf(rows);
      return ending === null ? [] : listTracksAsModel(rows, who).map((track) => ({ track, who, ending }));
    }),
  );
}

/** By case, as an index into the rows: how many chose each option, or whatever else its kind counts answers by. */
function countChoices({ rows, cases, answers }: Selection): Map<number, Int32Array> {
  const counts = new Map<number, Int32Array>();
  const { peopleAsModel } = serverKindOf(rows.kind);
  for (const index of cases) {
    const options = rows.cases[index]?.optionNames.length ?? 0;
    counts.set(index, new Int32Array(peopleAsModel?.countCategories?.(options) ?? options));
  }
  for (const i of answers) {
    const of = counts.get(rows.answers.case[i] ?? -1);
    const choice = rows.answers.choice[i] ?? -1;
    if (of?.[choice] !== undefined) of[choice] += 1;
  }
  return counts;
}

const needsQuotes = /[",\r\n]|^\s|\s$/;

/**
 * To the letter, unlike every other CSV of ours: the tools that read it join rows by prompt. Nothing in it was
 * typed by a participant.
 */
export const exactLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map((cell) => exactCell(String(cell ?? ""))).join(",")}\n`;

const exactCell = (text: string): string =>
  needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
