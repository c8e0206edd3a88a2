import type { Facts } from "#lib/reports/facts.ts";
import type { Gap } from "#lib/reports/schema.ts";
import { joinList, t, formatDate } from "#lib/reports/words.ts";
import { looksOf } from "#lib/study-results/interim-policy.ts";
import { plannedEnd } from "#lib/study-results/schema.ts";

type LookFacts = Pick<Facts, "rows" | "view" | "record">;

/** Who could see results while people answered, who did, and what figures hold for since. */
export function formatLooks({ rows, view, record }: LookFacts): string[] {
  const { study } = rows;
  if (view.who === "simulated") return [];
  if (!study.design.rules.interim) return [t("looks.none")];
  const looks = looksOf(rows, "people");
  const days = record.looks.map(({ at }) => formatDate(at));
  const [from, to] = [days[0], days.at(-1)];
  return [
    t("looks.allowed"),
    from && to
      ? t("looks.recorded", {
          people: new Set(record.looks.map(({ person }) => person)).size,
          finished: writeNumbers(record.looks),
          from,
          to,
          days: from === to ? "one" : "several",
        })
      : t("looks.unrecorded"),
    ...(looks === "running" ? [] : [t(`looks.closed.${looks}`, countFinished(rows))]),
  ];
}

/** Every look: a line for each person, by a number instead of a name. */
export const noteLooks = ({ record, view }: LookFacts): string[] =>
  view.who === "simulated"
    ? []
    : [...Map.groupBy(record.looks, ({ person }) => person)].map(([person, looks]) =>
        t("looks.person", {
          person,
          as: looks[0]?.as ?? "",
          list: joinList(
            [...Map.groupBy(looks, ({ at }) => formatDate(at))].map(([date, own]) =>
              t("looks.day", { date, finished: writeNumbers(own) }),
            ),
          ),
        }),
      );

export const findOtherEnd = ({ rows, view }: LookFacts): Gap[] =>
  view.who === "people" && looksOf(rows, "people") === "off_plan"
    ? [{ what: t("looks.offPlan.what", countFinished(rows)), mend: t("looks.offPlan.mend") }]
    : [];

const countFinished = ({ study }: Facts["rows"]) => ({
  finished: study.finished.people,
  planned: plannedEnd(study.design),
});

/** 5, 6, 7 and 9 as "5–7 and 9". */
function writeNumbers(looks: Facts["record"]["looks"]): string {
  const numbers = [...new Set(looks.map(({ finished }) => finished))].sort((a, b) => a - b);
  const ends = numbers.filter((one, i) => numbers[i + 1] !== one + 1);
  const starts = numbers.filter((one, i) => numbers[i - 1] !== one - 1);
  return joinList(starts.map((start, i) => (start === ends[i] ? `${start}` : `${start}–${ends[i]}`)));
}
