import type { Sample } from "#e2e/access-matrix/callers.ts";
import {
  action,
  admins,
  everybody,
  open,
  page,
  read,
  staff,
  type ActionRule,
  type Open,
  type RouteRule,
} from "#e2e/access-matrix/rules.ts";
import { membersOnly } from "#e2e/access-matrix/study-rules.ts";
import { t } from "#e2e/support/words.ts";

const members: Open = ["researcher", "admin"];
const results = ({ study }: Sample, rest = "") => `/studies/${study.slug}/results${rest}`;
const programs = ({ study }: Sample, rest: string) => `/api/studies/${study.slug}/${rest}`;

const ofCard = ({ card }: Sample, rest = "") => `/cards/${card.code}${rest}`;

const cardRoutes: Record<string, RouteRule> = {
  "/studies/[slug]/card": membersOnly(
    page(members, t("cards.staff.title"), ({ study }) => `/studies/${study.slug}/card`),
  ),
  "/cards/[code]": page(
    everybody,
    ({ card }) => card.title,
    (s) => ofCard(s),
  ),
  "/cards/[code]/card.json": open((s) => ofCard(s, "/card.json")),
  "/cards/[code]/badge.svg": open((s) => ofCard(s, "/badge.svg"), { isForElsewhere: true }),
  "/api/cards/key": open(() => "/api/cards/key"),
};

const cards = "lib/cards/actions.ts#";
const theStudy = ({ study }: Sample) => ({ slug: study.slug });

// The study of the sample is open, so neither is possible: that is said to those alone who may.
const cardActions: Record<string, ActionRule> = {
  [`${cards}publishCard`]: action(admins, theStudy, "not_closed"),
  [`${cards}withdrawCard`]: action(admins, theStudy, "not_published"),
};

/** The sample's study isn't the demo's, and nothing is removed without the word. */
const demoActions: Record<string, ActionRule> = {
  "lib/demo/actions.ts#makeExamples": action(admins, () => ({}), "not_found", "not_found"),
  "lib/demo/actions.ts#removeDemo": action(admins, () => ({ people: "1", answers: "1" }), "invalid"),
  "lib/demo/actions.ts#startDemo": { ...action(staff, theStudy, "not_found"), hidden: ["stranger"] },
};

/** Each page of the results has its lines here. */
export const resultsRoutes: Record<string, RouteRule> = {
  ...cardRoutes,
  "/studies/[slug]/results": membersOnly(page(members, t("resultsOverview.title"), (s) => results(s))),
  "/studies/[slug]/results/people": membersOnly(
    page(members, t("resultsPeople.title"), (s) => results(s, "/people")),
  ),
  "/studies/[slug]/results/people/[number]": membersOnly(
    page(
      members,
      ({ study }) => t("resultsPeople.person.title", { number: study.number }),
      (s) => results(s, `/people/${s.study.number}`),
    ),
  ),
  "/studies/[slug]/results/calibration": membersOnly(
    page(members, t("resultsPeople.calibration.title"), (s) => results(s, "/calibration")),
  ),
  "/studies/[slug]/results/arms": membersOnly(
    page(members, t("resultsArms.title"), (s) => results(s, "/arms")),
  ),
  "/studies/[slug]/results/scale": membersOnly(
    page(members, t("resultsScale.title"), (s) => results(s, "/scale")),
  ),
  "/studies/across": page(staff, t("resultsAcross.title")),
  // Nothing is asked for.
  "/api/studies/across/figure": read(staff, () => "/api/studies/across/figure", 404),
  "/studies/[slug]/results/models": membersOnly(
    page(members, t("resultsModels.title"), (s) => results(s, "/models")),
  ),
  "/studies/[slug]/results/agreement": membersOnly(
    page(members, t("resultsAgreement.title"), (s) => results(s, "/agreement")),
  ),
  "/studies/[slug]/results/cases": membersOnly(
    page(members, t("resultsCases.title"), (s) => results(s, "/cases")),
  ),
  "/studies/[slug]/results/cases/[track]/[key]": membersOnly(
    page(members, t("resultsCases.case.title"), (s) =>
      results(s, `/cases/${s.benchmark.track}/${s.benchmark.key}`),
    ),
  ),
  "/studies/[slug]/results/report": membersOnly(
    page(members, t("reports.title"), (s) => results(s, "/report")),
  ),
  // The study of the sample runs.
  "/api/studies/[slug]/report": membersOnly(read(members, (s) => programs(s, "report"), 409)),
  "/api/studies/[slug]/report/tables/[table]": membersOnly(
    read(members, (s) => programs(s, "report/tables/results"), 409),
  ),
  "/studies/[slug]/results/export": membersOnly(
    page(members, t("resultsExport.title"), (s) => results(s, "/export")),
  ),
  "/api/studies/[slug]/export/[file]": membersOnly(read(members, (s) => programs(s, "export/csv.zip"), 409)),
  "/api/studies/[slug]/results/stamp": membersOnly(read(members, (s) => programs(s, "results/stamp"))),
  // The study of the sample runs, and what people answer isn't shown before it is closed.
  "/api/studies/[slug]/figures/[figure]": membersOnly(
    read(members, (s) => programs(s, "figures/forest?format=csv"), 409),
  ),
};

const ofResults = "lib/study-results/actions.ts#";
const aCase = ({ study, benchmark }: Sample) => ({
  slug: study.slug,
  track: benchmark.track,
  key: benchmark.key,
});

export const resultsActions: Record<string, ActionRule> = {
  ...cardActions,
  ...demoActions,
  [`${ofResults}reportBadCase`]: {
    ...action(staff, (s) => ({ ...aCase(s), reason: "Two of them could say it." }), "done"),
    hidden: ["stranger"],
  },
  "lib/case-analyses/actions.ts#saveAnalysis": {
    ...action(
      staff,
      (s) => ({ ...aCase(s), revision: "0", value: '{"words":"A tie.","errorClass":""}' }),
      "done",
    ),
    hidden: ["stranger"],
  },
  // The study of the sample runs.
  "lib/imports/coding/actions.ts#codeStudy": action(
    admins,
    ({ study }) => ({ slug: study.slug, of: "reasons", name: "Why they chose", book: "thought-analysis" }),
    "not_closed",
  ),
  // Nobody has reported it.
  [`${ofResults}takeReportBack`]: { ...action(staff, aCase, "case_not_reported"), hidden: ["stranger"] },
};
