import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Callout } from "#components/ui/callout.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { inPercent } from "#lib/figures/written.ts";
import { minForClaim } from "#lib/metrics/claim.ts";
import { minDiffering } from "#lib/metrics/grouped/method-differences.ts";
import type { MeanInput, ShareInput } from "#lib/metrics/power/judged.ts";
import { isFewNearCeiling } from "#lib/metrics/two-way/ceiling.ts";
import type { TaskMeasure } from "#lib/studies/frame/planned-task.ts";
import type { JudgedPower as Row } from "#lib/studies/opening/judged-power.ts";
import type { PowerPlan, PowerRow } from "#lib/studies/opening/power-plan.ts";
import { usualMean, usualShare } from "#lib/studies/schema.ts";

const rowKey = ({ stratum, track }: PowerRow): string => `${stratum} ${track ?? ""}`;

/** What is said of each row, by its name. */
const Sayings = ({ of }: { of: readonly { id: string; name: string; said: ReactNode }[] }) => (
  <ul className="measure grid list-disc gap-2 pl-5">
    {of.map(({ id, name, said }) => (
      <li key={id}>
        <strong>{name}.</strong> {said}
      </li>
    ))}
  </ul>
);

/** What the planned people and cases can be expected to show: for the builder and for whoever checks the plan. */
export function PowerResults({ plan }: { plan: PowerPlan }) {
  const t = useTranslations("builderPlan.power");
  const format = useFormatter();
  const { columns, cellsOf } = usePowerCells();
  const nameOf = ({ stratum, track }: PowerRow) =>
    track ?? (stratum === "control" ? t("controls") : t("together"));
  const { mean = usualMean, share = usualShare } = plan.assumptions;
  const judged = plan.judged.length > 0 && <JudgedPower rows={plan.judged} assumed={{ mean, share }} />;
  if (plan.rows.length === 0) return judged || <p className="text-ink-muted">{t("noQuota")}</p>;
  const hasControls = plan.rows.some(({ stratum }) => stratum === "control");
  return (
    <div className="grid gap-6">
      <Table
        caption={t("caption")}
        columns={[
          { key: "name", label: t("columns.cases") },
          { key: "perPerson", label: t("columns.perPerson"), numeric: true },
          ...columns,
        ]}
        rows={plan.rows.map((row) => ({
          id: rowKey(row),
          cells: {
            name: nameOf(row),
            perPerson: format.number(row.casesPerPerson),
            ...cellsOf(row.figures),
          },
        }))}
      />
      <Sayings
        of={plan.rows.map((row) => ({
          id: rowKey(row),
          name: nameOf(row),
          said: <PowerSaying row={row} people={plan.people} />,
        }))}
      />
      {plan.arms && <ArmsPower arms={plan.arms} />}
      {plan.benchmark && (
        <p className="measure">
          {t("benchmark", {
            half: inPercent(plan.benchmark.half),
            accuracy: inPercent(plan.assumptions.accuracy),
          })}
        </p>
      )}
      {plan.selectedBy ? (
        <Callout tone="warning" title={t("selecting.title", { run: plan.selectedBy })}>
          <p>{t("selecting.text")}</p>
          <p>{t(hasControls ? "selecting.controls" : "selecting.noControls")}</p>
        </Callout>
      ) : null}
      {plan.changes.length > 0 && <PowerChanges plan={plan} />}
      <PowerMethod plan={plan} />
      {judged}
    </div>
  );
}

const names = ["distinct", "answers", "width", "gap"] as const;

/** What every table of figures ends with: how much is asked, and what that can show. */
function usePowerCells() {
  const t = useTranslations("builderPlan.power");
  const { points, half, count } = usePowerNumbers();
  return {
    columns: names.map((key) => ({ key, label: t(`columns.${key}`), numeric: true })),
    cellsOf: ({ answers, cases, intervalWidth, detectableGap, reason }: PowerRow["figures"]) => ({
      distinct: count(cases),
      answers: count(answers),
      width:
        intervalWidth === null
          ? "–"
          : t("width", { width: points(intervalWidth), half: half(intervalWidth) }),
      gap:
        detectableGap === null ? reason && t(`short.${reason}`) : t("gap", { points: points(detectableGap) }),
    }),
  };
}

