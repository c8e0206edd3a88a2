import { getFormatter, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { decimal, ends, muted, named, nothing } from "#components/study-results/figure-cells.ts";
import { ShareTable } from "#components/task-kinds/label/share-table.tsx";
import type { OwnOverviewProps } from "#components/task-kinds/kind.ts";
import { Table } from "#components/ui/table/table.tsx";
import { inDigits } from "#lib/figures/written.ts";
import type { Bounded, UndefinedReason } from "#lib/metrics/measure.ts";
import { leastForClaim } from "#lib/study-results/schema.ts";
import { describeLabels, type LabelledCases } from "#lib/task-kinds/label/labels.ts";

/** How often each label was given, by people and by every judge, over all cases and by what is noted of them. */
export async function Labels({ rows, view }: OwnOverviewProps) {
  const t = await getTranslations("resultsLabels");
  const sets = describeLabels(rows, view);
  if (sets.length === 0) return null;
  return (
    <section className="grid min-w-0 gap-3">
      <h2 className="text-lg font-semibold">{t("title")}</h2>
      <p className="measure">{t("intro", { who: view.who })}</p>
      {sets.map((one) => (
        <SetOfLabels key={one.set} labelled={one} who={view.who} />
      ))}
      <p className="measure text-sm text-ink-muted">{t("note", leastForClaim)}</p>
    </section>
  );
}

type SetProps = { labelled: LabelledCases; who: OwnOverviewProps["view"]["who"] };

async function SetOfLabels({ labelled, who }: SetProps): Promise<ReactNode> {
  const t = await getTranslations("resultsLabels");
  const { set, labels, overall, byAttribute } = labelled;
  const title = t("set", { set });
  return (
    <>
      <h3 className="font-medium">{title}</h3>
      <ShareTable
        caption={title}
        {...{ labels, who }}
        rows={overall.map((side) => ({ side, value: null }))}
      />
      <Agreement labelled={labelled} who={who} />
      <ErrorTypes labelled={labelled} />
      {byAttribute.map(({ attribute, values }) => (
        <div key={attribute} className="grid min-w-0 gap-2">
          <h4 className="font-medium">{t("by", { attribute })}</h4>
          <ShareTable
            caption={t("by", { attribute })}
            {...{ labels, who, attribute }}
            rows={values.flatMap(({ value, sides }) => sides.map((side) => ({ side, value })))}
          />
        </div>
      ))}
    </>
  );
}

const worded = [
  ...(["no_items", "no_pairs", "one_category", "too_few_raters"] as const),
  ...(["too_few_groups", "no_error", "no_variation"] as const),
];

async function Agreement({ labelled: { set, alpha, pairwise, overall }, who }: SetProps) {
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
