import { inPercent } from "#lib/figures/written.ts";
import { gradeBy } from "#lib/reports/checklist/figures.ts";
import { listCompared, listLater, type Facts } from "#lib/reports/facts.ts";
import { findOtherEnd, noteLooks } from "#lib/reports/looks.ts";
import type { Gap, Point } from "#lib/reports/schema.ts";
import { joinList, nameRun, t, writeDate } from "#lib/reports/words.ts";
import type { PowerPlan } from "#lib/studies/opening/power-plan.ts";
import { parityFields } from "#lib/model-runs/schema.ts";

const laterRuns = ["opened", "closed"] as const;

export function checkFrozen(facts: Facts): Point {
  const { rows, record, plan, isIntact } = facts;
  const key = "frozen";
  const { manifest } = record;
  if (!manifest || !plan) {
    const gap = { what: t("points.frozen.none.what"), mend: t("points.frozen.none.mend") };
    return { key, state: "missing", value: gap.what, gaps: [gap], notes: [] };
  }
  const count = rows.cases.filter(({ report }) => report !== null).length;
  const gaps: Gap[] = [];
  if (!isIntact) gaps.push({ what: t("points.frozen.broken.what"), mend: t("points.frozen.broken.mend") });
  if (count > 0)
    gaps.push({ what: t("points.frozen.reported.what", { count }), mend: t("points.frozen.reported.mend") });
  gaps.push(...findOtherEnd(facts));
  return {
    key,
    state: isIntact ? gradeBy(gaps) : "missing",
    value: t("points.frozen.value", {
      date: writeDate(plan.openedAt),
      // However many arms show them.
      cases: new Set(plan.cases.map(({ track, key: name }) => JSON.stringify([track, name]))).size,
      seed: String(plan.sampling.seed),
      hash: manifest.hash,
    }),
    gaps,
    notes: [
      ...laterRuns.flatMap((when) => {
        const runs = listLater(facts)[when];
        return runs.length === 0
          ? []
          : [t(`points.frozen.later.${when}`, { list: joinList(runs.map(nameRun)) })];
      }),
      ...noteLooks(facts),
    ],
  };
}

export function checkParity(facts: Facts): Point {
  const key = "parity";
  const compared = listCompared(facts);
  if (compared.length === 0)
    return { key, state: "not_applicable", value: t("points.parity.noModels"), gaps: [], notes: [] };
  const recordOf = (runId: number) => facts.record.parity.get(runId);
  const lacking = (field: (typeof parityFields)[number]) =>
    compared.filter(({ runId }) => !recordOf(runId)?.[field]);
  const gaps = parityFields.flatMap((field): Gap[] => {
    const without = lacking(field);
    if (without.length === 0) return [];
    return [
      {
        what: t(`points.parity.${without.length === compared.length ? "none" : "field"}.what`, {
          field: t(`fields.${field}`),
          count: without.length,
          list: joinList(without.map(nameRun)),
        }),
        mend: t("points.parity.field.mend"),
      },
    ];
  });
  const recorded = compared.filter(({ runId }) => parityFields.every((field) => recordOf(runId)?.[field]));
  const isEmpty = parityFields.every((field) => lacking(field).length === compared.length);
  return {
    key,
    state: isEmpty ? "missing" : gradeBy(gaps),
    value: t("points.parity.value", { recorded: recorded.length, models: compared.length }),
    gaps,
    notes: [],
  };
}

const points = (share: number | null): string => (share === null ? "–" : inPercent(share));
/** That of the simulation: a gap is found in so many of a hundred studies. */
const inWhole = (share: number): string => inPercent(share, 0);

export function checkPower({ power, results }: Facts): Point {
  const key = "power";
  const [all] = power?.rows ?? [];
  const { people } = results;
  if (!power || !all || all.figures.detectableGap === null) {
    const reason = all?.figures.reason ?? "no_plan";
    return {
      key,
      state: "missing",
      notes: [],
      value: t("points.power.none", { people: power?.people ?? 0 }),
      gaps: [
        {
          what: t("points.power.undefined.what", { reason: t(`points.power.reasons.${reason}`) }),
          mend: t("points.power.undefined.mend"),
        },
      ],
    };
  }
  const { figures, casesPerPerson } = all;
  const gaps: Gap[] = [];
  if (people.n.people < power.people)
    gaps.push({
      what: t("points.power.fewer.what", { counted: people.n.people, planned: power.people }),
      mend: t("points.power.fewer.mend"),
    });
  const { low, high } = people.interval;
  return {
    key,
    state: gradeBy(gaps),
    value: t("points.power.value", {
      people: power.people,
      cases: casesPerPerson,
      width: points(figures.intervalWidth),
      gap: points(figures.detectableGap),
      power: inWhole(figures.assumptions.power),
      simulations: figures.simulations,
      accuracy: inWhole(figures.assumptions.accuracy),
      found:
        people.isClaimable && low !== null && high !== null
          ? t("points.power.found", { width: points(high - low) })
          : "",
    }).trim(),
    gaps,
    notes: noteArmPower(power),
  };
}

function noteArmPower({ arms }: PowerPlan): string[] {
  if (!arms) return [];
  const { detectable, reason, power } = arms;
  const told = { reason: reason ?? "none", gap: points(detectable), power: inWhole(power) };
  return [t("points.power.arms", told)];
}

export function checkReport({ rows, results }: Facts): Point {
  const gap = (name: "simulated" | "interim"): Gap => ({
    what: t(`points.report.${name}.what`),
    mend: t(`points.report.${name}.mend`),
  });
  const gaps = [
    ...(results.isSimulated ? [gap("simulated")] : []),
    ...(results.isInterim ? [gap("interim")] : []),
  ];
  return {
    key: "report",
    state: results.isSimulated ? "missing" : gradeBy(gaps),
    value: t("points.report.value", {
      stamp: results.stamp,
      seed: String(results.resampled.seed),
      b: results.resampled.b,
      rules: results.method.rules,
    }),
    gaps,
    notes: rows.study.design.questions.confidence.ask === "off" ? [t("points.report.noConfidence")] : [],
  };
}
