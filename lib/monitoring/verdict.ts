import { isHeard, type InstanceFacts } from "#lib/monitoring/schema.ts";

export const areas = ["serving", "processes", "database", "jobs", "disk", "backup", "cards"] as const;
export type Area = (typeof areas)[number];

/** Why an area deserves a look, with the numbers that its sentence tells. */
export type Reason =
  | {
      why:
        | "not_ready"
        | "migrations_pending"
        | "no_worker"
        | "versions_differ"
        | "disk_unknown"
        | "no_backup";
    }
  | { why: "silent" | "slow" | "jobs_failed" | "jobs_wait" | "cards_silent"; count: number }
  | { why: "connections"; used: number; limit: number }
  | { why: "setting"; name: string; value: string }
  | { why: "disk_full"; freeBytes: number }
  | { why: "backup_old"; at: Date };

export type Health = {
  isReady: boolean;
  pending: number;
  /** Published cards that don't name everybody who chose their cases. */
  silentCards: number;
};

const slowMs = 250;
const mostConnections = 0.8;
const longWaitSeconds = 300;
const minFree = { share: 0.1, bytes: 2 * 1024 ** 3 };
const backupDays = 2;

/** What isn't as it should be, area by area; an empty list is good news. */
export function judge(
  facts: InstanceFacts,
  health: Health,
  now: Date,
): Readonly<Record<Area, readonly Reason[]>> {
  return {
    serving: [
      ...(health.pending > 0 ? [{ why: "migrations_pending" } as const] : []),
      ...(health.isReady || health.pending > 0 ? [] : [{ why: "not_ready" } as const]),
    ],
    processes: judgeProcesses(facts),
    database: judgeDatabase(facts.database),
    jobs: judgeJobs(facts.jobs),
    disk: judgeDisk(facts.disk),
    backup: judgeBackup(facts.lastBackupAt, now),
    cards: health.silentCards > 0 ? [{ why: "cards_silent", count: health.silentCards }] : [],
  };
}

function judgeProcesses({ processes }: InstanceFacts): Reason[] {
  const heard = processes.filter(isHeard);
  const silent = processes.length - heard.length;
  const slow = heard.filter(({ lagMs }) => lagMs > slowMs).length;
  const versions = new Set(heard.map(({ version }) => version));
  return [
    ...(silent > 0 ? [{ why: "silent", count: silent } as const] : []),
    ...(heard.some(({ kind }) => kind === "worker") ? [] : [{ why: "no_worker" } as const]),
    ...(versions.size > 1 ? [{ why: "versions_differ" } as const] : []),
    ...(slow > 0 ? [{ why: "slow", count: slow } as const] : []),
  ];
}

function judgeDatabase({
  connections: used,
  connectionLimit: limit,
  settings,
}: InstanceFacts["database"]): Reason[] {
  const lossy = Object.entries(settings).filter(([, value]) => value === "off");
  return [
    ...lossy.map(([name, value]) => ({ why: "setting", name, value }) as const),
    ...(used > mostConnections * limit ? [{ why: "connections", used, limit } as const] : []),
  ];
}

function judgeJobs({ failedLastDay, secondsWaiting, waiting }: InstanceFacts["jobs"]): Reason[] {
  return [
    ...(failedLastDay > 0 ? [{ why: "jobs_failed", count: failedLastDay } as const] : []),
    ...(secondsWaiting > longWaitSeconds ? [{ why: "jobs_wait", count: waiting } as const] : []),
  ];
}

function judgeDisk(disk: InstanceFacts["disk"]): Reason[] {
  if (!disk) return [{ why: "disk_unknown" }];
  const { freeBytes, totalBytes } = disk;
  const isLow = freeBytes < minFree.bytes || freeBytes < minFree.share * totalBytes;
  return isLow ? [{ why: "disk_full", freeBytes }] : [];
}

function judgeBackup(at: Date | null, now: Date): Reason[] {
  if (!at) return [{ why: "no_backup" }];
  return now.getTime() - at.getTime() > backupDays * 86_400_000 ? [{ why: "backup_old", at }] : [];
}
