"use client";

import { useFormatter, useTranslations } from "next-intl";
import type { Consequences } from "#components/builder/assignment/consequences.ts";
import { LiveTable } from "#components/ui/table/live-table.tsx";
import { countNames } from "#lib/studies/strata/schema.ts";
import type { Assignment } from "#lib/studies/schema.ts";

type Props = { assignment: Pick<Assignment, "design" | "arms">; consequences: Consequences | null };

/** What the chosen numbers come to. */
export function AssignmentResults({ assignment: { design, arms }, consequences }: Props) {
  const t = useTranslations("builderPlan.assignment.results");
  const format = useFormatter();
  if (!consequences) return <p className="text-ink-muted">{t("incomplete")}</p>;
  const { cells, perPerson, answers, raters, perArm, needs } = consequences;
  if (perPerson === 0) return <p className="text-ink-muted">{t("noQuota")}</p>;
  const [least, most] = raters;
  const facts = {
    answers: t("answersOf", { answers, perPerson }),
    cells: t(`cellsOf.${design}`, { cells }),
    raters: least === most ? t("ratersOf", { raters: most }) : t("ratersBetween", { least, most }),
    ...(arms && { arms: t(`armsOf.${arms.unit}`, { arms: arms.arms.length, people: perArm }) }),
  };
  const shown = (["answers", "cells", "raters", "arms"] as const).filter((name) => facts[name] !== undefined);
  return (
    <div className="grid gap-4">
      <dl className="grid gap-2" aria-live="polite">
        {shown.map((name) => (
          <div key={name} className="grid gap-x-4 sm:grid-cols-[12rem_minmax(0,1fr)]">
            <dt className="text-ink-muted">{t(name)}</dt>
            <dd className="figures">{facts[name]}</dd>
          </div>
        ))}
      </dl>
      <LiveTable
        caption={t("caption")}
        columns={[
          { key: "track", label: t("track") },
          { key: "perPerson", label: t("perPerson"), numeric: true },
          { key: "needed", label: t("needed"), numeric: true },
          { key: "there", label: t("there"), numeric: true },
        ]}
        rows={needs.map(({ track, stratum, perPerson: each, needed, there }) => ({
          id: `${stratum} ${track}`,
          cells: {
            track: stratum === "selected" ? track : t(`${countNames[stratum]}Of`, { track }),
            perPerson: format.number(each),
            needed: format.number(needed),
            there:
              there === null ? "–" : <There design={design} needed={needed} there={there} least={each} />,
          },
        }))}
      />
    </div>
  );
}

function There({
  design,
  needed,
  there,
  least,
}: {
  design: Assignment["design"];
  needed: number;
  there: number;
  least: number;
}) {
  const t = useTranslations("builderPlan.assignment.results");
  const format = useFormatter();
  const isReused = design === "own" && there >= least;
  return (
    <>
      {format.number(there)}
      {there < needed && (
        <span className="block text-sm font-medium">
          {isReused ? t("reused") : t("missing", { count: (design === "own" ? least : needed) - there })}
        </span>
      )}
    </>
  );
}
