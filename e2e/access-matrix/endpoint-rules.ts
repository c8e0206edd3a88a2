import type { Sample } from "#e2e/access-matrix/callers.ts";
import { endpointRunActions, endpointRunRoutes } from "#e2e/access-matrix/endpoint-run-rules.ts";
import { action, admins, page, type ActionRule, type RouteRule } from "#e2e/access-matrix/rules.ts";
import { nobodyThere } from "#e2e/access-matrix/sample-benchmark.ts";
import { t } from "#e2e/support/words.ts";

const described = (name: string) => ({
  name,
  protocol: "openai",
  address: nobodyThere,
  currency: "USD",
  callsAtOnce: "4",
});
const actions = "lib/endpoints/actions.ts#";
const ofSample = ({ endpoint }: Sample) => ({ id: String(endpoint.id) });

export const endpointRoutes: Record<string, RouteRule> = {
  ...endpointRunRoutes,
  "/endpoints": page(admins, t("endpoints.title")),
  "/endpoints/new": page(admins, t("endpoints.add")),
  "/endpoints/[endpointId]": page(
    admins,
    ({ endpoint }) => endpoint.name,
    ({ endpoint }) => `/endpoints/${endpoint.id}`,
  ),
};

export const endpointActions: Record<string, ActionRule> = {
  ...endpointRunActions,
  [`${actions}addEndpoint`]: action(admins, () => described(`Tide ${crypto.randomUUID()}`), "done"),
  [`${actions}changeEndpoint`]: action(
    admins,
    (s) => ({ ...described(`Tide ${crypto.randomUUID()}`), ...ofSample(s), revision: "1" }),
    "done",
  ),
  [`${actions}retireEndpoint`]: action(
    admins,
    (s) => ({ ...ofSample(s), confirmation: s.endpoint.name }),
    "done",
  ),
  // That nobody answered is what the test tells.
  [`${actions}testEndpoint`]: action(admins, (s) => ({ ...ofSample(s), model: "lantern" }), "done"),
};
