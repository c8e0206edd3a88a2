import type { useFormatter, useTranslations } from "next-intl";
import { cellsOf } from "#components/task-kinds/cells.ts";
import { namesOf } from "#components/task-kinds/names.ts";
import type { Cell } from "#components/ui/table/cell.tsx";
import { muted, named, nothing } from "#components/study-results/figure-cells.ts";
import { inTime } from "#lib/figures/written.ts";
import type { Revision } from "#lib/study-results/people/person-queries.ts";
import type { PersonAnswer } from "#lib/study-results/people/person.ts";
import type { RunRow } from "#lib/study-results/rows/rows.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";

export type PersonWords = ReturnType<typeof useTranslations<"resultsPeople.person">>;

type Names = readonly string[];

type Given = {
  kind: KindName;
  answer: PersonAnswer;
  names: Names;
  shownAt: number;
  reason: string | null;
  revisions: readonly Revision[];
};

/** What they chose and whether it was right, in a word; why, and how it changed, for whoever opens it. */
export function tellChoice(t: PersonWords, { kind, answer, names, shownAt, reason, revisions }: Given): Cell {
  const { choice, isRight, knows, isFlagged, changes, focusLosses } = answer;
  const marks = [
    shownAt >= 0 && t("place", { place: shownAt + 1 }),
    changes > 0 && t("changed", { count: changes }),
    knows !== null && t(knows ? "knew" : "knewNot"),
    isFlagged && t("flagged"),
    focusLosses > 0 && t("away", { count: focusLosses }),
  ].filter((mark) => mark !== false);
  const said: Cell[] =
    choice === null
      ? [muted(t(answer.cannotRead ? "cannotRead" : "noChoice"))]
      : [
          {
            ...named(cellsOf(kind).nameCategory({ optionNames: names }, choice)),
            isWhole: true,
            isNarrow: true,
          },
          ...(isRight === null
            ? []
            : [
                " · ",
                {
                  text: t(isRight ? "isRight" : "isWrong"),
                  isStrong: true,
                  tone: isRight ? ("success" as const) : ("danger" as const),
                },
              ]),
        ];
  const steps: Cell[] = revisions.map(({ afterMs, value, decision }) => [
    afterMs !== null && `${t("step", { time: inTime(afterMs) })} `,
    decision === null
      ? t(value.cannotRead ? "cannotRead" : "cleared")
      : named(namesOf(kind).nameDecision(value, names) ?? ""),
  ]);
  const told: Cell[] = [
    ...(marks.length > 0 ? [marks.join(" · ")] : []),
    ...(steps.length > 0 ? [...steps, muted(t("historyCaption"))] : []),
  ];
  const more = reason !== null ? "reason" : steps.length > 0 ? "history" : "marks";
  const lines = reason === null ? told : [reason, ...told];
  return [...said, lines.length > 0 && [" ", { more: t(more), lines }]];
}

export function tellTime(t: PersonWords, { activeMs, firstMs }: PersonAnswer): Cell {
  if (activeMs === null) return nothing;
  return {
    text: inTime(activeMs),
    title: firstMs === null ? undefined : t("first", { time: inTime(firstMs) }),
  };
}

export function tellOthers(t: PersonWords, { others }: PersonAnswer, names: Names): Cell {
  const { n, most, count } = others;
  if (n === 0) return muted(t("nobodyElse"));
  const said = most.map((option) => names[option] ?? "").join(" · ");
  return [
    { ...named(said), isWhole: true, isNarrow: true },
    " ",
    {
      text: [t("mostOf", { count, n }), ...(most.length > 1 ? [t("tied")] : [])].join(" · "),
      isMuted: true,
      isSmall: true,
      isWhole: true,
    },
  ];
}

export function tellModels(
  t: PersonWords,
  { models, selecting }: PersonAnswer,
  runs: readonly RunRow[],
  format: ReturnType<typeof useFormatter>,
): Cell {
  const { right, wrong } = models;
  const n = right.length + wrong.length;
  const name = (index: number) =>
    [runs[index]?.model, runs[index]?.method, runs[index]?.version].filter(Boolean).join(" · ");
  if (n === 0 && !selecting) return muted(t("noModels"));
  const some = (key: "modelsRight" | "modelsWrong", which: readonly number[]): Cell[] =>
    which.length > 0 ? [[muted(t(key)), " ", named(format.list(which.map(name)))]] : [];
  return [
    {
      more: n === 0 ? t("noModels") : t("modelsOf", { right: right.length, n }),
      lines: [
        ...some("modelsRight", right),
        ...some("modelsWrong", wrong),
        ...(selecting
          ? [t("selecting", { name: name(selecting.run), verdict: selecting.isRight ? "right" : "wrong" })]
          : []),
      ],
    },
  ];
}
