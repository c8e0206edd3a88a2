import { getFormatter, getTranslations } from "next-intl/server";
import { fitRule } from "#lib/metrics/rasch/item-fit.ts";
import { minForScale } from "#lib/metrics/rasch/scale.ts";
import type { RunRow } from "#lib/study-results/rows/rows.ts";
import type { StudyScale } from "#lib/study-results/scale/scale.ts";
import type { Part } from "#lib/study-results/scale/takers.ts";

type Props = { scale: StudyScale; parts: readonly Part[] };

/** What a methods section has to say of the map. */
export async function ScaleNote({ scale, parts }: Props) {
  const t = await getTranslations("resultsScale.method");
  const format = await getFormatter();
  const studies = new Set(parts.map(({ rows }) => rows.study.id)).size;
  const who = parts[0]?.view.who ?? "people";
  const named = (runs: readonly RunRow[]) =>
    format.list(runs.map((run) => [run.model, run.method, run.version].filter(Boolean).join(" · ")));
  return (
    <section aria-labelledby="scale-method" className="grid gap-2">
      <h2 id="scale-method" className="text-lg font-semibold">
        {t("title")}
      </h2>
      <ul className="notes list-disc pl-5 text-sm">
        <li>{t("model", { who })}</li>
        <li>{t("people", { who })}</li>
        <li>{t("models", { who })}</li>
        <li>{t("extremes", { who })}</li>
        <li>{t("missing")}</li>
        <li>
          {t("fit", {
            low: String(fitRule.low),
            high: String(fitRule.high),
            answers: fitRule.answers,
          })}
        </li>
        {studies > 1 && <li>{t("linked", { studies, cases: scale.cases.length })}</li>}
        {scale.tooFew.length > 0 && (
          <li>{t("tooFew", { names: named(scale.tooFew), least: minForScale.answersOfModel })}</li>
        )}
        {scale.apart.length > 0 && <li>{t("apart", { names: named(scale.apart) })}</li>}
      </ul>
    </section>
  );
}
