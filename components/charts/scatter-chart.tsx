"use client";

import "./drawing.css";
import { CartesianGrid, ReferenceLine, ResponsiveContainer, ScatterChart, XAxis, YAxis } from "recharts";
import { ScatterPoints } from "#components/charts/scatter-points.tsx";
import type { ScatterInput } from "#lib/figures/drawn/scatter.ts";
import { inPercent } from "#lib/figures/written.ts";

const axis = {
  type: "number",
  domain: [0, 1],
  ticks: [0, 0.2, 0.4, 0.6, 0.8, 1],
  tickFormatter: (value: number) => inPercent(value, 0),
  stroke: "var(--edge)",
  tick: { fill: "var(--ink-muted)", fontSize: 13 },
} as const;

// Axes take their place from data; these two are never drawn.
const corners = [
  { x: 0, y: 0 },
  { x: 1, y: 1 },
];

/** Recharts lays out the axes; the points are drawn by our own hand. */
export function ScatterPlot({ points, words }: Pick<ScatterInput, "points" | "words">) {
  return (
    <div aria-hidden className="drawing grid min-w-0 gap-1 text-sm text-ink-muted">
      <p>{words.y}</p>
      {words.quadrants && <Corners left={words.quadrants.topLeft} right={words.quadrants.topRight} />}
      {/* It takes the width of its box a frame late: the page must not grow wider meanwhile. */}
      <div className="h-90 w-full overflow-hidden sm:h-125">
        <ResponsiveContainer width="100%" height="100%">
          <ScatterChart
            data={corners}
            accessibilityLayer={false}
            margin={{ top: 12, right: 24, bottom: 4, left: 0 }}
          >
            <CartesianGrid stroke="var(--line)" />
            <XAxis dataKey="x" {...axis} />
            <YAxis dataKey="y" width={44} {...axis} />
            <ReferenceLine x={0.5} stroke="var(--edge)" strokeDasharray="4 3" />
            <ReferenceLine y={0.5} stroke="var(--edge)" strokeDasharray="4 3" />
            <ScatterPoints points={points} />
          </ScatterChart>
        </ResponsiveContainer>
      </div>
      {words.quadrants && <Corners left={words.quadrants.bottomLeft} right={words.quadrants.bottomRight} />}
      <p className="text-center">{words.x}</p>
    </div>
  );
}

/** What it means to lie there; beyond the plot, where no point hides it. */
function Corners({ left, right }: { left: string; right: string }) {
  return (
    <p className="flex justify-between gap-4 pr-6 pl-11 italic">
      <span>{left}</span>
      <span className="text-right">{right}</span>
    </p>
  );
}
