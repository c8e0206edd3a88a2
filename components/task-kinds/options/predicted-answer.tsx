import { getTranslations } from "next-intl/server";
import type { PredictedAnswerProps } from "#components/task-kinds/kind.ts";

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
