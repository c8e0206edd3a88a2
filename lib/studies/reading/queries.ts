import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import {
  readCells,
  type ReadCase,
  type Spread,
  measureText,
  secondsToRead,
} from "#lib/studies/reading/reading-time.ts";
import type { Plan, PlannedCase } from "#lib/studies/sampling/sampling.ts";
import type { Design } from "#lib/studies/schema.ts";
import { countAsked } from "#lib/studies/strata/schema.ts";
import { hashOf } from "#lib/canonical.ts";
import { db } from "#lib/db.ts";
import { Prisma } from "#lib/generated/prisma/client.ts";
import { BoundedMap } from "#lib/bounded-map.ts";
import { kindNameOf } from "#lib/task-kinds/registry.ts";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";

export type SampleReading = {
  /** In the order that the plan has. */
  reading: Spread | null;
  /** In either order of the cases of a group; null where they share no text. */
  orders: Record<"spread" | "by_group", Spread> | null;
  /** What somebody would be asked twice. */
  sameTexts: SameTexts | null;
  /** Fewer than the plan counts for one participant, since one case is rated for several; null where none is. */
  spared: { least: number; most: number } | null;
};

/** How long the cases of one sitting take to read, by the sample that was drawn. */
export async function measureSample(
  admin: Viewer<"admin">,
  { cases, cells }: Plan,
  { assignment: { caseOrder }, sample }: Pick<Design, "assignment" | "sample">,
): Promise<SampleReading> {
  const { repeats } = sample;
  const read = await measureCases(admin, cases);
  const apart = readCells(read, cells, { repeats });
  const together = readCells(read, cells, { together: true, repeats });
  const orders = apart && together && sharesTexts(read) ? { spread: apart, by_group: together } : null;
  return {
    reading: caseOrder === "by_group" ? together : apart,
    orders,
    sameTexts: findSameTexts(cases, read, cells),
    spared: sample.ratedOnce ? countSpared(cells, countAsked(sample)) : null,
  };
}

function countSpared(cells: Plan["cells"], asked: number): { least: number; most: number } {
  const spared = cells.map(({ cases }) => asked - cases.length);
  return { least: Math.min(...spared), most: Math.max(...spared) };
}

function sharesTexts(cases: readonly ReadCase[]): boolean {
  const seen = new Set<string>();
  return cases.some(({ group, shared }) =>
    shared.some(({ digest }) => {
      const key = `${digest} ${group}`;
      return group !== null && (seen.has(key) || !seen.add(key));
    }),
  );
}

/** What is read of a version, apart from what it is in a sample for. */
type ReadingTime = Pick<ReadCase, "seconds" | "shared" | "asked">;

// By the hash of all that is shown: the same case is measured once, however often its plan is looked at.
const measured = new BoundedMap<string, ReadingTime>(50_000, "reading_times");
/** By the digest of a text: the scenario that many cases share is fetched and counted once. */
const secondsOfText = new BoundedMap<string, number>(50_000);
const atOnce = 500;

async function measureCases(_admin: Viewer<"admin">, cases: readonly PlannedCase[]): Promise<ReadCase[]> {
  const open = cases.filter(({ hash }) => !measured.has(hash));
  for (let from = 0; from < open.length; from += atOnce) {
    const some = open.slice(from, from + atOnce);
    const hashes = new Map(some.map(({ versionId, hash }) => [versionId, hash]));
    for (const [id, found] of [...(await measurePassages(some)), ...(await measureParts(some))])
      measured.set(hashes.get(id) ?? "", found);
  }
  return cases.map(({ hash, stratum, group }) => ({
    ...(measured.get(hash) ?? { seconds: 0, shared: [], asked: [] }),
    stratum,
    group,
  }));
}

/** Of answers that are judged together only some may be shown, which their kind knows. */
const isParted = Prisma.sql`(v.content ? 'parts' AND NOT jsonb_path_exists(v.content, '$.parts[*].items'))`;

const idsOf = (cases: readonly PlannedCase[]) => cases.map(({ versionId }) => versionId);

type Passage = {
  id: number;
  kind: string;
  content: unknown;
  names: string[];
  group: string | null;
  /** Files may say that several cases ask the same in other words, or with other options. */
  question: string | null;
};

/** Passage, names and profiles, each read once. */
async function measurePassages(cases: readonly PlannedCase[]): Promise<[number, ReadingTime][]> {
  const rows = await db.$queryRaw<Passage[]>`
    SELECT v.id, c.kind::text, v.content, v.option_names AS names, v.group_name AS "group",
      v.attributes ->> 'question_id' AS question
    FROM case_versions v JOIN cases c ON c.id = v.case_id
    WHERE v.id = ANY(${idsOf(cases)}::int[]) AND NOT ${isParted}`;
  return rows.map(({ id, kind, content, names, group, question }) => {
    const { content: schema, listWords } = serverKindOf(kindNameOf(kind));
    const { passage, beside } = listWords(schema.parse(content));
    const seconds = [passage, ...names, ...beside].reduce(
      (sum, text) => sum + secondsToRead(measureText(text)),
      0,
    );
    // The same words are another question where they are asked about somebody else.
    const asked = [
      `${kind} ${hashOf(passage)} ${group}`,
      ...(question === null ? [] : [`id ${question} ${group}`]),
    ];
    return [id, { seconds, shared: [], asked }];
  });
}

