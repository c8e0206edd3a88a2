import "server-only";
import { z } from "zod";
import { writeResults } from "#lib/results/document.ts";
import {
  answer,
  answerJson,
  answerPage,
  expectNoQuery,
  readCursor,
  readQuery,
  refuse,
  refuseParameter,
  writeCursor,
} from "#lib/study-api/answer.ts";
import { renderAgreementFigures, renderCaseFigures } from "#lib/study-api/figures/answer-figures.ts";
import { renderCalibrationFigures, renderModelFigures } from "#lib/study-api/figures/model-figures.ts";
import { renderPeopleFigures } from "#lib/study-api/figures/people-figures.ts";
import { findViewed, findWhole, type ApiRequest } from "#lib/study-api/opened.ts";
import { pageQuery, peopleQuery, resultsQuery, rowsQuery, viewQuery } from "#lib/study-api/parameters.ts";
import {
  apiVersion,
  figureKinds,
  linksOf,
  rowKinds,
  type FigureKind,
  type startSchema,
  type StudyDetail,
} from "#lib/study-api/schema.ts";
import { knowsAttributes } from "#lib/results/automatic/study-tables.ts";
import { getManifest, getStudyAt, listStudies, type StudyRow } from "#lib/studies/queries.ts";
import { recordExport, recordPages } from "#lib/study-exports/mutations.ts";
import { newExportKey, numberPeople } from "#lib/study-exports/numbering.ts";
import { listExportRows } from "#lib/study-exports/rows/row-queries.ts";
import { chooseWho } from "#lib/study-exports/schema.ts";
import { getWholeRows } from "#lib/study-results/rows/rows-queries.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { mayShow, type View } from "#lib/study-results/schema.ts";
import product from "#package.json" with { type: "json" };

export function answerStart({ viewer: { name, role }, request }: ApiRequest): Response {
  const body: z.output<typeof startSchema> = {
    name: "Benchside",
    version: product.version,
    api: apiVersion,
    you: { name, role },
    links: { studies: "/api/v1/studies", reviews: "/api/v1/reviews", openapi: "/api/v1/openapi.json" },
  };
  return answerJson(request, body);
}

const place = z.strictObject({ createdAt: z.iso.datetime(), slug: z.string() });
type Place = z.output<typeof place>;

const placeOf = ({ createdAt, slug }: StudyRow): Place => ({ createdAt: createdAt.toISOString(), slug });
/** Newest first. */
const compare = (a: Place, b: Place): number =>
  a.createdAt === b.createdAt ? (a.slug < b.slug ? -1 : 1) : a.createdAt > b.createdAt ? -1 : 1;

export async function answerStudies({ viewer, request }: ApiRequest): Promise<Response> {
  const { cursor, limit } = readQuery(pageQuery, request);
  const after = readCursor("studies", place, cursor);
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

async function findStudy({ viewer, request, slug }: ApiRequest) {
  expectNoQuery(request);
  return (await getStudyAt(viewer, slug)) ?? refuse("not_found");
}

export async function answerStudy(asked: ApiRequest): Promise<Response> {
  const study = await findStudy(asked);
  const { slug, title, state, benchmark, isDemo, hasSimulated, manifestHash } = study;
  const { createdAt, openedAt, closedAt } = study;
  const rows = (await getWholeRows(asked.viewer, slug, { isBlind: true }))?.rows;
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
  return answerJson(asked.request, body);
}

/** To the byte as it was frozen. */
export async function answerManifest(asked: ApiRequest): Promise<Response> {
  const study = await findStudy(asked);
  const manifest = (await getManifest(study.id)) ?? refuse("not_opened");
  return answer(asked.request, manifest.content, { "x-content-sha256": manifest.hash });
}

/** What the overview shows of a view, unrounded. */
export async function answerResults(asked: ApiRequest): Promise<Response> {
  const { rows, view, query } = await findViewed(asked, resultsQuery);
  const { by, published } = query;
  if (by !== undefined && !(await knowsAttributes(rows, view, by)))
    refuseParameter("by", "names no attributes of cases");
  const results = await writeResults(rows, view, { withPublished: published === "with", by });
  return answerJson(asked.request, results);
}

const writers: Readonly<
  Record<Exclude<FigureKind, "people">, (rows: StudyRows, view: View) => object | Promise<object>>
> = {
  agreement: renderAgreementFigures,
  calibration: renderCalibrationFigures,
  cases: renderCaseFigures,
  models: renderModelFigures,
};

/** What the other pages of results show of a view, unrounded. */
export async function answerFigures(asked: ApiRequest): Promise<Response> {
  const kind = figureKinds.find((one) => one === asked.figures) ?? refuse("unknown_figures");
  if (kind === "people") return answerPeople(asked);
  const { rows, view } = await findViewed(asked, viewQuery);
  return answerJson(asked.request, await writers[kind](rows, view));
}

/** What each person did leaves the product as rows do: under numbers that tell nothing, and with a line in the record. */
async function answerPeople(asked: ApiRequest): Promise<Response> {
  const { rows, view, query } = await findViewed(asked, peopleQuery);
  const { numbers } = query;
  const { who } = view;
  const key = numbers === "random" ? (query.key ?? newExportKey()) : null;
  const numbered = numberPeople(rows.people, { numbers, key: key ?? "", who });
  const response = answerJson(asked.request, renderPeopleFigures(rows, view, { numbers, key, numbered }));
  if (response.status === 200) {
    const taken = { numbers, who, texts: "without", files: "figures of people, by a program" } as const;
    await recordExport(asked.viewer, rows.study.id, taken);
  }
  return response;
}

/** A page of the rows that the exports have, as they have them. */
export async function answerRows(asked: ApiRequest): Promise<Response> {
  const { viewer, request } = asked;
  const kind = rowKinds.find((one) => one === asked.rows) ?? refuse("unknown_rows");
  const whole = await findWhole(asked);
  const { limit, cursor, numbers, texts, ...query } = readQuery(rowsQuery, request);
  const { study, has } = whole.rows;
  const list = `${study.slug} ${kind}`;
  const after = readCursor(list, z.string(), cursor);
  const who = chooseWho(query.who, has);
  const key = numbers === "random" ? (query.key ?? newExportKey()) : null;
  const choices = { numbers, who, texts };
  const page = await listExportRows(viewer, whole, kind, { ...choices, key: key ?? "", after, limit });
  if (!page.ok) return refuse(page.error);
  const next = page.value.next === null ? null : writeCursor(list, page.value.next);
  const body = { numbers, key, who, items: page.value.rows, next };
  const response = answerPage(request, body, { who, ...(key === null ? {} : { key }) });
  // Once for a list, however many pages it takes, and not for whoever has it already.
  if (response.status === 200) {
    const record = cursor === undefined ? recordExport : recordPages;
    await record(viewer, study.id, { ...choices, files: `${kind}, by a program` });
  }
  return response;
}
