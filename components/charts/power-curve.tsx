"use client";

import {
  CartesianGrid,
  Line,
  LineChart,
  ReferenceDot,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";

export type CurveLine = { id: string; label: string; isMain: boolean; values: readonly (number | null)[] };

type Props = {
  people: readonly number[];
  planned: number;
  /** In points; null where nothing can be said. */
  lines: readonly CurveLine[];
  /** What the picture shows, for those who don't see it. */
  label: string;
  words: { x: string; y: string; planned: string };
  /** A half-width as it is written. */
  write: (value: number) => string;
};

const height = 320;
const margin = { top: 28, right: 150, bottom: 28, left: 8 };
// Where there is no room beside the lines, their names stand above their ends.
const narrow = { margin: { ...margin, right: 16 }, name: { dx: -8, dy: -16, textAnchor: "end" } } as const;
const wide = { margin, name: { dx: 8, dy: 4, textAnchor: "start" } } as const;
const axisHeight = 30;
const axis = { stroke: "var(--edge)", tick: { fill: "var(--ink-muted)", fontSize: 13 } } as const;
const title = { fill: "var(--ink-muted)", fontSize: 13 } as const;

/** What the drawing is measured by. */
function scaleOf(lines: readonly CurveLine[]) {
  const most = Math.max(...lines.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const each = most > 25 ? 10 : most > 10 ? 5 : 2;
  const top = each * Math.ceil(most / each);
  const ticks = Array.from({ length: top / each + 1 }, (_, i) => each * i);
  const plot = height - margin.top - margin.bottom - axisHeight;
  return {
    top,
    ticks,
    ends: spreadLabels(lines.map(({ values }) => plot * (1 - (values.at(-1) ?? 0) / top))),
  };
}

const rowsOf = (people: Props["people"], lines: Props["lines"]) =>
  people.map((count, i) => ({
    people: count,
    ...Object.fromEntries(lines.map(({ id, values }) => [id, values[i] ?? null])),
  }));

/** Half the width of an interval against the number of people, with the plan marked. */
export function PowerCurveChart({ people, planned, lines, label, words, write }: Props) {
  const rows = rowsOf(people, lines);
  const { top, ticks, ends } = scaleOf(lines);
  const place = people.indexOf(planned);
  const form = window.matchMedia("(width < 40rem)").matches ? narrow : wide;
  return (
    // A window made narrower is narrower at once; the drawing follows a moment later.
    <div role="img" aria-label={label} className="w-full overflow-hidden" style={{ height }}>
      <ResponsiveContainer width="100%" height="100%">
        <LineChart data={rows} accessibilityLayer={false} margin={form.margin}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="people"
            type="number"
            domain={["dataMin", "dataMax"]}
            ticks={people.filter((count) => count % (4 * (people[0] ?? 5)) === 0)}
            height={axisHeight}
            label={{ value: words.x, position: "insideBottom", offset: -12, ...title }}
            {...axis}
          />
          <YAxis
            width={48}
            domain={[0, top]}
            ticks={ticks}
            label={{ value: words.y, position: "insideTopLeft", dx: 4, dy: -26, ...title }}
            {...axis}
          />
          <Tooltip
            isAnimationActive={false}
            formatter={(value, name) => [
              write(Number(value)),
              lines.find(({ id }) => id === name)?.label ?? "",
            ]}
            labelFormatter={(count) => `${words.x}: ${String(count)}`}
            contentStyle={{ background: "var(--raised)", borderColor: "var(--line)", color: "var(--ink)" }}
          />
          <ReferenceLine
            x={planned}
            stroke="var(--ink-muted)"
            strokeDasharray="3 3"
            label={{ value: words.planned, position: "top", fill: "var(--ink)", fontSize: 13 }}
          />
          {lines.map(({ id, isMain, label: name, values }, i) => (
            <Line
              key={id}
              dataKey={id}
              type="monotone"
              stroke={isMain ? "var(--people)" : "var(--model)"}
              strokeWidth={isMain ? 3 : 2}
              strokeDasharray={isMain ? undefined : dashes[i % dashes.length]}
              dot={false}
              isAnimationActive={false}
              label={nameAt(values.length - 1, name, margin.top + (ends[i] ?? 0), form.name)}
            />
          ))}
          {lines.map((line) => markPlan(line, planned, place, write))}
        </LineChart>
      </ResponsiveContainer>
    </div>
  );
}

const dashes = ["6 3", "2 3", "8 3 2 3", "4 2"];

/** The name of a line, at its end. */
const nameAt = (last: number, name: string, y: number, look: (typeof wide | typeof narrow)["name"]) =>
  function EndLabel({ index, x }: { index?: number; x?: number | string }) {
    if (index !== last) return <g />;
    return (
      <text
        x={Number(x)}
        y={y}
        {...look}
        fontSize={13}
        fill="var(--ink)"
        stroke="var(--surface)"
        strokeWidth={3}
        paintOrder="stroke"
      >
        {name}
      </text>
    );
  };

/** Where a line meets the plan; the first says its value. */
function markPlan({ id, isMain, values }: CurveLine, planned: number, place: number, write: Props["write"]) {
  const value = values[place];
  if (value == null) return null;
  const said = {
    value: write(value),
    position: "top",
    offset: 8,
    dx: 24,
    fill: "var(--ink)",
    fontSize: 13,
  } as const;
  return (
    <ReferenceDot
      key={id}
      x={planned}
      y={value}
      r={isMain ? 5 : 3.5}
      fill={isMain ? "var(--people)" : "var(--model)"}
      stroke="var(--surface)"
      label={isMain ? said : undefined}
    />
  );
}

const least = 17;

/** Moves labels apart that stand at the ends of lines, in their order, each as little as it takes going down. */
function spreadLabels(places: readonly number[]): number[] {
  const order = places.map((place, i) => ({ place, i })).toSorted((a, b) => a.place - b.place);
  const moved: number[] = [];
  let last = -Infinity;
  for (const { place, i } of order) {
    last = Math.max(place, last + least);
    moved[i] = last;
  }
  return moved;
}
