import { getFormatter, getTranslations } from "next-intl/server";
import { Callout } from "#components/ui/callout.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { countByRuns, measureDependence } from "#lib/curation/confidence/dependence.ts";
import type { FilterRun } from "#lib/curation/confidence/queries.ts";
import { countByTrack, countOutcomes, type VoteGroup, type Rule } from "#lib/curation/confidence/votes.ts";

type Props = {
  alike: readonly VoteGroup[];
  runs: readonly FilterRun[];
  rule: Rule;
  tracks: readonly string[];
};

export const formatFilterName = ({
  model,
  method,
  version,
}: Pick<FilterRun, "model" | "method" | "version">) => [model, method, version].filter(Boolean).join(" · ");

/** What would go, before anything is made, and how much that hangs on each of the runs. */
export async function FilterPreview({ alike, runs, rule, tracks }: Props) {
  const t = await getTranslations("curation.preview");
  const outcome = countOutcomes(alike, rule);
  const fakes = runs.filter(({ isFake }) => isFake);
  return (
    <section aria-labelledby="preview" className="grid min-w-0 gap-4">
      <h3 id="preview" className="text-xl font-semibold">
        {t("title")}
      </h3>
      <p role="status" className="measure">
        {t("sum", { ...outcome, rule })}{" "}
        {outcome.withoutVote > 0 && t("withoutVote", { count: outcome.withoutVote })}
      </p>
      {fakes.length > 0 && (
        <Callout tone="warning">{t("fake", { models: fakes.map(formatFilterName).join(", ") })}</Callout>
      )}
      <ByTrack alike={alike} rule={rule} tracks={tracks} />
      {runs.length > 1 && <ByRuns alike={alike} runs={runs.length} />}
      <ByRun alike={alike} runs={runs} rule={rule} />
    </section>
  );
}

/** "12 (3.4%)"; the count alone where it is of nothing. */
async function getShare() {
  const format = await getFormatter();
  return (count: number, of: number) =>
    of === 0 ? format.number(count) : `${format.number(count)} (${format.number(count / of, percent)})`;
}

const percent = { style: "percent", maximumFractionDigits: 1 } as const;

async function ByTrack({ alike, rule, tracks }: Omit<Props, "runs">) {
  const t = await getTranslations("curation.preview");
  const format = await getFormatter();
  const share = await getShare();
  const line = (
    id: string,
    name: { text: string; isName?: boolean },
    counted: ReturnType<typeof countOutcomes>,
  ) => ({
    id,
    cells: {
      track: name,
      cases: format.number(counted.cases),
      dropped: share(counted.dropped, counted.cases),
      kept: share(counted.kept, counted.cases),
      withoutVote: format.number(counted.withoutVote),
    },
  });
  const rows = countByTrack(alike, tracks, rule).map(({ track, ...counted }) =>
    line(track, { text: track, isName: true }, counted),
  );
  return (
    <Table
      caption={t("byTrack")}
      columns={[
        { key: "track", label: t("columns.track") },
        ...(["cases", "dropped", "kept", "withoutVote"] as const).map((key) => ({
          key,
          label: t(`columns.${key}`),
          numeric: true,
        })),
      ]}
      rows={rows}
      totals={rows.length > 1 ? [line("", { text: t("all") }, countOutcomes(alike, rule))] : []}
    />
  );
}

async function ByRuns({ alike, runs }: { alike: readonly VoteGroup[]; runs: number }) {
  const t = await getTranslations("curation.preview");
  const share = await getShare();
  const counts = countByRuns(alike, runs);
  const all = counts.reduce((sum, count) => sum + count, 0);
  return (
    <div className="grid max-w-md gap-2">
      <h4 className="font-semibold">{t("byRuns")}</h4>
      <Table
        caption={t("byRuns")}
        columns={[
          { key: "runs", label: t("columns.runs"), numeric: true },
          { key: "cases", label: t("columns.cases"), numeric: true },
        ]}
        rows={counts.map((count, n) => ({ id: String(n), cells: { runs: n, cases: share(count, all) } }))}
      />
    </div>
  );
}

const ofRuns = ["run", "voted", "alone", "unshared", "keptWithout", "changed"] as const;

async function ByRun({ alike, runs, rule }: Omit<Props, "tracks">) {
  const t = await getTranslations("curation.preview");
  const share = await getShare();
  const formatUnshared = (dropped: number, compared: number, told: string) =>
    compared > 0 ? t("of", { share: told, compared }) : t(dropped === 0 ? "dropsNone" : "noneCompared");
  const found = measureDependence(alike, runs.length, rule);
  const rows = found.map(({ cases, voted, dropped, compared, alone, without }, i) => ({
    id: String(i),
    cells: {
      run: { text: runs[i] ? formatFilterName(runs[i]) : "", isName: true },
      voted: share(voted, cases),
      alone: share(dropped, cases),
      ...(without
        ? {
            unshared: formatUnshared(dropped, compared, share(alone, compared)),
            keptWithout: share(without.kept, cases),
            changed: { text: t("changed", { back: without.back, gone: without.gone }), isWhole: true },
          }
        : { unshared: t("onlyRun"), keptWithout: t("onlyRun"), changed: t("onlyRun") }),
    },
  }));
  const columns = ofRuns.map((key) => ({ key, label: t(`columns.${key}`), numeric: key !== "run" }));
  return (
    <div className="grid min-w-0 gap-2">
      <h4 className="font-semibold">{t("byRun")}</h4>
      <Table caption={t("byRun")} columns={columns} rows={rows} />
      <p className="measure text-sm text-ink-muted">{t("byRunAbout", { cases: found[0]?.cases ?? 0 })}</p>
    </div>
  );
}
