import { type Locale, useTranslations } from "next-intl";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { figureDownloads } from "#components/study-results/people/downloads.ts";
import type { OwnOverviewProps } from "#components/task-kinds/kind.ts";
import { ShareTable } from "#components/task-kinds/label/share-table.tsx";
import { inPercent, inRange } from "#lib/figures/written.ts";
import { writeView } from "#lib/study-results/schema.ts";
import { drawLabels, drawShares } from "#lib/task-kinds/label/shares/figures.ts";
import type { LabelledCases } from "#lib/task-kinds/label/shares/labels.ts";
import { nameOrigin } from "#lib/task-kinds/origins.ts";

export type SetProps = Pick<OwnOverviewProps, "rows" | "view"> & {
  labelled: LabelledCases;
  by: readonly string[];
  locale: Locale;
  id: string;
};

const downloadsOf = ({ rows, view, by, labelled }: SetProps, name: string) => {
  const query = writeView(view);
  for (const one of by) query.append("by", one);
  query.set("set", labelled.set);
  return figureDownloads(rows.study.slug, name, query);
};

const drawnOf = ({ rows, view, by, locale }: SetProps) => ({ rows, who: view.who, by, locale });

/** How often one label was given, with intervals. */
export function SharesFigure(props: SetProps) {
  const t = useTranslations("resultsLabels");
  const { labelled, view, id } = props;
  const { overall, labels, mainLabel, set } = labelled;
  const [people] = overall;
  const share = people?.shares[mainLabel];
  if (!people || !share) return null;
  const { n, cases, groups, people: raters, isClaimable } = people;
  const range = share.low === null || share.high === null ? null : inRange(share.low, share.high);
  return (
    <FigureFrame
      id={id}
      level={3}
      title={t("set", { set })}
      sentence={t("forest.sentence", {
        told: isClaimable ? "yes" : "no",
        who: view.who,
        label: labels[mainLabel] ?? "",
        n,
        cases,
        groups,
        people: raters,
        share: inPercent(share.mean ?? 0),
        interval: range === null ? t("forest.noRange") : t("forest.range", { range }),
      })}
      figure={drawShares(labelled, mainLabel, drawnOf(props)).figure}
      downloads={downloadsOf(props, "label-shares")}
      room="wide"
      table={
        <ShareTable
          caption={t("set", { set })}
          labels={labels}
          who={view.who}
          rows={overall.map((side) => ({ side, value: null }))}
        />
      }
      isTableOpen
    />
  );
}

/** All labels in one look, by where cases come from. */
export function LabelsFigure(props: SetProps) {
  const t = useTranslations("resultsLabels");
  const { labelled, view, by, locale, id } = props;
  const { labels, overall, byOrigin } = labelled;
  return (
    <FigureFrame
      id={`${id}-bars`}
      level={3}
      title={t("bars.title")}
      sentence={t("bars.sentence")}
      figure={drawLabels(labelled, drawnOf(props)).figure}
      downloads={downloadsOf(props, "labels")}
      room="wide"
      table={
        <ShareTable
          caption={t("bars.title")}
          labels={labels}
          who={view.who}
          attribute={t("bars.origin")}
          rows={[
            ...overall.map((side) => ({ side, value: null })),
            ...(by.length > 0 ? (byOrigin.origins ?? []) : []).flatMap(({ values, sides }) =>
              sides.slice(0, 1).map((side) => ({ side, value: nameOrigin(values, locale) })),
            ),
          ]}
        />
      }
    />
  );
}
