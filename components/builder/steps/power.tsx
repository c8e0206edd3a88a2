"use client";

import { useTranslations } from "next-intl";
import dynamic from "next/dynamic";
import { type ReactNode, useMemo } from "react";
import type { BuilderStudy } from "#components/builder/builder-study.ts";
import { PowerResults, usePowerNumbers } from "#components/builder/power-results.tsx";
import { StepForm } from "#components/builder/step-form.tsx";
import { Fields, fieldsOf, group, type Item, row } from "#components/plan-form/fields.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { rangeOfSpreads } from "#lib/metrics/power/spread.ts";
import type { PowerCurve as Curve, PowerLine, PowerPlan } from "#lib/studies/opening/power-plan.ts";
import { usualMean, usualShare, type Design } from "#lib/studies/schema.ts";

const { number, share } = fieldsOf<Design["power"]>();
const defaults = { mean: usualMean, share: usualShare };

type Props = {
  study: BuilderStudy;
  /** Of the saved draft. */
  results: PowerPlan;
  curve: Curve;
};

export function PowerStep({ study, results, curve }: Props) {
  const t = useTranslations("builderPlan.power");
  const { power, assignment } = study.design;
  const { hasRight, measures } = study.task;
  const points = hasRight ? (["crossed", "gap"] as const) : (["judged"] as const);
  const assumptions = useAssumptions();
  const hasCurve = curve.lines.length > 0;
  return (
    <StepForm
      study={study}
      step="power"
      value={power}
      defaults={defaults}
      about={points.map((point) => t(`about.${point}`))}
    >
      {(tools) => (
        <>
          <CurveFigure curve={curve} />
          <Folded title={t("assumptions")} open={!hasCurve}>
            <Fields
              tools={tools}
              items={[
                hasRight && assumptions.accuracy(<SpreadInPercent value={tools.value} />),
                measures.includes("mean") && assumptions.mean,
                measures.some((measure) => measure === "shares" || measure === "wins") && assumptions.share,
              ]}
            />
          </Folded>
          <Folded title={t("results", { people: assignment.people })} open={!hasCurve}>
            {JSON.stringify(tools.value) !== JSON.stringify(power) && (
              <Callout tone="info">{t("stale")}</Callout>
            )}
            <PowerResults plan={results} />
          </Folded>
        </>
      )}
    </StepForm>
  );
}

const Folded = ({ title, open, children }: { title: string; open: boolean; children: ReactNode }) => (
  <details open={open} className="rounded-md border border-line bg-raised">
    <summary className="target flex items-center px-4">
      <h2 className="text-lg font-semibold">{title}</h2>
    </summary>
    <div className="grid min-w-0 gap-6 border-t border-line bg-surface p-4">{children}</div>
  </details>
);

/** What is assumed of accuracy, and of what is estimated where no answer is right. */
function useAssumptions() {
  const t = useTranslations("builderPlan.power");
  const judged = useTranslations("builderPlan.power.judged.assumed");
  const legendClass = "mb-3 text-xl font-semibold";
  const block = (legend: string, about: string, fields: Item[], columns = "sm:grid-cols-2", below?: Item) =>
    group(legend, [row(`grid max-w-3xl items-end gap-4 ${columns}`, fields), below], { about, legendClass });
  const spread = (at: "personSpread" | "caseSpread") =>
    number(at, t(at), { hint: t(`${at}Hint`), min: 0, max: 5, step: "any" });
  const deviation = (field: "caseSd" | "raterSd") =>
    share(`share.${field}`, judged(`fields.${field}`), {
      hint: judged(`hints.of.${field}`),
      min: 0,
      max: 50,
    });
  const field = (of: "caseSd" | "raterSd" | "noiseSd" | "alpha") =>
    number(`mean.${of}`, judged(`fields.${of}`), {
      hint: judged(`hints.mean.${of}`),
      min: 0,
      max: of === "alpha" ? 1 : 100,
      step: "any",
    });
  return {
    accuracy: (below: Item) =>
      block(
        t("assumptions"),
        t("assumptionsIntro"),
        [
          share("accuracy", t("accuracy"), { hint: t("accuracyHint"), min: 1, max: 99 }),
          spread("personSpread"),
          spread("caseSpread"),
        ],
        "sm:grid-cols-3",
        below,
      ),
    mean: block(judged("mean"), judged("meanIntro"), [
      field("caseSd"),
      field("raterSd"),
      field("noiseSd"),
      field("alpha"),
    ]),
    share: block(judged("share"), judged("shareIntro"), [
      share("share.share", judged("fields.share"), { hint: judged("hints.share"), min: 1, max: 99 }),
      deviation("caseSd"),
      deviation("raterSd"),
      number("share.alpha", judged("fields.alpha"), {
        hint: judged("hints.of.alpha"),
        min: 0,
        max: 1,
        step: "any",
      }),
    ]),
  };
}

