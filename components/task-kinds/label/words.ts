import type { AppConfig } from "next-intl";
import type { PartWords } from "#components/task-kinds/parts/words.ts";
import { sayIn } from "#components/task-kinds/parts/words.ts";
import type { LabelSet } from "#lib/task-kinds/label-set.ts";

/** With those that only this kind has. */
export type LabelWords = PartWords &
  Pick<AppConfig["Messages"]["taskKinds"]["label"]["sitting"]["reading"], "ask" | "unsaid">;

type Named = Pick<LabelSet["labels"][number], "name" | "label">;

/** A name without words of its own is in the language of the case. */
export const sayName = ({ name, label }: Named, reader: "en" | "zh-CN", language: string) =>
  label ? { name: sayIn(label, reader), language: reader } : { name, language };
