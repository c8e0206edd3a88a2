import { getLocale, getTranslations } from "next-intl/server";
import { PageLinks } from "#components/cases/page-links.tsx";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { figureDownloads } from "#components/study-results/people/downloads.ts";
import { personLink } from "#components/study-results/people/person-cells.ts";
import { decimal, muted, percent } from "#components/study-results/figure-cells.ts";
import { resultsPath, resultsPersonPath } from "#lib/paths.ts";
import type { Cell } from "#components/ui/table/cell.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { dotsAtMost } from "#lib/figures/drawn/dots.ts";
import { inPercent } from "#lib/figures/written.ts";
import { computePeers, outlierFrom, type Peer, type Peers } from "#lib/study-results/people/peers.ts";
import { drawPeers } from "#lib/study-results/figures/agreement.ts";
import { isTooFew } from "#lib/study-results/models/models.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import type { PersonRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import { minForClaim, viewKey, writeView, type View } from "#lib/study-results/schema.ts";

const perPage = 50;

type Props = { rows: StudyRows; view: View; page: number };

/** Each person held against the others, those first who agree least. */
export async function PeersSection({ rows, view, page: asked }: Props) {
  const t = await getTranslations("resultsAgreement.people");
  const locale = await getLocale();
  const peers = computePeers(rows, view);
  const { slug } = rows.study;
  const query = writeView(view);
  const toPerson = ({ number }: PersonRow) => resultsPersonPath(slug, number, query);
  const figure = memoize(rows, `peers figure ${locale} ${viewKey(view)}`, () =>
    // More of them are counted in bars, which lead to nobody.
    drawPeers(rows, peers, peers.told > dotsAtMost ? { locale } : { locale, toPerson }),
  );
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

type TableProps = { rows: StudyRows; view: View; people: readonly Peer[] };

async function PeersTable({ rows, view, people }: TableProps) {
  const t = await getTranslations("resultsAgreement.people");
  const models = await getTranslations("resultsModels");
  const columns = ["n", "share", "kappa", "most", "mostN", "z"] as const;
  const share = (value: number | null, n: number): Cell =>
    value !== null && isTooFew(n) ? muted(models("tooFew", { n })) : percent(value);
  return (
    <Table
      caption={t("caption")}
      columns={[
        { key: "number", label: t("number") },
        ...columns.map((key) => ({ key, label: t(key), numeric: true })),
      ]}
      rows={people.map((person) => {
        const number = rows.people[person.index]?.number ?? 0;
        return {
          id: String(number),
          cells: {
            number: [
              personLink(rows.study.slug, number, view),
              person.isOutlier && [" ", { badge: t("outlier"), tone: "warning" }],
            ],
            n: person.n,
            share: share(person.agreement, person.n),
            kappa: isTooFew(person.n) ? "–" : decimal(person.kappa, 2),
            most: share(person.withMajority, person.majorityN),
            mostN: person.majorityN,
            z: decimal(person.z, 2),
          },
        };
      })}
    />
  );
}

async function Rule({ peers: { people, median } }: { peers: Peers }) {
  const t = await getTranslations("resultsAgreement.people");
  if (median === null || people.every(({ z }) => z === null)) return <p>{t("noRule")}</p>;
  const limit = String(outlierFrom).replace("-", "−");
  return <p>{t("rule", { limit, median: inPercent(median), least: minForClaim.cases })}</p>;
}
