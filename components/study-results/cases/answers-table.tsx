import { useFormatter, useTranslations } from "next-intl";
import { missing, option, share, verdict } from "#components/study-results/cases/case-cells.ts";
import { PageLinks } from "#components/cases/page-links.tsx";
import { resultsPersonPath } from "#lib/paths.ts";
import type { Words } from "#components/ui/table/cell.tsx";
import { Table, type TableColumn } from "#components/ui/table/table.tsx";
import type { PageOfAnswers } from "#lib/study-results/cases/case-answers.ts";
import type { CaseRow } from "#lib/study-results/rows/rows.ts";
import { writeView, type View } from "#lib/study-results/schema.ts";

type Props = {
  slug: string;
  view: View;
  row: CaseRow;
  answers: PageOfAnswers;
  /** By sitting. */
  reasons: ReadonlyMap<string, string>;
  addressOf: (page: number) => string;
};

/** Who chose what, and what they wrote about it; those who wrote something come first. */
export function AnswersTable({ slug, view, row, answers, reasons, addressOf }: Props) {
  const t = useTranslations("resultsCases.case.answers");
  const format = useFormatter();
  const { shown, total, page, pages, hasConfidence } = answers;
  const title = t(view.who === "simulated" ? "titleSimulated" : "title", { n: total });
  const columns: (TableColumn | false)[] = [
    { key: "person", label: t("person") },
    { key: "choice", label: t("choice"), atLeast: 40 },
    hasConfidence && { key: "confidence", label: t("confidence"), numeric: true },
    { key: "time", label: t("time"), numeric: true },
    answers.hasReasons && { key: "reason", label: t("reason"), atLeast: 56 },
  ];
  const asked = writeView(view);
  const tellTime = (ms: number | null): Words =>
    ms === null
      ? missing(t("noTime"))
      : {
          text: t("seconds", { seconds: format.number(ms / 1000, { maximumFractionDigits: 1 }) }),
          title: String(ms),
          isWhole: true,
        };
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
          rows={shown.map(({ person: { number, sittingId }, choice, right, confidence, activeMs }) => ({
            id: sittingId,
            cells: {
              person: {
                text: t("personOf", { number }),
                href: resultsPersonPath(slug, number, asked),
                isWhole: true,
              },
              choice: [
                option(row, choice),
                right !== null && [", ", verdict(right === 1, t(right === 1 ? "yes" : "no"))],
              ],
              confidence: share(confidence, t("noConfidence")),
              time: tellTime(activeMs),
              reason: reasons.has(sittingId) && { quote: reasons.get(sittingId) ?? "" },
            },
          }))}
        />
      )}
      <PageLinks page={page} pages={pages} addressOf={addressOf} />
    </section>
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
