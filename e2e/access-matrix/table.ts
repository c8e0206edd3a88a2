import { apiRoutes, tokenActions } from "#e2e/access-matrix/api-rules.ts";
import type { Sample } from "#e2e/access-matrix/callers.ts";
import { curationActions, curationRoutes } from "#e2e/access-matrix/curation-rules.ts";
import { endpointActions, endpointRoutes } from "#e2e/access-matrix/endpoint-rules.ts";
import {
  action,
  admins,
  always,
  everybody,
  handler,
  page,
  participants,
  read,
  signedIn,
  staff,
  write,
  type ActionRule,
  type RouteRule,
} from "#e2e/access-matrix/rules.ts";
import { queueActions, queueRoutes } from "#e2e/access-matrix/queue-rules.ts";
import { resultsActions, resultsRoutes } from "#e2e/access-matrix/results-rules.ts";
import { reviewActions, reviewRoutes } from "#e2e/access-matrix/review-rules.ts";
import { secondFactorActions, secondFactorRoutes } from "#e2e/access-matrix/second-factor-rules.ts";
import { sittingActions, sittingRoutes } from "#e2e/access-matrix/sitting-rules.ts";
import { studyActions, studyRoutes } from "#e2e/access-matrix/study-rules.ts";
import { t } from "#e2e/support/words.ts";

// Who may do what. Whatever the build answers has a line here, and nothing else has; what one route answers in several ways
// has a line for each, told apart behind a blank.

const ofBenchmark = ({ benchmark }: Sample, rest = "") => `/admin/benchmarks/${benchmark.slug}${rest}`;
const programsBenchmark = ({ benchmark }: Sample, rest: string) =>
  `/api/benchmarks/${benchmark.slug}/${rest}`;

const studies = "/studies";
const homes = {
  nobody: "/sign-in",
  half: "/sign-in",
  participant: "/sittings",
  researcher: studies,
  stranger: studies,
  admin: "/admin",
};

const passwordPages = {
  nobody: "/account/password",
  half: "/account/password",
  participant: "/come-back",
  researcher: "/account/password",
  stranger: "/account/password",
  admin: "/account/password",
};

