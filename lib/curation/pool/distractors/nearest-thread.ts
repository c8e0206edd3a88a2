import { getPriority, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { findNearest, type NearestTask } from "#lib/curation/pool/distractors/nearest.ts";

// Who answers a case goes first. Only here does that hold for a thread alone.
if (process.platform === "linux") setPriority(Math.max(10, getPriority()));

// The entry of a thread. Node runs it as it stands here: it isn't part of the build.
const { vectors, ...how } = workerData as NearestTask;
const nearest = findNearest(vectors, how);
parentPort?.postMessage(nearest, [nearest.roles.buffer, nearest.similarities.buffer] as ArrayBuffer[]);
