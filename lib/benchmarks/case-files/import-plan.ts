/** A case as it stands in the database now. */
export type StoredCase = {
  caseId: number;
  versionId: number;
  number: number;
  key: string;
  position: number;
  /** In base 64. */
  hash: string;
};

export const optionsKey = (names: readonly string[]): string => JSON.stringify([...names].sort());

/** What is stored of a track, and which of it the files no longer hold. */
export function compareTrack(inFile: ReadonlySet<string>, stored: readonly StoredCase[]) {
  return {
    byKey: new Map(stored.map((one) => [one.key, one])),
    notInFile: stored.filter(({ key }) => !inFile.has(key)),
  };
}

const minLikeness = 0.6;

/** How much two dialogues share: the words of both over the words of either, repeated words counted. */
export function likeness(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0;
  const counts = new Map<string, number>();
  for (const word of a) counts.set(word, (counts.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of b) {
    const left = counts.get(word) ?? 0;
    if (left === 0) continue;
    counts.set(word, left - 1);
    shared += 1;
  }
  return shared / (a.length + b.length - shared);
}

/** The candidate that says nearly the same, if one does: the row is its new wording. */
export function findSameCase<T extends { words: readonly string[] }>(
  words: readonly string[],
  candidates: readonly T[],
): T | null {
  let best: T | null = null;
  let most = minLikeness;
  for (const candidate of candidates) {
    const alike = likeness(words, candidate.words);
    if (alike >= most && (best === null || alike > most)) {
      best = candidate;
      most = alike;
    }
  }
  return best;
}

const separator = "\n\u001f\n";

/** What is searched: what is said, and the names it might be said by. */
export const searchText = (said: string, names: readonly string[]): string =>
  said + separator + names.join("\n").toLowerCase();

export const saidIn = (searched: string): string => searched.split(separator)[0] ?? "";

/** Words for comparing; of a script without blanks, its characters. */
export const wordsOf = (text: string): string[] => text.match(/[\p{Script=Han}]|[\p{L}\p{N}]+/gu) ?? [];
