import { figureDownloads } from "#lib/paths.ts";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { missing, share } from "#components/study-results/cases/case-cells.ts";
import { named } from "#components/study-results/figure-cells.ts";
import type { CaseFigureProps, PredictedAnswerProps } from "#components/task-kinds/kind.ts";
import { Table } from "#components/ui/table/table.tsx";
import type { BarsInput } from "#lib/figures/drawn/bars.ts";
import { writeView, type View } from "#lib/study-results/schema.ts";
import { getTranslations } from "next-intl/server";

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
    ? t("unknownGold", { n: people })
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
      caption={t("title", { who: view.who })}
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

/** How sure a run was of each option, or which one it chose. */
export async function PredictedAnswer({ prediction, optionNames, gold }: PredictedAnswerProps) {
  const t = await getTranslations("cases.predictions");
  const { choice, probabilities } = prediction;
  if (probabilities.length === 0)
    return (
      <p className="text-sm">
        {t("chose")} <bdi>{optionNames[choice ?? -1] ?? "–"}</bdi>
      </p>
    );
  return (
    <ol role="list" className="grid gap-1">
      {optionNames.map((name, index) => (
        <OptionBar
          key={index}
          name={name}
          value={probabilities[index] ?? null}
          isChosen={index === choice}
          isGold={index === gold}
        />
      ))}
    </ol>
  );
}

type BarProps = { name: string; value: number | null; isChosen: boolean; isGold: boolean };

async function OptionBar({ name, value, isChosen, isGold }: BarProps) {
  const t = await getTranslations("cases.predictions");
  const share = Math.max(0, Math.min(1, value ?? 0));
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_4rem_4.5rem] items-center gap-2 text-sm">
      <span dir="auto" className={`min-w-0 wrap-anywhere ${isChosen ? "font-semibold" : ""}`}>
        {name}
        {isChosen && <span className="font-normal text-ink-muted"> {t("chosen")}</span>}
        {isGold && <span className="font-normal text-ink-muted"> {t("gold")}</span>}
      </span>
      <svg
        aria-hidden
        viewBox="0 0 1 1"
        preserveAspectRatio="none"
        className="h-2 w-full overflow-hidden rounded-full bg-line"
      >
        <rect width={share} height={1} className="fill-model" />
      </svg>
      <span className="figures text-right" title={value === null ? undefined : String(value)}>
        {value === null ? "–" : shortest(value)}
      </span>
    </li>
  );
}

/** Three decimals; what would read as 0 though it isn't keeps its size. */
function shortest(value: number): string {
  if (value === 0) return "0";
  return Math.abs(value) < 0.0005 ? value.toExponential(1) : value.toFixed(3);
}
