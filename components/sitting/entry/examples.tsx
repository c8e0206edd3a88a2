import type { AppConfig } from "next-intl";
import { examples } from "#components/task-kinds/examples.ts";
import { messagesFor } from "#components/task-kinds/words.ts";
import type { StudyLanguage } from "#lib/studies/schema.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";

type Props = {
  kinds: readonly KindName[];
  language: StudyLanguage;
  messages: Pick<AppConfig["Messages"], "sitting" | "taskKinds">;
};

/** A case of each kind that somebody is going to meet. */
export const Examples = ({ kinds, language, messages }: Props) =>
  kinds.map((kind) => {
    const Example = examples[kind];
    return <Example key={kind} language={language} words={messagesFor(kind, messages).sitting} />;
  });
