import { getTranslations } from "next-intl/server";
import { useTranslations } from "next-intl";
import { named } from "#components/study-results/figure-cells.ts";
import type { CaseFigureProps, PredictedAnswerProps } from "#components/task-kinds/kind.ts";
import { BarsFigure } from "#components/task-kinds/options/of-case.tsx";
import { codesCells } from "#components/task-kinds/label/names.ts";
import { Table } from "#components/ui/table/table.tsx";

/** How many people found each code in a case, with a table of the same. */
export function CodesOfCase(props: CaseFigureProps) {
  const t = useTranslations("resultsCodes");
  const { figure } = props;
  if (figure.kind !== "bars") return null;
  const { options, people } = figure.input;
  const title = t("ofCase.title");
  return (
    <BarsFigure
      {...props}
      title={title}
      sentence={t("ofCase.sentence", { n: people })}
      table={
        <Table
          caption={title}
          columns={[
            { key: "code", label: t("code"), atLeast: 32 },
            { key: "found", label: t("ofCase.found"), numeric: true },
          ]}
          rows={options.map(({ id, label, chosen }) => ({
            id,
            cells: { code: named(label), found: t("count", { count: chosen, n: people }) },
          }))}
        />
      }
    />
  );
}

/** What a judge found. */
export async function FoundCodes({ prediction: { choice }, optionNames }: PredictedAnswerProps) {
  const t = await getTranslations("resultsCodes");
  const codes =
    choice === null ? "–" : choice === 0 ? t("none") : codesCells.formatCategory({ optionNames }, choice);
  return <p className="text-sm">{t("judge", { codes })}</p>;
}
