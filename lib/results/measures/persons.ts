import { defineMeasure } from "#lib/results/policy.ts";
import { countOf, figureOf, type Subject } from "#lib/results/table.ts";
import { getPoints } from "#lib/study-results/overview/overview.ts";
import { getPeople } from "#lib/study-results/people/people.ts";

type Column = "n" | "top1";

/** What everybody who counts had right. */
export const getPersons = defineMeasure<Column, Extract<Subject, { number: number }>>(
  "persons",
  (rows, view) => {
    const { answers, people } = getPoints(rows, view).people.n;
    return {
      columns: { n: { kind: "count" }, top1: { kind: "share" } },
      rows: getPeople(rows, view).people.flatMap(({ index, isCounted, accuracy, n }) => {
        const number = rows.people[index]?.number;
        if (!isCounted || number === undefined) return [];
        const top1 = figureOf(accuracy, { restsOn: { answers, people, cases: n } });
        return {
          subject: { kind: "person" as const, number },
          group: "people",
          cells: { n: countOf(n), top1 },
        };
      }),
    };
  },
);
