import type { Facts } from "#lib/reports/facts.ts";
import { describeRaters } from "#lib/reports/judged/points.ts";
import { makeFigureTables, makePartTables } from "#lib/reports/kinds/texts/tables.ts";
import { joinList, t } from "#lib/reports/words.ts";
import { holdsAtEveryLook } from "#lib/study-results/interim-policy.ts";
import { describeMcq } from "#lib/study-results/kinds/texts/mcq.ts";

function writeMethods({ rows, view }: Facts) {
  const table = describeMcq(rows, view);
  if (!table) return { figures: [], others: [] };
  const reward = String(table.hasReward);
  return {
    figures: [
      t("typedOptions.methods.types", {
        types: joinList(table.types),
        training: String(table.training.length > 0),
      }),
      ...(table.hasReward ? [t("typedOptions.methods.reward")] : []),
      t("typedOptions.methods.malformed", { reward }),
      ...(rows.runs.some(({ apart }) => apart === "selecting") ? [t("typedOptions.methods.selecting")] : []),
    ],
    others: [
      t("typedOptions.methods.intervals"),
      describeRaters(table.rows.find(({ run }) => run === null)?.people ?? 0),
      ...(holdsAtEveryLook(rows, view.who) ? [t("typedOptions.methods.interim")] : []),
    ],
  };
}

/** Beside everything about right answers: what was chosen by type. */
export const textsReport = {
  tables(facts: Facts) {
    const table = describeMcq(facts.rows, facts.view);
    return table ? [...makeFigureTables(facts, table), ...makePartTables(facts, table)] : [];
  },
  figures: () => [],
  methods: writeMethods,
};
