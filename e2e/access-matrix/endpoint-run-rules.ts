import type { Sample } from "#e2e/access-matrix/callers.ts";
import { action, admins, page, read, type ActionRule, type RouteRule } from "#e2e/access-matrix/rules.ts";
import { askedOf } from "#e2e/access-matrix/sample-benchmark.ts";
import { t } from "#e2e/support/words.ts";

const actions = "lib/endpoint-runs/actions.ts#";
const templates = "lib/prompt-templates/actions.ts#";
const ofRun = ({ benchmark }: Sample) => ({ id: benchmark.askedId });
const another = ({ benchmark: { slug, endpointId } }: Sample) => askedOf(slug, endpointId, "lantern-4");
// Whoever begins a run says what they were told; of another plan it is said that it has changed.
const nothingTold = JSON.stringify({
  cases: 0,
  leftOut: 0,
  kinds: [],
  calls: 0,
  inputTokens: 0,
  outputTokens: 0,
  template: null,
  trial: null,
  money: null,
  currency: "USD",
  host: "",
});

export const endpointRunRoutes: Record<string, RouteRule> = {
  "/admin/benchmarks/[slug]/runs/new": page(
    admins,
    t("endpointRuns.new.title"),
    ({ benchmark }) => `/admin/benchmarks/${benchmark.slug}/runs/new`,
  ),
  "/admin/benchmarks/[slug]/runs/asked/[id]": page(
    admins,
    "lantern-3",
    ({ benchmark }) => `/admin/benchmarks/${benchmark.slug}/runs/asked/${benchmark.askedId}`,
  ),
  "/api/endpoint-runs/[id]": read(admins, ({ benchmark }) => `/api/endpoint-runs/${benchmark.askedId}`),
  "/admin/benchmarks/[slug]/prompts": page(
    admins,
    t("promptTemplates.title"),
    ({ benchmark }) => `/admin/benchmarks/${benchmark.slug}/prompts`,
  ),
  "/admin/benchmarks/[slug]/prompts/new": page(
    admins,
    t("promptTemplates.new"),
    ({ benchmark }) => `/admin/benchmarks/${benchmark.slug}/prompts/new`,
  ),
  "/admin/benchmarks/[slug]/prompts/try": page(
    admins,
    t("endpointRuns.new.trial.title"),
    ({ benchmark }) => `/admin/benchmarks/${benchmark.slug}/prompts/try`,
  ),
  "/admin/benchmarks/[slug]/prompts/[templateId]": page(
    admins,
    "Without profiles",
    ({ benchmark }) => `/admin/benchmarks/${benchmark.slug}/prompts/${benchmark.templateId}`,
  ),
};

export const endpointRunActions: Record<string, ActionRule> = {
  [`${actions}planRun`]: action(admins, another, "done"),
  [`${actions}startRun`]: action(admins, (s) => ({ ...another(s), confirmed: nothingTold }), "changed"),
  [`${actions}pauseRun`]: action(admins, ofRun, "done"),
  // It goes on already.
  [`${actions}resumeRun`]: action(admins, ofRun, "running"),
  [`${actions}cancelRun`]: action(admins, ofRun, "done"),
  [`${templates}addTemplate`]: action(
    admins,
    ({ benchmark }) => ({ benchmark: benchmark.slug, name: crypto.randomUUID(), text: "{candidates}" }),
    "done",
  ),
  // Somebody has seen a version that isn't the newest.
  [`${templates}addVersion`]: action(
    admins,
    ({ benchmark }) => ({ id: String(benchmark.templateId), after: "9", text: "{candidates}" }),
    "newer",
  ),
};
