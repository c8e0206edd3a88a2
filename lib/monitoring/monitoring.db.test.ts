import { afterAll, expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { countSave } from "#lib/monitoring/count.ts";
import { gather, writeMetrics } from "#lib/monitoring/gather.ts";
import { startHeartbeat } from "#lib/monitoring/mutations.ts";
import { getSystem } from "#lib/monitoring/queries.ts";
import { collect, startReporting } from "#lib/monitoring/report.ts";
import { isHeard } from "#lib/monitoring/schema.ts";
import { fail, succeed } from "#lib/result.ts";
import { makeAdmin } from "#lib/testing/people.ts";
import { answerCase, begin, useTrialStudies } from "#lib/testing/trial-study.ts";

const { open } = await useTrialStudies();
const reporting = startReporting("web");
afterAll(() => reporting.stop());

const valueOf = (text: string, series: string) =>
  Number(
    text
      .split("\n")
      .find((line) => line.startsWith(`${series} `))
      ?.slice(series.length + 1),
  );
const scrape = async () => writeMetrics([{ process: "web", told: await collect() }]);

test("a saved answer, a refused one and one that failed are counted apart", async () => {
  const series = (reason: string) => `benchside_saves_refused_total{reason="${reason}",process="web"}`;
  const saved = 'benchside_saves_acknowledged_total{process="web"}';
  const before = await scrape();
  const count = (text: string) =>
    [saved, series("closed"), series("error")].map((one) => valueOf(text, one) || 0);
  await countSave(async () => succeed());
  await countSave(async () => fail("closed"));
  await expect(countSave(() => Promise.reject(new Error("gone")))).rejects.toThrow("gone");
  const [was, is] = [count(before), count(await scrape())];
  expect(is.map((value, i) => value - (was[i] ?? 0))).toEqual([1, 1, 1]);
});

test("the database, the queue, studies and sittings are told as they are, and nothing names anybody", async () => {
  const study = await open();
  await answerCase(await begin(study), 1, { choice: 0 });
  const text = await gather("web");
  expect(valueOf(text, "benchside_database_up")).toBe(1);
  expect(valueOf(text, "benchside_ready")).toBe(1);
  expect(valueOf(text, "benchside_database_size_bytes")).toBeGreaterThan(1_000_000);
  expect(valueOf(text, "benchside_database_connections")).toBeGreaterThan(0);
  expect(valueOf(text, 'benchside_queue_jobs{queue="tidy",state="failed"}')).toBe(0);
  expect(valueOf(text, 'benchside_pool_limit{process="web"}')).toBe(10);
  expect(valueOf(text, 'benchside_pool_connections{state="idle",process="web"}')).toBeGreaterThan(0);
  expect(valueOf(text, "benchside_disk_free_bytes")).toBeGreaterThan(0);
  expect(text).toMatch(/^benchside_info\{version="[^"]+",node="[^"]+",process="web"\} 1$/m);
  expect(text).toContain('process_resident_memory_bytes{process="web"}');
  expect(text).not.toContain(study.slug);
  expect(text).not.toMatch(/^benchside_last_backup/m);
});

test("a process is heard of from its first sign of life on, and takes its line away when it stops", async () => {
  const admin = await makeAdmin();
  const worker = startHeartbeat("worker");
  await worker.beat();
  const rows = () => db.process.findMany({ where: { kind: "worker" } });
  expect(await rows()).toHaveLength(1);
  const { processes } = await getSystem(admin);
  expect(processes.every(isHeard)).toBe(true);
  await worker.stop();
  expect(await rows()).toEqual([]);
});
