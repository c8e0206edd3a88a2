import { Counter, Gauge, Registry } from "prom-client";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Message, ProcessMetrics } from "#lib/monitoring/gather.ts";
import { MetricsCollector, type MetricsSource } from "#scripts/supervise/service.ts";

async function tellOf(requests: number, size: number | null): Promise<ProcessMetrics> {
  const [own, shared] = [new Registry(), new Registry()];
  new Counter({ name: "requests_total", help: "requests", labelNames: ["group"], registers: [own] }).inc(
    { group: "answers" },
    requests,
  );
  if (size !== null) new Gauge({ name: "database_bytes", help: "size", registers: [shared] }).set(size);
  return { own: await own.getMetricsAsJSON(), shared: await shared.getMetricsAsJSON() };
}

function tellersOf(
  gathering: MetricsCollector,
  tolds: Record<string, ProcessMetrics | null>,
): MetricsSource[] {
  return Object.entries(tolds).map(([name, told]) => ({
    name,
    send(message: Message) {
      if (told && message.metrics === "tell")
        queueMicrotask(() => gathering.hear({ metrics: "told", id: message.id, told }, () => {}));
      return told !== null;
    },
  }));
}

const linesOf = (text: string, name: string) => text.split("\n").filter((line) => line.startsWith(name));

test("every process has its own numbers, what all share is told once, and who isn’t there is down", async () => {
  const gathering = new MetricsCollector();
  const tolds = { web: await tellOf(3, null), worker: await tellOf(4, 9), gone: null };
  gathering.listen(tellersOf(gathering, tolds));
  gathering.countStart("web");
  gathering.countStart("web");
  const text = await gathering.write();
  expect(linesOf(text, "requests_total")).toEqual([
    'requests_total{group="answers",process="web"} 3',
    'requests_total{group="answers",process="worker"} 4',
  ]);
  expect(linesOf(text, "database_bytes")).toEqual(["database_bytes 9"]);
  expect(linesOf(text, "benchside_process_up")).toEqual([
    'benchside_process_up{of="web",process="supervisor"} 1',
    'benchside_process_up{of="worker",process="supervisor"} 1',
    'benchside_process_up{of="gone",process="supervisor"} 0',
  ]);
  expect(linesOf(text, "benchside_process_starts_total")).toEqual([
    'benchside_process_starts_total{of="web",process="supervisor"} 2',
  ]);
  expect(text.match(/^# TYPE requests_total counter$/gm)).toHaveLength(1);
});

test("a process that was asked on its own port is answered with the numbers of all", async () => {
  const gathering = new MetricsCollector();
  gathering.listen(tellersOf(gathering, { web: await tellOf(3, 9) }));
  const answered = await new Promise<Message>((resolve) =>
    gathering.hear({ metrics: "gather", id: 7 }, resolve),
  );
  expect(answered).toMatchObject({ metrics: "gathered", id: 7 });
  expect(answered.metrics === "gathered" && answered.text).toContain('process="web"');
  gathering.hear("a beat", () => expect.unreachable());
});

test("numbers that can’t be put together leave the question open, with a line in the log, and the supervisor at work", async () => {
  const log = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  onTestFinished(() => log.mockRestore());
  const gathering = new MetricsCollector();
  const broken = { own: [{}], shared: [] } as unknown as ProcessMetrics;
  gathering.listen(tellersOf(gathering, { web: broken }));
  await expect(gathering.write()).rejects.toThrow();
  gathering.hear({ metrics: "gather", id: 7 }, () => expect.unreachable());
  // An unheard rejection would fail this test.
  await gathering.write().catch(() => undefined);
  expect(log).toHaveBeenCalledExactlyOnceWith(
    expect.stringMatching(/^metrics +could not be gathered: Cannot read properties of undefined/),
  );
});
