import { getTranslations } from "next-intl/server";
import { personLink } from "#components/study-results/people/person-cells.ts";
import { percent, probability } from "#components/study-results/figure-cells.ts";
import { Table } from "#components/ui/table/table.tsx";
import type { Alternative } from "#lib/study-results/agreement/alternative.ts";
import { nameAmong } from "#lib/study-results/models/models.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";

/** More than so many nobody reads on a screen. */
const most = 50;

type Props = { rows: StudyRows; view: View; result: Alternative };

/** What was found against each person, folded away. */
export async function AnnotatorsTable({ rows, view, result: { run, annotators } }: Props) {
  const t = await getTranslations("resultsAgreement.alternative");
  const model = nameAmong(run, rows.runs);
  return (
    <details>
      <summary className="target flex w-fit items-center text-accent underline">
        {t("each", { model })}
      </summary>
      <div className="grid min-w-0 gap-2">
        {annotators.length > most && (
          <p className="text-ink-muted">{t("more", { shown: most, count: annotators.length })}</p>
        )}
        <Table
          caption={t("eachCaption", { model })}
          columns={[
            { key: "person", label: t("person") },
            ...(["n", "advantage", "p", "adjusted", "wins"] as const).map((key) => ({
              key,
              label: t(key),
              numeric: true,
            })),
          ]}
          rows={annotators.slice(0, most).map(({ index, n, advantage, p, adjusted, isBeaten }) => {
            const number = rows.people[index]?.number ?? 0;
            return {
              id: String(number),
              cells: {
                person: personLink(rows.study.slug, number, view),
                n,
                advantage: percent(advantage),
                p: probability(p),
                adjusted: probability(adjusted),
                wins: t(isBeaten ? "yes" : "no"),
              },
            };
          })}
        />
      </div>
    </details>
  );
}
