import type { DurabilitySetting } from "#lib/environment.ts";

/** A web process or a worker, as it wrote of itself last. */
export type ProcessFacts = {
  kind: "web" | "worker";
  machine: string;
  version: string;
  node: string;
  startedAt: Date;
  secondsSinceSeen: number;
  memoryBytes: number;
  lagMs: number;
};

/** What is asked of the database and the disk for metrics and for the page about the system. */
export type InstanceFacts = {
  database: {
    version: string;
    bytes: number;
    connections: number;
    connectionLimit: number;
    settings: Readonly<Record<DurabilitySetting, string>>;
  };
  /** Of pg-boss, by queue. */
  queues: { name: string; waiting: number; active: number; failed: number }[];
  jobs: { waiting: number; running: number; failedLastDay: number; secondsWaiting: number };
  sittingsUnderWay: number;
  openStudies: number;
  processes: ProcessFacts[];
  lastBackupAt: Date | null;
  /** Of the folder with the data; null where the system doesn't say. */
  disk: { freeBytes: number; totalBytes: number } | null;
};

/** A process writes every ten seconds: after three that it missed it counts as gone. */
export const beatSeconds = 10;
export const isHeard = ({ secondsSinceSeen }: Pick<ProcessFacts, "secondsSinceSeen">): boolean =>
  secondsSinceSeen < 3 * beatSeconds + 5;
