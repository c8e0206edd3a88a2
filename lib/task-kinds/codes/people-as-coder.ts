import { hasCode } from "#lib/task-kinds/codes/form.ts";
import type { ModelFile } from "#lib/task-kinds/exports.ts";

/** What people found as a judge's results: of each case the codes that more than half of them gave it. */
export const peopleAsCoder: ModelFile = {
  ending: "jsonl",
  countCategories: (codes) => 2 ** codes,
  write({ model, study, track, case: key, optionNames }, counts) {
    const people = counts.reduce((sum, count) => sum + count, 0);
    const givenBy = (at: number) =>
      counts.reduce((sum, count, codes) => sum + (hasCode(codes, at) ? count : 0), 0);
    const labels = optionNames.filter((_, at) => givenBy(at) * 2 > people);
    return { model, method: `codes of most, ${study}`, track, case: key, labels };
  },
};
