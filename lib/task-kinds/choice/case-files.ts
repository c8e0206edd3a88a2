import { csvCases } from "#lib/task-kinds/choice/csv-cases.ts";
import { csvResults } from "#lib/task-kinds/choice/csv-results.ts";
import { lineCases } from "#lib/task-kinds/choice/line-cases.ts";
import { choiceContentSchema, type ChoiceContent, type OwnCase } from "#lib/task-kinds/choice/schema.ts";
import { understand } from "#lib/task-kinds/choice/understand.ts";
import { writeCase } from "#lib/task-kinds/choice/write-case.ts";
import type { CaseFiles } from "#lib/task-kinds/case-files.ts";
import { optionPredictions } from "#lib/task-kinds/options/predictions.ts";
import { withPlainLineEnds } from "#lib/files/text-file.ts";

const nothing = Buffer.alloc(0);

export const choiceFiles: CaseFiles<ChoiceContent, OwnCase> = {
  content: choiceContentSchema,
  needsGold: true,
  line: lineCases,
  csv: csvCases,
  shown: ({ own, optionNames }) => [own.content ?? { form: "text", text: "", profiles: [] }, optionNames],
  versionParts: ({ prompt, own: { content, options }, gold }) => [
    prompt ? withPlainLineEnds(prompt) : nothing,
    content ? JSON.stringify(content) : nothing,
    JSON.stringify(["choice", options.map(({ name, profile }) => [name, profile]), gold]),
  ],
  understand,
  asItStands: (text, optionNames) => ({ form: "text", text, profiles: optionNames.map(() => null) }),
  write: writeCase,
  opening: (content) => {
    if (content.form === "text") return content.text;
    const turns = content.turns
      .filter(({ parts }) => parts.length > 0)
      .map(({ speaker, parts }) => {
        const words = parts.map(({ text }) => text).join(" ");
        return speaker === null ? words : `${speaker}: ${words}`;
      });
    return turns.length === 0 ? null : turns.join(" — ");
  },
  predictions: { ...optionPredictions, csv: csvResults },
};
