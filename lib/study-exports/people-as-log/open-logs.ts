import { writeZip } from "#lib/files/zip/write-zip.ts";
import { writeInspectLog } from "#lib/study-exports/people-as-log/inspect-log.ts";
import { type TaskCounts, writeResults, writeSamples } from "#lib/study-exports/people-as-log/lm-eval-log.ts";
import { readLoggedCases } from "#lib/study-exports/people-as-log/logged-cases-queries.ts";
import {
  evalFileName,
  listLogs,
  type LogForm,
  logForms,
  nameLog,
  type PeopleAsLog,
  resultsFileName,
  samplesFileName,
} from "#lib/study-exports/people-as-log/people-as-log.ts";
import type { Source } from "#lib/study-exports/source.ts";
import type { ZipEntry } from "#lib/study-exports/zip.ts";

export type OpenLogs = {
  /** For each track both forms: an archive as Inspect writes it. */
  inspect: readonly (PeopleAsLog & { form: LogForm } & ZipEntry)[];
  /** What the harness writes of all tracks, in a folder for people and one for simulated people. */
  lmEval: readonly ZipEntry[];
};

export function openLogs(source: Source, manifestHash: string | null): OpenLogs {
  const { rows, byKind, choices } = source;
  const { slug, benchmark } = rows.study;
  const logs = listLogs({ byKind, who: choices.who });
  const inspect = logs.flatMap((log) =>
    logForms.map((form) => {
      const names = nameLog(rows, log, form);
      const of = { benchmark: benchmark.name, study: slug, track: log.track, manifestHash };
      const about = { ...of, names, form, isFake: log.who === "simulated" };
      const content = () => writeZip(writeInspectLog(readLoggedCases(source, log), about));
      return { ...log, form, name: evalFileName(names), content };
    }),
  );
  const lmEval = [...Map.groupBy(logs, ({ who }) => who).values()].flatMap((ofWho) =>
    writeHarness(source, ofWho),
  );
  return { inspect, lmEval };
}

function writeHarness(source: Source, logs: readonly PeopleAsLog[]): ZipEntry[] {
  const { rows } = source;
  const tasks = logs.map((log) => {
    const counts: TaskCounts = { cases: 0, judged: 0, credits: 0 };
    return { log, counts, names: nameLog(rows, log, "consensus") };
  });
  const [first] = tasks;
  if (!first) return [];
  const folder = first.names.model;
  return [
    ...tasks.map(({ log, counts, names }) => ({
      name: `${folder}/${samplesFileName(names)}`,
      content: () => writeSamples(readLoggedCases(source, log), counts, log.who),
    })),
    // Behind the samples, which count what it tells.
    {
      name: `${folder}/${resultsFileName(first.names)}`,
      content: () => [writeResults(tasks, rows.study.benchmark.name)],
    },
  ];
}

/** As files of a folder, or of an archive. */
export const listLogEntries = ({ inspect, lmEval }: OpenLogs): ZipEntry[] => [
  ...inspect.map(({ name, content }) => ({ name: `people-as-log/inspect/${name}`, content })),
  ...lmEval.map(({ name, content }) => ({ name: `people-as-log/lm-eval/${name}`, content })),
];
