import { getFormatter, getTranslations } from "next-intl/server";
import { formatComparator } from "#components/builder/plan/sentences.tsx";
import type { PlanReading } from "#lib/studies/opening/plan-reading.ts";
import { offeredLanguages } from "#lib/studies/languages.ts";
import { runLabel } from "#lib/studies/run-names.ts";
import type { StepName } from "#lib/studies/schema.ts";

/** The choices that a reviewer asks about first, in a line each that leads to the whole of it. */
export async function PlanSummary({ plan: { benchmark, design, comparator } }: { plan: PlanReading }) {
  const t = await getTranslations("builder");
  const languageOf = await getTranslations("builderWords.words.languages");
  const format = await getFormatter();
  const { frame, assignment, words, claims, recruitment } = design;
  const { people, ratersPerCase: raters } = assignment;
  const languages = offeredLanguages(words);
  const lines: [StepName, string][] = [
    [
      "frame",
      [
        benchmark?.name ?? t("plan.frame.noBenchmark"),
        ...(frame.reference ? [`${runLabel(frame.reference)} ≥ ${frame.reference.threshold}`] : []),
      ].join(" · "),
    ],
    ["assignment", t(`plan.assignment.${assignment.design}`, { people, raters })],
    ["claims", await formatComparator(claims?.comparator ?? null, comparator)],
    ["words", format.list(languages.map((language) => languageOf(language))) || t("check.noLanguage")],
    [
      "recruitment",
      format.list(recruitment.ways.map((way) => t(`plan.recruitment.names.${way}`))) ||
        t("plan.recruitment.none"),
    ],
  ];
  return (
    <dl
      aria-label={t("check.summary")}
      className="grid gap-x-6 gap-y-1.5 sm:grid-cols-[max-content_minmax(0,1fr)]"
    >
      {lines.map(([step, line]) => (
        <div key={step} className="contents">
          <dt>
            <a href={`#plan-${step}`} className="text-accent underline">
              {t(`steps.${step}.name`)}
            </a>
          </dt>
          <dd className="measure max-sm:mb-2">{line}</dd>
        </div>
      ))}
    </dl>
  );
}