/** Log-odds are nobody's daily bread: what the spreads come to in percent. */
function SpreadInPercent({ value }: { value: Design["power"] }) {
  const t = useTranslations("builderPlan.power");
  const { percent } = usePowerNumbers();
  const { accuracy, personSpread, caseSpread } = value;
  const ranges = useMemo(() => {
    const isWithin = (item: number, least: number, most: number) => item >= least && item <= most;
    const isUsable =
      isWithin(accuracy, 0.01, 0.99) &&
      [personSpread, caseSpread].every((one) => typeof one === "number" && isWithin(one, 0, 5));
    return isUsable ? rangeOfSpreads({ accuracy, personSpread, caseSpread }) : null;
  }, [accuracy, personSpread, caseSpread]);
  if (!ranges) return null;
  const [peopleLow = "", peopleHigh = ""] = ranges.people.map(percent);
  const [casesLow = "", casesHigh = ""] = ranges.cases.map(percent);
  return (
    <p role="status" className="measure">
      {t("spreadSaid", { peopleLow, peopleHigh, casesLow, casesHigh })}
    </p>
  );
}

const Chart = dynamic(
  () => import("#components/charts/power-curve.tsx").then((chart) => chart.PowerCurveChart),
  { ssr: false, loading: () => <div className="h-80" /> },
);

/** How closely people's accuracy is known against how many of them take part. */
function CurveFigure({ curve }: { curve: Curve }) {
  const t = useTranslations("builderPlan.power.curve");
  const { points } = usePowerNumbers();
  const nameOf = ({ of, track }: PowerLine) => track ?? t(`lines.${of as "selected" | "benchmark"}`);
  const write = (half: number | null) => (half === null ? "–" : t("half", { half: points(half) }));
  const { people, planned, lines } = curve;
  const [all] = lines;
  if (!all) return null;
  const at = (count: number) => all.halves[people.indexOf(count)] ?? null;
  const most = people.at(-1) ?? planned;
  const sentence =
    at(planned) === null
      ? t("nothing", { people: planned })
      : t("sentence", {
          people: planned,
          half: points(at(planned) ?? 0),
          most,
          floor: points(at(most) ?? 0),
        });
  return (
    <figure aria-labelledby="power-curve" className="grid min-w-0 grid-cols-1 gap-3">
      <figcaption className="grid gap-1">
        <h2 id="power-curve" className="text-lg font-semibold">
          {t("title")}
        </h2>
        <p className="measure">{sentence}</p>
      </figcaption>
      <Chart
        people={people}
        planned={planned}
        lines={[
          {
            id: idOf(all),
            label: nameOf(all),
            isMain: true,
            values: all.halves.map((half) => half && 100 * half),
          },
        ]}
        label={sentence}
        words={{ x: t("x"), y: t("y"), planned: t("planned", { people: planned }) }}
        write={(value) => write(value / 100)}
      />
      <details className="text-sm">
        <summary className="target flex w-fit items-center text-accent underline">{t("table")}</summary>
        <Table
          caption={t("title")}
          columns={[
            { key: "people", label: t("x"), numeric: true },
            ...lines.map((line) => ({ key: idOf(line), label: nameOf(line), numeric: true })),
          ]}
          rows={people.map((count, i) => ({
            id: String(count),
            cells: {
              people: count === planned ? t("plannedRow", { people: count }) : String(count),
              ...Object.fromEntries(lines.map((line) => [idOf(line), write(line.halves[i] ?? null)])),
            },
          }))}
        />
        <p className="measure text-ink-muted">{t("method")}</p>
      </details>
    </figure>
  );
}

const idOf = ({ of, track }: PowerLine) => (track === null ? of : `track ${track}`);
