import { hashOf } from "#lib/canonical.ts";
import { plainName } from "#lib/study-exports/file-names.ts";
import { listTracksAsModel } from "#lib/study-exports/people-as-model/people-as-model.ts";
import type { ExportPopulation } from "#lib/study-exports/schema.ts";
import type { Source } from "#lib/study-exports/source.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { Population } from "#lib/study-results/schema.ts";
import type { UnloggedReason } from "#lib/task-kinds/exports.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";

/** Every participant an epoch of their own, or all of them one answer to a case. */
export const logForms = ["participants", "consensus"] as const;
export type LogForm = (typeof logForms)[number];

/** What people decided on one track, as another tool logs what a model answered. */
export type PeopleAsLog = { track: string; who: Population };

/** For each track that has counted answers, of a kind that logs can hold. */
export function listLogs({
  byKind,
  who: wanted,
}: Pick<Source, "byKind"> & { who: ExportPopulation }): PeopleAsLog[] {
  const whos = wanted === "all" ? (["people", "simulated"] as const) : [wanted];
  return whos.flatMap((who) =>
    byKind
      .filter(({ kind }) => serverKindOf(kind).unlogged === null)
      .flatMap((rows) => listTracksAsModel(rows, who).map((track) => ({ track, who }))),
  );
}

export const listUnlogged = (byKind: readonly Pick<StudyRows, "kind">[]) =>
  byKind.flatMap(({ kind }): { kind: KindName; why: UnloggedReason }[] => {
    const why = serverKindOf(kind).unlogged;
    return why === null ? [] : [{ kind, why }];
  });

const models: Record<Population, Record<LogForm, string>> = {
  people: { participants: "people", consensus: "people-consensus" },
  simulated: { participants: "simulated-people", consensus: "simulated-people-consensus" },
};

/** What a log is called inside and outside of it. */
export type LogNames = { model: string; task: string; day: string; id: string };

/** The task is the benchmark's track, so that people stand in its list beside models. No moment is told but the day of opening. */
export function nameLog(
  { study }: Pick<StudyRows, "study">,
  { track, who }: PeopleAsLog,
  form: LogForm,
): LogNames {
  const model = models[who][form];
  return {
    model,
    // What stands between underscores is told apart by the tools.
    task: plainName(`${study.benchmark.slug}-${track}`).replaceAll("_", "-"),
    day: study.openedAt.toISOString().slice(0, 10),
    id: hashOf(JSON.stringify([study.slug, track, model])).slice(0, 22),
  };
}

export const evalFileName = ({ day, task, id }: LogNames): string =>
  `${day}T00-00-00+00-00_${task}_${id}.eval`;

const lmEvalDate = (day: string) => `${day}T00-00-00.000000`;
export const samplesFileName = ({ task, day }: LogNames): string =>
  `samples_${task}_${lmEvalDate(day)}.jsonl`;
export const resultsFileName = ({ day }: LogNames): string => `results_${lmEvalDate(day)}.json`;

/** How many chose each option, as the shares that a model is asked for: one JSON object, options by their texts. */
export function formatShares(optionNames: readonly string[], counts: Int32Array): string {
  const people = counts.reduce((sum, count) => sum + count, 0);
  // Keys that look like numbers would change their places in an object of ours.
  const shares = optionNames.map((name, at) => `${JSON.stringify(name)}: ${(counts[at] ?? 0) / people}`);
  return `{${shares.join(", ")}}`;
}
