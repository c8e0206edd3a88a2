import { getFormatter, getTranslations } from "next-intl/server";
import {
  tellChoice,
  tellModels,
  tellOthers,
  tellTime,
  type PersonWords,
} from "#components/study-results/people/person-answer-cells.ts";
import { muted, named, nothing } from "#components/study-results/figure-cells.ts";
import { cellsOf } from "#components/task-kinds/cells.ts";
import type { Cell } from "#components/ui/table/cell.tsx";
import { Table, type LinkedColumn } from "#components/ui/table/table.tsx";
import type { PersonProps } from "#components/study-results/people/person-results.tsx";
import { resultsCasePath } from "#lib/paths.ts";
import { asPercent } from "#lib/figures/written.ts";
import { listAnswersOf, type PersonAnswer } from "#lib/study-results/people/person.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { writeView, type View } from "#lib/study-results/schema.ts";

/** Everything one participant answered, beside what was right and what others and models said. */
export async function PersonAnswers(props: PersonProps) {
  const { rows, view, index } = props;
  const t = await getTranslations("resultsPeople.person");
  const format = await getFormatter();
  const number = rows.people[index]?.number ?? 0;
  const answers = listAnswersOf(rows, index, view);
  return (
    <section aria-labelledby="answers" className="grid min-w-0 gap-3">
      <h2 id="answers" className="text-xl font-semibold">
        {t("answers")}
      </h2>
      {answers.length === 0 ? (
        <p className="text-ink-muted">{t("unfinished")}</p>
      ) : (
        <Table
          isTight
          caption={t("caption", { number })}
          columns={listColumns(t, rows)}
          rows={answers.map((answer) => tellAnswer(t, answer, { ...props, format }))}
        />
      )}
    </section>
  );
}

function listColumns(t: PersonWords, { study }: StudyRows): LinkedColumn[] {
  const asksSure = study.design.questions.confidence.ask !== "off";
  const keys = [
    ...(["position", "case", "chose", "right", "time"] as const),
    ...(asksSure ? (["sure"] as const) : []),
    ...(["others", "models"] as const),
  ];
  return keys.map((key) => ({
    key,
    label: t(`columns.${key}`),
    numeric: key === "time" || key === "sure",
  }));
}

type Given = PersonProps & { format: Awaited<ReturnType<typeof getFormatter>> };

function tellAnswer(t: PersonWords, answer: PersonAnswer, { rows, view, texts, format }: Given) {
  const row = rows.cases[answer.case];
  const names = row?.optionNames ?? [];
  return {
    id: String(answer.position),
    cells: {
      position: answer.position,
      case: tellCase(t, answer, rows, view),
      chose: tellChoice(t, {
        kind: rows.kind,
        answer,
        names,
        shownAt: rows.answers.shownAt[answer.index] ?? -1,
        reason: texts.reasons.get(answer.position) ?? null,
        revisions: texts.revisions.get(answer.position) ?? [],
      }),
      right:
        row?.gold == null
          ? muted(t("noGold"))
          : { ...named(cellsOf(row.kind).nameCategory(row, row.gold)), isWhole: true, isNarrow: true },
      time: tellTime(t, answer),
      sure: answer.confidence === null ? nothing : asPercent(answer.confidence, 0),
      others: tellOthers(t, answer, names),
      models: tellModels(t, answer, rows.runs, format),
    },
  };
}

/** Which case it is, what it is in the sample for, and whether the view leaves it out. */
function tellCase(t: PersonWords, answer: PersonAnswer, rows: StudyRows, view: View): Cell {
  const row = rows.cases[answer.case];
  const track = rows.tracks[row?.track ?? 0]?.name ?? "";
  const key = row?.key ?? "";
  const isOut = !answer.isInView && row?.stratum !== "attention" && answer.isRight !== null;
  const where = [track, row && t(`strata.${row.stratum}`), isOut && t("outOfView")].filter(Boolean);
  const href = resultsCasePath(rows.study.slug, { track, key }, writeView(view));
  return [
    { text: key, isName: true, isWhole: true, href },
    " ",
    {
      text: where.join(" · "),
      isMuted: true,
      isSmall: true,
      isName: true,
      isWhole: true,
      isNarrow: true,
    },
  ];
}
