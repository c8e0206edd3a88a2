import "server-only";
import type { SeenReviewId } from "#lib/auth/review-scope.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { casesPerPage, type Attributes, type CaseFilter } from "#lib/benchmarks/schema.ts";
import type { CaseForm } from "#lib/task-kinds/case-files.ts";
import { db } from "#lib/db.ts";
import { Prisma } from "#lib/generated/prisma/client.ts";
import type { CaseKind } from "#lib/task-kinds/case-kinds.ts";
import { openingOf, readContent, longKinds } from "#lib/task-kinds/server-registry.ts";

type Admin = Viewer<"admin">;

/** Whether the words stand anywhere in the text that is searched, as they are written but for their case. */
const contains = (text: string) =>
  Prisma.sql`position(convert_to(${text.toLowerCase()}, 'UTF8') IN t.text) > 0`;

/** What a filter asks for, over cases c, their current versions v and their searched texts t. */
function caseConditions(trackIds: readonly number[], filter: CaseFilter): Prisma.Sql {
  const { form, kind, options, longer, shorter, text } = filter;
  const conditions = [
    Prisma.sql`c.track_id = ANY(${trackIds}::int[])`,
    form && Prisma.sql`v.form = ${form}::case_form`,
    kind && Prisma.sql`c.kind = ${kind}::task_kind`,
    options !== undefined && Prisma.sql`v.option_count = ${options}`,
    longer !== undefined && Prisma.sql`v.answer_length >= ${longer}`,
    shorter !== undefined && Prisma.sql`v.answer_length <= ${shorter}`,
    text && contains(text),
  ].filter((condition) => condition instanceof Prisma.Sql);
  return Prisma.join(conditions, " AND ");
}

const casesAndTexts = (text: string | undefined) =>
  text
    ? Prisma.sql`cases c JOIN case_versions v ON v.case_id = c.id AND v.retired_at IS NULL
        JOIN case_search_texts t ON t.case_version_id = v.id`
    : Prisma.sql`cases c JOIN case_versions v ON v.case_id = c.id AND v.retired_at IS NULL`;

/** What the filters of the list of cases offer. */
export async function listFilterValues(_admin: Admin, benchmarkId: number) {
  const [tracks, [facts]] = await Promise.all([
    db.track.findMany({ where: { benchmarkId }, select: { name: true }, orderBy: { position: "asc" } }),
    // In SQL: Prisma would read all cases twice.
    db.$queryRaw<{ options: number[]; longest: number | null }[]>`
      SELECT coalesce(array_agg(DISTINCT v.option_count::int ORDER BY v.option_count::int), '{}') AS options,
        max(v.answer_length) AS longest
      FROM cases c JOIN case_versions v ON v.case_id = c.id AND v.retired_at IS NULL
      WHERE c.track_id IN (SELECT id FROM tracks WHERE benchmark_id = ${benchmarkId})`,
  ]);
  return {
    tracks: tracks.map(({ name }) => name),
    optionCounts: facts?.options ?? [],
    longestAnswer: facts?.longest ?? null,
  };
}

type CaseSummary = {
  key: string;
  track: string;
  language: string;
  kind: CaseKind;
  form: CaseForm;
  optionCount: number;
  answerLength: number | null;
  source: string | null;
  version: number;
};
export type ListedCase = CaseSummary & { excerpt: string };
export type CasePage = { total: number; page: number; pages: number; cases: ListedCase[] };

