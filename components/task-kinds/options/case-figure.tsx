import { figureDownloads } from "#lib/paths.ts";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { missing, share } from "#components/study-results/cases/case-cells.ts";
import { named } from "#components/study-results/figure-cells.ts";
import type { CaseFigureProps } from "#components/task-kinds/kind.ts";
import { Table } from "#components/ui/table/table.tsx";
import type { BarsInput } from "#lib/figures/drawn/bars.ts";
import { writeView, type View } from "#lib/study-results/schema.ts";

/** People's choices and models' probabilities for each option, with a table of the same. */
export function CaseFigure(props: CaseFigureProps) {
  const t = useTranslations("resultsCases.case.figure");
  const { view, figure, models } = props;
  if (figure.kind !== "bars") return null;
  const { options, people } = figure.input;
  const gold = options.find(({ isGold }) => isGold);
  const { answered, right } = models;
  const ofModels = answered === 0 ? t("noModels") : t("models", { answered, right });
  const said = { gold: gold?.label ?? "–", models: ofModels };
  const sentence = !gold
    ? t("unknownGold", { n: people, who: view.who })
    : people === 0
      ? t("noAnswers", said)
      : t("sentence", { ...said, right: gold.chosen, n: people, who: view.who });
  return (
    <BarsFigure
      {...props}
      title={t("title", { who: view.who })}
      sentence={sentence}
      table={<BarsTable input={figure.input} view={view} />}
    />
  );
}

type BarsProps = Pick<CaseFigureProps, "slug" | "view" | "caseId" | "figure"> & {
  title: string;
  sentence: string;
  /** The same as a table. */
  table: ReactNode;
};

export function BarsFigure({ slug, view, caseId, figure, title, sentence, table }: BarsProps) {
  const asked = writeView(view);
  asked.set("case", String(caseId));
  return (
    <FigureFrame
      id="choices"
      title={title}
      sentence={sentence}
      figure={figure}
      downloads={figureDownloads(slug, "case", asked)}
      table={table}
    />
  );
}

export function BarsTable({ input: { options, people, models }, view }: { input: BarsInput; view: View }) {
  const t = useTranslations("resultsCases.case.figure");
  const choiceAlone = useTranslations("resultsCases.case.models")("choiceAlone");
  return (
    <Table
      caption={t("caption", { who: view.who })}
      columns={[
        { key: "by", label: t("by") },
        ...options.map(({ id, key, label, isGold }) => ({
          key: id,
          numeric: true,
          label: named(t(isGold ? "goldOption" : "option", { number: Number(key), name: label })),
        })),
      ]}
      rows={[
        {
          id: view.who,
          cells: {
            by: t(view.who),
            ...Object.fromEntries(
              options.map(({ id, chosen }) => [id, t("chosen", { count: chosen, n: people })]),
            ),
          },
        },
        ...models.map(({ id, label, kind, probabilities, choice, instead }) => ({
          id,
          cells: {
            by: [named(label), kind === "selecting" && { line: t("selecting"), isMuted: true }],
            ...Object.fromEntries(
              options.map((option, i) => [
                option.id,
                [
                  instead ? missing(instead) : share(probabilities[i] ?? null, choiceAlone),
                  choice === i && { line: t("choice"), isMuted: true },
                ],
              ]),
            ),
          },
        })),
      ]}
    />
  );
}
