import { operator } from "#lib/auth/operator.ts";
import { createBenchmark } from "#lib/benchmarks/mutations.ts";
import { joinPath } from "#lib/invitations/schema.ts";
import { makePeople, type SimulatedPerson } from "#lib/simulated-people/person.ts";
import { listRights } from "#lib/simulation/queries.ts";
import { takePart } from "#lib/simulation/take-part.ts";
import { bring } from "#e2e/staff/benchmarks/bring.ts";
import type { Product } from "#e2e/support/product.ts";

// What is judged in a study, of whichever kind, on its way from a file to the results.

export type Design = { benchmark: string } & Record<string, unknown>;

type DesignInput = {
  track: string;
  cases: readonly string[];
  /** What each run says, a line a case without the words that all of them have. */
  results: Readonly<Record<string, readonly ({ case: string } & Record<string, unknown>)[]>>;
  /** How many cases are drawn. */
  count: number;
};

/** A new benchmark with these cases in one track, and what of it a study asks. */
export async function designFrom({ track, cases, results, count }: DesignInput): Promise<Design> {
  const name = `From a file ${crypto.randomUUID().slice(0, 8)}`;
  const benchmark = await createBenchmark(operator(), { name, description: "" });
  const written = Object.entries(results).map(([model, said]) => [
    model,
    said.map((one) => JSON.stringify({ model, track, ...one })).join("\n"),
  ]);
  await bring(benchmark, { track, cases: cases.join("\n"), results: Object.fromEntries(written) });
  return {
    benchmark: benchmark.slug,
    frame: { tracks: [track] },
    sample: { seed: 7, quota: { [track]: count } },
  };
}

/** So many of those who read with care. */
export function attentivePeople(count: number): SimulatedPerson[] {
  const people = makePeople(5, 20).filter(({ habit }) => habit === "attentive");
  if (people.length < count) throw new Error(`there are ${people.length} of them`);
  return people.slice(0, count);
}

/** Simulated people, by the server's own forms, to the end. */
export async function judgeSimulated(
  { url: baseUrl }: Product,
  { link }: { link: string },
  people: readonly SimulatedPerson[],
): Promise<void> {
  const knows = (sittingId: string) => listRights(operator(), sittingId);
  for (const person of people) {
    const took = await takePart(
      { ...person, leavesAfter: null },
      { baseUrl, link: joinPath(link), pace: "at_once", knows },
    );
    if (!took.completionCode) throw new Error("somebody left in the middle");
  }
}
