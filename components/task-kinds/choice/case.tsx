import { Reading } from "#components/task-kinds/choice/reading.tsx";
import type { CaseProps } from "#components/task-kinds/kind.ts";
import { OptionRadio } from "#components/task-kinds/options/option-radio.tsx";

/** The passage, and its candidates with a radio button each. */
export const ChoiceCase = ({ shown: { content, names, language }, value, ...reading }: CaseProps) => (
  <Reading
    {...{ content, names, language }}
    {...reading}
    choiceFor={(option) => <OptionRadio option={option} value={value} />}
  />
);
