import clsx from "clsx";
import type { ComponentProps, ReactNode } from "react";
import { countAnswered, type OverviewItem } from "#components/sitting/navigation/overview-items.ts";
import { fill, type SittingWords } from "#components/sitting/words.ts";

type Props = {
  items: readonly OverviewItem[];
  words: Pick<SittingWords, "overview">;
  /** What one may do with them. */
  hint: string | null;
  /** The link to the case; nothing where one can't go back. */
  linkTo?: (place: number) => ComponentProps<"a">;
  /** The ways on. */
  children?: ReactNode;
};

const looks = {
  answered: "border-edge bg-raised",
  passed: "border-edge bg-raised",
  partly: "border-warning bg-warning-tint",
  open: "border-dashed border-edge bg-surface",
};
const marks = { answered: "✓", passed: "–", partly: "…", open: "" };

/** All cases at a glance. What a colour says a sign says too. */
export function Overview({ items, words: { overview }, hint, linkTo, children }: Props) {
  const done = countAnswered(items);
  const passed = items.filter(({ state }) => state === "passed").length;
  const flagged = items.filter(({ isFlagged }) => isFlagged).length;
  return (
    <div className="grid gap-8">
      <div className="grid gap-2">
        {done === items.length ? (
          <p>{passed > 0 ? overview.completePassed : overview.complete}</p>
        ) : (
          <p>{fill(overview.missing, { count: items.length - done })}</p>
        )}
        {passed > 0 && <p>{fill(overview.passed, { count: passed })}</p>}
        {flagged > 0 && <p>{fill(overview.flagged, { count: flagged })}</p>}
        {hint && <p className="text-ink-muted">{hint}</p>}
      </div>
      <ol role="list" className="grid grid-cols-[repeat(auto-fill,minmax(3.75rem,1fr))] gap-2">
        {items.map((item) => (
          <li key={item.place} className="grid">
            <Tile item={item} words={overview} linkTo={linkTo} />
          </li>
        ))}
      </ol>
      {children}
    </div>
  );
}

type TileProps = { item: OverviewItem; words: SittingWords["overview"]; linkTo: Props["linkTo"] };

function Tile({ item: { place, state, isFlagged }, words, linkTo }: TileProps) {
  const label = fill(isFlagged ? words.tileFlagged : words.tile, { place, state: words.states[state] });
  const className = clsx(
    "figures target flex items-center justify-center gap-1 rounded-md border text-base text-ink no-underline",
    looks[state],
    isFlagged && "outline-2 -outline-offset-4 outline-accent",
  );
  const children = (
    <>
      <span aria-hidden>{place}</span>
      <span aria-hidden className="text-sm">
        {isFlagged ? "⚑" : marks[state]}
      </span>
    </>
  );
  if (linkTo)
    return (
      <a {...linkTo(place)} aria-label={label} className={className}>
        {children}
      </a>
    );
  return (
    <span className={className}>
      <span className="sr-only">{label}</span>
      {children}
    </span>
  );
}
