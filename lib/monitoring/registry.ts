import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { processSingleton } from "#lib/process-singleton.ts";
import product from "#package.json" with { type: "json" };

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
