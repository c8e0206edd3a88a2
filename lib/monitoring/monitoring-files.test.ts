import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import type { InstanceFacts } from "#lib/monitoring/schema.ts";
import { MetricsCollector } from "#scripts/supervise/service.ts";

const facts: InstanceFacts = {
  database: {
    version: "18.1",
    bytes: 1,
    connections: 1,
    connectionLimit: 2,
    settings: { synchronous_commit: "on", fsync: "on", full_page_writes: "on" },
  },
  queues: [{ name: "tidy", waiting: 0, active: 0, failed: 0 }],
  jobs: { waiting: 0, running: 0, failedLastDay: 0, secondsWaiting: 0 },
  sittingsUnderWay: 0,
  openStudies: 0,
  processes: [],
  lastBackupAt: new Date(0),
  disk: { freeBytes: 1, totalBytes: 2 },
};

vi.mock("#lib/monitoring/queries.ts", () => ({ readInstance: async () => facts }));
vi.mock("#lib/health/queries.ts", () => ({ checkHealth: async () => ({ status: "ok" }) }));
vi.mock("#lib/monitoring/mutations.ts", () => ({ startHeartbeat: () => ({ stop: async () => {} }) }));

const { collect, startReporting } = await import("#lib/monitoring/report.ts");
const { writeMetrics } = await import("#lib/monitoring/gather.ts");

const { load } = createRequire(import.meta.url)("js-yaml") as { load: (text: string) => unknown };
const read = (file: string) => readFileSync(`deploy/monitoring/${file}`, "utf8");
const rules = z
  .object({
    groups: z.array(
      z.object({
        rules: z.array(
          z.object({
            alert: z.string(),
            expr: z.string(),
            annotations: z.object({ summary: z.string() }),
            labels: z.object({ severity: z.enum(["critical", "warning", "info"]) }),
          }),
        ),
      }),
    ),
  })
  .parse(load(read("alerts.yaml")))
  .groups.flatMap((group) => group.rules);
const panels = z
  .object({
    panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
  })
  .parse(JSON.parse(read("dashboard.json"))).panels;

/** Every name that the product writes, histograms with their three parts. */
async function listWritten(): Promise<Set<string>> {
  startReporting("web");
  const gathering = new MetricsCollector();
  gathering.countStart("web");
  gathering.listen([]);
  const text = (await writeMetrics([{ process: "web", told: await collect() }])) + (await gathering.write());
  return new Set(
    [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = "", type]) =>
      type === "histogram" ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
}

const namesIn = (expr: string) => expr.match(/\b(benchside|process|nodejs)_\w+/g) ?? [];

test("every number that the dashboard and the alerts ask for is one that the product writes", async () => {
  const written = await listWritten();
  for (const { title, targets } of panels)
    for (const { expr } of targets)
      expect(
        [...namesIn(expr)].filter((name) => !written.has(name)),
        title,
      ).toEqual([]);
  for (const { alert, expr } of rules)
    expect(
      namesIn(expr).filter((name) => !written.has(name)),
      alert,
    ).toEqual([]);
});

test("every number of the product’s own is on the dashboard, but for the version", async () => {
  const shown = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => namesIn(expr)));
  const own = [...(await listWritten())].filter((name) => /^benchside_.*(?<!_sum|_count)$/.test(name));
  const aside = ["benchside_info", "benchside_database_up", "benchside_disk_size_bytes"];
  expect(own.filter((name) => !shown.includes(name) && !aside.includes(name))).toEqual([]);
});

test("the rules are what the configuration loads, each with a name of its own", () => {
  expect(load(read("prometheus.yaml"))).toMatchObject({ rule_files: ["alerts.yaml"] });
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
});
