import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from "prom-client";
import { processSingleton } from "#lib/process-singleton.ts";

type Metrics = MetricObjectWithValues<MetricValue<string>>[];
/** What one process has to tell: of itself, and of the database and the disk that all of them share. */
export type ProcessMetrics = { own: Metrics; shared: Metrics };
export type Collect = () => Promise<ProcessMetrics>;

/** Between the supervisor and the processes that it started, over the channel that they were started with. */
export type Message =
  | { metrics: "tell"; id: number }
  | { metrics: "told"; id: number; told: ProcessMetrics }
  | { metrics: "gather"; id: number }
  | { metrics: "gathered"; id: number; text: string };

export const isMessage = (message: unknown): message is Message =>
  typeof message === "object" && message !== null && "metrics" in message;

export const metricsType = AggregatorRegistry.PROMETHEUS_CONTENT_TYPE;
const patienceMs = 4000;

/** One page of all: what each process tells under its name, and what they share from the first that knows it. */
export async function writeMetrics(
  told: readonly { process: string; told: ProcessMetrics }[],
): Promise<string> {
  const shared = told.find((one) => one.told.shared.length > 0)?.told.shared ?? [];
  const named = told.map(({ process, told: { own } }) =>
    own.map((metric) => ({
      ...metric,
      // Nothing is left to be added up: every process has its own name.
      aggregator: "sum",
      values: metric.values.map((value) => ({ ...value, labels: { ...value.labels, process } })),
    })),
  );
  return AggregatorRegistry.aggregate([...named, shared] as object[]).metrics();
}

type PendingAnswers = Map<number, (text: string) => void>;
const asked = processSingleton("gathering", () => ({
  isSupervised: false,
  waiting: new Map() as PendingAnswers,
  next: 1,
  collect: null as Collect | null,
}));

export const registerMetrics = (collect: Collect): void => void (asked.collect = collect);

/** From now on this process, which the supervisor started, answers when that asks. */
export function answerSupervisor(): void {
  if (asked.isSupervised || !process.connected) return;
  asked.isSupervised = true;
  process.on("message", (message: unknown) => {
    if (!isMessage(message)) return;
    if (message.metrics === "gathered") asked.waiting.get(message.id)?.(message.text);
    else if (message.metrics === "tell") void sendMetrics(message.id);
  });
  // The channel is no reason to stay.
  process.channel?.unref();
}

/** What is to be taken back when this process stops. */
export const reporting = processSingleton("reporting", () => ({
  stop: null as (() => Promise<void>) | null,
}));
export const stopReporting = async (): Promise<void> => reporting.stop?.();

async function sendMetrics(id: number): Promise<void> {
  // Who can't count tells nothing, and is shown as silent.
  const told = await asked.collect?.().catch(() => null);
  if (told) send({ metrics: "told", id, told });
}

/** The channel may close in this very moment; unheard, that would end the process. */
function send(message: Message): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}

/** All that the processes of this instance count; of this one alone where nobody started it that could ask the others. */
export async function gather(alone: "web" | "worker"): Promise<string> {
  if (!asked.isSupervised || !process.connected) {
    const told = await asked.collect?.();
    return writeMetrics(told ? [{ process: alone, told }] : []);
  }
  const id = asked.next++;
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  asked.waiting.set(id, resolve);
  const late = setTimeout(() => reject(new Error("the supervisor didn’t answer")), patienceMs);
  send({ metrics: "gather", id });
  return promise.finally(() => {
    clearTimeout(late);
    asked.waiting.delete(id);
  });
}