const leastOfAll = {
  leastAnswers: minForClaim.answers,
  leastPeople: minForClaim.people,
  leastCases: minForClaim.cases,
};

/** What a row can and can't say, in words. */
function PowerSaying({ row, people }: { row: PowerRow; people: number }) {
  const t = useTranslations("builderPlan.power.saying");
  const { points, half, percent, exactly } = usePowerNumbers();
  const { list } = useFormatter();
  const { casesPerPerson, perfectFrom, figures } = row;
  const { answers, cases, intervalWidth, detectableGap, falseAlarms, found, equivalent, reason } = figures;
  const { margin, accuracy } = figures.assumptions;
  const said: string[] = [];
  const formatGap = ({ gap, share }: (typeof found)[number]) =>
    t("share", { points: points(gap), share: percent(share) });
  if (perfectFrom !== null && casesPerPerson < 10)
    said.push(t("perfect", { cases: casesPerPerson, from: percent(perfectFrom) }));
  if (intervalWidth !== null) said.push(t("interval", { people, cases, half: half(intervalWidth) }));
  if (detectableGap !== null)
    said.push(t("found", { points: points(detectableGap), power: percent(figures.assumptions.power) }));
  if (found.length > 0)
    said.push(t("shares", { shares: list(found.map(formatGap), { type: "conjunction" }) }));
  if (equivalent !== null && margin !== null)
    said.push(t("equivalent", { share: percent(equivalent), margin: points(margin) }));
  if (!reason && isFewNearCeiling(cases, accuracy))
    said.push(t("ceiling", { cases, accuracy: percent(accuracy) }));
  if (reason)
    said.push(
      t(`reasons.${reason}`, { answers, cases, people, alarms: exactly(falseAlarms ?? 0), ...leastOfAll }),
    );
  return said.join(" ");
}

/** What the plan can say of a difference between two of its arms. */
function ArmsPower({ arms }: { arms: NonNullable<PowerPlan["arms"]> }) {
  const t = useTranslations("builderPlan.power.arms");
  const why = useTranslations("builderPlan.power.saying.reasons");
  const { points, percent, exactly } = usePowerNumbers();
  const { unit, count, people, answers, cases, half, detectable, falseAlarms, reason } = arms;
  return (
    <section aria-labelledby="power-arms" className="grid gap-2">
      <h3 id="power-arms" className="text-lg font-semibold">
        {t("title")}
      </h3>
      <p className="measure">
        {t("sizes", { unit, count, people, answers, cases })}{" "}
        {half !== null && t("half", { half: points(half) })}{" "}
        {detectable !== null && t("found", { points: points(detectable), power: percent(arms.power) })}{" "}
        {reason === "not_reachable" && t("notReachable")}{" "}
        {reason === "false_alarms" && t("falseAlarms", { alarms: exactly(falseAlarms ?? 0) })}{" "}
        {reason === "no_headline" && t("tooFew")}{" "}
        {(reason === "too_few_people" || reason === "too_few_cases" || reason === "too_many_answers") &&
          why(reason, { answers, cases, people, alarms: exactly(falseAlarms ?? 0), ...leastOfAll })}
      </p>
      <p className="measure text-ink-muted">{t("method")}</p>
    </section>
  );
}

