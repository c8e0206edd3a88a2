export type RougeL = { readonly precision: number; readonly recall: number; readonly f1: number };

/** On tokens (characters for Chinese); 0 when either side is empty. */
export function rougeL(reference: readonly string[], candidate: readonly string[]): RougeL {
  const common = measureCommonSubsequence(reference, candidate);
  if (common === 0) return { precision: 0, recall: 0, f1: 0 };
  const precision = common / candidate.length;
  const recall = common / reference.length;
  return { precision, recall, f1: (2 * precision * recall) / (precision + recall) };
}

/** On text in Latin letters: lower case, everything but a-z and 0-9 separates, no stemming. */
export function rougeLText(reference: string, candidate: string): RougeL {
  return rougeL(tokenize(reference), tokenize(candidate));
}

function tokenize(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}

function measureCommonSubsequence(a: readonly string[], b: readonly string[]): number {
  let above = new Uint32Array(b.length + 1);
  for (const token of a) {
    const row = new Uint32Array(b.length + 1);
    for (let j = 1; j <= b.length; j += 1)
      row[j] = token === b[j - 1] ? (above[j - 1] ?? 0) + 1 : Math.max(above[j] ?? 0, row[j - 1] ?? 0);
    above = row;
  }
  return above[b.length] ?? 0;
}
