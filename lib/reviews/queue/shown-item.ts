import "server-only";
import type { ShownItem } from "#lib/reviews/queue/schema.ts";
import { caseKindOf, showCase } from "#lib/task-kinds/server-registry.ts";

/**
 * What is selected of a case v for those who work at a queue; nothing else of it is. The original text is needed where it
 * could not be taken apart, and which option is right only where the review is about that.
 */
export const shownColumns = (showsGold: string) => `ca.kind::text, t.language, cv.content,
  CASE WHEN cv.content IS NULL THEN cv.original END AS original, cv.option_names AS "optionNames",
  CASE WHEN ${showsGold} THEN (SELECT g.choice FROM case_golds g WHERE g.case_version_id = cv.id) END AS gold`;
export const shownCases = `case_versions cv JOIN cases ca ON ca.id = cv.case_id JOIN tracks t ON t.id = ca.track_id`;

export type ItemRow = {
  kind: string;
  language: string;
  content: unknown;
  original: string | null;
  optionNames: string[];
  gold: number | null;
};

export function arrangeItem({ kind: name, language, gold, original, ...stored }: ItemRow): ShownItem {
  const kind = caseKindOf(name);
  return {
    kind,
    language,
    ...showCase(kind, { ...stored, original: original ?? "" }),
    ...(gold !== null && { gold }),
  };
}
