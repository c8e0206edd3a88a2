import { getFormatter, getTranslations } from "next-intl/server";
import { Table } from "#components/ui/table/table.tsx";
import { modelNamed, named } from "#components/study-results/figure-cells.ts";
import { listTaken, type TakenLine } from "#lib/study-results/models/taken.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";

type Props = { rows: StudyRows; view: View };

const columns = ["who", "n", "hours", "money", "tries", "failed"] as const;

/** The time of people beside the time and the money of models. */
export async function TakenSection({ rows, view }: Props) {
  const lines = listTaken(rows, view);
  if (lines.length === 0) return null;
  const t = await getTranslations("resultsModels.taken");
  const marks = await getTranslations("resultsApart.badge");
  const format = await getFormatter();
  const isFake = ({ runId }: TakenLine) =>
    rows.runs.some(({ id, apart }) => id === runId && apart === "fake");
  const number = (value: number | null, most: number) =>
    value === null ? t("unknown") : format.number(value, { maximumSignificantDigits: most });
  const inCurrency = { style: "currency", currencyDisplay: "code", maximumSignificantDigits: 3 } as const;
  const money = ({ runId, money: sum, currency }: TakenLine) => {
    if (runId === null) return "";
    return sum === null || currency === null ? t("unknown") : format.number(sum, { ...inCurrency, currency });
  };
  return (
    <section aria-labelledby="taken" className="grid min-w-0 content-start gap-2">
      <h2 id="taken" className="text-xl font-semibold">
        {t("title")}
      </h2>
      <Table
        caption={t("caption")}
        columns={columns.map((key) => ({ key, label: t(`columns.${key}`), numeric: key !== "who" }))}
        isTight
        isWide
        rows={lines.map((line) => ({
          id: String(line.runId ?? "people"),
          cells: {
            who: line.name
              ? [
                  modelNamed(line.name.model),
                  { line: named([line.name.method, line.name.version].filter(Boolean).join(" · ")) },
                  isFake(line) && { line: { badge: marks("fake"), tone: "warning" } },
                ]
              : t("people", { who: view.who }),
            n: line.n,
            hours: number(line.hours, 3),
            money: money(line),
            tries: line.runId === null ? "" : number(line.tries, 3),
            failed: line.runId === null ? "" : line.failed,
          },
        }))}
      />
      <p className="measure text-sm text-ink-muted">{t("about")}</p>
    </section>
  );
}
