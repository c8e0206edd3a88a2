import type { ModelFile } from "#lib/task-kinds/exports.ts";
import { sideNames } from "#lib/task-kinds/pair/predictions.ts";

/** What people preferred as a judge's results: what most of them said, and a tie where nothing has most. */
export const peopleAsJudge: ModelFile = {
  ending: "jsonl",
  write({ model, study, track, case: key }, counts) {
    const most = Math.max(...counts);
    const said = sideNames.filter((_, at) => counts[at] === most);
    const choice = said.length === 1 ? said[0] : "tie";
    return { model, method: `choice of most, ${study}`, track, case: key, choice };
  },
};
