import { getFormatter, getTranslations } from "next-intl/server";
import { PageLinks } from "#components/cases/page-links.tsx";
import { shortKey } from "#components/cases/short-key.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { TabLinks } from "#components/ui/tab-links.tsx";
import { Table } from "#components/ui/table/table.tsx";
import type { ConfidenceStage } from "#lib/benchmarks/lineage/schema.ts";
import type { FilteredCase, FilterRun } from "#lib/curation/confidence/queries.ts";
import { shownCases, type FilterAddress } from "#lib/curation/confidence/schema.ts";
import { countOutcomes, goes, stays, type VoteGroup, type Rule } from "#lib/curation/confidence/votes.ts";
import type { DroppedCase } from "#lib/curation/queries.ts";
import { casePath, curationPath, benchmarkExportAddress, droppedPath } from "#lib/paths.ts";
import { runLabel } from "#lib/studies/run-names.ts";

type Props = {
  slug: string;
  asked: FilterAddress;
  runs: readonly FilterRun[];
  tracks: readonly string[];
  /** Of the track that is shown, or of all. */
  alike: readonly VoteGroup[];
  pages: number;
  rule: Rule;
  threshold: number;
  cases: readonly FilteredCase[];
};

/** Case by case: what each run gave to the right option, and so why it goes or stays. */
export async function FilteredCases(props: Props) {
  const { slug, asked, runs, tracks, alike, pages, rule, threshold, cases } = props;
  const t = await getTranslations("curation.cases");
  const { show, track, page } = asked;
  const counted = countOutcomes(alike, rule);
  const to = (change: Partial<FilterAddress>) => addressOf(slug, { ...asked, page: 1, ...change });
  return (
    <section aria-labelledby="cases" className="grid min-w-0 gap-4">
      <h3 id="cases" className="text-xl font-semibold">
        {t("title")}
      </h3>
      <TabLinks
        label={t("which")}
        items={shownCases.map((which) => ({
          href: to({ show: which }),
          current: which === show,
          label: t(which, { count: counted[which] }),
        }))}
      />
      {tracks.length > 1 && (
        <TabLinks
          look="pills"
          label={t("tracks")}
          items={[undefined, ...tracks].map((name) => ({
            href: to({ track: name }),
            label: name ?? t("allTracks"),
            current: name === track,
          }))}
        />
      )}
      {cases.length === 0 ? (
        <p>{t("none")}</p>
      ) : (
        <VotedTable
          hasWhy
          slug={slug}
          caption={t(`captions.${show}`)}
          runs={runs}
          rows={cases.map(({ said, votes, ...one }) => {
            const against = votes.split(goes).length - 1;
            const voted = against + votes.split(stays).length - 1;
            const how = { exactly: asked.exactly, threshold: String(threshold) };
            return {
              ...one,
              given: said,
              isStrong: (run) => votes[run] === goes,
              why: voted === 0 ? t("noVote") : t("why", { against, voted, ...how }),
            };
          })}
        />
      )}
      <PageLinks page={page} pages={pages} addressOf={(number) => to({ page: number })} />
    </section>
  );
}

type VotedRow = {
  track: string;
  key: string;
  given: readonly (number | null)[];
  /** What counts against the case. */
  isStrong: (run: number) => boolean;
  why?: string;
};
type TableProps = {
  /** The benchmark that the cases are in. */
  slug: string;
  caption: string;
  runs: readonly Parameters<typeof runLabel>[0][];
  rows: readonly VotedRow[];
  hasWhy?: boolean;
};

/** What each run gave to the right option, a column each. */
async function VotedTable({ slug, caption, runs, rows, hasWhy = false }: TableProps) {
  const t = await getTranslations("curation.cases");
  const format = await getFormatter();
  return (
    <Table
      isTight
      caption={caption}
      columns={[
        { key: "key", label: t("columns.key") },
        { key: "track", label: t("columns.track") },
        ...runs.map((run, i) => ({ key: String(i), label: runLabel(run), numeric: true })),
        ...(hasWhy ? [{ key: "why", label: t("columns.why") }] : []),
      ]}
      rows={rows.map(({ track, key, given, isStrong, why = "" }) => ({
        id: JSON.stringify([track, key]),
        cells: {
          key: { ...shortKey(key), href: casePath(slug, track, key) },
          track: { text: track, isName: true },
          ...Object.fromEntries(
            given.map((share, i) => [
              String(i),
              share === null
                ? { text: "–", said: t("silent") }
                : {
                    text: format.number(share, { maximumFractionDigits: 4 }),
                    title: String(share),
                    isStrong: isStrong(i),
                  },
            ]),
          ),
          why: { text: why, isWhole: true },
        },
      }))}
    />
  );
}

function addressOf(slug: string, { run, track, ...rest }: FilterAddress): string {
  const asked: [string, string][] = [
    ...run.map((id): [string, string] => ["run", String(id)]),
    ...Object.entries(rest).map(([name, value]): [string, string] => [name, String(value)]),
    ...(track === undefined ? [] : [["track", track] as [string, string]]),
  ];
  return `${curationPath(slug)}?${new URLSearchParams(asked)}#cases`;
}

type DroppedProps = {
  slug: string;
  /** The benchmark that they are still in. */
  parent: string;
  stage: ConfidenceStage;
  cases: readonly DroppedCase[];
  page: number;
  pages: number;
};

/** Case by case: what each run gave to the right option when the benchmark was made. */
export async function DroppedCases({
  slug,
  parent,
  stage: { settings, models },
  cases,
  page,
  pages,
}: DroppedProps) {
  const t = await getTranslations("curation.cases");
  const { threshold, exactly } = settings;
  const isSure = (share: number) => share > threshold || (exactly === "goes" && share === threshold);
  return (
    <>
      <VotedTable
        slug={parent}
        caption={t("captions.went")}
        runs={models}
        rows={cases.map(({ why, ...one }) => ({
          ...one,
          given: why,
          isStrong: (run) => isSure(why[run] ?? 0),
        }))}
      />
      <PageLinks page={page} pages={pages} addressOf={(number) => `${droppedPath(slug)}?page=${number}`} />
      <p className="mt-6">
        <ButtonLink href={benchmarkExportAddress(slug, "dropped.jsonl")} download>
          {t("download")}
        </ButtonLink>
      </p>
    </>
  );
}
