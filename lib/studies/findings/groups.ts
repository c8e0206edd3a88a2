import { hasEnoughData } from "#lib/metrics/claim.ts";
import type { Facts } from "#lib/studies/findings/findings.ts";
import { quotaOf, sampledStrata } from "#lib/studies/strata/schema.ts";
import type { Design, Finding } from "#lib/studies/schema.ts";

const about = (code: string, values?: Finding["values"]): Finding =>
  values ? { step: "sample", code, values } : { step: "sample", code };

/** What drawing by groups can't do, and what nobody may be asked twice. */
export function findGroupProblems({ sample }: Design, { sameTexts }: Pick<Facts, "sameTexts">): Finding[] {
  const groups = Object.entries(sample.groups ?? {});
  const cut = groups.flatMap(([track, each]) =>
    sampledStrata
      .map((stratum) => quotaOf(sample, stratum)[track] ?? 0)
      .filter((quota) => quota % each !== 0)
      .map((quota) => about("groups_cut", { track, quota, each })),
  );
  const limited =
    groups.length > 0 && sample.mostFromOneSource !== null ? [about("groups_with_source_limit")] : [];
  if (!sameTexts) return [...cut, ...limited];
  const { first, second, cases } = sameTexts;
  const same = { track: first.track, key: first.key, otherTrack: second.track, other: second.key, cases };
  return [...cut, ...limited, about("same_text", same)];
}

/** Where somebody wrote so little of what is judged that no figure can be told of them, by the rules of results. */
export function findOriginWarnings(
  { assignment }: Pick<Design, "assignment">,
  { sample: drawn }: Pick<Facts, "sample">,
): Finding[] {
  if (!drawn?.ok) return [];
  const { cases, cells } = drawn.plan;
  const { people } = assignment;
  const sets = cells.map((cell) => new Set(cell.cases));
  const byTrack = Map.groupBy(
    cases.flatMap(({ track, origin }, at) => (origin === null ? [] : [{ track, origin, at }])),
    ({ track }) => track,
  );
  return [...byTrack].flatMap(([track, ofTrack]): Finding[] => {
    const origins = [...Map.groupBy(ofTrack, ({ origin }) => origin)].map(([origin, own]) => {
      const places = own.map(({ at }) => at);
      const asked = places.reduce((sum, at) => sum + sets.filter((set) => set.has(at)).length, 0);
      return { origin, cases: own.length, answers: Math.round((asked * people) / cells.length) };
    });
    const few = origins
      .filter(({ cases: n, answers }) => !hasEnoughData({ answers, people, cases: n }))
      .sort((a, b) => a.answers - b.answers);
    const [smallest] = few;
    return smallest
      ? [about("small_origins", { track, few: few.length, origins: origins.length, ...smallest })]
      : [];
  });
}
