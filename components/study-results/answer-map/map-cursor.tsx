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
import {
  findCell,
  step,
  formatCell,
  type Position,
  type CellWords,
  type MapData,
  type CellDetails,
} from "#components/study-results/answer-map/map-cells.ts";

type Props = {
  map: MapData;
  /** Which of the widths in the map. */
  size: number;
  width: number;
  height: number;
  /** The still drawing: all there is until the script has come, and without one. */
  children: ReactNode;
};

/** Which cell is pointed at or moved to. What is moved to is said aloud. */
function useCell({ map, size, width }: Omit<Props, "children">, t: CellWords) {
  const [at, setAt] = useState<Position>({ line: 0, column: 0 });
  const [isShown, setShown] = useState(false);
  const [said, setSaid] = useState("");

  function point(event: PointerEvent<HTMLDivElement>) {
    const places = map.places[size];
    if (!places) return;
    const box = event.currentTarget.getBoundingClientRect();
    // The drawing is shown smaller or larger than it was drawn.
    const scale = width / box.width;
    const found = findCell(places, (event.clientX - box.left) * scale, (event.clientY - box.top) * scale);
    if (found) setAt(found);
    setShown(found !== null);
  }

  function move(event: KeyboardEvent<HTMLAnchorElement>) {
    if (event.key === "Escape") setShown(false);
    const next = step(event.key, at, map.cells);
    if (!next || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    setShown(true);
    setAt(next);
    setSaid(formatCell(t, map, { size, at: next }).words.label);
  }

  return { cell: formatCell(t, map, { size, at }), isShown, setShown, said, point, move };
}

/** Over the drawing one link, which goes to whichever cell is pointed at or moved to: its words, and the way to its case. */
export function MapCursor({ children, ...props }: Props) {
  const { width, height } = props;
  const t = useTranslations("resultsCases.map.cell");
  const hint = useId();
  const { cell, isShown, setShown, said, point, move } = useCell(props, t);
  const { words, box } = cell;

  return (
    <div
      className="relative"
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={() => setShown(false)}
    >
      {children}
      <a
        href={words.href}
        aria-label={words.label}
        aria-describedby={hint}
        onKeyDown={move}
        onFocus={() => setShown(true)}
        onBlur={() => setShown(false)}
        className={`absolute rounded-sm outline-offset-1 ${isShown ? "outline-2 outline-focus" : ""}`}
        style={{
          left: inShare(box.left, width),
          top: inShare(box.top, height),
          width: inShare(box.width, width),
          height: inShare(box.height, height),
        }}
      />
      <span id={hint} hidden>
        {t("hint")}
      </span>
      <span role="status" className="sr-only">
        {said}
      </span>
      {isShown && (
        <CellText
          words={words}
          style={{
            left: `clamp(0px, calc(${inShare(box.left, width)} - 9rem), calc(100% - 18rem))`,
            ...(box.top > height / 2
              ? { bottom: `calc(${inShare(height - box.top, height)} + 0.4rem)` }
              : { top: `calc(${inShare(box.top + box.height, height)} + 0.4rem)` }),
          }}
        />
      )}
    </div>
  );
}

/** Beside the cell, for the eye: the link says the same. */
const CellText = ({ words, style }: { words: CellDetails["words"]; style: CSSProperties }) => (
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