/** The plan beside the same one with fewer or more people, or another design. */
function PowerChanges({ plan: { rows, changes, design, people } }: { plan: PowerPlan }) {
  const t = useTranslations("builderPlan.power");
  const { columns, cellsOf } = usePowerCells();
  const [planned] = rows;
  if (!planned) return null;
  const all = [{ design, people, figures: planned.figures }, ...changes];
  return (
    <div className="grid gap-3">
      <h3 className="text-lg font-semibold">{t("changes.title")}</h3>
      <p className="measure text-ink-muted">{t("changes.intro")}</p>
      <Table
        caption={t("changes.title")}
        columns={[{ key: "name", label: t("changes.plan") }, ...columns]}
        rows={all.map(({ figures, ...one }, index) => {
          const name = t("changes.of", { people: one.people, design: t(`changes.designs.${one.design}`) });
          return {
            id: `${one.design} ${one.people}`,
            cells: {
              name: index === 0 ? t("changes.planned", { plan: name }) : name,
              ...cellsOf(figures),
            },
          };
        })}
      />
    </div>
  );
}

const notes = ["model", "interval", "gap", "limits"] as const;

/** What was assumed and simulated, so that a reviewer can judge it and do it again. */
function PowerMethod({ plan: { rows, assumptions } }: { plan: PowerPlan }) {
  const t = useTranslations("builderPlan.power.method");
  const { percent, exactly, count } = usePowerNumbers();
  const planned = rows[0]?.figures;
  if (!planned) return null;
  const { coverage, falseAlarms, simulations } = planned;
  const values = {
    accuracy: exactly(assumptions.accuracy),
    personSpread: assumptions.personSpread,
    caseSpread: assumptions.caseSpread,
    level: percent(planned.assumptions.level),
    power: percent(planned.assumptions.power),
    seed: String(planned.assumptions.seed),
    simulations: count(simulations),
  };
  return (
    <details className="measure text-ink-muted">
      <summary className="font-medium text-accent">{t("title")}</summary>
      <div className="mt-2 grid gap-2">
        {notes.map((note) => (
          <p key={note}>{t(note, values)}</p>
        ))}
        {coverage !== null && falseAlarms !== null && (
          <p>{t("quality", { coverage: exactly(coverage), alarms: exactly(falseAlarms) })}</p>
        )}
      </div>
    </details>
  );
}

