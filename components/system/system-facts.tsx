import { getFormatter, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { type InstanceFacts, isHeard, type ProcessFacts } from "#lib/monitoring/schema.ts";
import { Table } from "#components/ui/table/table.tsx";

const units = [
  [1024 ** 4, "terabyte"],
  [1024 ** 3, "gigabyte"],
  [1024 ** 2, "megabyte"],
  [1024, "kilobyte"],
] as const;

/** Bytes in the unit that leaves one to three digits. */
export function formatBytes(format: Awaited<ReturnType<typeof getFormatter>>, bytes: number): string {
  const [size, unit] = units.find(([size]) => bytes >= size) ?? [1024, "kilobyte"];
  const value = bytes / size;
  return format.number(value, { style: "unit", unit, maximumFractionDigits: value < 10 ? 1 : 0 });
}

type Fact = readonly [name: string, value: ReactNode];

const Facts = ({ facts, isCode = false }: { facts: readonly Fact[]; isCode?: boolean }) => (
  <dl className="grid max-w-prose grid-cols-[auto_1fr] gap-x-6 gap-y-1">
    {facts.map(([name, value]) => (
      <div key={name} className="contents">
        <dt className="text-ink-muted">{isCode ? <code>{name}</code> : name}</dt>
        <dd className="figures min-w-0 wrap-anywhere">{value}</dd>
      </div>
    ))}
  </dl>
);

const prepare = async () => {
  const [t, format] = await Promise.all([getTranslations("system"), getFormatter()]);
  return { t, format };
};

type ServingProps = {
  facts: Pick<InstanceFacts, "openStudies" | "sittingsUnderWay">;
  version: string;
  migrations: { applied: number; pending: number };
};

export async function ServingFacts({ facts, version, migrations }: ServingProps) {
  const { t, format } = await prepare();
  const rows: Fact[] = [
    [t("facts.version"), version],
    [t("facts.node"), process.versions.node],
    [t("facts.migrations"), t("migrations", migrations)],
    [t("facts.studies"), format.number(facts.openStudies)],
    [t("facts.sittings"), format.number(facts.sittingsUnderWay)],
  ];
  return <Facts facts={rows} />;
}

export async function DatabaseFacts({ database }: Pick<InstanceFacts, "database">) {
  const { t, format } = await prepare();
  const { connections: used, connectionLimit: limit } = database;
  const rows: Fact[] = [
    [t("facts.postgresql"), database.version],
    [t("facts.size"), formatBytes(format, database.bytes)],
    [t("facts.connections"), t("ofLimit", { used, limit })],
  ];
  return (
    <>
      <Facts facts={rows} />
      <Facts facts={Object.entries(database.settings)} isCode />
    </>
  );
}

export async function JobFacts({ facts: { jobs, queues } }: { facts: InstanceFacts }) {
  const { t, format } = await prepare();
  const count = queues.reduce((sum, { failed }) => sum + failed, 0);
  const rows: Fact[] = [
    [t("facts.waiting"), format.number(jobs.waiting)],
    [t("facts.running"), format.number(jobs.running)],
    [t("facts.failed"), format.number(jobs.failedLastDay)],
    [t("facts.queue"), t("queueFailed", { count })],
  ];
  return <Facts facts={rows} />;
}

export async function DiskFacts({ disk }: { disk: NonNullable<InstanceFacts["disk"]> }) {
  const { t, format } = await prepare();
  const { freeBytes, totalBytes } = disk;
  const rows: Fact[] = [
    [t("facts.free"), formatBytes(format, freeBytes)],
    [t("facts.total"), formatBytes(format, totalBytes)],
  ];
  return <Facts facts={rows} />;
}

export async function BackupFacts({ at }: { at: Date | null }) {
  const { t, format } = await prepare();
  const time = at && format.dateTime(at, { dateStyle: "medium", timeStyle: "short" });
  return <Facts facts={[[t("facts.lastBackup"), time ?? t("none")]]} />;
}

const columns = ["kind", "machine", "since", "memory", "lag", "version", "seen"] as const;
const numeric: readonly string[] = ["memory", "lag"];

/** Every web process and worker that uses this database, on whichever machine. */
export async function ProcessTable({ processes, now }: { processes: readonly ProcessFacts[]; now: Date }) {
  const [t, format] = await Promise.all([getTranslations("system.processes"), getFormatter()]);
  const rows = processes.map((process, i) => ({
    id: String(i),
    cells: {
      kind: t(`kinds.${process.kind}`),
      machine: { text: process.machine, isName: true, isWhole: true },
      since: {
        text: format.relativeTime(process.startedAt, now),
        title: format.dateTime(process.startedAt, { dateStyle: "long", timeStyle: "long" }),
      },
      memory: formatBytes(format, process.memoryBytes),
      lag: t("milliseconds", { ms: Math.round(process.lagMs) }),
      version: t("version", { version: process.version, node: process.node }),
      seen: isHeard(process)
        ? t("seen", { seconds: Math.round(process.secondsSinceSeen) })
        : {
            badge: t("seen", { seconds: Math.round(process.secondsSinceSeen) }),
            tone: "warning" as const,
          },
    },
  }));
  return (
    <Table
      caption={t("caption")}
      hideCaption
      columns={columns.map((key) => ({
        key,
        label: t(`columns.${key}`),
        numeric: numeric.includes(key),
      }))}
      rows={rows}
    />
  );
}
