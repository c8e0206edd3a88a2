import type { ChoiceContent } from "#lib/task-kinds/choice/schema.ts";

/** A case as its participant gets it: nothing in it tells what is right, or why the case is there. */
export type ShownCase = {
  position: number;
  isPractice: boolean;
  /** Of the passage. */
  language: string;
  content: ChoiceContent;
  /** In this participant's order, as the profiles in the content. */
  names: readonly string[];
};

type Stored = { content: ChoiceContent; optionNames: readonly string[] };

/** Puts names and profiles in the participant's order. */
export function arrange(
  { content, optionNames }: Stored,
  optionOrder: readonly number[],
): Pick<ShownCase, "content" | "names"> {
  return {
    content: { ...content, profiles: optionOrder.map((option) => content.profiles[option] ?? null) },
    names: optionOrder.map((option) => optionNames[option] ?? ""),
  };
}
