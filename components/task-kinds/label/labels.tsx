import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { decimal, ends, muted, named, nothing } from "#components/study-results/figure-cells.ts";
import { AttributeLinks } from "#components/task-kinds/attribute-links.tsx";
import type { OwnOverviewProps } from "#components/task-kinds/kind.ts";
import { LabelComparisons } from "#components/task-kinds/label/comparisons.tsx";
import { LabelsFigure, SharesFigure, type SetProps } from "#components/task-kinds/label/drawn.tsx";
import { RatersNote } from "#components/task-kinds/raters-note.tsx";
import { ShareTable } from "#components/task-kinds/label/share-table.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { inDigits } from "#lib/figures/written.ts";
import type { Bounded, UndefinedReason } from "#lib/metrics/measure.ts";
import { leastForClaim, type Who } from "#lib/study-results/schema.ts";
import { readBy } from "#lib/task-kinds/asked-attributes.ts";
import { mostOrigins } from "#lib/task-kinds/label/shares/by-origin.ts";
import { joinBy, listOrigins } from "#lib/task-kinds/label/shares/figures.ts";
import { describeLabels } from "#lib/task-kinds/label/shares/labels.ts";
import { nameOrigin } from "#lib/task-kinds/origins.ts";

/** How often each label was given, by people and by every judge, over all cases and by what is noted of them. */
export async function Labels({ rows, view, asked }: OwnOverviewProps) {
  const t = await getTranslations("resultsLabels");
  const locale = await getLocale();
  const by = readBy(asked["by"], rows);
  const sets = describeLabels(rows, view, by);
  if (sets.length === 0) return null;
  return (
    <section aria-labelledby="labels" className="grid min-w-0 gap-4">
      <h2 id="labels" className="text-lg font-semibold">
        {t("title")}
      </h2>
      <p className="measure">{t("intro", { who: view.who })}</p>
      <AttributeLinks rows={rows} view={view} by={by} anchor="labels" />
      {sets.map((labelled, at) => (
        <SetOfLabels
          key={labelled.set}
          labelled={labelled}
          rows={rows}
          view={view}
          by={by}
          locale={locale}
          id={`labels-${at + 1}`}
        />
      ))}
      <p className="measure text-sm text-ink-muted">{t("note", leastForClaim)}</p>
    </section>
  );
}

async function SetOfLabels(props: SetProps): Promise<ReactNode> {
  const t = await getTranslations("resultsLabels");
  const { labelled, view, by } = props;
  const { labels, byAttribute, byOrigin } = labelled;
  const origins = listOrigins(labelled, by);
  const { who } = view;
  return (
    <div className="grid min-w-0 gap-4 border-t border-line pt-4">
      <SharesFigure {...props} />
      <RatersNote raters={labelled.overall[0]?.people ?? 0} />
      <Agreement labelled={labelled} who={who} />
      <ErrorTypes labelled={labelled} />
      <LabelsFigure {...props} />
      {byOrigin.origins === null && <p>{t("tooManyOrigins", { most: mostOrigins })}</p>}
      {[
        ...(origins.length > 0
          ? [
              {
                attribute: joinBy(by),
                values: origins.map(({ values, sides }) => ({
                  value: nameOrigin(values, props.locale),
                  sides,
                })),
              },
            ]
          : []),
        ...byAttribute,
      ].map(({ attribute, values }) => (
        <div key={attribute} className="grid min-w-0 gap-2">
          <h4 className="font-medium">{t("by", { attribute })}</h4>
          <ShareTable
            caption={t("by", { attribute })}
            labels={labels}
            who={who}
            attribute={attribute}
            rows={values.flatMap(({ value, sides }) => sides.map((side) => ({ side, value })))}
          />
        </div>
      ))}
      <LabelComparisons {...props} />
    </div>
  );
}

const worded = [
  ...(["no_items", "no_pairs", "one_category", "too_few_raters"] as const),
  ...(["too_few_groups", "no_error", "no_variation", "interim"] as const),
];

type AgreementProps = Pick<SetProps, "labelled"> & { who: Who };

async function Agreement({ labelled: { set, alpha, pairwise, overall }, who }: AgreementProps) {
  const t = await getTranslations("resultsLabels");
  const whyNot = (reason: UndefinedReason) => t(`reasons.${worded.find((one) => one === reason) ?? "other"}`);
  const rows: [key: string, name: ReturnType<typeof named>, figure: Bounded][] = [
    ["alpha", named(t("alpha")), alpha],
    ["pairwise", named(t("pairwise")), pairwise],
    ...overall.map(({ run, kappa }): [string, ReturnType<typeof named>, Bounded] => [
      String(run?.id ?? "people"),
      named(
        run ? t("kappaOfJudge", { judge: `${run.model} ${run.method}`.trim() }) : t("kappaOfPeople", { who }),
      ),
      kappa,
    ]),
  ];
  return (
    <Table
      caption={t("agreement", { set })}
      hideCaption={false}
      isTight
      columns={[
        { key: "figure", label: t("figure"), atLeast: 48 },
        { key: "value", label: t("value"), numeric: true },
        { key: "interval", label: t("interval"), numeric: true },
      ]}
      rows={rows.map(([id, name, { value, low, high, reason }]) => ({
        id,
        cells: {
          figure: name,
          value: value === null && reason ? muted(whyNot(reason)) : decimal(value, 2),
          interval:
            low !== null && high !== null
              ? ends(low, high, (from, to) => `${inDigits(from, 2)}–${inDigits(to, 2)}`)
              : value !== null && reason
                ? muted(whyNot(reason))
                : nothing,
        },
      }))}
    />
  );
}

async function ErrorTypes({ labelled: { errors } }: Pick<SetProps, "labelled">) {
  const t = await getTranslations("resultsLabels");
  const format = await getFormatter();
  if (!errors || errors.asked === 0) return null;
  const list = format.list(errors.counts.map(({ type, count }) => t("errorType", { type, count })));
  return <p className="measure">{t("errors", { asked: errors.asked, list })}</p>;
}
