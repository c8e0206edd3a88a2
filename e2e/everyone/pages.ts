import type { BrowserContext } from "@playwright/test";
import { stepNames } from "#lib/studies/schema.ts";
import { borrowSample, type Caller, type Sample } from "#e2e/access-matrix/callers.ts";
import { addressOf, routes } from "#e2e/access-matrix/table.ts";
import { finishedStudy, publishWhole } from "#e2e/support/answered-study.ts";

/** Pages that one walk leads through. */
export type Area =
  | "joining"
  | "taking part"
  | "working in a review"
  | "signing in"
  | "an account"
  | "people and their record"
  | "benchmarks"
  | "studies"
  | "the draft of a study"
  | "results"
  | "reviews"
  | "refusals"
  | "the gallery";

export type PageCase = {
  area: Area;
  name: string;
  caller: Caller;
  address: (sample: Sample) => string | Promise<string>;
  status?: number;
};

// The study of the sample runs, so all pages of its results say the same: that they are not shown yet.
const isPageOfResults = (route: string) => route.startsWith(`${resultsRoute}/`);
const resultsRoute = "/studies/[slug]/results";

const areas: [begins: string, Area][] = [
  ["/join", "joining"],
  ["/sittings", "taking part"],
  ["/come-back", "taking part"],
  ["/queue", "working in a review"],
  ["/account", "an account"],
  ["/admin/benchmarks", "benchmarks"],
  ["/admin", "people and their record"],
  ["/endpoints", "people and their record"],
  ["/studies", "studies"],
  ["/reviews", "reviews"],
  ["/cards", "results"],
  ["/gallery", "the gallery"],
  ["/", "signing in"],
];
const areaOf = (route: string): Area =>
  areas.find(([begins]) => route.startsWith(begins))?.[1] ?? "signing in";

// A page that several roles see is the same page; where it isn't, the other one is listed below.
const ofTable: PageCase[] = Object.entries(routes).flatMap(([route, rule]) => {
  if (rule.kind !== "page" || isPageOfResults(route)) return [];
  const caller = rule.open.includes("nobody") ? "nobody" : (rule.open.at(-1) ?? "nobody");
  const address = (sample: Sample) => addressOf(route, sample);
  return [{ area: areaOf(route), name: `${route} as ${caller}`, caller, address }];
});

const benchmark = (rest: string | ((sample: Sample) => string)) => (sample: Sample) =>
  `/admin/benchmarks/${sample.benchmark.slug}${typeof rest === "string" ? rest : rest(sample)}`;

const ofBenchmarks: [string, PageCase["address"]][] = [
  ["an import that waits", benchmark(({ benchmark: { queuedId } }) => `/imports/${queuedId}`)],
  ["cases that are filtered away", benchmark("/cases?text=nowhere-to-be-read")],
  [
    "the card of a benchmark that leaves",
    benchmark("/export?release=1.0.0&licence=MIT&creator=Us&contact=us&limits=None"),
  ],
  ["what a folder lacks", benchmark("/export?release=one")],
  ["a trial of a prompt", benchmark(({ benchmark: { trialId } }) => `/runs/asked/${trialId}`)],
  ["a track’s figures", benchmark("/runs?track=Literary&figures=variants")],
  ["the mean of figures", benchmark("/runs?view=mean")],
  ["a comparison of nothing", benchmark("/runs/compare")],
];

const ofStudies: PageCase[] = [
  {
    area: "studies",
    name: "a live study as researcher",
    caller: "researcher",
    address: ({ study }) => `/studies/${study.slug}`,
  },
  {
    area: "studies",
    name: "participants that are filtered away",
    caller: "admin",
    address: ({ study }) => `/studies/${study.slug}?filter=excluded`,
  },
  {
    area: "the draft of a study",
    name: "a study that is being prepared",
    caller: "researcher",
    address: ({ study }) => `/studies/${study.draft.slug}`,
  },
  {
    area: "the draft of a study",
    name: "the preview of a draft",
    caller: "admin",
    address: ({ study }) => `/studies/${study.draft.slug}/preview`,
  },
  {
    area: "the draft of a study",
    name: "the invitations of a draft",
    caller: "admin",
    address: ({ study }) => `/studies/${study.draft.slug}/invitations`,
  },
  {
    area: "the draft of a study",
    name: "the team of a draft",
    caller: "admin",
    address: ({ study }) => `/studies/${study.draft.slug}/team`,
  },
  // The last step, checking, stands in the table.
  ...stepNames.map((step): PageCase => ({
    area: "the draft of a study",
    name: `the ${step} of a draft`,
    caller: "admin",
    address: ({ study }) => `/studies/${study.draft.slug}/design/${step}`,
  })),
];

