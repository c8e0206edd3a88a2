import { getPriority, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import {
  doTask,
  type TaskResult,
  type ThreadAnswer,
  type ThreadTask,
} from "#lib/study-results/resampling/thread-task.ts";

// Who answers a case goes first: figures are computed with what is left. Only here does that hold for a thread alone.
if (process.platform === "linux") setPriority(Math.max(10, getPriority()));

// The entry of a thread. Node runs it as it stands here: it isn't part of the build.
parentPort?.on("message", async (task: ThreadTask) => {
  try {
    const result = await doTask(task);
    const handedOver = task.name === "draw" ? [(result as TaskResult<"draw">).values.buffer] : [];
    parentPort?.postMessage({ result } satisfies ThreadAnswer, handedOver);
  } catch (error) {
    parentPort?.postMessage({ error } satisfies ThreadAnswer);
  }
});
