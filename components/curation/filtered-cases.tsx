import { getFormatter, getTranslations } from "next-intl/server";
import { shortKey } from "#components/cases/short-key.ts";
import { PageLinks } from "#components/cases/page-links.tsx";
import { formatFilterName } from "#components/curation/filter-preview.tsx";
import { TabLinks } from "#components/ui/tab-links.tsx";
import { Table } from "#components/ui/table/table.tsx";
import type { FilteredCase, FilterRun } from "#lib/curation/confidence/queries.ts";
import { shownCases, type FilterAddress } from "#lib/curation/confidence/schema.ts";
import {
  countOutcomes,
  goes,
  stays,
  type VoteGroup,
  type Rule,
  type Votes,
} from "#lib/curation/confidence/votes.ts";
import { casePath, curationPath } from "#lib/paths.ts";

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
        <CaseRows
          slug={slug}
          asked={asked}
          runs={runs}
          cases={cases}
          threshold={threshold}
          caption={t(`captions.${show}`)}
        />
      )}
      <PageLinks page={page} pages={pages} addressOf={(number) => to({ page: number })} />
    </section>
  );
}

type RowsProps = Pick<Props, "slug" | "asked" | "runs" | "cases" | "threshold"> & { caption: string };

async function CaseRows({ slug, asked: { exactly }, runs, cases, threshold, caption }: RowsProps) {
  const t = await getTranslations("curation.cases");
  const format = await getFormatter();
  const rows = cases.map(({ track, key, said, votes }) => ({
    id: JSON.stringify([track, key]),
    cells: {
      key: { ...shortKey(key), href: casePath(slug, track, key) },
      track: { text: track, isName: true },
      ...Object.fromEntries(
        said.map((probability, i) => [
          String(i),
          probability === null
            ? { text: "–", said: t("silent") }
            : {
                text: format.number(probability, { maximumFractionDigits: 4 }),
                title: String(probability),
                isStrong: votes[i] === goes,
              },
        ]),
      ),
      why: { text: whyOf(votes, t, { exactly, threshold: String(threshold) }), isWhole: true },
    },
  }));
  return (
    <Table
      isTight
      caption={caption}
      columns={[
        { key: "key", label: t("columns.key") },
        { key: "track", label: t("columns.track") },
        ...runs.map((run, i) => ({ key: String(i), label: formatFilterName(run), numeric: true })),
        { key: "why", label: t("columns.why") },
      ]}
      rows={rows}
    />
  );
}

type Words = Awaited<ReturnType<typeof getTranslations<"curation.cases">>>;

function whyOf(votes: Votes, t: Words, settings: { exactly: string; threshold: string }): string {
  const against = votes.split(goes).length - 1;
  const voted = against + votes.split(stays).length - 1;
  return voted === 0 ? t("noVote") : t("why", { against, voted, ...settings });
}

function addressOf(slug: string, { run, track, ...rest }: FilterAddress): string {
  const asked: [string, string][] = [
    ...run.map((id): [string, string] => ["run", String(id)]),
    ...Object.entries(rest).map(([name, value]): [string, string] => [name, String(value)]),
    ...(track === undefined ? [] : [["track", track] as [string, string]]),
  ];
  return `${curationPath(slug)}?${new URLSearchParams(asked)}#cases`;
}
