import type { TemplateFields } from "#lib/task-kinds/model-questions/question.ts";
import type { ChoiceContent } from "#lib/task-kinds/choice/schema.ts";
import { writePassage } from "#lib/task-kinds/passage.ts";

/** What a template may show of a case: who speaks is unknown in it, too, and nothing says what is right. */
export const choiceFields: TemplateFields<ChoiceContent> = {
  names: ["turns", "candidates", "profiles", "track", "language"],
  fill: ({ content, optionNames, layout }, { name, language }) => ({
    turns: writePassage(content).join("\n"),
    candidates: layout.map((option) => optionNames[option]).join("\n"),
    profiles: layout
      .map((option) => [optionNames[option], content.profiles[option]].filter(Boolean).join(": "))
      .join("\n"),
    track: name,
    language,
  }),
};
