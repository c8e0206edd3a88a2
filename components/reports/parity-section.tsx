import { muted, named } from "#components/study-results/figure-cells.ts";
import { Table } from "#components/ui/table/table.tsx";
import { parityFields } from "#lib/model-runs/schema.ts";
import type { ParityRecord } from "#lib/reports/parity.ts";
import type { Who } from "#lib/study-results/schema.ts";
import { t } from "#lib/reports/words.ts";

/** What everybody had before them, side by side, and what differs. */
export function ParitySection({ parity, who }: { parity: ParityRecord; who: Who }) {
  const { people, models, texts, differences } = parity;
  const notRecorded = muted(t("parity.notRecorded"));
  const cellsOf = (fields: Readonly<Record<string, string | null>>) =>
    Object.fromEntries(
      parityFields.map((field) => [field, fields[field] ? { quote: fields[field] } : notRecorded]),
    );
  return (
    <>
      <p className="measure">{t("parity.intro")}</p>
      <Table
        caption={t("parity.title")}
        columns={[
          { key: "name", label: t("parity.whose") },
          ...parityFields.map((key) => ({ key, label: t(`fields.${key}`), atLeast: 40 as const })),
        ]}
        rows={[
          { id: "people", cells: { name: t(`parity.${who}`), ...cellsOf(people) } },
          ...models.map(({ runId, name, fields }) => ({
            id: String(runId),
            cells: { name: named(name), ...cellsOf(fields) },
          })),
        ]}
      />
      {texts.map(({ title, instructions }) => (
        <div key={title} className="grid min-w-0 gap-2">
          <h3 className="measure font-semibold wrap-anywhere">{title}</h3>
          <p dir="auto" className="measure border-l-4 border-line pl-4 wrap-anywhere whitespace-pre-line">
            {instructions || t("parity.noText")}
          </p>
        </div>
      ))}
      <div className="grid gap-2">
        <h3 className="font-semibold">{t("parity.differences")}</h3>
        <ul className="measure grid list-disc gap-1 pl-5 wrap-anywhere">
          {differences.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
    </>
  );
}