let finished: ReturnType<typeof finishedStudy> | undefined;
const pagesOfResults = [
  "",
  "/arms",
  "/people",
  "/people/NUMBER",
  "/cases",
  "/cases/Literary/CASE",
  "/models",
  "/scale",
  "/agreement",
  "/calibration",
  "/report",
  "/export",
];

/** Of a study that is closed, with everything that can be in them. */
const ofResults: PageCase[] = [
  ...pagesOfResults.map((page) => `/studies/STUDY/results${page}`),
  "/studies/across?study=STUDY",
].map((path): PageCase => ({
  area: "results",
  name: `${path} with answers`,
  caller: "admin",
  address: async () => {
    const { slug, caseKey } = await (finished ??= finishedStudy());
    return path.replace("STUDY", slug).replace("CASE", caseKey).replace("NUMBER", "1");
  },
}));

/** Of the same study, with everything that can be in it. */
const ofCards: PageCase[] = [
  { caller: "admin", name: "a card that is published", path: "/studies/STUDY/card" } as const,
  { caller: "nobody", name: "a card with models", path: "/cards/CODE" } as const,
].map(({ path, ...one }) => ({
  ...one,
  area: "results",
  address: async () => {
    const { slug } = await (finished ??= finishedStudy());
    return path.replace("STUDY", slug).replace("CODE", await publishWhole({ slug }));
  },
}));

/** Every page of the table, and the states a page can have besides. */
export const pageCases: readonly PageCase[] = [
  ...ofTable,
  { area: "studies", name: "/studies as researcher", caller: "researcher", address: () => "/studies" },
  {
    area: "signing in",
    name: "sign-in for participants",
    caller: "nobody",
    address: () => "/sign-in?as=participant",
  },
  { area: "signing in", name: "sign-in after leaving", caller: "nobody", address: () => "/sign-in?left=1" },
  { area: "signing in", name: "a link that is unknown", caller: "nobody", address: () => "/enter/unknown" },
  {
    area: "signing in",
    name: "a link for somebody else",
    caller: "participant",
    address: ({ token }) => `/enter/${token}`,
  },
  {
    area: "joining",
    name: "an invitation that is unknown",
    caller: "nobody",
    address: () => "/join/zzzzz-zzzzz",
  },
  { area: "refusals", name: "not found", caller: "nobody", address: () => "/nowhere", status: 404 },
  ...ofStudies,
  ...ofResults,
  ...ofCards,
  {
    area: "people and their record",
    name: "the record of one person",
    caller: "admin",
    address: ({ target }) => `/admin/record?type=user&subject=${target.id}`,
  },
  {
    area: "people and their record",
    name: "a record that is filtered away",
    caller: "admin",
    address: () => "/admin/record?text=nowhere-to-be-read",
  },
  ...ofBenchmarks.map(([name, address]): PageCase => ({
    area: "benchmarks",
    name,
    caller: "admin",
    address,
  })),
  {
    area: "refusals",
    name: "not found inside",
    caller: "admin",
    address: () => `/admin/people/${crypto.randomUUID()}`,
    status: 404,
  },
  {
    area: "refusals",
    name: "forbidden to a participant",
    caller: "participant",
    address: () => "/admin",
    status: 403,
  },
  {
    area: "refusals",
    name: "forbidden to a researcher",
    caller: "researcher",
    address: () => "/admin/people",
    status: 403,
  },
];

/** Signs the case's caller in and says where to go. */
export async function arrive(
  context: BrowserContext,
  { caller, address }: PageCase,
  url: string,
): Promise<string> {
  const sample = await borrowSample(caller);
  if (sample.cookie) {
    const [name = "", value = ""] = sample.cookie.split("=");
    await context.addCookies([{ name, value, url }]);
  }
  return address(sample);
}
