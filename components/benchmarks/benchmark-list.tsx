import { getFormatter, getTranslations } from "next-intl/server";
import { Link } from "#components/ui/link.tsx";
import { benchmarkPath } from "#lib/paths.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Table } from "#components/ui/table/table.tsx";
import type { ListedBenchmark } from "#lib/benchmarks/queries.ts";

export async function BenchmarkList({ benchmarks }: { benchmarks: readonly ListedBenchmark[] }) {
  const t = await getTranslations("benchmarks");
  const format = await getFormatter();
  const rows = benchmarks.map((benchmark) => ({
    id: benchmark.slug,
    cells: {
      name: (
        <span className="flex min-w-40 items-center gap-2">
          <Link href={benchmarkPath(benchmark.slug)} className="wrap-anywhere text-accent underline">
            <bdi>{benchmark.name}</bdi>
          </Link>
          {benchmark.isDemo && <Badge tone="info">{t("demo")}</Badge>}
        </span>
      ),
      description: { quote: benchmark.description, as: "line" as const, isMuted: true },
      tracks:
        benchmark.tracks.length === 0 ? (
          <span className="text-ink-muted">{t("noTracks")}</span>
        ) : (
          <ul role="list" className="flex flex-wrap gap-x-4">
            {benchmark.tracks.map((track) => (
              <li key={track.name} className="figures whitespace-nowrap">
                <bdi>{track.name}</bdi> <span className="text-ink-muted">{format.number(track.cases)}</span>
              </li>
            ))}
          </ul>
        ),
      cases: format.number(benchmark.cases),
      runs: format.number(benchmark.runs),
      studies: format.number(benchmark.studies),
    },
  }));
  return (
    <Table
      caption={t("caption")}
      columns={[
        { key: "name", label: t("columns.name") },
        { key: "description", label: t("fields.description"), fills: true, mayGo: true },
        { key: "tracks", label: t("columns.tracks") },
        { key: "cases", label: t("columns.cases"), numeric: true },
        { key: "runs", label: t("columns.runs"), numeric: true },
        { key: "studies", label: t("columns.studies"), numeric: true },
      ]}
      rows={rows}
    />
  );
}