type Part = { digest: string; role: string; place: number };
type CaseParts = { id: number; kind: string; names: string[]; parts: Part[] };

/** In SQL: digests of parts, so that a scenario of eight thousand tokens doesn't travel with each of its cases. */
async function measureParts(cases: readonly PlannedCase[]): Promise<[number, ReadingTime][]> {
  const rows = await db.$queryRaw<CaseParts[]>`
    SELECT v.id, c.kind::text, v.option_names AS names, (
        SELECT jsonb_agg(jsonb_build_object('role', part->>'role', 'place', place - 1,
          'digest', md5(part->>'text')) ORDER BY place)
        FROM jsonb_array_elements(v.content->'parts') WITH ORDINALITY AS p (part, place)
        WHERE part->'seenBy' IS NULL) AS parts
    FROM case_versions v JOIN cases c ON c.id = v.case_id
    WHERE v.id = ANY(${idsOf(cases)}::int[]) AND ${isParted}`;
  const seconds = await measureTexts(rows);
  return rows.map(({ id, kind, names, parts }): [number, ReadingTime] => {
    const textOf = ({ digest }: Part) => ({ digest, seconds: seconds.get(digest) ?? 0 });
    const own = parts.filter(({ role }) => role === "judged").map(textOf);
    const asked = parts.filter(({ role }) => role === "judged" || role === "question");
    const besides = names.reduce((sum, name) => sum + secondsToRead(measureText(name)), 0);
    return [
      id,
      {
        seconds: own.reduce((sum, text) => sum + text.seconds, besides),
        shared: parts.filter(({ role }) => role !== "judged").map(textOf),
        asked: [[kind, ...asked.map(({ digest }) => digest).sort()].join(" ")],
      },
    ];
  });
}

async function measureTexts(rows: readonly CaseParts[]): Promise<ReadonlyMap<string, number>> {
  const places = new Map<string, { id: number; place: number }>();
  for (const { id, parts } of rows)
    for (const { digest, place } of parts) if (!secondsOfText.has(digest)) places.set(digest, { id, place });
  const wanted = [...places.values()];
  const texts = await db.$queryRaw<{ digest: string; text: string }[]>`
    SELECT md5(text) AS digest, text FROM (
      SELECT v.content->'parts'->w.place->>'text' AS text
      FROM unnest(${wanted.map(({ id }) => id)}::int[], ${wanted.map(({ place }) => place)}::int[]) AS w (id, place)
        JOIN case_versions v ON v.id = w.id) texts`;
  for (const { digest, text } of texts) secondsOfText.set(digest, secondsToRead(measureText(text)));
  const digests = rows.flatMap(({ parts }) => parts.map(({ digest }) => digest));
  return new Map(digests.map((digest) => [digest, secondsOfText.get(digest) ?? 0]));
}

type CaseName = Pick<PlannedCase, "track" | "key">;
/** Two cases of one person's that ask about the same text or question, the first ones found; how many cases are such, and in how many sets. */
export type SameTexts = {
  first: CaseName;
  second: CaseName;
  cases: number;
  sets: number;
  /** All but the first of each. */
  repeated: readonly CaseName[];
};

/** Who is asked about a text a second time remembers the first: the two answers are not two. */
function findSameTexts(
  planned: readonly PlannedCase[],
  read: readonly Pick<ReadCase, "stratum" | "asked">[],
  cells: readonly { cases: readonly number[] }[],
): SameTexts | null {
  const everybody = read.flatMap(({ stratum }, at) =>
    stratum === "attention" || stratum === "practice" ? [at] : [],
  );
  const again = new Set<number>();
  let found: Pick<SameTexts, "first" | "second"> | null = null;
  let sets = 0;
  for (const { cases } of cells) {
    const seen = new Map<string, number>();
    let isIn = false;
    for (const at of [...everybody, ...cases]) {
      const words = read[at]?.asked ?? [];
      const before = words.map((word) => seen.get(word)).find((place) => place !== undefined);
      for (const word of words) seen.set(word, seen.get(word) ?? at);
      const [first, second] = [planned[before ?? -1], planned[at]];
      if (!first || !second) continue;
      again.add(at);
      isIn = true;
      found ??= { first: nameOf(first), second: nameOf(second) };
    }
    if (isIn) sets += 1;
  }
  const repeated = [...again].flatMap((at) => (planned[at] ? [nameOf(planned[at])] : []));
  return found && { ...found, cases: again.size, sets, repeated };
}

const nameOf = ({ track, key }: CaseName): CaseName => ({ track, key });
