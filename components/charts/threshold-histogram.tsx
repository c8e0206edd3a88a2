"use client";

import { Bar, BarChart, CartesianGrid, ReferenceLine, ResponsiveContainer, XAxis, YAxis } from "recharts";
import { binsOf } from "#components/charts/threshold-bins.ts";

type Props = {
  /** How many values lie at 0, .01, … 1 or above. */
  atLeast: readonly number[];
  threshold: number;
  /** What the picture shows, for those who don't see it. */
  label: string;
  /** Stands at the line. */
  mark: string;
};

const axis = { stroke: "var(--edge)", tick: { fill: "var(--ink-muted)", fontSize: 13 } } as const;

/** How sure the wrong answers were; what lies at the threshold or above is in the colour of selection. */
export function ThresholdHistogram({ atLeast, threshold, label, mark }: Props) {
  const rows = binsOf(atLeast, threshold).map((bin) => ({ ...bin, at: (bin.from + bin.to) / 2 }));
  return (
    <div role="img" aria-label={label} className="h-56 w-full">
      <ResponsiveContainer width="100%" height="100%">
        <BarChart
          data={rows}
          barCategoryGap={1}
          accessibilityLayer={false}
          margin={{ top: 24, right: 16, bottom: 0, left: 0 }}
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis dataKey="at" type="number" domain={[0, 1]} ticks={[0, 0.2, 0.4, 0.6, 0.8, 1]} {...axis} />
          <YAxis width={56} allowDecimals={false} {...axis} />
          <Bar dataKey="below" stackId="bin" fill="var(--model)" isAnimationActive={false} />
          <Bar dataKey="selected" stackId="bin" fill="var(--selecting)" isAnimationActive={false} />
          <ReferenceLine
            x={threshold}
            stroke="var(--ink)"
            strokeWidth={2}
            label={{ value: mark, position: "top", fill: "var(--ink)", fontSize: 13 }}
          />
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}
