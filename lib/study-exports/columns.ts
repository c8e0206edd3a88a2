import columns from "#lib/study-exports/columns.json" with { type: "json" };
import type { ExportKind } from "#lib/study-exports/schema.ts";
import type { BackgroundQuestion, Questions } from "#lib/studies/schema.ts";

/** What makes one study's columns differ from another's. */
export type Shape = {
  /** How many options its cases have at most. */
  options: number;
  plan: Pick<Questions, "profiles"> & {
    background: readonly Pick<BackgroundQuestion, "key" | "kind" | "label">[];
  };
  texts: "with" | "without";
};

export type Column = { name: string; about: string; isText: boolean };
export const columnNames = columns satisfies Record<ExportKind, Record<string, string>>;

const typed = new Set(["reason", "report_reason"]);

/** What only some plans record: where one doesn't, its files are what they were before it could be recorded. */
const ofPlan: Readonly<Record<string, (plan: Shape["plan"]) => boolean>> = {
  unfolded: ({ profiles }) => profiles !== undefined,
};

/** In their order, with what they hold. */
function listColumns(kind: ExportKind, { options, plan, texts }: Shape): Column[] {
  const all = Object.entries(columnNames[kind]).flatMap(([name, about]): Column[] => {
    if (name === "option*")
      return Array.from({ length: options }, (_, i) => ({ name: `option${i + 1}`, about, isText: false }));
    if (name === "background_*")
      return plan.background.map(({ key, kind: form, label }) => ({
        name: backgroundColumn(key),
        about: label.en || label["zh-CN"] || about,
        isText: form === "text",
      }));
    if (ofPlan[name]?.(plan) === false) return [];
    return [{ name, about, isText: typed.has(name) }];
  });
  return texts === "with" ? all : all.filter(({ isText }) => !isText);
}

/** Of every kind. */
export function listAllColumns(shape: Shape): Record<ExportKind, Column[]> {
  const of = (kind: ExportKind) => listColumns(kind, shape);
  return {
    answers: of("answers"),
    participants: of("participants"),
    cases: of("cases"),
    predictions: of("predictions"),
    history: of("history"),
  };
}

export const backgroundColumn = (key: string): string => `background_${key}`;
