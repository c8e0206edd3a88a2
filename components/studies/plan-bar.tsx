import clsx from "clsx";

export type PlanCounts = { planned: number; finished: number; underWay: number };

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
