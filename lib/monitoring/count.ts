import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { processSingleton } from "#lib/process-singleton.ts";
import product from "#package.json" with { type: "json" };
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Result } from "#lib/result.ts";

/** What one process counts of itself. Never a slug, an id or an address as a label: their number has no bound. */
function makeOwn() {
  const registry = new Registry();
  const registers = [registry];
  const info = new Gauge({
    name: "benchside_info",
    help: "The version that runs, always 1",
    labelNames: ["version", "node"],
    registers,
  });
  info.set({ version: product.version, node: process.versions.node }, 1);
  const refused = new Counter({
    name: "benchside_saves_refused_total",
    help: "Answers that were not saved, by reason; error is a fault of the server’s, which the device tries again",
    labelNames: ["reason"],
    registers,
  });
  // A series that is there from the start shows its first rise.
  refused.inc({ reason: "error" }, 0);
  return {
    registry,
    refused,
    requests: new Counter({
      name: "benchside_http_requests_total",
      help: "Requests that were answered, by what they were for",
      labelNames: ["group", "method", "status"],
      registers,
    }),
    requestSeconds: new Histogram({
      name: "benchside_http_request_duration_seconds",
      help: "From a request’s head to the end of its response",
      labelNames: ["group"],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
    underWay: new Gauge({
      name: "benchside_http_requests_under_way",
      help: "Requests that are being answered",
      registers,
    }),
    acknowledged: new Counter({
      name: "benchside_saves_acknowledged_total",
      help: "Answers that were acknowledged as saved, each after its commit",
      registers,
    }),
    saveSeconds: new Histogram({
      name: "benchside_save_duration_seconds",
      help: "From an answer that was read to its commit",
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    }),
    jobs: new Counter({
      name: "benchside_job_runs_total",
      help: "Jobs that a worker ended, by kind and how",
      labelNames: ["kind", "outcome"],
      registers,
    }),
  };
}

export const own = processSingleton("own metrics", makeOwn);

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Once a request's response is over. One that the client gave up has the status that it would have got. */
export function countRequest(
  { method = "GET" }: Pick<IncomingMessage, "method">,
  response: ServerResponse,
  path: string,
): void {
  const since = performance.now();
  const group = groupOf(path);
  own.underWay.inc();
  response.once("close", () => {
    own.underWay.dec();
    const status = String(response.statusCode);
    own.requests.inc({ group, method: methods.has(method) ? method : "other", status });
    own.requestSeconds.observe({ group }, (performance.now() - since) / 1000);
  });
}

export async function countSave<Outcome extends Result<unknown, string>>(
  save: () => Promise<Outcome>,
): Promise<Outcome> {
  const since = performance.now();
  let reason = "error";
  try {
    const outcome = await save();
    reason = outcome.ok ? "" : outcome.error;
    return outcome;
  } finally {
    if (reason !== "") own.refused.inc({ reason });
    else {
      own.acknowledged.inc();
      own.saveSeconds.observe((performance.now() - since) / 1000);
    }
  }
}

const inApi: readonly (readonly [RegExp, string])[] = [
  [/^\/health/, "health"],
  [/^\/metrics$/, "metrics"],
  [/^\/sittings\/[^/]+\/answers$/, "answers"],
  [/^\/sittings\/[^/]+\/cases$/, "cases"],
  [/^\/sittings\/[^/]+\/state$/, "state"],
  [/^\/studies\/[^/]+\/(live|results\/stamp)$/, "watching"],
  [/^\/benchmarks\/[^/]+\/uploads/, "uploads"],
  [/\/(figures?|tables)(\/|$)/, "figures"],
  [/\/(export|export\.zip|report|report\.zip|copies)(\/|$)|\/record\//, "files"],
  [/^\/v1(\/|$)/, "programs"],
];

const pages: readonly (readonly [RegExp, string])[] = [
  [/^\/(_next|icon\.svg|favicon\.ico|robots\.txt)/, "static"],
  [/^\/(enter|sign-in)(\/|$)/, "signing_in"],
  [/^\/(join|come-back)(\/|$)/, "joining"],
  [/^\/sittings\/[^/]+\/\d+$/, "case_page"],
  [/^\/sittings(\/|$)/, "sitting_pages"],
  [/^\/studies\/[^/]+\/results(\/|$)/, "results"],
  [/^\/(studies|account)(\/|$)/, "studies"],
  [/^\/admin(\/|$)/, "admin"],
];

/** The few words that requests are counted under. */
export const requestGroups: readonly string[] = [...inApi, ...pages]
  .map(([, group]) => group)
  .concat("other");

export function groupOf(path: string): string {
  const isApi = path.startsWith("/api/");
  const rest = isApi ? path.slice(4) : path;
  return (isApi ? inApi : pages).find(([pattern]) => pattern.test(rest))?.[1] ?? "other";
}
