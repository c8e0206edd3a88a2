import { setTimeout } from "node:timers/promises";
import { Gauge, Registry } from "prom-client";
import { answerSupervisor, gather, registerMetrics } from "#lib/monitoring/gather.ts";
import { onParentGone } from "#scripts/process/stop-signals.mjs";

// A process that tells the supervisor how often it was told the numbers of all, as a scrape of it would be.
const registry = new Registry();
const gathered = new Gauge({ name: "gathered", help: "pages of all processes", registers: [registry] });
registerMetrics(async () => ({ own: await registry.getMetricsAsJSON(), shared: [] }));
answerSupervisor();
onParentGone(() => process.exit(0));
for (;;) {
  // Too late an answer is none. One question at a time: on a busy machine, more would wait than are ever answered.
  const page = await gather("web").catch(() => "");
  if (page.includes('process="supervisor"')) gathered.inc();
  await setTimeout(50);
}
