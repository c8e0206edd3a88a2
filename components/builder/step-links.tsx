import clsx from "clsx";
import { Icon } from "#components/ui/icons.tsx";

export type StepState = "done" | "problems" | "open";
export type StepItem = {
  href: string;
  number: number;
  label: string;
  current: boolean;
  state: StepState;
  /** How much is missing. */
  lacks: number;
  /** How the step stands, in words. */
  stateWords: string;
};

type Props = {
  label: string;
  /** Which step of how many one is at. */ place: string;
  items: readonly StepItem[];
};

/** Down the side where there is room, and folded into one line where there is not. */
export function StepLinks({ label, place, items }: Props) {
  return (
    <>
      <details className="rounded-md border border-line bg-raised xl:hidden">
        <summary className="target flex items-center gap-2 px-3 font-medium">
          <span className="min-w-0 grow">{place}</span>
          <Icon name="down" className="size-4" />
        </summary>
        <nav aria-label={label} className="border-t border-line p-2">
          <Steps items={items} className="sm:grid-cols-2" />
        </nav>
      </details>
      <nav aria-label={label} className="sticky top-16 self-start max-xl:hidden">
        <Steps items={items} />
      </nav>
    </>
  );
}

/** Plain addresses: leaving with something unsaved asks first, and a step is always read afresh. */
function Steps({ items, className }: { items: readonly StepItem[]; className?: string }) {
  return (
    <ol role="list" className={clsx("grid gap-0.5", className)}>
      {items.map(({ href, number, label, current, state, lacks, stateWords }) => (
        <li key={href}>
          <a
            href={href}
            aria-current={current ? "step" : undefined}
            className={clsx(
              "target flex items-center gap-2 rounded-md border-l-3 px-2.5 no-underline",
              current
                ? "border-accent bg-accent-tint font-semibold text-ink"
                : "border-transparent text-ink-muted hover:bg-sunken hover:text-ink",
            )}
          >
            <StateMark state={state} number={number} />
            <span className="min-w-0 grow">{label}</span>
            {lacks > 0 && (
              <span aria-hidden className="figures text-sm text-warning">
                {lacks}
              </span>
            )}
            <span className="sr-only">, {stateWords}</span>
          </a>
        </li>
      ))}
    </ol>
  );
}

/** Told by its form as well as by its colour. */
function StateMark({ state, number }: { state: StepState; number: number }) {
  return (
    <span
      aria-hidden
      className={clsx(
        "figures inline-flex size-6 shrink-0 items-center justify-center rounded-full border text-xs",
        state === "done" && "border-success text-success",
        state === "problems" && "border-warning text-warning",
        state === "open" && "border-edge text-ink-muted",
      )}
    >
      {state === "done" ? (
        <Icon name="check" className="size-3.5" />
      ) : state === "problems" ? (
        <Icon name="warning" className="size-3.5" />
      ) : (
        number
      )}
    </span>
  );
}
