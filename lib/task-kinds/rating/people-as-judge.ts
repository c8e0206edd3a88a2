import type { ModelFile } from "#lib/task-kinds/exports.ts";

/**
 * What people rated as a judge's results. Their mean is no point of the scale, which is all that `rating` can be: it stands as
 * `score`, and so comes in again as any measure does.
 */
export const peopleAsJudge: ModelFile = {
  ending: "jsonl",
  write({ model, study, track, case: key }, counts) {
    const ratings = counts.reduce((sum, count) => sum + count, 0);
    const points = counts.reduce((sum, count, at) => sum + count * (at + 1), 0);
    return { model, method: `mean rating, ${study}`, track, case: key, score: points / ratings };
  },
};
