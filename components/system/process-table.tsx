import { getFormatter, getTranslations } from "next-intl/server";
import { formatBytes } from "#components/system/amounts.ts";
import { Table } from "#components/ui/table/table.tsx";
import { isHeard, type ProcessFacts } from "#lib/monitoring/schema.ts";

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
