import type { KindName } from "#lib/task-kinds/registry.ts";

export type Part = {
  kind: KindName;
  /** Which of the parts that count, from 1, and of how many. */
  number: number;
  count: number;
};
type Step = { position: number; isPractice: boolean; asked: { kind: KindName } };

/**
 * By position, where a stretch of cases of one kind begins, the stretches of practice too: those are for a part that comes
 * later. None where all are of one kind.
 */
export function findParts(progress: readonly Step[]): Map<number, Part> {
  const begins = progress.filter(
    ({ isPractice, asked }, i) =>
      progress[i - 1]?.isPractice !== isPractice || progress[i - 1]?.asked.kind !== asked.kind,
  );
  const counting = begins.filter(({ isPractice }) => !isPractice).map(({ asked }) => asked.kind);
  if (new Set(progress.map(({ asked }) => asked.kind)).size < 2) return new Map();
  return new Map(
    begins.map(({ position, asked: { kind } }) => [
      position,
      { kind, number: counting.indexOf(kind) + 1, count: counting.length },
    ]),
  );
}
