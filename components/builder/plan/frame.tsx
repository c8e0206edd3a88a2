import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import type { PlanReading } from "#lib/studies/opening/plan-reading.ts";
import { Prose } from "#components/builder/plan/section.tsx";
import { EmptyColumns } from "#components/ui/table/empty-columns-note.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { formatSelectedCases } from "#lib/study-results/overview/selection-words.ts";
import { runLabel } from "#lib/studies/run-names.ts";

export async function PlanFrame({ benchmark, design: { frame }, filters, eligible, task }: PlanReading) {
  const t = await getTranslations("builder.plan.frame");
  const own = await getTranslations("planKinds");
  const format = await getFormatter();
  const { reference, options, answerLength } = frame;
  const filtered = formatSelectedCases(filters, await getLocale());
  const strata = reference ? (["selected", "unsure", "controls"] as const) : [];
  const columns = [
    { key: "track", label: t("track") },
    { key: "language", label: t("language") },
    { key: "cases", label: t("cases"), numeric: true },
    ...strata.map((key) => ({ key, label: t(key), numeric: true, mayGo: true })),
  ];
  const rows = eligible.map(({ track, language, cases, selected, unsure, controls }) => ({
    id: track,
    cells: {
      track: <bdi>{track}</bdi>,
      language,
      cases: format.number(cases),
      selected: format.number(selected),
      unsure: unsure === undefined ? "–" : format.number(unsure),
      controls: format.number(controls),
    },
  }));
  return (
    <>
      <Prose>
        {[
          benchmark
            ? t("from", { benchmark: benchmark.name, tracks: format.list(frame.tracks) || t("noTrack") })
            : t("noBenchmark"),
          ...task.kinds.map((kind) => own(`${kind}.eligible`)),
          options !== null && t("options", inWords(options)),
          answerLength !== null && t("answerLength", inWords(answerLength)),
          reference
            ? t("reference", {
                run: runLabel(reference),
                threshold: format.number(reference.threshold, level),
              })
            : t("noReference", { filtered: filters.length > 0 ? "yes" : "no" }),
          filtered !== null && t("filtered", { cases: filtered }),
          reference && t("byConstruction", { model: reference.model }),
        ]}
      </Prose>
      {eligible.length > 0 && (
        <div className="min-w-0">
          <Table caption={t("table")} columns={columns} rows={rows} />
          <EmptyColumns columns={columns} rows={rows} />
        </div>
      )}
    </>
  );
}

const level = { minimumFractionDigits: 2, maximumFractionDigits: 6 } as const;

const inWords = ({ least, most }: { least: number; most: number | null }) => ({
  least,
  most: most ?? 0,
  bound: most === null ? "open" : "closed",
});
