import { expect } from "vitest";

/** To 1e-12 of itself; `where` says which figure differs. */
export function expectSame(there: unknown, here: unknown, where: string): void {
  if (Object.is(here, there)) return;
  if (typeof here === "number" && typeof there === "number") {
    const apart = Math.abs(here - there) / Math.max(1, Math.abs(here));
    if (!(apart <= 1e-12)) expect(there, where).toBe(here);
  } else if (here instanceof Object && there instanceof Object) {
    const [found, others] = [Object.entries(here), new Map(Object.entries(there))];
    expect([...others.keys()].toSorted(), where).toEqual(found.map(([name]) => name).toSorted());
    for (const [name, value] of found) expectSame(others.get(name), value, `${where}, ${name}`);
  } else expect(there, where).toBe(here);
}