export async function listCases(_admin: Admin, benchmarkId: number, filter: CaseFilter): Promise<CasePage> {
  const tracks = await db.track.findMany({
    where: { benchmarkId, ...(filter.track === undefined ? {} : { name: filter.track }) },
    select: { id: true },
    orderBy: { position: "asc" },
  });
  const trackIds = tracks.map(({ id }) => id);
  const tables = casesAndTexts(filter.text);
  const first = (filter.page - 1) * casesPerPage;
  // In SQL: looked for once, counted and sorted by numbers alone: the words of the page's cases are read afterwards.
  const look = db.$queryRaw<{ total: number; ids: number[] }[]>`
    WITH matching AS MATERIALIZED (
      SELECT v.id, array_position(${trackIds}::int[], c.track_id) AS track, c.position
      FROM ${tables} WHERE ${caseConditions(trackIds, filter)}
    ), counted AS (SELECT count(*)::int AS total FROM matching)
    SELECT total, ARRAY(
      SELECT id FROM matching ORDER BY track, position, id
      LIMIT ${casesPerPage} OFFSET least(${first}, greatest(total - 1, 0) / ${casesPerPage} * ${casesPerPage})
    ) AS ids FROM counted`;
  const [found] =
    filter.text === undefined ? await look : (await db.$transaction([readInParallel(), look]))[1];
  const total = found?.total ?? 0;
  const pages = Math.max(1, Math.ceil(total / casesPerPage));
  const cases = await describeCases(found?.ids ?? []);
  return { total, page: Math.min(filter.page, pages), pages, cases };
}

/** In SQL: Prisma has no settings. Every text is read: that is work for all cores, which the planner, thinking of disks, doesn't see. */
const readInParallel = () => db.$queryRaw`
  SELECT set_config('parallel_setup_cost', '0', true), set_config('parallel_tuple_cost', '0', true),
    set_config('min_parallel_table_scan_size', '0', true)`;

/** In SQL: Prisma doesn't keep the order of a list of ids, nor reads the beginning of a text alone. */
async function describeCases(versionIds: readonly number[]): Promise<ListedCase[]> {
  const found = await db.$queryRaw<(CaseSummary & { content: unknown; original: string })[]>`
    SELECT c.key, tracks.name AS track, tracks.language, c.kind::text, v.form::text, v.option_count::int AS "optionCount",
      v.answer_length AS "answerLength", c.source, v.number::int AS version,
      ${Prisma.raw(shortContent)} AS content, left(v.original, ${2 * excerptLength}::int) AS original
    FROM unnest(${versionIds}::int[]) WITH ORDINALITY AS asked (id, place)
      JOIN case_versions v ON v.id = asked.id JOIN cases c ON c.id = v.case_id JOIN tracks ON tracks.id = c.track_id
    ORDER BY asked.place`;
  return found.map(({ content, original, ...described }) => ({
    ...described,
    excerpt: openingOf(described.kind, { content, original }, excerptLength),
  }));
}

export type CaseView = NonNullable<Awaited<ReturnType<typeof getCase>>>;

/** One case with everything: for those who may know the right answer. */
export async function getCase(
  _admin: Admin,
  benchmarkId: number,
  trackName: string,
  key: string,
  versionNumber?: number,
) {
  const found = await db.case.findFirst({
    where: { key, track: { benchmarkId, name: trackName } },
    select: {
      id: true,
      key: true,
      kind: true,
      source: true,
      position: true,
      track: { select: { id: true, name: true, language: true } },
      versions: {
        select: { id: true, number: true, createdAt: true, retiredAt: true },
        orderBy: { number: "desc" },
      },
    },
  });
  const wanted = found?.versions.find(({ number, retiredAt }) =>
    versionNumber === undefined ? retiredAt === null : number === versionNumber,
  );
  if (!found || !wanted) return null;
  const [version, neighbours] = await Promise.all([
    getVersion(found.kind, wanted.id),
    findNeighbours(found.track.id, found),
  ]);
  const { track, versions, id: _id, position: _position, ...rest } = found;
  return {
    ...rest,
    track: track.name,
    language: track.language,
    number: wanted.number,
    versions: versions.map(({ number, createdAt, retiredAt }) => ({ number, createdAt, retiredAt })),
    ...version,
    ...neighbours,
  };
}

