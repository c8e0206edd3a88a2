import { useTranslations } from "next-intl";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { figureDownloads } from "#components/study-results/people/downloads.ts";
import type { CaseFigureProps } from "#components/task-kinds/kind.ts";
import { levelKeys } from "#components/task-kinds/traits/names.ts";
import { Table } from "#components/ui/table/table.tsx";
import { writeView } from "#lib/study-results/schema.ts";
import { traitNames } from "#lib/task-kinds/traits/profile.ts";

/** How many people found each level of each trait in one set of answers, with a table of the same. */
export function ProfilesOfCase({ slug, view, caseId, figure }: CaseFigureProps) {
  const t = useTranslations("resultsTraits");
  if (figure.kind !== "bars") return null;
  const { options, people } = figure.input;
  const found = new Map(options.map(({ id, chosen }) => [id, chosen]));
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
            { key: "trait", label: t("ofCase.trait") },
            ...levelKeys.map((level) => ({ key: level, label: t(`levels.${level}`), numeric: true })),
          ]}
          rows={traitNames.map((trait) => ({
            id: trait,
            cells: {
              trait: t(`traits.${trait}`),
              ...Object.fromEntries(levelKeys.map((level, at) => [level, found.get(`${trait}-${at}`) ?? 0])),
            },
          }))}
        />
      }
    />
  );
}
