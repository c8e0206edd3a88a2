import { getTranslations } from "next-intl/server";
import {
  tellChoice,
  tellModels,
  tellOthers,
  tellTime,
} from "#components/study-results/people/person-answer-cells.ts";
import { muted, named, nothing } from "#components/study-results/figure-cells.ts";
import { cellsOf } from "#components/task-kinds/cells.ts";
import type { Cell } from "#components/ui/table/cell.tsx";
import { Table, type LinkedColumn } from "#components/ui/table/table.tsx";
import type { PersonProps } from "#components/study-results/people/person-results.tsx";
import { resultsCasePath } from "#lib/paths.ts";
import { inPercent } from "#lib/figures/written.ts";
import { listAnswersOf } from "#lib/study-results/people/person.ts";
import { writeView } from "#lib/study-results/schema.ts";

/** Everything one participant answered, beside what was right and what others and models said. */
export async function PersonAnswers({ rows, view, index, texts }: PersonProps) {
  const t = await getTranslations("resultsPeople.person");
  const { slug, design } = rows.study;
  const number = rows.people[index]?.number ?? 0;
  const answers = listAnswersOf(rows, index, view);
  const asksSure = design.questions.confidence.ask !== "off";
  const keys = [
    ...(["position", "case", "chose", "right", "time"] as const),
    ...(asksSure ? (["sure"] as const) : []),
    ...(["others", "models"] as const),
  ];
  const columns = keys.map((key): LinkedColumn => ({
    key,
    label: t(`columns.${key}`),
    numeric: key === "time" || key === "sure",
    ...(key === "chose" && { atLeast: 40 }),
    ...((key === "case" || key === "others" || key === "models") && { atLeast: 32 }),
  }));
  return (
    <section aria-labelledby="answers" className="grid min-w-0 gap-3">
      <h2 id="answers" className="text-xl font-semibold">
        {t("answers")}
      </h2>
      {answers.length === 0 ? (
        <p className="text-ink-muted">{t("unfinished")}</p>
      ) : (
        <Table
          isTall
          caption={t("caption", { number })}
          columns={columns}
          rows={answers.map((answer) => {
            const it = rows.cases[answer.case];
            const names = it?.optionNames ?? [];
            const track = rows.tracks[it?.track ?? 0]?.name ?? "";
            const key = it?.key ?? "";
            const isOut = !answer.isInView && it?.stratum !== "attention" && answer.isRight !== null;
            const where: Cell = [
              named(track),
              it && ` · ${t(`strata.${it.stratum}`)}`,
              isOut && ` · ${t("outOfView")}`,
            ];
            const href = resultsCasePath(slug, { track, key }, writeView(view));
            return {
              id: String(answer.position),
              cells: {
                position: answer.position,
                case: [
                  { text: key, isName: true, href },
                  { line: where, isMuted: true },
                ],
                chose: tellChoice(t, {
                  kind: rows.kind,
                  answer,
                  names,
                  shownAt: rows.answers.shownAt[answer.index] ?? -1,
                  reason: texts.reasons.get(answer.position) ?? null,
                  revisions: texts.revisions.get(answer.position) ?? [],
                }),
                right:
                  it?.gold == null ? muted(t("noGold")) : named(cellsOf(it.kind).nameCategory(it, it.gold)),
                time: tellTime(t, answer),
                sure: answer.confidence === null ? nothing : `${inPercent(answer.confidence, 0)}\u00a0%`,
                others: tellOthers(t, answer, names),
                models: tellModels(t, answer, rows.runs),
              },
            };
          })}
        />
      )}
    </section>
  );
}
