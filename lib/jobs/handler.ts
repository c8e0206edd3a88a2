import type { Viewer } from "#lib/auth/viewer.ts";
import type { JobKind, JobProgress } from "#lib/jobs/schema.ts";

export type JobControl = {
  /** Aborted when the job is cancelled or its process has to stop. Work that ends by throwing has left nothing behind. */
  readonly signal: AbortSignal;
  /** Call it as often as you like: it is written four times a second. */
  progress(now: JobProgress): void;
  /** Called before what can't be undone: throws where the job was cancelled or lost up to this moment. */
  confirm(): Promise<void>;
};

/** Does one kind of work for the person who asked for it. What it returns is kept as JSON. */
export type JobHandler<T = unknown> = (
  viewer: Viewer<"admin">,
  payload: unknown,
  control: JobControl,
) => Promise<T>;

export type JobHandlers = Readonly<Record<JobKind, JobHandler>>;

/** Thrown by a handler whose work can't be done: the message is shown to people as it is. */
export class JobFailure extends Error {
  override readonly name = "JobFailure";
}

/** Thrown to whoever attends a job that was cancelled. */
export class JobCancelled extends Error {
  override readonly name = "JobCancelled";
}

export type Interruption = "cancelled" | "stopped" | "lost";

/** The reason of a handler's aborted signal. */
export class JobInterrupted extends Error {
  override readonly name = "JobInterrupted";
  readonly why: Interruption;
  constructor(why: Interruption) {
    super(`the job was interrupted: ${why}`);
    this.why = why;
  }
}
