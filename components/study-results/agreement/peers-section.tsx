import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { PageLinks } from "#components/cases/page-links.tsx";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { Coefficient } from "#components/study-results/models/few.tsx";
import { figureDownloads } from "#components/study-results/people/downloads.ts";
import { Nothing, Percent } from "#components/study-results/people/number.tsx";
import { resultsPath, resultsPersonPath } from "#components/studies/address.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Table } from "#components/ui/table.tsx";
import { inPercent } from "#lib/figures/written.ts";
import { describePeers, outlierFrom, type Peer, type Peers } from "#lib/study-results/peers.ts";
import { drawPeers } from "#lib/study-results/figures/agreement.ts";
import { isTooFew } from "#lib/study-results/models.ts";
import type { StudyRows } from "#lib/study-results/rows.ts";
import { leastForClaim, writeView, type View } from "#lib/study-results/schema.ts";

const perPage = 50;

type Props = { rows: StudyRows; view: View; page: number };

/** Each person held against the others, those first who agree least. */
export async function PeersSection({ rows, view, page: asked }: Props) {
  const t = await getTranslations("resultsAgreement.people");
  const peers = describePeers(rows, view);
  const { slug } = rows.study;
  const query = writeView(view);
  const figure = drawPeers(rows, peers, { toPerson: ({ number }) => resultsPersonPath(slug, number, query) });
  const pages = Math.max(1, Math.ceil(peers.people.length / perPage));
  const page = Math.min(asked, pages);
  return (
    <section aria-labelledby="peers" className="grid min-w-0 gap-4">
      <h2 id="peers" className="text-xl font-semibold">
        {t("title")}
      </h2>
      {figure && peers.median !== null && (
        <FigureFrame
          id="agreement-people"
          level={3}
          title={t("figureTitle")}
          sentence={t("sentence", {
            who: view.who,
            count: peers.told,
            median: inPercent(peers.median),
            outliers: peers.people.filter(({ isOutlier }) => isOutlier).length,
          })}
          figure={figure}
          table={
            <a href="#peers-list" className="target inline-flex items-center text-accent underline">
              {t("below")}
            </a>
          }
          downloads={figureDownloads(slug, "agreement-people", query)}
        />
      )}
      <div id="peers-list" className="min-w-0 scroll-mt-4">
        <PeersTable
          rows={rows}
          view={view}
          people={peers.people.slice((page - 1) * perPage, page * perPage)}
        />
      </div>
      <PageLinks
        page={page}
        pages={pages}
        addressOf={(to) => {
          const there = new URLSearchParams(query);
          if (to > 1) there.set("page", String(to));
          return `${resultsPath(slug, "agreement", there)}#peers`;
        }}
      />
      <div className="measure grid gap-2 text-sm text-ink-muted">
        <p>{t("about")}</p>
        <Rule peers={peers} />
      </div>
    </section>
  );
}

function PeersTable({ rows, view, people }: { rows: StudyRows; view: View; people: readonly Peer[] }) {
  const t = useTranslations("resultsAgreement.people");
  const columns = ["n", "share", "most", "mostN", "z"] as const;
  return (
    <Table
      caption={t("caption")}
      columns={[
        { key: "number", label: t("number") },
        ...columns.map((key) => ({ key, label: t(key), numeric: true })),
      ]}
      rows={people.map((it) => {
        const number = rows.people[it.index]?.number ?? 0;
        return {
          id: String(number),
          cells: {
            number: (
              <span className="flex flex-wrap items-center gap-2">
                <a
                  href={resultsPersonPath(rows.study.slug, number, writeView(view))}
                  className="text-accent underline"
                >
                  {number}
                </a>
                {it.isOutlier && <Badge tone="warning">{t("outlier")}</Badge>}
              </span>
            ),
            n: it.n,
            share: <Share value={it.agreement} n={it.n} />,
            most: <Share value={it.withMajority} n={it.majorityN} />,
            mostN: it.majorityN,
            z: <Coefficient value={it.z} />,
          },
        };
      })}
    />
  );
}

function Share({ value, n }: { value: number | null; n: number }) {
  const t = useTranslations("resultsModels");
  if (value === null) return <Nothing />;
  return isTooFew(n) ? (
    <span className="text-ink-muted">{t("tooFew", { n })}</span>
  ) : (
    <Percent value={value} />
  );
}

function Rule({ peers: { people, median } }: { peers: Peers }) {
  const t = useTranslations("resultsAgreement.people");
  if (median === null || people.every(({ z }) => z === null)) return <p>{t("noRule")}</p>;
  const limit = String(outlierFrom).replace("-", "−");
  return <p>{t("rule", { limit, median: inPercent(median), least: leastForClaim.cases })}</p>;
}
