import { useTranslations, useFormatter } from "next-intl";
import type { CaseFigureProps, PredictedAnswerProps, StaffNotesProps } from "#components/task-kinds/kind.ts";
import { BarsFigure } from "#components/task-kinds/options/of-case.tsx";
import { levelKeys, traitsCells } from "#components/task-kinds/traits/names.ts";
import { Table } from "#components/ui/table/table.tsx";
import { traitNames, itemsOf } from "#lib/task-kinds/traits/profile.ts";
import { getTranslations } from "next-intl/server";
import type { TraitsContent } from "#lib/task-kinds/traits/schema.ts";

/** How many people found each level of each trait in one set of answers, with a table of the same. */
export function ProfilesOfCase(props: CaseFigureProps) {
  const t = useTranslations("resultsTraits");
  const { figure } = props;
  if (figure.kind !== "bars") return null;
  const { options, people } = figure.input;
  const found = new Map(options.map(({ id, chosen }) => [id, chosen]));
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

/** Which items of a set are shown. */
export function DrawnItems({ content }: StaffNotesProps) {
  const t = useTranslations("resultsTraits");
  const format = useFormatter();
  const { parts, drawn } = content as TraitsContent;
  const of = itemsOf({ parts }).length;
  return (
    <p className="measure text-sm text-ink-muted">
      {drawn.length === of
        ? t("allDrawn", { of })
        : t("drawn", { count: drawn.length, of, list: format.list(drawn.map(String)) })}
    </p>
  );
}

/** What most runs of a judge found, and of how many. */
export async function FoundTraits({ prediction: { choice, traits } }: PredictedAnswerProps) {
  const t = await getTranslations("resultsTraits");
  const profile = choice === null ? "–" : traitsCells.formatCategory({ optionNames: [] }, choice);
  return <p className="text-sm">{t("judge", { profile, runs: (traits?.length ?? 0) / 5 })}</p>;
}
