import "server-only";
import { answerColumns, type FolderColumn } from "#lib/benchmark-folders/columns.ts";
import { participantsKey } from "#lib/benchmark-folders/folder-queries.ts";
import { findPlainArm } from "#lib/study-results/arms/place.ts";
import { ownColumns, type Column } from "#lib/study-exports/columns.ts";
import { readColumns, readRowsPage } from "#lib/study-exports/rows/row-queries.ts";
import type { ExportKind, ExportRow } from "#lib/study-exports/schema.ts";
import { makeSource, type RunQuery, type Source } from "#lib/study-exports/source.ts";
import type { WholeRows } from "#lib/study-results/rows/rows-queries.ts";
import { countedStrata, type Population } from "#lib/study-results/schema.ts";
import { kindNames } from "#lib/task-kinds/registry.ts";

export type StudyAnswers = {
  slug: string;
  who: Population;
  people: number;
  columns: readonly FolderColumn[];
  read: () => AsyncGenerator<ExportRow[]>;
};

const rowsAtOnce = 500;

/** Of people, or of simulated ones where there are no others; never of both together. */
export const whoOf = ({ rows: { has } }: Pick<WholeRows, "rows">): Population =>
  has.simulated && !has.people ? "simulated" : "people";

/**
 * The answers of a study that its figures are made of: no practice, no check, no repeat, and nobody who is left out. Where arms
 * show cases otherwise, those to cases as the benchmark has them.
 */
export async function openAnswers(whole: WholeRows, ask: RunQuery): Promise<StudyAnswers> {
  const { study } = whole.rows;
  const who = whoOf(whole);
  const choices = { numbers: "random", key: participantsKey(study.id), who, texts: "without" } as const;
  const all = makeSource(whole, ask, choices);
  const plain = findPlainArm(study.design);
  const isOfPlain = (arm: number | null | undefined) => plain === null || arm == null || arm === plain;
  const counted = all.people.filter(({ person }) => person.exclusions.length === 0 && isOfPlain(person.arm));
  const source = { ...all, people: counted.map((one, i) => ({ ...one, number: i + 1 })) };
  const { answers, cases } = await readColumns(source);
  return {
    slug: study.slug,
    who,
    people: source.people.length,
    columns: chooseColumns(answers),
    async *read() {
      const digests = await readDigests(source, cases);
      for await (const rows of readPages(source, "answers", answers))
        yield rows
          .filter((row) => isCounted(row) && isAsItIs(row))
          .map((row) => ({
            ...row,
            study: study.slug,
            case_sha256: digests.get(nameOf(row)) ?? null,
          }));
    },
  };
}

const isCounted = ({ stratum, repeats }: ExportRow): boolean =>
  countedStrata.some((one) => one === stratum) && (repeats ?? null) === null;

const isAsItIs = ({ variation }: ExportRow): boolean => (variation ?? null) === null;

const nameOf = ({ track, case: key }: ExportRow): string => JSON.stringify([track, key]);

async function* readPages(
  source: Source,
  kind: ExportKind,
  columns: readonly Column[],
): AsyncGenerator<readonly ExportRow[]> {
  for (let after: string | null = null; ;) {
    const page = await readRowsPage(source, kind, columns, { after, limit: rowsAtOnce });
    if (typeof page === "string") throw new Error(`the answers of a benchmark lost their place: ${page}`);
    yield page.rows;
    if (page.next === null) return;
    after = page.next;
  }
}

async function readDigests(source: Source, columns: readonly Column[]): Promise<Map<string, string>> {
  const digests = new Map<string, string>();
  for await (const rows of readPages(source, "cases", columns))
    for (const row of rows.filter(isAsItIs)) digests.set(nameOf(row), String(row["sha256"]));
  return digests;
}

const ownNames = Object.keys(ownColumns("answers", kindNames));
const first: readonly FolderColumn[] = Object.entries(answerColumns.first).map(([name, about]) => ({
  name,
  about,
  type: name === "participant" || name === "position" ? "whole" : "text",
}));

function chooseColumns(columns: readonly Column[]): FolderColumn[] {
  const named = new Set(first.map(({ name }) => name));
  const kept = new Set<string>([...ownNames, ...answerColumns.last]);
  const rest = columns.filter(({ name }) => kept.has(name) && !named.has(name));
  return [...first, ...rest.map(({ name, type, about }) => ({ name, type, about }))];
}

/** Columns of several studies, in one order whatever the studies are. */
export function joinColumns(studies: readonly Pick<StudyAnswers, "columns">[]): FolderColumn[] {
  const byName = new Map(studies.flatMap(({ columns }) => columns).map((column) => [column.name, column]));
  const order = [...first.map(({ name }) => name), ...ownNames, ...answerColumns.last];
  return [...new Set(order)].flatMap((name) => byName.get(name) ?? []);
}
