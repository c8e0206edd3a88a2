"use client";

import { useTranslations } from "next-intl";
import dynamic from "next/dynamic";
import { usePowerNumbers } from "#components/builder/power/numbers.ts";
import { LiveTable } from "#components/ui/table/live-table.tsx";
import type { PowerCurve as Curve, PowerLine } from "#lib/studies/opening/power-curve.ts";

const Chart = dynamic(
  () => import("#components/charts/power-curve.tsx").then((chart) => chart.PowerCurveChart),
  { ssr: false, loading: () => <div className="h-80" /> },
);

/** How closely people's accuracy is known against how many of them take part. */
export function PowerCurve({ curve }: { curve: Curve }) {
  const t = useTranslations("builderPlan.power.curve");
  const { points } = usePowerNumbers();
  const { nameOf, write } = useCurveWords();
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
        lines={lines.map((line, i) => ({
          id: idOf(line),
          label: nameOf(line),
          isMain: i === 0,
          values: line.halves.map((half) => half && 100 * half),
        }))}
        label={sentence}
        words={{ x: t("x"), y: t("y"), planned: t("planned", { people: planned }) }}
        write={(value) => write(value / 100)}
      />
      <CurveTable curve={curve} />
    </figure>
  );
}

const idOf = ({ of, track }: PowerLine) => (track === null ? of : `track ${track}`);

function useCurveWords() {
  const t = useTranslations("builderPlan.power.curve");
  const { points } = usePowerNumbers();
  return {
    nameOf: ({ of, track }: PowerLine) => track ?? t(`lines.${of as "selected" | "benchmark"}`),
    write: (half: number | null) => (half === null ? "–" : t("half", { half: points(half) })),
  };
}

function CurveTable({ curve: { people, planned, lines } }: { curve: Curve }) {
  const t = useTranslations("builderPlan.power.curve");
  const { nameOf, write } = useCurveWords();
  return (
    <details className="text-sm">
      <summary className="target flex w-fit items-center text-accent underline">{t("table")}</summary>
      <LiveTable
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
  );
}
