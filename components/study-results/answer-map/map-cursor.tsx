"use client";

import { useTranslations } from "next-intl";
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useId,
  useState,
} from "react";
import type { MapMark } from "#lib/figures/drawn/answer-map-input.ts";
import {
  boxOf,
  findCell,
  step,
  type At,
  type CursorPlaces,
  type MapCells,
} from "#components/study-results/answer-map/map-cells.ts";

type Props = {
  cells: MapCells;
  places: CursorPlaces;
  width: number;
  height: number;
  /** The still drawing: all there is until the script has come, and without one. */
  children: ReactNode;
};

const outcomes: Readonly<Record<MapMark, "right" | "partly" | "wrong" | "unanswered" | "unscored" | "none">> =
  { "+": "right", "/": "partly", "-": "wrong", ".": "unanswered", o: "unscored", " ": "none" };

/** Which cell is pointed at or moved to. What is moved to is said aloud. */
function useCell({ cells, places, width }: Omit<Props, "children">, t: CellWords) {
  const [at, setAt] = useState<At>({ line: 0, column: 0 });
  const [isShown, setShown] = useState(false);
  const [said, setSaid] = useState("");

  function point(event: PointerEvent<HTMLDivElement>) {
    const box = event.currentTarget.getBoundingClientRect();
    // The drawing is shown smaller or larger than it was drawn.
    const scale = width / box.width;
    const found = findCell(places, (event.clientX - box.left) * scale, (event.clientY - box.top) * scale);
    if (found) setAt(found);
    setShown(found !== null);
  }

  function move(event: KeyboardEvent<HTMLAnchorElement>) {
    if (event.key === "Escape") setShown(false);
    const next = step(event.key, at, cells);
    if (!next || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    setAt(next);
    setShown(true);
    setSaid(tell(t, cells, next).label);
  }

  return { at, isShown, setShown, said, point, move };
}

/** Over the drawing one link, which goes to whichever cell is pointed at or moved to: its words, and the way to its case. */
export function MapCursor({ children, ...props }: Props) {
  const { cells, places, width, height } = props;
  const t = useTranslations("resultsCases.map.cell");
  const hint = useId();
  const { at, isShown, setShown, said, point, move } = useCell(props, t);
  const words = tell(t, cells, at);
  const { left, top } = boxOf(places, at);

  return (
    <div
      className="relative"
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={() => setShown(false)}
    >
      {children}
      <a
        href={cells.columns[at.column]?.href}
        aria-label={words.label}
        aria-describedby={hint}
        onKeyDown={move}
        onFocus={() => setShown(true)}
        onBlur={() => setShown(false)}
        className={`absolute rounded-sm outline-offset-1 ${isShown ? "outline-2 outline-focus" : ""}`}
        style={{
          ...{ left: inShare(left, width), top: inShare(top, height) },
          ...{ width: inShare(places.cell, width), height: inShare(places.pitch, height) },
        }}
      />
      <span id={hint} hidden>
        {t("hint")}
      </span>
      <span role="status" className="sr-only">
        {said}
      </span>
      {isShown && (
        <Told
          words={words}
          style={{
            left: `clamp(0px, calc(${inShare(left, width)} - 9rem), calc(100% - 18rem))`,
            ...(top > height / 2
              ? { bottom: `calc(${inShare(height - top, height)} + 0.4rem)` }
              : { top: `calc(${inShare(top + places.pitch, height)} + 0.4rem)` }),
          }}
        />
      )}
    </div>
  );
}

/** Beside the cell, for the eye: the link says the same. */
const Told = ({ words, style }: { words: ReturnType<typeof tell>; style: CSSProperties }) => (
  <div
    aria-hidden
    className="pointer-events-none absolute z-20 grid w-72 max-w-full gap-0.5 rounded-md border border-edge bg-raised px-3 py-2 text-sm wrap-anywhere shadow-float"
    style={style}
  >
    <strong>{words.who}</strong>
    <span>{words.what}</span>
    <span className="text-ink-muted">{words.where}</span>
  </div>
);

const inShare = (value: number, of: number) => `${(100 * value) / of}%`;

type CellWords = ReturnType<typeof useTranslations<"resultsCases.map.cell">>;

function tell(t: CellWords, { lines, columns }: MapCells, { line, column }: At) {
  const [member, one] = [lines[line], columns[column]];
  const outcome = outcomes[(member?.marks[column] ?? " ") as MapMark];
  const chosen = one?.options[member?.chosen[column] ?? -1] ?? "";
  const gold = one?.gold == null ? "" : (one.options[one.gold] ?? "");
  const who = member?.label ?? "";
  const where = t("where", { track: one?.track ?? "", key: one?.key ?? "" });
  const what = t(outcome, { chosen, gold });
  return { who, where, what, label: t("label", { who, where, what }) };
}
