import { useFormatter, useTranslations } from "next-intl";
import { AccuracyOverTime } from "#components/reviews/standing/accuracy-over-time.tsx";
import { useMeasures } from "#components/reviews/standing/use-measures.ts";
import { Table } from "#components/ui/table/table.tsx";
import { itemsPath } from "#lib/reviews/results/schema.ts";
import type { AnnotatorFigures } from "#lib/reviews/results/people-figures.ts";

type Props = {
  slug: string;
  annotators: readonly AnnotatorFigures[];
  /** By the members' numbers. */
  names: ReadonlyMap<number, string>;
};

/** How accurate each annotator is, as far as their checks tell, and how much of their work is checked from now on. */
export function Annotators({ slug, annotators, names }: Props) {
  const t = useTranslations("reviews.standing.annotators");
  const strategies = useTranslations("reviewReport.strategies");
  const format = useFormatter();
  const { percent, narrowCell, whole } = useMeasures();
  const columns = ["decisions", "reviewed", "accuracy", "weighted", "rate", "waiting", "perHour"] as const;
  return (
    <section aria-labelledby="annotators" className="grid gap-4 border-t border-line pt-6">
      <div className="grid gap-1">
        <h2 id="annotators" className="text-xl font-semibold">
          {t("title")}
        </h2>
        <p className="measure text-ink-muted">{t("about")}</p>
      </div>
      {annotators.length === 0 ? (
        <p>{t("none")}</p>
      ) : (
        <>
          <Table
            caption={t("caption")}
            columns={[
              { key: "annotator", label: t("columns.annotator"), atLeast: 40 },
              ...columns.map((key) => ({ key, label: t(`columns.${key}`), numeric: true })),
            ]}
            rows={annotators.map((one) => ({
              id: String(one.annotator),
              cells: {
                annotator: [
                  {
                    text: `${one.annotator}. ${names.get(one.annotator) ?? ""}`,
                    isName: true,
                    href: itemsPath(slug, { annotator: one.annotator }),
                  },
                  ...(one.isSimulated ? [" ", { badge: t("simulated"), tone: "warning" as const }] : []),
                ],
                decisions: whole(one.decisions),
                reviewed: whole(one.reviewed),
                accuracy: narrowCell(one.naive),
                weighted: narrowCell(one.weighted),
                rate: [
                  percent(one.rate),
                  { line: { text: strategies(one.strategy), isWhole: true }, isMuted: true },
                ],
                waiting: whole(one.waiting),
                perHour:
                  one.decisionsPerHour === null
                    ? { text: "–", title: t("noPace") }
                    : format.number(one.decisionsPerHour, { maximumFractionDigits: 0 }),
              },
            }))}
          />
          <AccuracyOverTime annotators={annotators} names={names} />
        </>
      )}
    </section>
  );
}
