import { expect, test } from "vitest";
import { findUnexplained } from "#lib/metrics/testing/find-unexplained.ts";
import { drawListed, layOut, type ListedRow, type ListedStudy } from "#lib/metrics/testing/listed-rows.ts";
import { byNumber, byRows } from "#lib/metrics/testing/measures-of-rows.ts";

type Change = (row: ListedRow, study: ListedStudy) => Partial<ListedRow> | null;
const goldOf = ({ case: id }: ListedRow, { knownOf }: ListedStudy) => knownOf(id).gold;

/** Studies in which hardly anything can be told. */
const degenerate: Readonly<Record<string, Change>> = {
  "no rows": () => null,
  "one row": (row, { rows }) => (row === rows[0] ? {} : null),
  "one person": ({ person }, { rows }) => (person === rows[0]?.person ? {} : null),
  "one case": (row, { rows }) => (row.case === rows[0]?.case ? {} : null),
  "two cases, in strata of their own": (row, { rows, knownOf }) => {
    const [first] = rows;
    const other = rows.find((one) => knownOf(one.case).stratum !== knownOf(first?.case ?? "").stratum);
    return row.case === first?.case || row.case === other?.case ? {} : null;
  },
  "everybody a case of their own": (row, { rows }) =>
    rows.findIndex(({ person }) => person === row.person) === rows.indexOf(row) ? {} : null,
  "all right": (row, study) => ({ choice: goldOf(row, study), again: goldOf(row, study), sure: 1 }),
  "all wrong": (row, study) => {
    const choice = (goldOf(row, study) + 1) % 3;
    return { choice, again: choice, sure: 1 };
  },
  "always the same": () => ({ choice: 1, again: 1, rating: 3, sure: 0 }),
  "the other the second time": ({ choice }) => ({ again: (choice + 1) % 3, sure: 0.5 }),
  "each person the same everywhere": ({ person }) => ({ rating: 1 + (Number(person.slice(6)) % 5) }),
};

test.each(Object.keys({ ...byRows, ...byNumber }))(
  "%s: what can't be told has a reason, and no figure is NaN",
  (name) => {
    const figuresOf = byRows[name] ?? byNumber[name];
    const found = Object.entries(degenerate).flatMap(([what, change]) =>
      [1, 2, 3, 4].flatMap((seed) => {
        const study = drawListed(seed);
        const rows = study.rows.flatMap((row) => {
          const changed = change(row, study);
          return changed ? [{ ...row, ...changed }] : [];
        });
        return findUnexplained(figuresOf?.(layOut({ ...study, rows }, name in byNumber))).map(
          (path) => `${what}: ${path}`,
        );
      }),
    );
    expect([...new Set(found)]).toEqual([]);
  },
);
