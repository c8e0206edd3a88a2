import type { Facts } from "#lib/reports/facts.ts";
import { nameRun, t, writeShare } from "#lib/reports/words.ts";
import type { CodeResults } from "#lib/task-kinds/codes/document.ts";

export type CodedBook = CodeResults[number];
export type Side = CodedBook["overall"][number];

export const listBooks = ({ results }: Pick<Facts, "results">): CodeResults => results.codes ?? [];

/** As the drawing has it, where nobody asks otherwise. */
export const mainPart = ({ byAttribute }: CodedBook) =>
  byAttribute.find(({ attribute }) => attribute === "method") ?? byAttribute[0];

export const nameCode = (code: string | null): string => code ?? t("codes.tables.none");

export const nameSide = ({ view }: Facts, { runId, model, method, version }: Side): string =>
  runId === null
    ? t("codes.tables.people", { who: view.who })
    : nameRun({ model: model ?? "", method: method ?? "", version: version ?? "" });

/** The share of one code with its interval; a count where there is too little for one. */
export function writeCode({ codes, isTold, n }: Side, place: number): string {
  const { count = 0, share = null, low = null, high = null } = codes[place] ?? {};
  return isTold && share !== null ? writeShare(share, { low, high }) : t("codes.tables.count", { count, n });
}

/** What people found, in one line. */
export function tellBook({ book, overall: [people] }: Pick<CodedBook, "book" | "overall">): string {
  if (!people?.isTold) return t("codes.points.none", { book });
  const list = people.codes.map(({ code }, place) =>
    t("codes.points.one", { code: nameCode(code), share: `${writeCode(people, place)}%` }),
  );
  return t("codes.points.share", { book, list: list.join(", ") });
}