export const routes: Record<string, RouteRule> = {
  "/": { kind: "home", homes },
  "/sign-in": page(everybody, t("signIn.title")),
  ...secondFactorRoutes,
  "/enter/[token]": page(
    everybody,
    ({ target: { name } }) => t("enter.title", { name }),
    (s) => `/enter/${s.token}`,
  ),
  "/sittings": page(participants, t("participantHome.title")),
  "/come-back": page(participants, t("participantHome.comeBackTitle")),
  "/account": page(staff, t("account.title")),
  "/account/password": page(staff, t("setPassword.title")),
  "/studies": page(staff, t("studies.title")),
  "/api/places": read(staff, () => "/api/places?q=a"),
  ...studyRoutes,
  ...apiRoutes,
  ...resultsRoutes,
  ...sittingRoutes,
  ...reviewRoutes,
  ...queueRoutes,
  ...endpointRoutes,
  "/admin": page(admins, t("admin.title")),
  "/admin/people": page(admins, t("people.title")),
  "/admin/people/[userId]": page(
    admins,
    ({ target }) => target.name,
    (s) => `/admin/people/${s.target.id}`,
  ),
  "/admin/system": page(admins, t("system.title")),
  "/admin/record": page(admins, t("record.title")),
  "/admin/record/doors": page(admins, t("record.doors.title")),
  "/api/record/[file] events.csv": read(admins, () => "/api/record/events.csv"),
  "/api/record/[file] events.jsonl": read(admins, () => "/api/record/events.jsonl?type=user"),
  "/admin/benchmarks": page(admins, t("benchmarks.title")),
  "/admin/benchmarks/published": page(admins, t("published.title")),
  "/admin/benchmarks/[slug]": page(
    admins,
    ({ benchmark }) => benchmark.name,
    (s) => ofBenchmark(s),
  ),
  "/admin/benchmarks/[slug]/settings": page(admins, t("benchmarks.settings.title"), (s) =>
    ofBenchmark(s, "/settings"),
  ),
  "/admin/benchmarks/[slug]/import": page(admins, t("imports.title"), (s) => ofBenchmark(s, "/import")),
  "/admin/benchmarks/[slug]/imports/[jobId]": page(admins, t("imports.job.title.import_cases.check"), (s) =>
    ofBenchmark(s, `/imports/${s.benchmark.checkId}`),
  ),
  "/admin/benchmarks/[slug]/cases": page(admins, t("cases.title"), (s) => ofBenchmark(s, "/cases")),
  "/admin/benchmarks/[slug]/cases/[track]/[key]": page(admins, t("cases.case.title"), (s) =>
    ofBenchmark(s, `/cases/${s.benchmark.track}/${s.benchmark.key}`),
  ),
  "/admin/benchmarks/[slug]/runs": page(admins, t("runs.title"), (s) => ofBenchmark(s, "/runs")),
  "/admin/benchmarks/[slug]/runs/compare": page(admins, t("runs.compare.title"), (s) =>
    ofBenchmark(s, `/runs/compare?run=${s.benchmark.runId}&run=${s.benchmark.otherRunId}`),
  ),
  "/admin/benchmarks/[slug]/runs/[runId]": page(
    admins,
    ({ benchmark }) => benchmark.model,
    (s) => ofBenchmark(s, `/runs/${s.benchmark.runId}`),
  ),
  ...curationRoutes,
  "/api/benchmarks/[slug]/uploads": write(admins, (s) => programsBenchmark(s, "uploads"), 201, {
    method: "POST",
    query: "?name=Literary.csv",
    body: "prompt,gt,option1,option2\nWho?,A,A,B\n",
  }),
  "/api/benchmarks/[slug]/uploads/[uploadId]": write(
    admins,
    (s) => programsBenchmark(s, `uploads/${s.benchmark.uploadId}`),
    204,
    { method: "DELETE" },
  ),
  "/api/benchmarks/[slug]/export/[file] cases.jsonl": read(admins, (s) =>
    programsBenchmark(s, "export/cases.jsonl"),
  ),
  "/api/benchmarks/[slug]/export/[file] predictions.jsonl": read(admins, (s) =>
    programsBenchmark(s, "export/predictions.jsonl"),
  ),
  "/api/benchmarks/[slug]/export/[file] runs.csv": read(admins, (s) =>
    programsBenchmark(s, "export/runs.csv"),
  ),
  "/api/benchmarks/[slug]/export/tables/[table]": read(admins, (s) =>
    programsBenchmark(s, "export/tables/models-all"),
  ),
  "/api/benchmarks/[slug]/export/[file] runs.json": read(admins, (s) =>
    programsBenchmark(s, "export/runs.json"),
  ),
  "/api/jobs/[jobId]": read(admins, ({ benchmark }) => `/api/jobs/${benchmark.checkId}`),
  // Its one problem was shown, so that there is no file of them.
  "/api/jobs/[jobId]/problems": read(
    admins,
    ({ benchmark }) => `/api/jobs/${benchmark.checkId}/problems`,
    404,
  ),
  "/gallery": page(everybody, t("gallery.title")),
  "/.well-known/security.txt": handler(everybody, "GET", "HEAD", "OPTIONS"),
  "/.well-known/change-password": { kind: "home", homes: passwordPages, status: 303 },
  // Without the token of the metrics, whoever one is.
  "/api/metrics": always(401),
  "/api/health": handler(everybody, "GET", "HEAD", "OPTIONS"),
  "/api/health/live": handler(everybody, "GET", "HEAD", "OPTIONS"),
  "/api/health/ready": handler(everybody, "GET", "HEAD", "OPTIONS"),
  "/_not-found": always(404),
  "/_global-error": always(404),
};

/** Where a route is to be found, with this sample's values in it. */
export function addressOf(route: string, sample: Sample): string {
  const rule = routes[route];
  if (rule && "address" in rule && rule.address) return rule.address(sample);
  return route === "/_not-found" ? "/nowhere" : route;
}

const none = () => ({});
const aPerson = ({ target }: Sample) => ({ userId: target.id });
const auth = "lib/auth/actions.ts#";
const benchmarks = "lib/benchmarks/actions.ts#";
const imports = "lib/imports/actions.ts#";
const jobs = "lib/jobs/actions.ts#";
const modelRuns = "lib/model-runs/actions.ts#";
const users = "lib/users/actions.ts#";
const preferences = "lib/preferences/actions.ts#";
const left = "→ /sign-in?left=";

