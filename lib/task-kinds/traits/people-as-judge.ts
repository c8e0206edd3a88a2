import type { ModelFile } from "#lib/task-kinds/exports.ts";
import { decodeLevels } from "#lib/task-kinds/traits/decoded.ts";
import { traitNames } from "#lib/task-kinds/traits/profile.ts";
import { nameLevel } from "#lib/task-kinds/traits/schema.ts";

/** What people told as a judge's results: each of them is one of its runs. */
export const peopleAsJudge: ModelFile = {
  ending: "jsonl",
  countCategories: () => 4 ** traitNames.length,
  write({ model, study, track, case: key }, counts) {
    const people = [...counts].flatMap((count, code) =>
      Array.from({ length: count }, () => decodeLevels(code) ?? []),
    );
    const traits = Object.fromEntries(
      traitNames.map((name, at) => [name, people.map((levels) => nameLevel(levels[at] ?? 1))]),
    );
    return { model, method: `people one by one, ${study}`, track, case: key, traits };
  },
};
