import type { StepName } from "#lib/studies/schema.ts";
import type { DoorFilter, RecordFilter } from "#lib/audit/schema.ts";
import type { Population } from "#lib/study-results/schema.ts";
import type { ExportFileName } from "#lib/study-exports/schema.ts";

export const studiesPath = "/studies";
export const demoRemovalPath = "/admin/system#demo";
export const newStudyPath = "/studies/new";
/** With its benchmark chosen. */
export const newStudyOfPath = (benchmark: string) => `${newStudyPath}?${new URLSearchParams({ benchmark })}`;

const written = encodeURIComponent;

export const studyPath = (slug: string): string => `${studiesPath}/${written(slug)}`;
export const designPath = (slug: string, step: StepName | "check"): string =>
  `${studyPath(slug)}/design/${step}`;
export const planPath = (slug: string): string => `${studyPath(slug)}/plan`;
/** Where what the report lacks is stated after opening; a field of it by its name. */
export const detailsPath = (slug: string, field?: string): string =>
  `${planPath(slug)}/details${field === undefined ? "" : `#reporting-${field}`}`;
/** Where staff publish a study's human-baseline card, and take it back. */
export const studyCardPath = (slug: string): string => `${studyPath(slug)}/card`;
/** Of a card itself, for everybody. */
export const cardPath = (code: string): string => `/cards/${code}`;
export const cardFilePath = (code: string): string => `${cardPath(code)}/card.json`;
export const cardBadgePath = (code: string): string => `${cardPath(code)}/badge.svg`;
export const cardKeyAddress = "/api/cards/key";
export const previewPath = (slug: string): string => `${studyPath(slug)}/preview`;
export const invitationsPath = (slug: string): string => `${studyPath(slug)}/invitations`;
export const teamPath = (slug: string): string => `${studyPath(slug)}/team`;

const apiPath = (slug: string): string => `/api/studies/${written(slug)}`;
const benchmarkApiPath = (slug: string): string => `/api/benchmarks/${written(slug)}`;
export const eligibleAddress = (slug: string): string => `${apiPath(slug)}/eligible`;
export const liveAddress = (slug: string): string => `${apiPath(slug)}/live`;
export const manifestAddress = (slug: string): string => `${apiPath(slug)}/manifest`;
export const preregistrationAddress = (slug: string, format: "md" | "text"): string =>
  `${apiPath(slug)}/preregistration?format=${format}`;

/** The pages of a study's results; "overview" is the first. */
export const resultsPages = [
  "overview",
  "arms",
  "people",
  "cases",
  "models",
  "scale",
  "agreement",
  "calibration",
  "report",
  "export",
] as const;
export type ResultsPage = (typeof resultsPages)[number];

const asked = (query?: URLSearchParams): string => (query && query.size > 0 ? `?${query}` : "");
const withFilter = (path: string, filter: object): string =>
  path +
  asked(
    new URLSearchParams(
      Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
    ),
  );
export const resultsPath = (slug: string, page: ResultsPage = "overview", query?: URLSearchParams): string =>
  `${studyPath(slug)}/results${page === "overview" ? "" : `/${page}`}${asked(query)}`;
export const resultsPersonPath = (slug: string, number: number, query?: URLSearchParams): string =>
  `${resultsPath(slug, "people")}/${number}${asked(query)}`;
export const resultsCasePath = (
  slug: string,
  { track, key }: { track: string; key: string },
  query?: URLSearchParams,
): string => `${resultsPath(slug, "cases")}/${written(track)}/${written(key)}${asked(query)}`;
/** A figure of the results as a file: svg, png or csv. */
export const figureAddress = (slug: string, figure: string, query: URLSearchParams, format: string): string =>
  `${apiPath(slug)}/figures/${figure}${asked(new URLSearchParams([...query, ["format", format]]))}`;
/** The same, of every format. */
export const figureDownloads =
  (slug: string, figure: string, query: URLSearchParams) =>
  (format: string): string =>
    figureAddress(slug, figure, query, format);
export const resultsStampAddress = (slug: string): string => `${apiPath(slug)}/results/stamp`;
/** Several studies on one plot. */
export const acrossPath = (slugs: readonly string[] = []): string =>
  `${studiesPath}/across${asked(new URLSearchParams(slugs.map((slug) => ["study", slug])))}`;

export const placesAddress = (text: string): string => `/api/places?${new URLSearchParams({ q: text })}`;
export const benchmarksPath = "/admin/benchmarks";
export const publishedPath = `${benchmarksPath}/published`;
export const benchmarkPath = (slug: string) => `${benchmarksPath}/${written(slug)}`;
export const benchmarkSettingsPath = (slug: string) => `${benchmarkPath(slug)}/settings`;
export const importPath = (slug: string) => `${benchmarkPath(slug)}/import`;
export const poolPath = (slug: string) => `${benchmarkPath(slug)}/pool`;
/** Where a benchmark is written as a folder that others can load. */
export const folderExportPath = (slug: string) => `${benchmarkPath(slug)}/export`;
export const jobPath = (slug: string, jobId: string) => `${benchmarkPath(slug)}/imports/${jobId}`;
export const casesPath = (slug: string) => `${benchmarkPath(slug)}/cases`;
export const casesAddress = (slug: string, filter: object) => withFilter(casesPath(slug), filter);
export const runsPath = (slug: string) => `${benchmarkPath(slug)}/runs`;
/** The cases that went out when the benchmark was made of another. */
export const droppedPath = (slug: string) => `${benchmarkPath(slug)}/dropped`;
export const curationPath = (slug: string) => `${benchmarkPath(slug)}/curation`;
export const runPath = (slug: string, runId: number) => `${runsPath(slug)}/${runId}`;
/** Where a model is asked about the benchmark, or about what people were served in a study of it. */
export const newRunPath = (slug: string, study?: string) =>
  `${runsPath(slug)}/new${study === undefined ? "" : `?study=${written(study)}`}`;
