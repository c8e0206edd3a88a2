"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useDeferredValue, useMemo, useState } from "react";
import { Fields, fieldsOf, row } from "#components/plan-form/fields.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { expectChecks } from "#lib/metrics/review/expected-checks.ts";
import { coverageSchema, type Coverage } from "#lib/reviews/plan/schema.ts";

const ways = ["wilson", "estimate"] as const;
/** Enough for whole numbers to stand still, and done while one types. */
const paths = 40;
const maxDecisions = 20_000;

type Assumptions = { decisions: number; accuracy: number };

/** What each way costs in checks, of one annotator whose accuracy is assumed. Null while a field makes no sense. */
function reckon(coverage: Coverage, { decisions, accuracy }: Assumptions) {
  const rule = coverageSchema.safeParse(coverage);
  const isWhole = Number.isInteger(decisions) && decisions >= 1 && decisions <= maxDecisions;
  if (!rule.success || !isWhole || !(accuracy >= 0 && accuracy <= 1)) return null;
  return ways.map((by) => ({
    by,
    ...expectChecks({ decisions, accuracy }, { ...rule.data, by }, { paths }),
  }));
}

const { number, share } = fieldsOf<Assumptions>();

type Props = { coverage: Coverage; items: number; annotators: number };

export function CoverageCost({ coverage, items, annotators }: Props) {
  const t = useTranslations("reviews.plan.cost");
  const format = useFormatter();
  const [assumed, assume] = useState<Assumptions>({
    accuracy: 0.96,
    decisions: Math.min(maxDecisions, Math.max(1, Math.round((items || 1000) / Math.max(1, annotators)))),
  });
  const asked = useDeferredValue(JSON.stringify({ coverage, ...assumed }));
  const costs = useMemo(() => {
    const { coverage: rule, ...rest } = JSON.parse(asked) as Assumptions & { coverage: Coverage };
    return reckon(rule, rest);
  }, [asked]);
  const whole = (value: number) => format.number(Math.round(value));
  return (
    <div className="grid gap-3 rounded-md border border-line bg-raised p-4">
      <h3 className="font-semibold">{t("title")}</h3>
      <p className="measure text-sm text-ink-muted">{t("about")}</p>
      <Fields
        tools={{
          value: assumed,
          set: (change) =>
            assume((now) => ({ ...now, ...(typeof change === "function" ? change(now) : change) })),
          errors: {},
          errorOf: () => undefined,
        }}
        items={[
          row("grid max-w-2xl gap-4 sm:grid-cols-2", [
            share("accuracy", t("accuracy"), { min: 0, max: 100 }),
            number("decisions", t("decisions"), { min: 1 }),
          ]),
        ]}
      />
      {costs === null ? (
        <p role="status">{t("none", { most: maxDecisions })}</p>
      ) : (
        <Table
          caption={t("title")}
          columns={[
            { key: "by", label: t("columns.by") },
            { key: "checks", label: t("columns.checks"), numeric: true },
            { key: "share", label: t("columns.share"), numeric: true },
            { key: "range", label: t("columns.range"), numeric: true },
          ]}
          rows={costs.map(({ by, checks, share, low, high }) => ({
            id: by,
            cells: {
              by: [
                t(`by.${by}`),
                ...(by === coverage.by ? [" ", { badge: t("chosen"), tone: "info" as const }] : []),
              ],
              checks: whole(checks),
              share: format.number(share, { style: "percent", maximumFractionDigits: 1 }),
              range: t("between", { low: whole(low), high: whole(high) }),
            },
          }))}
        />
      )}
    </div>
  );
}
