import { getTranslations } from "next-intl/server";
import { useTranslations } from "next-intl";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { named } from "#components/study-results/figure-cells.ts";
import { figureDownloads } from "#components/study-results/people/downloads.ts";
import type { CaseFigureProps, PredictedAnswerProps } from "#components/task-kinds/kind.ts";
import { codesCells } from "#components/task-kinds/label/names.ts";
import { Table } from "#components/ui/table/table.tsx";
import { writeView } from "#lib/study-results/schema.ts";

/** How many people found each code in a case, with a table of the same. */
export function CodesOfCase({ slug, view, caseId, figure }: CaseFigureProps) {
  const t = useTranslations("resultsCodes");
  if (figure.kind !== "bars") return null;
  const { options, people } = figure.input;
  const asked = writeView(view);
  asked.set("case", String(caseId));
  const title = t("ofCase.title", { who: view.who });
  return (
    <FigureFrame
      id="choices"
      title={title}
      sentence={t("ofCase.sentence", { n: people })}
      figure={figure}
      downloads={figureDownloads(slug, "case", asked)}
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
    choice === null ? "–" : choice === 0 ? t("none") : codesCells.nameCategory({ optionNames }, choice);
  return <p className="text-sm">{t("judge", { codes })}</p>;
}
