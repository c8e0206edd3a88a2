import "server-only";
import { z } from "zod";
import type { Staff } from "#lib/auth/study-scope.ts";
import { answer, answerJson } from "#lib/study-api/answer.ts";
import { readCursor, writeCursor } from "#lib/study-api/cursor.ts";
import { answerPage } from "#lib/study-api/page.ts";
import { readQuery } from "#lib/study-api/query.ts";
import { refuse } from "#lib/study-api/refuse.ts";
import { linksOf, pageQuery, type StudyDetail } from "#lib/study-api/schema.ts";
import { mayShow } from "#lib/study-results/schema.ts";
import { getWholeRows } from "#lib/study-results/rows/rows-queries.ts";
import { getManifest, getStudyAt, listStudies, type StudyRow } from "#lib/studies/queries.ts";

const place = z.strictObject({ createdAt: z.iso.datetime(), slug: z.string() });
type Place = z.output<typeof place>;

const placeOf = ({ createdAt, slug }: StudyRow): Place => ({ createdAt: createdAt.toISOString(), slug });
/** Newest first. */
const compare = (a: Place, b: Place): number =>
  a.createdAt === b.createdAt ? (a.slug < b.slug ? -1 : 1) : a.createdAt > b.createdAt ? -1 : 1;

export async function answerStudies(viewer: Staff, request: Request): Promise<Response> {
  const read = readQuery(pageQuery, request);
  if (!read.ok) return read.refusal;
  const { cursor, limit } = read.query;
  const after = cursor === undefined ? null : readCursor("studies", place, cursor);
  if (cursor !== undefined && !after) return refuse("wrong_cursor");
  const studies = (await listStudies(viewer)).toSorted((a, b) => compare(placeOf(a), placeOf(b)));
  const rest = after ? studies.filter((study) => compare(after, placeOf(study)) < 0) : studies;
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  const next = last && rest.length > limit ? writeCursor("studies", placeOf(last)) : null;
  return answerPage(request, {
    items: page.map((study) => ({ ...study, links: linksOf(study.slug) })),
    next,
  });
}

export async function answerStudy(viewer: Staff, request: Request, segment: string): Promise<Response> {
  const read = readQuery(z.strictObject({}), request);
  if (!read.ok) return read.refusal;
  const study = await getStudyAt(viewer, segment);
  if (!study) return refuse("not_found");
  const { slug, title, state, benchmark, isDemo, hasSimulated, manifestHash } = study;
  const { createdAt, openedAt, closedAt } = study;
  const rows = (await getWholeRows(viewer, slug, { isBlind: true }))?.rows;
  const body: StudyDetail = {
    slug,
    title,
    state,
    isDemo,
    hasSimulated,
    manifestHash,
    benchmark: benchmark && { slug: benchmark.slug, name: benchmark.name },
    createdAt: createdAt.toISOString(),
    openedAt: openedAt?.toISOString() ?? null,
    closedAt: closedAt?.toISOString() ?? null,
    views: rows
      ? {
          kinds: [...rows.kinds],
          tracks: rows.tracks.map(({ name }) => name),
          cohorts: [...rows.cohorts],
          has: rows.has,
          shown: { people: mayShow(rows.study, "people"), simulated: mayShow(rows.study, "simulated") },
        }
      : null,
    links: linksOf(slug),
  };
  return answerJson(request, body);
}

/** To the byte as it was frozen. */
export async function answerManifest(viewer: Staff, request: Request, segment: string): Promise<Response> {
  const read = readQuery(z.strictObject({}), request);
  if (!read.ok) return read.refusal;
  const study = await getStudyAt(viewer, segment);
  if (!study) return refuse("not_found");
  const manifest = await getManifest(study.id);
  return manifest
    ? answer(request, manifest.content, { "x-content-sha256": manifest.hash })
    : refuse("not_opened");
}