const ofFiles = ({ benchmark: { slug, uploadId } }: Sample, described: object) => ({
  slug,
  mode: "check",
  files: JSON.stringify([{ uploadId, ...described }]),
});
const results = { track: "Literary", model: "lantern", method: "zero-shot", version: "", ranAt: null };

export const actions: Record<string, ActionRule> = {
  [`${auth}enter`]: action(everybody, ({ token }) => ({ token }), "→ /studies"),
  [`${auth}signIn`]: action(
    everybody,
    ({ target, secret }) => ({ handle: target.handle, secret }),
    "→ /studies",
  ),
  [`${auth}signOut`]: action(signedIn, none, `${left}1`, `${left}1`),
  [`${auth}signOutEverywhere`]: action(signedIn, none, `${left}everywhere`, `${left}everywhere`),
  [`${auth}endDevice`]: action(signedIn, ({ otherSignInId }) => ({ id: otherSignInId }), "done"),
  [`${auth}setPassword`]: action(staff, ({ secret }) => ({ password: secret, repeated: secret }), "done"),
  [`${auth}makePassphrase`]: action(participants, none, "done", "done"),
  ...secondFactorActions,
  [`${users}addUser`]: action(admins, () => ({ name: "Zoe Newcomer", role: "participant" }), "done"),
  [`${users}makeNewLink`]: action(admins, aPerson, "done"),
  [`${users}deactivate`]: action(admins, (s) => ({ ...aPerson(s), confirmation: s.target.handle }), "done"),
  [`${users}reactivate`]: action(admins, aPerson, "done"),
  [`${users}setRole`]: action(admins, (s) => ({ ...aPerson(s), role: "admin" }), "done"),
  // The sample's people have none.
  [`${users}resetFactors`]: action(admins, aPerson, "no_second_factor"),
  [`${users}signOutUser`]: action(admins, aPerson, "done"),
  ...endpointActions,
  [`${benchmarks}createBenchmark`]: action(admins, () => ({ name: "Tidewater talk" }), "done"),
  [`${benchmarks}editBenchmark`]: action(
    admins,
    ({ benchmark }) => ({ slug: benchmark.slug, name: "Tidewater talk" }),
    "done",
  ),
  [`${benchmarks}declareCategories`]: action(
    admins,
    ({ benchmark }) => ({ slug: benchmark.slug, track: "Literary", categories: "own" }),
    "done",
  ),
  [`${benchmarks}declarePublished`]: action(
    admins,
    ({ benchmark }) => ({ slug: benchmark.slug, paper: "personaeval" }),
    "other_counts",
  ),
  ...curationActions,
  [`${imports}removeBenchmark`]: action(
    admins,
    ({ benchmark }) => ({ slug: benchmark.slug, confirmation: benchmark.name }),
    "done",
  ),
  [`${imports}requestCaseImport`]: action(
    admins,
    (s) => ofFiles(s, { track: "Literary", language: "en" }),
    "done",
  ),
  [`${imports}requestResultImport`]: action(admins, (s) => ofFiles(s, results), "done"),
  [`${imports}storeChecked`]: action(admins, ({ benchmark }) => ({ jobId: benchmark.checkId }), "done"),
  [`${imports}discardImport`]: action(admins, ({ benchmark }) => ({ jobId: benchmark.checkId }), "done"),
  [`${jobs}cancelJob`]: action(admins, ({ benchmark }) => ({ jobId: benchmark.queuedId }), "done"),
  [`${modelRuns}editRun`]: action(
    admins,
    ({ benchmark }) => ({ runId: String(benchmark.runId), model: "gpt-quay" }),
    "done",
  ),
  [`${modelRuns}removeRun`]: action(
    admins,
    ({ benchmark }) => ({ runId: String(benchmark.runId), confirmation: benchmark.model }),
    "done",
  ),
  ...studyActions,
  ...reviewActions,
  ...tokenActions,
  ...resultsActions,
  ...sittingActions,
  ...queueActions,
  [`${preferences}chooseTheme`]: action(everybody, () => ({ theme: "dark" }), "silent", "silent"),
  [`${preferences}chooseLanguage`]: action(everybody, () => ({ language: "zh-CN" }), "silent", "silent"),
};
