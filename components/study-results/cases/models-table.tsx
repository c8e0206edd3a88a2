import { useTranslations } from "next-intl";
import { missing, option, share, verdict } from "#components/study-results/cases/case-cells.ts";
import { ModelResponse } from "#components/study-results/cases/model-response.tsx";
import { resultsPath } from "#lib/paths.ts";
import type { Cell } from "#components/ui/table/cell.tsx";
import { Table } from "#components/ui/table/table.tsx";
import type { StudyCase } from "#lib/study-results/cases/case-queries.ts";
import { insteadOf, sortRuns } from "#lib/study-results/cases/case-runs.ts";
import { nameAmong } from "#lib/study-results/models/models.ts";
import { mainScores, type CaseRow, type RunRow, type StudyRows } from "#lib/study-results/rows/rows.ts";
import { writeView, type View } from "#lib/study-results/schema.ts";

type Props = { rows: StudyRows; view: View; index: number; row: CaseRow; answers: StudyCase["answers"] };

/** What each model chose and wrote; who gave the right option most comes first. */
export function ModelsTable({ rows, view, index, row, answers }: Props) {
  const t = useTranslations("resultsCases.case.models");
  const marks = useTranslations("resultsApart.badge");
  const runs = sortRuns(rows.runs, index);
  const asked = writeView(view);
  return (
    <section aria-labelledby="models" className="grid min-w-0 gap-3">
      <h2 id="models" className="text-xl font-semibold">
        {t("title", { n: runs.length })}
      </h2>
      {runs.length === 0 ? (
        <p className="text-ink-muted">{t("none")}</p>
      ) : (
        <Table
          caption={t("caption")}
          columns={[
            { key: "model", label: t("model"), atLeast: 40 },
            { key: "choice", label: t("choice"), atLeast: 40 },
            { key: "probability", label: t("probability"), numeric: true },
            { key: "confidence", label: t("confidence"), numeric: true },
            { key: "answer", label: t("answer"), atLeast: 56 },
          ]}
          rows={runs.map((run) => {
            const name = nameAmong(run, rows.runs);
            asked.set("run", String(run.id));
            const href = resultsPath(rows.study.slug, "models", asked);
            return {
              id: String(run.id),
              cells: {
                model: [
                  { text: name, href, isName: true },
                  run.apart !== null && { line: { badge: marks(run.apart), tone: "warning" } },
                ],
                ...describe({ run, index, row, given: answers.get(run.id), name, t }),
              },
            };
          })}
        />
      )}
    </section>
  );
}

type T = ReturnType<typeof useTranslations<"resultsCases.case.models">>;
type Described = {
  run: RunRow;
  index: number;
  row: CaseRow;
  given: { repaired: boolean; text: string | null } | undefined;
  name: string;
  t: T;
};

function describe({ run, index, row, given, name, t }: Described): Record<string, Cell> {
  const instead = insteadOf(run, index);
  const text = given?.text ?? null;
  const answer =
    text === null ? (
      missing(t("noText"))
    ) : (
      <ModelResponse text={text} words={{ show: t("show"), of: t("of", { model: name }) }} />
    );
  if (instead) return { choice: t(instead), probability: missing(t(instead)), answer };
  const { choice, goldProbability, confidence } = run.predictions;
  const score = mainScores(run.predictions)[index] ?? NaN;
  const isRight = score === 1;
  const shareOf = (values: Float64Array) => {
    const value = values[index] ?? NaN;
    return share(Number.isNaN(value) ? null : value, t("choiceAlone"));
  };
  return {
    choice: [
      option(row, choice[index] ?? -1),
      // Where nobody knows what is right, nothing is wrong.
      ...(Number.isNaN(score) ? [] : [", ", verdict(isRight, t(isRight ? "right" : "wrong"))]),
      given?.repaired && { line: t("repaired"), isMuted: true },
    ],
    probability: shareOf(goldProbability),
    confidence: shareOf(confidence),
    answer,
  };
}