/** Shares as percent, differences of shares as points. */
export function usePowerNumbers() {
  const format = useFormatter();
  const written = (value: number) =>
    format.number(100 * value, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return {
    points: written,
    half: (width: number) => written(width / 2),
    percent: (share: number) => format.number(share, { style: "percent", maximumFractionDigits: 0 }),
    exactly: (share: number) => format.number(share, { style: "percent", maximumFractionDigits: 1 }),
    count: (value: number) => format.number(value),
  };
}

const judgedColumns = ["track", "what", "cases", "raters", "half", "difference"] as const;
const reasonOf = ({ measure, planned }: Row) =>
  planned ? planned.figures.reason : measure === "levels" ? "levels" : "no_sample";

/** Of tracks where no answer is right, each by itself. */
function JudgedPower({ rows, assumed }: { rows: readonly Row[]; assumed: Assumptions }) {
  const t = useTranslations("builderPlan.power.judged");
  const { size, count } = useJudgedNumbers();
  const cellsOf = (row: Row) => {
    const { planned, measure } = row;
    const reason = reasonOf(row);
    const why = reason && t(`short.${reason}`);
    if (!planned) return { half: why };
    const { layout, figures } = planned;
    const { half, difference, differenceReason } = figures;
    return {
      cases: t("cases", { cases: count(layout.groups * layout.casesEach), groups: count(layout.groups) }),
      raters: t("raters", { each: count(layout.ratersEach), all: count(layout.raters) }),
      half: half === null ? why : t("half", { size: size(measure, half) }),
      difference:
        difference === null ? differenceReason && t(`short.${differenceReason}`) : size(measure, difference),
    };
  };
  return (
    <section aria-labelledby="power-judged" className="grid gap-4">
      <h3 id="power-judged" className="text-lg font-semibold">
        {t("title")}
      </h3>
      <Table
        caption={t("caption")}
        columns={judgedColumns.map((key) => ({
          key,
          label: t(`columns.${key}`),
          numeric: key === "half" || key === "difference",
          atLeast: 32 as const,
        }))}
        rows={rows.map((row) => ({
          id: row.track,
          cells: { track: row.track, what: t(`measures.${row.measure}`), ...cellsOf(row) },
        }))}
      />
      <Sayings
        of={rows.map((row) => ({ id: row.track, name: row.track, said: <JudgedSaying row={row} /> }))}
      />
      <JudgedMethod rows={rows} assumed={assumed} />
    </section>
  );
}

function JudgedSaying({ row }: { row: Row }) {
  const t = useTranslations("builderPlan.power.judged");
  const { size, count } = useJudgedNumbers();
  const { measure, planned } = row;
  const reason = reasonOf(row);
  const least = { answers: minForClaim.answers, cases: minForClaim.cases, groups: minDiffering };
  if (reason || !planned) return reason && t(`reasons.${reason}`, least);
  const { figures, withMore, layout } = planned;
  const { half, difference, differenceReason } = figures;
  const said: string[] = [];
  if (half !== null)
    said.push(
      t(measure === "wins" ? "saying.pooled" : "saying.interval", { measure, half: size(measure, half) }),
    );
  if (withMore.people !== null && withMore.groups !== null)
    said.push(
      t("saying.more", { people: size(measure, withMore.people), groups: size(measure, withMore.groups) }),
    );
  if (difference !== null)
    said.push(
      t(measure === "wins" ? "saying.preference" : "saying.difference", {
        difference: size(measure, difference),
        groups: count(layout.sharedGroups ?? layout.groups),
      }),
    );
  if (differenceReason) said.push(t(`reasons.${differenceReason}`, least));
  return said.join(" ");
}

/** What was assumed, so that a reviewer can judge it. */
function JudgedMethod({ rows, assumed: { mean, share } }: { rows: readonly Row[]; assumed: Assumptions }) {
  const t = useTranslations("builderPlan.power.judged.method");
  const { plain, points, percent } = useJudgedNumbers();
  const has = (isMean: boolean) => rows.some((row) => row.planned && (row.measure === "mean") === isMean);
  return (
    <details className="measure text-ink-muted">
      <summary className="target flex w-fit items-center font-medium text-accent">{t("title")}</summary>
      <div className="mt-2 grid gap-2">
        <p>{t("model")}</p>
        {has(true) && (
          <p>
            {t("mean", {
              caseSd: plain(mean.caseSd),
              raterSd: plain(mean.raterSd),
              noiseSd: plain(mean.noiseSd),
              alpha: plain(mean.alpha),
            })}
          </p>
        )}
        {has(false) && (
          <p>
            {t("share", {
              share: percent(share.share),
              caseSd: points(share.caseSd),
              raterSd: points(share.raterSd),
              alpha: plain(share.alpha),
            })}
          </p>
        )}
        <p>{t("limits")}</p>
      </div>
    </details>
  );
}

type Assumptions = { mean: MeanInput; share: ShareInput };

/** Means in points of their scale, shares in percentage points. */
function useJudgedNumbers() {
  const t = useTranslations("builderPlan.power.judged");
  const format = useFormatter();
  const fixed = (value: number, digits: number) =>
    format.number(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return {
    size: (measure: TaskMeasure, value: number) =>
      measure === "mean"
        ? t("points", { value: fixed(value, 2) })
        : t("shares", { value: fixed(100 * value, 1) }),
    count: (value: number) => format.number(value, { maximumFractionDigits: 1 }),
    plain: (value: number) => format.number(value, { maximumFractionDigits: 3 }),
    points: (value: number) => format.number(100 * value, { maximumFractionDigits: 1 }),
    percent: (value: number) => format.number(value, { style: "percent", maximumFractionDigits: 1 }),
  };
}
