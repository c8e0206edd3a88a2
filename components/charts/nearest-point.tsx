"use client";

import "./drawing.css";
import { type PointerEvent, type ReactNode, useRef, useState } from "react";
import {
  type Place,
  placeScatter,
  type ScatterInput,
  type ScatterPoint,
} from "#lib/figures/drawn/scatter-places.ts";
import { screenLook } from "#lib/figures/look.ts";
import { shorten, widthOf } from "#lib/figures/text.ts";
import { inPercent } from "#lib/figures/written.ts";

const reach = 18;
const letters = 14;

type Props = {
  input: ScatterInput;
  width: number;
  height: number;
  /** The still drawing: all there is until the script has come, and without one. */
  children: ReactNode;
};

type MarkedPoint = Omit<MarkedProps, "width">;

/** Over a drawing of points: whichever is nearest to the pointer gets a ring, its name, and is the way to what it stands for. */
export function NearestPoint({ input, width, height, children }: Props) {
  const placed = useRef<{ input: ScatterInput; places: readonly Place[]; r: number } | null>(null);
  const [near, setNear] = useState<MarkedPoint | null>(null);

  function look(event: PointerEvent<HTMLDivElement>) {
    if (placed.current?.input !== input)
      placed.current = { input, ...placeScatter(input, screenLook(width)) };
    const all = placed.current;
    const box = event.currentTarget.getBoundingClientRect();
    // The drawing is shown a little smaller where there is less room than it was drawn for.
    const scale = width / box.width;
    const [left, top] = [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
    let [nearest, shortest] = [-1, reach];
    all.places.forEach((one, i) => {
      const distance = Math.hypot(one.x - left, one.y - top);
      if (distance < shortest) [nearest, shortest] = [i, distance];
    });
    const [point, at] = [input.points[nearest], all.places[nearest]];
    setNear(point && at ? { point, place: at, r: all.r } : null);
  }

  return (
    <div className="relative" onPointerMove={look} onPointerDown={look} onPointerLeave={() => setNear(null)}>
      {children}
      {near && (
        <svg
          viewBox={`0 0 ${width} ${height}`}
          className="drawing pointer-events-none absolute inset-0 size-full"
          aria-hidden
          focusable="false"
        >
          <Marked {...near} width={width} />
        </svg>
      )}
    </div>
  );
}

type MarkedProps = { point: ScatterPoint; place: Place; r: number; width: number };

function Marked({ point, place, r, width }: MarkedProps) {
  const isLeft = place.x < width / 2;
  const room = isLeft ? width - place.x : place.x;
  const figures = ` · ${inPercent(point.x)} · ${inPercent(point.y)}`;
  const name = shorten(point.label, room - 16 - widthOf(figures, letters, "semibold"), letters, "semibold");
  const mark = (
    <>
      <circle cx={place.x} cy={place.y} r={reach} fill="transparent" />
      <circle cx={place.x} cy={place.y} r={r + 3} fill="var(--surface)" stroke="var(--ink)" strokeWidth={2} />
      <circle cx={place.x} cy={place.y} r={r} fill="var(--model)" />
      <text
        x={place.x + (isLeft ? 12 : -12)}
        y={place.y + (place.y < 32 ? 24 : -9)}
        textAnchor={isLeft ? "start" : "end"}
        fontSize={letters}
        fontWeight={600}
        fill="var(--ink)"
        stroke="var(--surface)"
        strokeWidth={5}
        strokeLinejoin="round"
        paintOrder="stroke"
      >
        {name + figures}
      </text>
    </>
  );
  // The table has the same way for the keyboard.
  return point.href ? (
    <a href={point.href} tabIndex={-1} className="pointer-events-auto">
      {mark}
    </a>
  ) : (
    <g>{mark}</g>
  );
}
