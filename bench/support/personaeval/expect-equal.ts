type Values = Readonly<Record<string, unknown>>;

/** Throws with every difference: a figure about an import that went wrong is worth nothing. */
export function expectCounts(what: string, found: Values | undefined, expected: Values): void {
  const wrong = Object.entries(expected).filter(([name, value]) => found?.[name] !== value);
  if (wrong.length === 0) return;
  const said = wrong.map(
    ([name, value]) => `${name} is ${String(found?.[name])}, ${String(value)} were written`,
  );
  throw new Error(`${what}: ${said.join("; ")}`);
}

const TOLERANCE = 1e-9;

export function expectFigures(what: string, found: Values | undefined, expected: Values): void {
  const wrong = Object.entries(expected).filter(([name, value]) => {
    const other = found?.[name];
    return typeof value === "number"
      ? typeof other !== "number" || !(Math.abs(other - value) <= TOLERANCE * Math.max(1, Math.abs(value)))
      : other !== value;
  });
  if (wrong.length === 0) return;
  const said = wrong.map(
    ([name, value]) => `${name} is ${String(found?.[name])}, by definition ${String(value)}`,
  );
  throw new Error(`${what}: ${said.join("; ")}`);
}
