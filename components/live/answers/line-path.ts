type Steps = readonly (readonly [seconds: number, answers: number])[];

const rounded = (value: number) => Math.round(value * 100) / 100;

/** A line of steps through a square of 100, from its lower left corner; it goes on level to the end. */
export function linePath(steps: Steps, seconds: number): string {
  const most = steps.at(-1)?.[1] ?? 0;
  const moves = steps.map(([at, count]) => {
    const x = seconds > 0 ? (100 * at) / seconds : 0;
    return `H${rounded(x)}V${rounded(100 - (100 * count) / Math.max(most, 1))}`;
  });
  return `M0 100${moves.join("")}H100`;
}
