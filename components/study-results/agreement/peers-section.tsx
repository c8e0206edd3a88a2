import { getLocale, getTranslations } from "next-intl/server";
import { PageLinks } from "#components/cases/page-links.tsx";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { personLink } from "#components/study-results/people/people-list.tsx";
import { Fold } from "#components/study-results/overview/fold.tsx";
import { decimal, muted, percent, figureColumns } from "#components/study-results/figure-cells.ts";
import { figureDownloads, resultsPath, resultsPersonPath } from "#lib/paths.ts";
import type { Cell } from "#components/ui/table/cell.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { dotsAtMost } from "#lib/figures/drawn/dots.ts";
import { inPercent } from "#lib/figures/written.ts";
import { computePeers, outlierFrom } from "#lib/study-results/people/peers.ts";
import { drawPeers } from "#lib/study-results/figures/people.ts";
import { isTooFew } from "#lib/study-results/models/models.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import type { PersonRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import { minForClaim, viewKey, writeView, type View } from "#lib/study-results/schema.ts";
import { Section } from "#components/study-results/section.tsx";

const perPage = 50;

type Props = { rows: StudyRows; view: View; page: number };

/** Each person held against the others, those first who agree least. */
export async function PeersSection({ rows, view, page: asked }: Props) {
  const models = await getTranslations("resultsModels");
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
  const share = (value: number | null, n: number): Cell =>
    value !== null && isTooFew(n) ? muted(models("tooFew", { n })) : percent(value);
  const hasRule = peers.people.some(({ z }) => z !== null);
  return (
    <Section id="peers" title={t("title")} className="gap-4">
      {figure && peers.median !== null && (
        <FigureFrame
          id="agreement-people"
          level={3}
          title={t("caption")}
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
      <Fold id="peers-list" title={t("caption")} isOpen={asked > 1}>
        <Table
          caption={t("caption")}
          columns={[
            { key: "number", label: t("number") },
            ...figureColumns(["n", "share", "kappa", "most", "mostN", "z"], (key) => t(key)),
          ]}
          rows={peers.people.slice((page - 1) * perPage, page * perPage).map((person) => {
            const number = rows.people[person.index]?.number ?? 0;
            return {
              id: String(number),
              cells: {
                number: [
                  personLink(slug, number, view),
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
        <PageLinks
          page={page}
          pages={pages}
          addressOf={(to) => {
            const there = new URLSearchParams(query);
            if (to > 1) there.set("page", String(to));
            return `${resultsPath(slug, "agreement", there)}#peers-list`;
          }}
        />
        <div className="measure grid gap-2 text-sm text-ink-muted">
          <p>{t("about")}</p>
          <p>
            {hasRule && peers.median !== null
              ? t("rule", {
                  limit: String(outlierFrom).replace("-", "−"),
                  median: inPercent(peers.median),
                  least: minForClaim.cases,
                })
              : t("noRule")}
          </p>
        </div>
      </Fold>
    </Section>
  );
}
