import { useFormatter, useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { OwnOverviewProps, StaffNotesProps } from "#components/task-kinds/kind.ts";
import { FigureTable } from "#components/task-kinds/judged/figure-table.tsx";
import { hasEnoughData } from "#lib/study-results/overview/types.ts";
import { minForClaim } from "#lib/study-results/schema.ts";
import { countChosenTypes } from "#lib/study-results/kinds/texts/chosen-types.ts";
import type { TableColumn } from "#lib/study-results/kinds/judged/table.ts";
import type { TextsContent } from "#lib/task-kinds/texts/schema.ts";

const columns: readonly TableColumn[] = [
  { key: "type", kind: "name", atLeast: 32 },
  { key: "chosen", kind: "count" },
  { key: "share", kind: "share" },
  { key: "interval", kind: "range" },
  { key: "guessing", kind: "share" },
];

/** What was chosen, by the type that its benchmark gives each text. Where there is too little, the counts alone. */
export async function ChosenTypes({ rows, view }: OwnOverviewProps) {
  const t = await getTranslations("resultsTexts");
  const { n, people, cases, types } = countChosenTypes(rows, view);
  if (n === 0) return null;
  const isTold = hasEnoughData({ answers: n, people, cases });
  return (
    <section className="grid min-w-0 gap-3">
      <h2 className="text-lg font-semibold">{t("title")}</h2>
      <p className="measure">{t("intro", { who: view.who })}</p>
      <FigureTable
        caption={t("title")}
        hideCaption
        columns={columns}
        rows={types.map(({ type, chosen, share, low, high, guessing }) => ({
          id: type,
          cells: {
            type,
            chosen: t("n", { chosen, n }),
            share: isTold ? share : null,
            interval: isTold ? { value: share, low, high } : null,
            guessing,
          },
        }))}
        say={(key) => t(key as "type")}
      />
      <p className="measure text-sm text-ink-muted">{isTold ? t("note") : t("few", minForClaim)}</p>
    </section>
  );
}

/** Of one case, beside the numbers of its options. */
export function OptionTypes({ content }: StaffNotesProps) {
  const t = useTranslations("resultsTexts");
  const format = useFormatter();
  const { types } = content as TextsContent;
  const list = format.list(types.map((type, option) => `${option + 1} ${type}`));
  return <p className="measure text-sm text-ink-muted">{t("types", { list })}</p>;
}
