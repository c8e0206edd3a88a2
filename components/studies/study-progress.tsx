import clsx from "clsx";
import { useFormatter, useTranslations } from "next-intl";
import { isRunning, type StudyState } from "#lib/studies/states.ts";

type PlanCounts = { planned: number; finished: number; underWay: number };

/** Solid, striped and hollow: told apart without colour, too. */
const looks = {
  finished: "bg-people",
  underWay:
    "bg-[repeating-linear-gradient(135deg,var(--people)_0_2px,transparent_2px_5px)] shadow-[inset_0_0_0_1px_var(--people)]",
  open: "border border-dashed border-edge",
} as const;
export type PlanPart = keyof typeof looks;
export const planParts = Object.keys(looks) as PlanPart[];

export const sizeOf = (part: PlanPart, { planned, finished, underWay }: PlanCounts): number =>
  ({ finished, underWay, open: Math.max(0, planned - finished - underWay) })[part];

/** The plan of a study as one bar. What it shows stands in words beside it. */
export function PlanBar({ counts, isThin = false }: { counts: PlanCounts; isThin?: boolean }) {
  const { planned, finished, underWay } = counts;
  const whole = Math.max(planned, finished + underWay);
  return (
    <div
      aria-hidden
      className={clsx("relative flex gap-0.5 forced-color-adjust-none", isThin ? "h-2" : "h-5")}
    >
      {planParts.map((part) => {
        const size = sizeOf(part, counts);
        return (
          size > 0 && (
            <span key={part} className={clsx("min-w-1 rounded-xs", looks[part])} style={{ flexGrow: size }} />
          )
        );
      })}
      {whole > planned && (
        <span
          className="absolute -inset-y-1 w-0.5 bg-ink"
          style={{ insetInlineStart: `${(100 * planned) / whole}%` }}
        />
      )}
    </div>
  );
}

/** What a part of the bar looks like, beside its words. */
export const PlanSwatch = ({ part }: { part: PlanPart }) => (
  <span
    aria-hidden
    className={clsx("inline-block size-3 rounded-xs forced-color-adjust-none", looks[part])}
  />
);

type SittingCounts = { consented: number; started: number; submitted: number };
export type StudyCounts = {
  state: StudyState;
  people: number;
  sittings: SittingCounts;
  simulated: SittingCounts;
};

const all = ({ consented, started, submitted }: SittingCounts) => consented + started + submitted;

/** How far the plan of a study is, in a line: of its people, or of those who were made up where there are no others. */
export function StudyProgress({
  study: { state, people, sittings, simulated },
  isShort = false,
}: {
  study: StudyCounts;
  /** Beside its bar, in a row. */
  isShort?: boolean;
}) {
  const t = useTranslations("studies.progress");
  const format = useFormatter();
  const isSimulated = all(sittings) === 0 && all(simulated) > 0;
  const { submitted, started } = isSimulated ? simulated : sittings;
  const counts = { planned: people, finished: submitted, underWay: started };
  const said = { submitted: format.number(submitted), people: format.number(people), started };
  if (isShort)
    return (
      <span
        title={isSimulated ? t("simulated") : undefined}
        className={clsx("flex items-center gap-2 whitespace-nowrap", isSimulated && "text-warning")}
      >
        <span className="w-16">
          <PlanBar counts={counts} isThin />
        </span>
        <span className="figures">{t("short", said)}</span>
        {isSimulated && <span className="sr-only">{t("simulated")}</span>}
      </span>
    );
  return (
    <span className="grid min-w-40 gap-1">
      <PlanBar counts={counts} isThin />
      <span className="figures text-sm text-ink-muted">
        {t(isRunning(state) ? "running" : "over", said)}{" "}
        {isSimulated && <span className="text-warning">{t("simulated")}</span>}
      </span>
    </span>
  );
}