async function getVersion(kind: CaseKind, id: number) {
  const version = await db.caseVersion.findUniqueOrThrow({
    where: { id },
    select: {
      original: true,
      form: true,
      content: true,
      optionNames: true,
      answerLength: true,
      group: true,
      attributes: true,
      gold: { select: { choice: true } },
      predictions: {
        select: {
          runId: true,
          failed: true,
          repaired: true,
          choice: true,
          probabilities: true,
          score: true,
          traits: true,
          correct: true,
          rank: true,
          run: {
            select: { model: true, method: true, version: true, isDemo: true, isFake: true, isPeople: true },
          },
        },
        orderBy: [{ run: { model: "asc" } }, { runId: "asc" }],
      },
      responses: { select: { runId: true, text: true } },
    },
  });
  const { gold, content, attributes, predictions, responses, ...rest } = version;
  const texts = new Map(responses.map(({ runId, text }) => [runId, text]));
  return {
    ...rest,
    content: readContent(kind, version),
    attributes: attributes as Attributes | null,
    gold: gold?.choice ?? null,
    predictions: predictions.map(({ run, ...prediction }) => ({
      ...prediction,
      ...run,
      text: texts.get(prediction.runId) || null,
    })),
  };
}

async function findNeighbours(trackId: number, { position, id }: { position: number; id: number }) {
  const order = (direction: "asc" | "desc") => [{ position: direction }, { id: direction }];
  const side = (by: "lt" | "gt") => ({
    trackId,
    OR: [{ position: { [by]: position } }, { position, id: { [by]: id } }],
  });
  const [previous, next] = await Promise.all([
    db.case.findFirst({ where: side("lt"), orderBy: order("desc"), select: { key: true } }),
    db.case.findFirst({ where: side("gt"), orderBy: order("asc"), select: { key: true } }),
  ]);
  return { previous: previous?.key ?? null, next: next?.key ?? null };
}

const exported = {
  id: true,
  promptHash: true,
  original: true,
  content: true,
  optionNames: true,
  group: true,
  attributes: true,
  gold: { select: { choice: true } },
  case: { select: { key: true, kind: true, source: true, track: { select: { name: true } } } },
} as const satisfies Prisma.CaseVersionSelect;
export type ExportedCase = Prisma.CaseVersionGetPayload<{ select: typeof exported }>;

/** Current cases in the order of their numbers, for reading all of them a part at a time. */
export async function listCasesAfter(_admin: Admin, benchmarkId: number, after: number, limit: number) {
  return db.caseVersion.findMany({
    where: { id: { gt: after }, retiredAt: null, case: { track: { benchmarkId } } },
    select: exported,
    orderBy: { id: "asc" },
    take: limit,
  });
}

/** The cases of a review, in the versions that it opened with, in the benchmark's order. */
export async function listReviewedVersions(
  review: SeenReviewId,
): Promise<{ id: number; track: string; key: string }[]> {
  const versions = await db.caseVersion.findMany({
    where: { reviewItems: { some: { reviewId: review } } },
    select: { id: true, case: { select: { key: true, track: { select: { name: true } } } } },
    orderBy: [
      { case: { track: { position: "asc" } } },
      { case: { position: "asc" } },
      { case: { id: "asc" } },
    ],
  });
  return versions.map(({ id, case: { key, track } }) => ({ id, key, track: track.name }));
}

/** So many letters of a case are shown in lists. */
const excerptLength = 300;
/** Of a long content so many members of each list: a line of them has four letters at least. */
const maxMembers = Math.ceil(excerptLength / 4);

// What JavaScript takes for white space: of a text that begins with it something has to be left.
const blanks = String.raw`E' \t\n\x0B\f\r\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF'`;

const beginningOf = `(
  SELECT jsonb_object_agg(part.key, CASE WHEN jsonb_typeof(part.value) = 'array' THEN (
    SELECT jsonb_agg(jsonb_set(one, '{text}', to_jsonb(left(ltrim(one ->> 'text', ${blanks}), ${excerptLength}))) ORDER BY place)
    FROM jsonb_array_elements(jsonb_path_query_array(part.value, '$[0 to ${maxMembers - 1}]'))
      WITH ORDINALITY AS listed (one, place)
  ) ELSE part.value END) FROM jsonb_each(v.content) part)`;

/**
 * The content of a version v of a case c, as far as a list of cases shows it. In SQL: fifty transcripts of a million letters
 * are a second's work to send and to read, and Prisma reads no part of a JSON.
 */
const shortContent = `
  CASE WHEN c.kind::text IN (${longKinds.map((kind) => `'${kind}'`).join(", ")}) THEN ${beginningOf} ELSE v.content END`;
