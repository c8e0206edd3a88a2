import { useTranslations } from "next-intl";
import type { CaseFigureProps } from "#components/task-kinds/kind.ts";
import { BarsFigure } from "#components/task-kinds/options/case-figure.tsx";
import { levelKeys } from "#components/task-kinds/traits/names.ts";
import { Table } from "#components/ui/table/table.tsx";
import { traitNames } from "#lib/task-kinds/traits/profile.ts";

/** How many people found each level of each trait in one set of answers, with a table of the same. */
export function ProfilesOfCase(props: CaseFigureProps) {
  const t = useTranslations("resultsTraits");
  const { view, figure } = props;
  if (figure.kind !== "bars") return null;
  const { options, people } = figure.input;
  const found = new Map(options.map(({ id, chosen }) => [id, chosen]));
  const title = t("ofCase.title", { who: view.who });
  return (
    <BarsFigure
      {...props}
      title={title}
      sentence={t("ofCase.sentence", { n: people })}
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
