import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Missing, Share } from "#components/study-results/cases/case-cells.tsx";
import { resultsPath } from "#components/studies/address.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Table } from "#components/ui/table.tsx";
import type { StudyCase } from "#lib/study-results/case-queries.ts";
import { insteadOf, sortRuns } from "#lib/study-results/case-runs.ts";
import { nameAmong } from "#lib/study-results/models.ts";
import type { CaseRow, RunRow, StudyRows } from "#lib/study-results/rows.ts";
import { writeView, type View } from "#lib/study-results/schema.ts";

type Props = { rows: StudyRows; view: View; index: number; it: CaseRow; answers: StudyCase["answers"] };

/** What each model chose and wrote; who gave the right option most comes first. */
export function ModelsTable({ rows, view, index, it, answers }: Props) {
  const t = useTranslations("resultsCases.case.models");
  const runs = sortRuns(rows.runs, index);
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
            { key: "model", label: t("model") },
            { key: "choice", label: t("choice") },
            { key: "probability", label: t("probability"), numeric: true },
            { key: "confidence", label: t("confidence"), numeric: true },
            { key: "answer", label: t("answer") },
          ]}
          rows={runs.map((run) => ({
            id: String(run.id),
            cells: {
              model: <Name {...{ rows, view, run }} />,
              ...describe({ run, index, it, given: answers.get(run.id), name: nameAmong(run, runs), t }),
            },
          }))}
        />
      )}
    </section>
  );
}

type T = ReturnType<typeof useTranslations<"resultsCases.case.models">>;
type Described = {
  run: RunRow;
  index: number;
  it: CaseRow;
  given: { repaired: boolean; text: string | null } | undefined;
  name: string;
  t: T;
};

function describe({ run, index, it, given, name, t }: Described): Record<string, ReactNode> {
  const instead = insteadOf(run, index);
  const answer = <Words text={given?.text ?? null} name={name} />;
  if (instead) return { choice: t(instead), probability: <Missing why={t(instead)} />, answer };
  const { choice, correct, goldProbability, confidence } = run.predictions;
  const chosen = choice[index] ?? -1;
  const shareOf = (values: Float64Array) => {
    const value = values[index] ?? NaN;
    return <Share value={Number.isNaN(value) ? null : value} why={t("choiceAlone")} />;
  };
  return {
    choice: (
      <span className="block min-w-32 wrap-break-word">
        <bdi>{`${chosen + 1}. ${it.optionNames[chosen] ?? ""}`}</bdi>,{" "}
        <span className={correct[index] === 1 ? "text-success" : "text-danger"}>
          {t(correct[index] === 1 ? "right" : "wrong")}
        </span>
        {given?.repaired && <span className="block text-sm text-ink-muted">{t("repaired")}</span>}
      </span>
    ),
    probability: shareOf(goldProbability),
    confidence: shareOf(confidence),
    answer,
  };
}

function Name({ rows, view, run }: { rows: StudyRows; view: View; run: RunRow }) {
  const t = useTranslations("resultsCases.case.models");
  const asked = writeView(view);
  asked.set("run", String(run.id));
  return (
    <span className="grid min-w-32 justify-items-start gap-1">
      <a
        href={resultsPath(rows.study.slug, "models", asked)}
        className="wrap-break-word text-accent underline"
      >
        <bdi>{nameAmong(run, rows.runs)}</bdi>
      </a>
      {run.isSelecting && <Badge tone="warning">{t("selecting")}</Badge>}
    </span>
  );
}

function Words({ text, name }: { text: string | null; name: string }) {
  const t = useTranslations("resultsCases.case.models");
  if (text === null) return <Missing why={t("noText")} />;
  return (
    <details className="max-w-prose min-w-40">
      <summary className="target flex w-fit items-center text-accent underline">
        {t("show")}
        <span className="sr-only"> {t("of", { model: name })}</span>
      </summary>
      <pre
        dir="auto"
        tabIndex={0}
        className="max-h-80 overflow-auto rounded-sm bg-sunken p-2 font-mono text-sm whitespace-pre-wrap wrap-anywhere"
      >
        {text}
      </pre>
    </details>
  );
}
