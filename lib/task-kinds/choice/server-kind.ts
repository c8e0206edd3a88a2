import { choiceFiles } from "#lib/task-kinds/choice/case-files.ts";
import { takenChoice } from "#lib/task-kinds/choice/own-data.ts";
import { withReadProfiles } from "#lib/task-kinds/choice/profile-text.ts";
import type { ChoiceContent, OwnCase } from "#lib/task-kinds/choice/schema.ts";
import { choiceQuestion } from "#lib/task-kinds/choice/model-question.ts";
import type { ServerKind } from "#lib/task-kinds/kind.ts";
import { variedChoice } from "#lib/task-kinds/choice/varied.ts";
import { exportedOptions } from "#lib/task-kinds/options/columns.ts";
import { optionResults } from "#lib/task-kinds/options/results.ts";
import { serverOptionAnswer } from "#lib/task-kinds/options/server-answer.ts";
import { simulatedOptions } from "#lib/task-kinds/options/simulation.ts";
import type { OptionValue } from "#lib/task-kinds/options/value.ts";
import { readPassage } from "#lib/task-kinds/passage.ts";

export const choiceServer: ServerKind<ChoiceContent, OptionValue, OwnCase> = {
  name: "choice",
  modelQuestion: choiceQuestion,
  ...choiceFiles,
  ...serverOptionAnswer,
  ...optionResults,
  ...exportedOptions,
  estimates: "shares",
  filters: ["options", "answerLength"],
  hasProfiles: true,
  asksProbabilities: true,
  takeAlong: takenChoice,
  simulate: simulatedOptions,
  varied: variedChoice,
  arrange(content, optionNames, layout) {
    const { profiles } = withReadProfiles(content);
    return {
      content: { ...content, profiles: layout.map((option) => profiles[option] ?? null) },
      names: layout.map((option) => optionNames[option] ?? ""),
    };
  },
  listWords: (content) => ({
    passage: readPassage(content),
    beside: content.profiles.map((profile) => profile ?? ""),
  }),
};
