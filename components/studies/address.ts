import type { StepName } from "#lib/studies/schema.ts";

export const studiesPath = "/studies";
export const newStudyPath = "/studies/new";

const written = encodeURIComponent;

export const studyPath = (slug: string): string => `${studiesPath}/${written(slug)}`;
export const designPath = (slug: string, step: StepName | "check"): string =>
  `${studyPath(slug)}/design/${step}`;
export const planPath = (slug: string): string => `${studyPath(slug)}/plan`;
export const previewPath = (slug: string): string => `${studyPath(slug)}/preview`;
export const invitationsPath = (slug: string): string => `${studyPath(slug)}/invitations`;
export const teamPath = (slug: string): string => `${studyPath(slug)}/team`;

const apiPath = (slug: string): string => `/api/studies/${written(slug)}`;
export const eligibleAddress = (slug: string): string => `${apiPath(slug)}/eligible`;
export const liveAddress = (slug: string): string => `${apiPath(slug)}/live`;
export const manifestAddress = (slug: string): string => `${apiPath(slug)}/manifest`;

/** The rooms of a study's results; "overview" is the first. */
export const resultsRooms = [
  "overview",
  "people",
  "cases",
  "models",
  "agreement",
  "calibration",
  "report",
  "export",
] as const;
export type ResultsRoom = (typeof resultsRooms)[number];

const asked = (query?: URLSearchParams): string => (query && query.size > 0 ? `?${query}` : "");
export const resultsPath = (slug: string, room: ResultsRoom = "overview", query?: URLSearchParams): string =>
  `${studyPath(slug)}/results${room === "overview" ? "" : `/${room}`}${asked(query)}`;
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
export const resultsStampAddress = (slug: string): string => `${apiPath(slug)}/results/stamp`;
/** Several studies on one plot. */
export const acrossPath = (slugs: readonly string[] = []): string =>
  `${studiesPath}/across${asked(new URLSearchParams(slugs.map((slug) => ["study", slug])))}`;
