import { useFormatter, useTranslations } from "next-intl";
import { Missing, Share } from "#components/study-results/cases/case-cells.tsx";
import { PageLinks } from "#components/cases/page-links.tsx";
import { resultsPersonPath } from "#components/studies/address.ts";
import { Table, type TableColumn } from "#components/ui/table.tsx";
import type { CaseAnswer, PageOfAnswers } from "#lib/study-results/case-answers.ts";
import type { CaseRow } from "#lib/study-results/rows.ts";
import { writeView, type View } from "#lib/study-results/schema.ts";

type Props = {
  slug: string;
  view: View;
  it: CaseRow;
  answers: PageOfAnswers;
  /** By sitting. */
  reasons: ReadonlyMap<string, string>;
  addressOf: (page: number) => string;
};

/** Who chose what, and what they wrote about it; those who wrote something come first. */
export function AnswersTable({ slug, view, it, answers, reasons, addressOf }: Props) {
  const t = useTranslations("resultsCases.case.answers");
  const { shown, total, page, pages, hasConfidence } = answers;
  const title = t(view.who === "simulated" ? "titleSimulated" : "title", { n: total });
  const columns: (TableColumn | false)[] = [
    { key: "person", label: t("person") },
    { key: "choice", label: t("choice") },
    hasConfidence && { key: "confidence", label: t("confidence"), numeric: true },
    { key: "time", label: t("time"), numeric: true },
    answers.hasReasons && { key: "reason", label: t("reason") },
  ];
  return (
    <section aria-labelledby="answers" className="grid min-w-0 gap-3">
      <h2 id="answers" className="text-xl font-semibold">
        {title}
      </h2>
      <Counted view={view} />
      {total === 0 ? (
        <p className="text-ink-muted">{t("none")}</p>
      ) : (
        <Table
          caption={t("caption")}
          columns={columns.filter((column) => column !== false)}
          rows={shown.map((answer) => ({
            id: answer.person.sittingId,
            cells: {
              person: (
                <a
                  href={resultsPersonPath(slug, answer.person.number, writeView(view))}
                  className="target inline-flex items-center whitespace-nowrap text-accent underline"
                >
                  {t("personOf", { number: answer.person.number })}
                </a>
              ),
              choice: <Choice it={it} answer={answer} />,
              confidence: <Share value={answer.confidence} why={t("noConfidence")} />,
              time: <Time ms={answer.activeMs} />,
              reason: (
                <p dir="auto" className="max-w-prose min-w-40 whitespace-pre-line wrap-break-word">
                  {reasons.get(answer.person.sittingId)}
                </p>
              ),
            },
          }))}
        />
      )}
      <PageLinks page={page} pages={pages} addressOf={addressOf} />
    </section>
  );
}

function Choice({ it, answer }: { it: CaseRow; answer: CaseAnswer }) {
  const t = useTranslations("resultsCases.case.answers");
  return (
    <span className="block min-w-32 wrap-break-word">
      <bdi>{`${answer.choice + 1}. ${it.optionNames[answer.choice] ?? ""}`}</bdi>,{" "}
      <span className={answer.right === 1 ? "text-success" : "text-danger"}>
        {t(answer.right === 1 ? "yes" : "no")}
      </span>
    </span>
  );
}

function Time({ ms }: { ms: number | null }) {
  const t = useTranslations("resultsCases.case.answers");
  const format = useFormatter();
  if (ms === null) return <Missing why={t("noTime")} />;
  return (
    <span title={String(ms)} className="whitespace-nowrap">
      {t("seconds", { seconds: format.number(ms / 1000, { maximumFractionDigits: 1 }) })}
    </span>
  );
}

/** Whose answers these are, where that isn't everybody's. */
function Counted({ view: { excluded, known, cohort } }: { view: View }) {
  const t = useTranslations("resultsCases.case.answers");
  const format = useFormatter();
  const parts = [
    t(`parts.${excluded}`),
    known === "without" && t("parts.unknown"),
    cohort !== null && t("parts.cohort", { cohort }),
  ].filter((part) => part !== false);
  return <p className="text-sm text-ink-muted">{t("counted", { parts: format.list(parts) })}</p>;
}
