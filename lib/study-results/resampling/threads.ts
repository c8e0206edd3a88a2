import { availableParallelism } from "node:os";
import path from "node:path";
import type { Transferable, Worker } from "node:worker_threads";
import { LineFull } from "#lib/auth/secrets/waiting-line.ts";
import type {
  TaskInput,
  TaskName,
  TaskResult,
  ThreadAnswer,
  ThreadTask,
} from "#lib/study-results/resampling/thread-task.ts";
import { processSingleton } from "#lib/process-singleton.ts";
import type { BootstrapFigures } from "#lib/metrics/crossed/bootstrap.ts";
import { checkCrossed, type CrossedInput } from "#lib/metrics/crossed/input.ts";

/** More than there are processors would only take turns. */
export const maxThreads = Math.max(1, Math.min(4, availableParallelism()));
/** So many that whoever asks for more is a program that doesn't wait for its answers. */
export const maxWaiting = 200;
const IDLE_MS = 20_000;

type Job = {
  task: ThreadTask;
  handedOver: Transferable[];
  signal: AbortSignal | undefined;
  settle: (answer: ThreadAnswer) => void;
};

type Pool = { waiting: Job[]; idle: { worker: Worker; timer: NodeJS.Timeout }[]; threads: number };

const pool = processSingleton("threads", (): Pool => ({ waiting: [], idle: [], threads: 0 }));

/** In a thread of a few that are kept for a while. None keeps the process from ending. */
export function runInThread<Name extends TaskName>(
  name: Name,
  input: TaskInput<Name>,
  { signal, handedOver = [] }: { signal?: AbortSignal; handedOver?: Transferable[] } = {},
): Promise<TaskResult<Name>> {
  return new Promise((resolve, reject) => {
    const settle = (answer: ThreadAnswer) => {
      signal?.removeEventListener("abort", leave);
      if ("result" in answer) resolve(answer.result as TaskResult<Name>);
      else reject(answer.error);
    };
    const job: Job = { task: { name, input }, handedOver, signal, settle };
    const leave = () => {
      const place = pool.waiting.indexOf(job);
      if (place === -1) return;
      pool.waiting.splice(place, 1);
      settle({ error: signal?.reason });
    };
    if (signal?.aborted) return reject(signal.reason);
    if (pool.waiting.length >= maxWaiting) return reject(new LineFull("too much is being computed"));
    signal?.addEventListener("abort", leave);
    pool.waiting.push(job);
    startWaiting();
  });
}

function startWaiting(): void {
  while (pool.waiting.length > 0 && (pool.idle.length > 0 || pool.threads < maxThreads)) {
    const job = pool.waiting.shift();
    if (job) work(takeIdle() ?? startThread(), job);
  }
}

function takeIdle(): Worker | null {
  const kept = pool.idle.pop();
  if (!kept) return null;
  clearTimeout(kept.timer);
  return kept.worker;
}

function dropIdle(worker: Worker): void {
  const place = pool.idle.findIndex((kept) => kept.worker === worker);
  if (place !== -1) clearTimeout(pool.idle.splice(place, 1)[0]?.timer);
}

function startThread(): Worker {
  // Asked for like this, and by a path of now, no bundler takes the thread apart: Node runs its file from the project.
  const { Worker } = process.getBuiltinModule("node:worker_threads");
  const file = path.join(process.cwd(), "lib/study-results/resampling/bootstrap-thread.ts");
  pool.threads += 1;
  const worker = new Worker(file, { execArgv: [], env: {} });
  // Whoever waits for its work hears of it too.
  worker.on("error", () => dropIdle(worker));
  worker.once("exit", () => {
    pool.threads -= 1;
    dropIdle(worker);
    startWaiting();
  });
  return worker;
}

function work(worker: Worker, { task, handedOver, signal, settle }: Job): void {
  const finish = (answer: ThreadAnswer) => {
    worker.off("message", onMessage).off("error", onError).off("exit", onExit);
    signal?.removeEventListener("abort", onAbort);
    settle(answer);
  };
  const onMessage = (answer: ThreadAnswer) => {
    finish(answer);
    worker.unref();
    const timer = setTimeout(() => {
      // At once, and not when it has ended: whoever comes in between would give their work to a thread that ends.
      dropIdle(worker);
      void worker.terminate();
    }, IDLE_MS).unref();
    pool.idle.push({ worker, timer });
    startWaiting();
  };
  const onError = (error: unknown) => finish({ error });
  const onExit = () => finish({ error: new Error("the thread ended before its work was done") });
  // A thread that computes hears nothing; it is ended, and another one started for what comes next.
  const onAbort = () => {
    finish({ error: signal?.reason });
    void worker.terminate();
  };
  worker.on("message", onMessage).on("error", onError).on("exit", onExit);
  signal?.addEventListener("abort", onAbort);
  worker.ref();
  worker.postMessage(task, handedOver);
}

type Options = { signal?: AbortSignal };

/** Fewer draws of answers and cases than these are not worth a second thread. */
const WORTH_A_THREAD = 5_000_000;

/** The crossed bootstrap off the event loop. In how many threads changes nothing in the figures. */
export async function runBootstrap(input: CrossedInput, { signal }: Options = {}): Promise<BootstrapFigures> {
  checkCrossed(input);
  const { b } = input;
  const parts = countParts(input);
  const edges = Array.from({ length: parts + 1 }, (_, part) => Math.round((part * b) / parts));
  const drawn = await Promise.all(
    edges.slice(1).map((to, i) => runInThread("draw", [input, edges[i] ?? 0, to], { signal })),
  );
  return runInThread("conclude", [input, drawn], {
    signal,
    handedOver: drawn.map(({ values }) => values.buffer),
  });
}

function countParts({ b, cases, models, answers }: CrossedInput): number {
  const draws = b * (cases + answers.person.length + models.length);
  const worth = Math.max(1, Math.floor(draws / WORTH_A_THREAD));
  return Math.min(worth, maxThreads, b);
}
