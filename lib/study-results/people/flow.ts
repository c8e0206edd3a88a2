import { countOnce } from "#lib/study-results/arms/place.ts";
import { getAnalysed } from "#lib/study-results/rows/choices.ts";
import type { Arrivals } from "#lib/study-results/people/arrivals-queries.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import {
  exclusionReasons,
  mainView,
  type ExclusionReason,
  type Population,
} from "#lib/study-results/schema.ts";
import { recruitmentWays, type RecruitmentWay } from "#lib/studies/schema.ts";

/** How many came, left and count: each step is what the step before it leaves. */
export type Flow = {
  who: Population;
  /** Null where nobody was invited personally. */
  invited: number | null;
  agreed: number;
  ways: readonly { way: RecruitmentWay; count: number }[];
  notBegun: number;
  began: number;
  withdrew: number;
  excluded: number;
  /** Several may apply to one person. */
  reasons: readonly { reason: ExclusionReason; count: number }[];
  /** Not excluded, and without an answer that counts. */
  silent: number;
  counted: number;
  /** Of those who count. */
  unfinished: number;
  answers: number;
  cases: number;
};

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

export function computeFlow(rows: StudyRows, who: Population, { coming, invited }: Arrivals): Flow {
  const own = coming.filter((arrivals) => arrivals.who === who);
  const total = (of: (arrivals: (typeof own)[number]) => number) => sum(own.map(of));
  const people = rows.people.filter((person) => person.who === who);
  const excluded = people.filter(({ exclusions }) => exclusions.length > 0);
  const { people: counted, answers, cases } = getAnalysed(rows, mainView(who));
  const [agreed, notBegun] = [total((one) => one.agreed), total((one) => one.notBegun)];
  return {
    who,
    invited: who === "people" && invited > 0 ? invited : null,
    agreed,
    ways: recruitmentWays.flatMap((way) => {
      const count = sum(own.filter((one) => one.way === way).map((one) => one.agreed));
      return count > 0 ? [{ way, count }] : [];
    }),
    notBegun,
    began: agreed - notBegun,
    withdrew: total((one) => one.withdrewAfter),
    excluded: excluded.length,
    reasons: exclusionReasons.flatMap((reason) => {
      const count = excluded.filter(({ exclusions }) =>
        exclusions.some((one) => one.reason === reason),
      ).length;
      return count > 0 ? [{ reason, count }] : [];
    }),
    silent: people.length - excluded.length - counted.length,
    counted: counted.length,
    unfinished: [...counted].filter((index) => rows.people[index]?.state !== "submitted").length,
    answers: answers.length,
    cases: countOnce(rows, cases),
  };
}
