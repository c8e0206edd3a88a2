"use client";

import { type PointerEvent, useMemo, useState } from "react";
import { usePlotArea, useXAxisScale, useYAxisScale } from "recharts";
import { discPath } from "#lib/figures/drawing.ts";
import type { ScatterPoint } from "#lib/figures/drawn/scatter.ts";
import { shorten, widthOf } from "#lib/figures/text.ts";
import { inPercent } from "#lib/figures/written.ts";

const radius = 4;
const reach = 18;
const layers = 12;
const letters = 14;

type Props = { points: readonly ScatterPoint[] };

/**
 * All points in a few paths: a component for each of two thousand would hold the page up for longer than a frame.
 * Whichever is nearest to the pointer gets a ring, its name, and is the way to what it stands for.
 */
export function ScatterPoints({ points }: Props) {
  const area = usePlotArea();
  const x = useXAxisScale();
  const y = useYAxisScale();
  const [near, setNear] = useState<number | null>(null);
  const places = useMemo(
    () => (x && y ? points.map((it) => ({ x: Number(x(it.x)), y: Number(y(it.y)) })) : []),
    [points, x, y],
  );
  const paths = useMemo(
    () =>
      Array.from({ length: layers }, (_, layer) =>
        places
          .filter((__, i) => i % layers === layer)
          .map((it) => discPath(it.x, it.y, radius))
          .join(""),
      ),
    [places],
  );
  if (!area || places.length === 0) return null;

  function look(event: PointerEvent<SVGRectElement | SVGGElement>) {
    const frame = event.currentTarget.ownerSVGElement?.getBoundingClientRect();
    if (!frame) return;
    const [left, top] = [event.clientX - frame.left, event.clientY - frame.top];
    let [nearest, shortest] = [null as number | null, reach];
    places.forEach((place, i) => {
      const distance = Math.hypot(place.x - left, place.y - top);
      if (distance < shortest) [nearest, shortest] = [i, distance];
    });
    setNear(nearest);
  }

  const point = near === null ? undefined : points[near];
  const place = near === null ? undefined : places[near];
  return (
    <g onPointerMove={look} onPointerDown={look} onPointerLeave={() => setNear(null)}>
      <rect
        x={area.x - reach}
        y={area.y - reach}
        width={area.width + 2 * reach}
        height={area.height + 2 * reach}
        fill="transparent"
      />
      {paths.map((d, layer) => (
        <path key={layer} d={d} fill="var(--model)" fillOpacity={0.45} pointerEvents="none" />
      ))}
      {point && place && <Near point={point} place={place} area={area} />}
    </g>
  );
}

type NearProps = {
  point: ScatterPoint;
  place: { x: number; y: number };
  area: { x: number; width: number };
};

function Near({ point, place, area }: NearProps) {
  const isLeft = place.x < area.x + area.width / 2;
  const room = isLeft ? area.x + area.width - place.x : place.x;
  const figures = ` · ${inPercent(point.x)} · ${inPercent(point.y)}`;
  const name = shorten(point.label, room - 16 - widthOf(figures, letters, "semibold"), letters, "semibold");
  const ring = (
    <>
      <circle cx={place.x} cy={place.y} r={reach} fill="transparent" />
      <circle
        cx={place.x}
        cy={place.y}
        r={radius + 2}
        fill="var(--surface)"
        stroke="var(--ink)"
        strokeWidth={2}
      />
      <circle cx={place.x} cy={place.y} r={radius - 1} fill="var(--model)" />
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
    <a href={point.href} tabIndex={-1}>
      {ring}
    </a>
  ) : (
    <g>{ring}</g>
  );
}
