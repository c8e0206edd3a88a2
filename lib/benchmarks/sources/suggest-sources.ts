import type { CaseSource } from "#lib/benchmarks/sources/sources-file.ts";

/** A case with the characters that are known to be in it: who speaks, and who the answer is. */
export type NamedCase = { track: string; case: string; names: readonly string[] };

const plain = (name: string): string => name.normalize("NFKC").trim().toLowerCase();

/** Two of one name may be of two works; two who meet are of one, and so is a full name. */
function listLinks(names: readonly string[]): string[] {
  const found = [...new Set(names.map(plain))].filter((name) => name !== "").sort();
  const pairs = found.flatMap((one, at) => found.slice(at + 1).map((other) => JSON.stringify([one, other])));
  return found
    .filter((name) => /\S\s+\S{2}/.test(name) && !/^(?:the|an?|mr|mrs|ms|dr)\b/.test(name))
    .concat(pairs);
}

/**
 * Cases of a track that have a full name or two names in common, as one work each, called by who is in most of its cases.
 * A guess: whoever knows the works looks at it before it is stored. Without such names a case has none.
 */
export function suggestSources(cases: readonly NamedCase[]): CaseSource[] {
  const parent = cases.map((_, at) => at);
  const rootOf = (at: number): number => {
    let root = at;
    while (parent[root] !== root) root = parent[root] as number;
    for (let one = at; one !== root;) [one, parent[one]] = [parent[one] as number, root];
    return root;
  };
  const firstWith = new Map<string, number>();
  for (const [at, { track, names }] of cases.entries())
    for (const link of listLinks(names)) {
      const key = `${track}\n${link}`;
      const first = firstWith.get(key) ?? at;
      firstWith.set(key, first);
      parent[rootOf(at)] = rootOf(first);
    }
  const works = Map.groupBy(cases.keys(), rootOf);
  const called = new Map(
    [...works].map(([root, members]) => [root, nameWork(members.map((at) => cases[at]))]),
  );
  return cases.map(({ track, case: key }, at) => {
    const root = rootOf(at);
    const isAlone = works.get(root)?.length === 1;
    return { track, case: key, source: isAlone ? "" : (called.get(root) ?? "") };
  });
}

/** By the two who are in most of its cases, as they are first written. */
function nameWork(cases: readonly (NamedCase | undefined)[]): string {
  const found = new Map<string, { written: string; cases: number }>();
  for (const one of cases)
    for (const [name, written] of new Map(one?.names.map((given) => [plain(given), given.trim()])))
      found.set(name, { written, ...found.get(name), cases: (found.get(name)?.cases ?? 0) + 1 });
  const most = [...found].sort(([a, first], [b, second]) => second.cases - first.cases || (a < b ? -1 : 1));
  return most
    .slice(0, 2)
    .map(([, { written }]) => written)
    .join(", ");
}
