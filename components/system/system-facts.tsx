import { getFormatter, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { formatBytes } from "#components/system/amounts.ts";
import type { InstanceFacts } from "#lib/monitoring/schema.ts";

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
