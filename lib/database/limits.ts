/** What a connection is for says how long it may be silent. All times in milliseconds; 0 and null: no limit. */
export type Limits = {
  /** The database itself ends a statement that takes longer, and a transaction in which nothing is asked for so long. */
  statement: number;
  idleInTransaction: number;
  /** Here a connection that owes an answer for so long is given up, although the database says it is at work. */
  answer: number | null;
  /** The same where the database can't be asked at all. */
  away: number;
};

export const limitsOf = {
  /** Pages, actions, programs, the queue: what a statement needs is milliseconds, and a transaction a few seconds. */
  everyday: { statement: 300_000, idleInTransaction: 20_000, answer: 310_000, away: 7000 },
  /** The locks of jobs: smallest statements, and a process that has lost its lock has to stop before another begins. */
  job: { statement: 0, idleInTransaction: 0, answer: 10_000, away: 10_000 },
  /** Imports, openings, removals: one statement may copy or count for many minutes. Migrations have no limit at all. */
  bulk: { statement: 0, idleInTransaction: 0, answer: null, away: 30_000 },
  /** A snapshot that somebody reads, as slowly as they do. */
  export: { statement: 0, idleInTransaction: 600_000, answer: null, away: 30_000 },
} as const satisfies Record<string, Limits>;

export type Use = keyof typeof limitsOf;

/** Until a connection stands, signed in. */
export const connectMs = 5000;
/** A connection of a pool is replaced after this long, so that a name which leads elsewhere by now is followed. */
export const lifetimeSeconds = 1800;

/** When the database is asked about a statement that is under way. */
export const lookAfterMs = 2000;
export const lookEveryMs = 1000;
export const probeMs = 3000;