/** Where a run that was begun here is followed. */
export const askedRunPath = (slug: string, id: string) => `${runsPath(slug)}/asked/${id}`;
export const endpointRunAddress = (id: string) => `/api/endpoint-runs/${id}`;
/** Texts that cases are asked by in place of their own prompts. */
export const templatesPath = (slug: string) => `${benchmarkPath(slug)}/prompts`;
export const newTemplatePath = (slug: string) => `${templatesPath(slug)}/new`;
/** Where a prompt is tried on some cases: a version of a template, or the cases' own prompts. */
export const tryPromptPath = (slug: string, version?: number) =>
  `${templatesPath(slug)}/try${version === undefined ? "" : `?version=${version}`}`;
export const templatePath = (slug: string, id: number) => `${templatesPath(slug)}/${id}`;
export const uploadsAddress = (slug: string) => `${benchmarkApiPath(slug)}/uploads`;
/** A figure of a benchmark's runs as a file: of all, or what those that are named differ by. */
export const runsFigureAddress = (
  slug: string,
  figure: "runs" | "differences",
  runIds: readonly number[],
  format: string,
): string =>
  `${benchmarkApiPath(slug)}/figures/${figure}?${new URLSearchParams([...runIds.map((id) => ["run", String(id)]), ["format", format]])}`;
/** The figure of one of its automatic tables. */
export const automaticFigureAddress = (
  slug: string,
  table: string,
  by: readonly string[],
  format: string,
): string =>
  `${benchmarkApiPath(slug)}/figures/automatic?${new URLSearchParams({ table, by: by.join(","), format })}`;
/** Where a benchmark's cases come from, as a figure. */
export const funnelAddress = (slug: string, format: string): string =>
  `${benchmarkApiPath(slug)}/figures/funnel?format=${format}`;
export const comparePath = (slug: string) => `${runsPath(slug)}/compare`;
export const benchmarkExportAddress = (slug: string, file: string) =>
  `${benchmarkApiPath(slug)}/export/${file}`;

export function casePath(slug: string, track: string, key: string, version?: number): string {
  const path = `${casesPath(slug)}/${written(track)}/${written(key)}`;
  return version === undefined ? path : `${path}?version=${version}`;
}

/** Where models are reached. */
export const endpointsPath = "/endpoints";
export const newEndpointPath = `${endpointsPath}/new`;
export const endpointPath = (id: number): string => `${endpointsPath}/${id}`;

export const personPath = (userId: string): string => `/admin/people/${userId}`;

export const recordPath = "/admin/record";

export const recordAddress = (filter: RecordFilter): string => withFilter(recordPath, filter);

export const doorsPath = `${recordPath}/doors`;
export const doorsAddress = (filter: DoorFilter): string => withFilter(doorsPath, filter);

export const recordExportAddress = (filter: RecordFilter, format: "csv" | "jsonl"): string =>
  withFilter(`/api/record/events.${format}`, filter);

type ReportQuery = { who: Population; withPublished: boolean; kind?: string | undefined };
export const reportAddress = (slug: string, { who, withPublished, kind }: ReportQuery): string =>
  `${apiPath(slug)}/report?who=${who}${withPublished ? "&published=with" : ""}${kind ? `&kind=${kind}` : ""}`;

export const reportTableAddress = (slug: string, table: string): string =>
  `${apiPath(slug)}/report/tables/${table}`;

export const studyExportAddress = (slug: string, file: ExportFileName): string =>
  `${apiPath(slug)}/export/${file}`;

export const reviewsPath = "/reviews";
export const newReviewPath = `${reviewsPath}/new`;
/** The pages of a review beside its first. */
export type ReviewRoom = "plan" | "people" | "batches" | "disputes" | "items" | "report";
export const reviewPath = (slug: string, room?: ReviewRoom): string =>
  `${reviewsPath}/${written(slug)}${room === undefined ? "" : `/${room}`}`;
export const reviewReportAddress = (slug: string): string => `/api/v1/reviews/${written(slug)}/report.zip`;
export const reviewExportAddress = (slug: string, file: string): string =>
  `/api/v1/reviews/${written(slug)}/export/${file}`;
export const reviewManifestAddress = (slug: string): string => `/api/v1/reviews/${written(slug)}/manifest`;

const local = /^(localhost|.*\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/;

/** Whether an address leads to the computer it is opened on: nobody else comes in by it. */
export function isLocalAddress(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && local.test(url.hostname);
}
