import type { ReactNode } from "react";
import type { QueueSetting } from "#components/reviews/queue/work/use-queue.ts";
import type { Choices, QueueWords } from "#components/reviews/queue/words.ts";
import type { WordsToRead } from "#components/task-kinds/words.ts";
import type { CaseKind } from "#lib/task-kinds/case-kinds.ts";

export type WorkProps = QueueSetting & {
  title: string;
  choices: Choices;
  guidance: ReactNode;
  /** Nothing was done by this person at this step yet: the guidance stands above the first item. */
  isNew: boolean;
  words: QueueWords;
  wordsOf: Partial<Record<CaseKind, WordsToRead>>;
  menu: ReactNode;
  signInAddress: string;
  /** What the first item is sent under where there is no script. */
  firstId: string;
};
